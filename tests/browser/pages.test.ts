import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findBarriers, noBrowser, visit } from '../helpers/browser.ts'
import { type Demo, makeDemo, makePast, PICTURE, PICTURES } from '../helpers/demo-data.ts'
import { open, type Stage, startReceiver, startStage } from './helper.ts'

// Every page, in both themes and on a phone: no barrier, no complaint of the browser, nothing to scroll sideways.
// `npm run screenshots` keeps what it sees in docs/screenshots.

const KEPT = process.env.SCREENSHOTS

const FIRST_LOAD_MAX = 300_000

const OUTSIDE = ['/sign-in', '/set-up', '/join', '/forgot-password', '/reset-password']

const inside = (demo: Demo) => [
  '/',
  '/contacts',
  `/contacts/${demo.contactId}`,
  `/contacts/people/${demo.contactEmail}`,
  '/contacts/import',
  '/posts',
  '/posts?view=list',
  '/posts/new',
  `/posts/${demo.postId}`,
  '/webhooks',
  `/webhooks/${demo.webhookId}`,
  `/webhooks/${demo.webhookId}?tab=mapping`,
  '/events',
  '/events?tab=feed',
  `/events/endpoints/${demo.endpointId}`,
  '/settings/keys',
  '/settings/connections',
  '/settings/team',
  '/settings/workspace',
  '/settings/security',
  '/nothing/here',
]

const LOOKS = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 860 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 860 } },
  { name: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
] as const

/** Without the ids, which are others each time. */
function nameOf(path: string, demo: Demo): string {
  const ids = new Map(Object.entries(demo).map(([name, value]) => [value, name.replace(/(?:Id|Email)$/, '')]))
  const words = path.split(/[/?=&]/).map((word) => ids.get(word) ?? word)
  return words.filter(Boolean).join('-') || 'overview'
}

async function keep(page: Page, path: string): Promise<void> {
  // Pictures and plots come a moment after the text.
  await page.waitForTimeout(1_200)
  await page.screenshot({ path, animations: 'disabled' })
}

describe('every page', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  const receiver = await startReceiver()
  await makePast(stage.place.sql)
  const demo = await makeDemo(stage.url, await stage.key(), receiver.url)

  test('the first load is small, and pages come when they are opened', async () => {
    const { page, context } = await stage.owner()
    after(() => context.close())
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    let scripts = 0
    const kinds = new Map<string, boolean>()
    session.on('Network.responseReceived', ({ requestId, response }) => {
      kinds.set(requestId, response.mimeType.includes('javascript'))
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (kinds.get(requestId)) scripts += encodedDataLength
    })
    await open(page, `${stage.url}/`)
    await page.waitForLoadState('networkidle').catch(() => {})
    assert.ok(scripts > 50_000 && scripts < FIRST_LOAD_MAX, `${scripts} bytes of script`)
    const before = scripts
    await page.getByRole('link', { name: 'Posts', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor()
    assert.ok(scripts > before)
  })

  for (const { name, ...look } of LOOKS) {
    test(`${name}: no barrier, no complaint, nothing cut off`, async () => {
      const problems: string[] = []
      const walk = async (visitor: Awaited<ReturnType<typeof visit>>, paths: readonly string[]) => {
        const { page, complaints, context } = visitor
        await context.route(`${PICTURES}**`, (route) => route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }))
        for (const path of paths) {
          await open(page, stage.url + path)
          const isDark = await page.evaluate(() => document.documentElement.dataset.mantineColorScheme === 'dark')
          if (isDark !== (look.colorScheme === 'dark')) problems.push(`${path}: not ${look.colorScheme}`)
          for (const barrier of await findBarriers(page)) problems.push(`${path}: ${barrier}`)
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          if (wide > 1) problems.push(`${path}: ${wide} px wider than the screen`)
          for (const complaint of complaints.splice(0)) problems.push(`${path}: ${complaint}`)
          if (KEPT !== undefined) await keep(page, `${KEPT}/${nameOf(path, demo)}-${name}.png`)
        }
        await context.close()
      }
      await walk(await visit(stage.browser, look), OUTSIDE)
      await walk(await stage.owner(look), inside(demo))
      assert.deepEqual(problems, [])
    })
  }
})
