import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { noBrowser, type Visitor, visit } from '../helpers/browser.ts'
import { makeDemo, makePast } from '../helpers/demo-data.ts'
import { OWNER, open, type Stage, startReceiver, startStage } from './helper.ts'
import { findJumps, watchShifts } from './jumps.ts'
import { inside, outside, type Place } from './places.ts'

// How a page comes up: it is never blank, nothing jumps, and it asks for few files. pages.test.ts looks for jumps on a
// wide screen.

const PHONE = { viewport: { width: 390, height: 844 } }

describe('loading', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  const receiver = await startReceiver()
  await makePast(stage.place.sql)
  const demo = await makeDemo(stage.url, await stage.key(), receiver.url)
  const { link } = await stage.call('POST', '/v1/team/invitations', { email: 'jonas@example.com', role: 'editor' })
  const reset = await stage.place.cli(['users', 'reset', '--email', OWNER.email], { env: { BASE_URL: stage.url } })
  const entries = outside(link, reset.stdout.trim().split('\n').at(-1)!)

  test('nothing jumps while a page comes up on a phone, and it needs few scripts', async () => {
    const problems: string[] = []
    const walk = async ({ page, context }: Visitor, places: Place[]) => {
      await context.addInitScript(watchShifts)
      for (const { name, path } of places) {
        await page.goto('about:blank')
        await open(page, new URL(path, stage.url).href)
        for (const problem of await findJumps(page)) problems.push(`${name}: ${problem}`)
      }
      await context.close()
    }
    await Promise.all([walk(await stage.owner(PHONE), inside(demo)), walk(await visit(stage.browser, PHONE), entries)])
    assert.deepEqual(problems, [])
  })

  test('a page says what it is before any script has run, and without scripts what to do', async () => {
    const still = await visit(stage.browser)
    await still.context.route('**/assets/*.js', () => {})
    await still.page.goto(`${stage.url}/`, { waitUntil: 'commit' })
    await still.page.getByText('Doorpost', { exact: true }).waitFor()
    await still.context.close()
    const without = await visit(stage.browser, { javaScriptEnabled: false })
    await without.page.goto(`${stage.url}/`)
    // Texts are not looked for inside of noscript.
    await without.page.locator('noscript p').waitFor()
    assert.deepEqual(without.complaints, [])
    await without.context.close()
  })
})
