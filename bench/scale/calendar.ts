import { test } from 'node:test'
import type { CDPSession, Page } from 'playwright-core'
import { startStage } from '../../tests/browser/helper.ts'
import { noBrowser } from '../../tests/helpers/browser.ts'
import { dayOf, fillMonth } from '../../tests/helpers/many-posts.ts'

// node --test bench/scale/calendar.ts: compares a month and a week with 10,000 posts to those with 100, in one run in
// one browser. It measures the main thread's work for opening the calendar, and per frame while scrolling.

const SIZES = [100, 10_000] as const
const SPANS = ['month', 'week'] as const
const FRAMES = 60

interface Cost {
  /** Main thread work until everything is drawn, in milliseconds. */
  open: number
  perFrame: number
}

test('a calendar with 10,000 posts costs about what 100 cost', { skip: noBrowser }, async () => {
  const stage = await startStage()
  const { page, context } = await stage.owner()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  const costs = new Map<string, Cost>()
  context.setDefaultTimeout(120_000)
  // Warm-up: the first visits load scripts and fill caches.
  await fillMonth(stage.place.sql, SIZES[0])
  for (const span of SPANS) await showSpan(page, stage.url, span)
  for (const size of SIZES) {
    await stage.place.sql('delete from posts')
    await fillMonth(stage.place.sql, size)
    for (const span of SPANS) {
      const open = await measure(session, () => showSpan(page, stage.url, span))
      const scrolled = await measure(session, () => scroll(page))
      costs.set(`${span} ${size}`, { open, perFrame: scrolled / FRAMES })
    }
  }
  for (const span of SPANS) {
    const [few, many] = SIZES.map((size) => costs.get(`${span} ${size}`)!) as [Cost, Cost]
    const compare = (what: keyof Cost) =>
      `${(many[what] / few[what]).toFixed(2)} x (${few[what].toFixed(1)} and ${many[what].toFixed(1)} ms)`
    console.log(`${span}: opening ${compare('open')}, each frame ${compare('perFrame')}, against 100 posts`)
  }
  await context.close()
})

async function showSpan(page: Page, url: string, span: string): Promise<void> {
  await page.goto(`${url}/posts?span=${span}&day=${dayOf(10)}`)
  await page.locator('.fc-event').first().waitFor()
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

async function measure(session: CDPSession, work: () => Promise<unknown>): Promise<number> {
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000
  }
  const before = await busy()
  await work()
  const after = await busy()
  // Some browser versions restart the counter with a new page.
  return after < before ? after : after - before
}

function scroll(page: Page): Promise<unknown> {
  return page.evaluate(`new Promise((resolve) => {
    let frame = 0, step = 20
    const inside = document.querySelector('[aria-label="Hours of the week"]')
    const next = () => {
      if (++frame > ${FRAMES}) return resolve()
      const target = inside ?? document.documentElement
      const end = target.scrollHeight - target.clientHeight
      if (target.scrollTop + step > end || target.scrollTop + step < 0) step = -step
      target.scrollTop += step
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })`)
}
