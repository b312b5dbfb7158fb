import type { Page } from 'playwright-core'

/** The largest cumulative layout shift while a page loads. Browsers consider 0.1 good. */
const SHIFT_MAX = 0.02
const SCRIPTS_MAX = 12
/** A page has loaded when it has fetched nothing for this long. */
const QUIET_MS = 200

interface Shift {
  value: number
  parts: string[]
}

/** For `context.addInitScript`: records every part of a page that moves by itself, from before the first paint. */
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

/** Waits until nothing is pending and nothing more is fetched. */
export async function untilLoaded(page: Page): Promise<void> {
  // Without `polling` this would run at every frame, and each frame would be drawn.
  await page.waitForFunction(
    (quietMs) => {
      const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const isWaiting =
        document.querySelector('[aria-label="Loading"], [data-loading], .mantine-Skeleton-root') !== null
      return !isWaiting && performance.now() - Math.max(...loaded.map(({ responseEnd }) => responseEnd)) > quietMs
    },
    QUIET_MS,
    { polling: QUIET_MS / 2 },
  )
}

/** The layout shift so far, after `watchShifts`. */
export async function shiftOf(page: Page): Promise<number> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts)
  return shifts.reduce((total, { value }) => total + value, 0)
}

/** Returns problems of how the page loaded. */
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
