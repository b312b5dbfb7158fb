import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser, visit } from '../helpers/browser.ts'
import { open, type Stage, shows, startStage } from './helper.ts'
import { shiftOf, untilLoaded, watchShifts } from './jumps.ts'

// What a signed-in person waits for at the first visit of `/`. If this fails, something that the overview does not show
// has come into the file `first` of the build: `import()` it where it is used (web/src/parts/later.tsx for dialogs).

const SCRIPTS_MAX = 200_000
const REQUESTS_MAX = 15
const SHIFT_MAX = 0.02
const PICTURES = process.env.SCREENSHOTS

interface Load {
  requests: string[]
  /** Bytes as they came, with headers. */
  scripts: number
  all: number
}

/** Counts what the browser really fetches, service workers included. */
async function count(page: Page): Promise<Load> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const load: Load = { requests: [], scripts: 0, all: 0 }
  const scripts = new Set<string>()
  session.on('Network.requestWillBeSent', ({ request: { method, url } }) => {
    if (!url.startsWith('data:')) load.requests.push(`${method} ${new URL(url).pathname}`)
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.includes('javascript')) scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    load.all += encodedDataLength
    if (scripts.has(requestId)) load.scripts += encodedDataLength
  })
  return load
}

describe('the first load', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString()
  for (const first_name of ['Ana', 'Ben']) await stage.call('POST', '/v1/contacts', { first_name })
  await stage.call('POST', '/v1/posts/short', {
    content: 'Doors open at nine.',
    status: 'scheduled',
    scheduled_date: tomorrow,
  })

  for (const [name, viewport] of [
    ['desktop', { width: 1280, height: 860 }],
    ['phone', { width: 390, height: 844 }],
  ] as const) {
    test(`${name}: few bytes of script, few requests, and nothing moves`, async (t) => {
      const { page, complaints, context } = await stage.owner({ viewport })
      await context.addInitScript(watchShifts)
      const load = await count(page)
      await open(page, `${stage.url}/`)
      await untilLoaded(page)
      const shift = await shiftOf(page)
      t.diagnostic(
        `${load.scripts} bytes of script, ${load.all} in all, ${load.requests.length} requests, CLS ${shift}`,
      )
      assert.ok(load.scripts > 50_000 && load.scripts < SCRIPTS_MAX, `${load.scripts} bytes of script`)
      assert.ok(load.requests.length <= REQUESTS_MAX, load.requests.join('\n'))
      assert.ok(shift < SHIFT_MAX, `${shift}`)

      const isOfPosts = (request: string) => request.startsWith('GET /assets/Posts-')
      assert.ok(!load.requests.some(isOfPosts))
      await page.goto(`${stage.url}/posts`)
      await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor()
      assert.ok(load.requests.some(isOfPosts), 'pages are loaded when they are opened')
      assert.deepEqual(complaints, [])
      await context.close()
    })
  }

  test('people who were signed in see the frame before any script has run, where it will be', async () => {
    for (const viewport of [
      { width: 1280, height: 860 },
      { width: 390, height: 844 },
    ]) {
      const { page, context } = await stage.owner({ viewport, colorScheme: 'dark' })
      await context.addInitScript(watchShifts)
      await page.goto(`${stage.url}/`, { waitUntil: 'commit' })
      await page.getByText('Doorpost', { exact: true }).first().waitFor()
      await open(page, `${stage.url}/`)
      await open(page, `${stage.url}/posts`)
      await untilLoaded(page)
      assert.ok((await shiftOf(page)) < SHIFT_MAX)
      const isPhone = viewport.width < 768
      const boxes = async (parts: string[]) => {
        const found = await Promise.all(parts.map((part) => page.locator(part).first().boundingBox()))
        return found.map((box) => box && Object.values(box).map(Math.round))
      }
      const real = ['header.mantine-AppShell-header', isPhone ? 'nav[aria-label="Main pages"]' : '#menu']
      const places = await boxes(real)

      await context.route('**/assets/*.js', () => {})
      await page.goto(`${stage.url}/posts`, { waitUntil: 'commit' })
      await page.locator('.boot-head').waitFor()
      assert.deepEqual(await boxes(['.boot-head', isPhone ? '.boot-phone' : '.boot-menu']), places)
      await shows(() => page.locator('html').getAttribute('data-mantine-color-scheme'), 'dark')
      if (PICTURES) await page.screenshot({ path: `${PICTURES}/frame-${viewport.width}.png` })
      await context.close()
    }
  })

  test('nobody sees a frame who was not signed in, or who has signed out', async () => {
    const stranger = await visit(stage.browser)
    await stranger.context.route('**/assets/*.js', () => {})
    await stranger.page.goto(`${stage.url}/`, { waitUntil: 'commit' })
    await stranger.page.locator('.boot-bar').waitFor()
    await shows(() => stranger.page.locator('.boot-menu').isVisible(), false)
    if (PICTURES) await stranger.page.screenshot({ path: `${PICTURES}/frame-stranger.png` })
    await stranger.context.close()

    const { page, context } = await stage.owner()
    await open(page, `${stage.url}/`)
    await page.getByRole('button', { name: /^Signed in as/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForURL(/sign-in/)
    await context.route('**/assets/*.js', () => {})
    await page.goto(`${stage.url}/`, { waitUntil: 'commit' })
    await page.locator('.boot-bar').waitFor()
    await shows(() => page.locator('.boot-menu').isVisible(), false)
    await context.close()
    // The other tests sign in again.
    await stage.endSessions()
  })
})
