// @slow

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { COLOURS, findBarriers, noBrowser } from '../helpers/browser.ts'
import { makeDemo, makePast } from '../helpers/demo-data.ts'
import { findUnseen } from './forced-colors.ts'
import { open, type Stage, startReceiver, startStage } from './helper.ts'
import { untilLoaded } from './jumps.ts'
import { findMotion, watchMotion } from './motion.ts'
import { inside, type Place } from './places.ts'

// Every dialog, drawer and menu that a button of a page opens has no barrier, in both themes, on a desktop and a phone,
// fits there in both directions of writing, can be used in forced colours, and opens without motion for people who want
// none. The test presses every button; what would change something does not reach the server.

const OPENED = '[role=dialog]:visible, [role=menu]:visible'
const BUTTONS = 'main button:visible:enabled:not([type=submit]), main [role=button]:visible'
/** Those around each page are pressed on the first one. */
const FRAME = 'header button:visible, nav button:visible'

const PHONE_PX = 390
const SIZES = [
  { name: 'desktop', viewport: { width: 1280, height: 860 } },
  { name: 'phone', viewport: { width: PHONE_PX, height: 844 } },
]

/** The composer again, with the same buttons. */
const REPEATED = ['post-edit', 'post-group-edit']

describe('what buttons open', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  const receiver = await startReceiver()
  await makePast(stage.place.sql)
  const demo = await makeDemo(stage.url, await stage.key(), receiver.url)

  /** Returns the problems of what is open, if something is. */
  const look = async (page: Page, path: string, found: Set<string>): Promise<string[]> => {
    const opened = page.locator(OPENED).last()
    await opened.waitFor({ timeout: 300 }).catch(() => {})
    if ((await opened.count()) === 0) return []
    const name = (await opened.getAttribute('aria-label')) ?? (await opened.innerText()).split('\n', 1)[0]
    if (found.has(`${path} ${name}`)) return []
    found.add(`${path} ${name}`)
    const problems: string[] = []
    const report = (look: string, all: string[]) =>
      problems.push(...all.map((problem) => `${path}, ${name}, ${look}: ${problem}`))
    const fits = async () =>
      (await opened.evaluate((it) => {
        const { left, right } = it.getBoundingClientRect()
        return left < -1 || right > innerWidth + 1 || it.scrollWidth > it.clientWidth + 1
      }))
        ? ['wider than the screen']
        : []
    report('reduced motion', await findMotion(page))
    report('light', [...(await findBarriers(page)), ...(await fits())])
    await page.emulateMedia({ colorScheme: 'dark' })
    report('dark', await findBarriers(page, COLOURS))
    await page.emulateMedia({ colorScheme: 'light' })
    if (page.viewportSize()?.width === PHONE_PX) {
      // Where there is least room.
      const write = (dir: string) => page.locator('html').evaluate((html, dir) => html.setAttribute('dir', dir), dir)
      await write('rtl')
      report('right to left', [...(await findBarriers(page, ['target-size'])), ...(await fits())])
      await write('ltr')
    } else {
      await page.emulateMedia({ forcedColors: 'active' })
      report('forced colours', await findUnseen(page))
      await page.emulateMedia({ forcedColors: 'none' })
    }
    return problems
  }

  const press = async (page: Page, { path }: Place, found: Set<string>): Promise<string[]> => {
    const problems: string[] = []
    const buttons = page.locator(path === '/' ? `${FRAME}, ${BUTTONS}` : BUTTONS)
    const load = async () => {
      await open(page, `${stage.url}${path}`)
      await untilLoaded(page)
    }
    await load()
    const start = page.url()
    const goBack = async () => {
      if ((await page.locator(OPENED).count()) > 0) await page.keyboard.press('Escape')
      const closed = page.locator(OPENED).first().waitFor({ state: 'hidden', timeout: 700 })
      const isBack = await closed.then(
        () => page.url() === start,
        () => false,
      )
      if (!isBack) await load()
    }
    const count = await buttons.count()
    const pressed = new Set<string>()
    for (let at = 0; at < count; at++) {
      const button = buttons.nth(at)
      if ((await button.count()) === 0) break
      const text = await button.evaluate((it) => it.getAttribute('aria-label') ?? it.textContent ?? '')
      // One of each kind, where a list repeats them.
      const kind = text.replace(/\d+/g, '#')
      if (pressed.has(kind)) continue
      pressed.add(kind)
      // The same on every page but for its words.
      if (kind.startsWith('Help: ')) {
        if (found.has('help')) continue
        found.add('help')
      }
      await button.click({ timeout: 2_000 }).catch(() => {})
      problems.push(...(await look(page, path, found)))
      const items = await page.locator('[role=menu]:visible [role=menuitem]').count()
      for (let item = 0; item < items; item++) {
        const chosen = page.locator('[role=menu]:visible [role=menuitem]').nth(item)
        if ((await chosen.count()) === 0) await button.click({ timeout: 2_000 }).catch(() => {})
        await chosen.click({ timeout: 2_000 }).catch(() => {})
        problems.push(...(await look(page, path, found)))
        await goBack()
      }
      await goBack()
    }
    return problems
  }

  for (const { name, viewport } of SIZES) {
    test(`${name}: has no barriers and fits`, { timeout: 900_000 }, async () => {
      const only = process.env.ONLY?.split(',')
      const places = inside(demo).filter(({ name }) => only?.includes(name) ?? !REPEATED.includes(name))
      const halves = [places.filter((_, at) => at % 2 === 0), places.filter((_, at) => at % 2 === 1)]
      const found = new Set<string>()
      const problems = await Promise.all(
        halves.map(async (half) => {
          const { page, context } = await stage.owner({ viewport, reducedMotion: 'reduce' })
          await context.addInitScript(watchMotion)
          await context.route('**/v1/**', (route) =>
            route.request().method() === 'GET' ? route.fallback() : route.abort(),
          )
          page.on('dialog', (dialog) => void dialog.accept())
          const all: string[] = []
          for (const place of half) all.push(...(await press(page, place, found)))
          await context.close()
          return all
        }),
      )
      assert.deepEqual(problems.flat(), [])
      if (!only) assert.ok(found.size >= 30, `${found.size} were opened: ${[...found].join('; ')}`)
    })
  }
})
