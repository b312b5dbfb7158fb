// @slow

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { findBarriers, findBarriersIn, findColours, noBrowser } from '../helpers/browser.ts'
import { makeDemo, makePast } from '../helpers/demo-data.ts'
import { findUnseen } from './forced-colors.ts'
import { open, type Stage, startReceiver, startStage } from './helper.ts'
import { untilLoaded } from './jumps.ts'
import { findMotion, watchMotion } from './motion.ts'
import { BUTTONS, changeNothing, FRAME, openEach } from './openings.ts'
import { inside, type Place } from './places.ts'

// Every dialog, drawer and menu that a button of a page opens has no barrier, in both themes, on a desktop and a phone,
// fits there in both directions of writing, can be used in forced colours, and opens without motion for people who want
// none. The test presses every button; what would change something does not reach the server.

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

  /** Returns the problems of what is open. */
  const look = async (page: Page, opened: Locator, path: string, found: Set<string>): Promise<string[]> => {
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
    report('light', [...(await findBarriersIn(opened)), ...(await fits())])
    await page.emulateMedia({ colorScheme: 'dark' })
    report('dark', await findColours(opened))
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
    await openEach(page, {
      load: async () => {
        await open(page, `${stage.url}${path}`)
        await untilLoaded(page)
      },
      buttons: path === '/' ? `${FRAME}, ${BUTTONS}` : BUTTONS,
      // The same on every page but for its words.
      isKnown: (kind) => {
        if (!kind.startsWith('Help: ')) return false
        const isKnown = found.has('help')
        found.add('help')
        return isKnown
      },
      look: async (opened) => void problems.push(...(await look(page, opened, path, found))),
    })
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
          await changeNothing(page)
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
