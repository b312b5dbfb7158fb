import type { Page } from 'playwright-core'

/** Of what a page moves by itself while it comes up (cumulative layout shift); browsers call 0.1 good. */
const SHIFT_MAX = 0.05
const SCRIPTS_MAX = 10
/** Nothing has been fetched for so long: the page is done. */
const QUIET_MS = 200

interface Shift {
  value: number
  parts: string[]
}

/** For `context.addInitScript`: notes every part of a page that moves by itself, from before the first paint. */
export function watchShifts(): void {
  const shifts: Shift[] = []
  Object.assign(globalThis, { shifts })
  new PerformanceObserver((list) => {
    // biome-ignore lint/suspicious/noExplicitAny: the types of the DOM do not have it yet
    for (const entry of list.getEntries() as any[]) {
      if (entry.hadRecentInput) continue
      const name = ({ node }: { node: Element | null }) =>
        `${node?.nodeName} ${node?.getAttribute?.('class') ?? ''} ${node?.textContent?.slice(0, 40) ?? ''}`
      shifts.push({ value: entry.value, parts: entry.sources.map(name) })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Until nothing is awaited and nothing more is fetched. */
export async function untilLoaded(page: Page): Promise<void> {
  // Without `polling` it would be asked at every frame, and each frame is drawn.
  await page.waitForFunction(
    (quietMs) => {
      const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const isWaiting = document.querySelector('[aria-label="Loading"], .mantine-Skeleton-root') !== null
      return !isWaiting && performance.now() - Math.max(...loaded.map(({ responseEnd }) => responseEnd)) > quietMs
    },
    QUIET_MS,
    { polling: QUIET_MS / 2 },
  )
}

/** What is wrong with how this page came up. */
export async function findJumps(page: Page): Promise<string[]> {
  await untilLoaded(page)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const { shifts, scripts } = await page.evaluate(() => ({
    shifts: (globalThis as unknown as { shifts: Shift[] }).shifts,
    scripts: performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length,
  }))
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  const parts = shifts.map(({ value, parts }) => `${value.toFixed(3)} (${parts.join(' | ')})`)
  return [
    ...(sum < SHIFT_MAX ? [] : [`moves by ${sum.toFixed(3)}: ${parts.join('; ')}`]),
    ...(scripts <= SCRIPTS_MAX ? [] : [`${scripts} scripts`]),
  ]
}
