import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page, Request } from 'playwright-core'

/** How many times slower than this machine the browser is: roughly a cheap phone. */
export const SLOWER = 4

export interface Cost {
  /** Processor time of the main thread, in milliseconds. */
  work: number
  /** Processor time of its longest task, in milliseconds: so long it could not answer a click. */
  longest: number
  /** Cumulative layout shift. */
  shift: number
}

/** For `context.addInitScript`: records parts that move by themselves, from before the first paint. */
export function watchShifts(): void {
  const shifts: number[] = []
  Object.assign(globalThis, { shifts })
  new PerformanceObserver((list) => {
    // biome-ignore lint/suspicious/noExplicitAny: the types of the DOM do not have it yet
    for (const entry of list.getEntries() as any[]) if (!entry.hadRecentInput) shifts.push(entry.value)
  }).observe({ type: 'layout-shift', buffered: true })
}

/** What the page does from the call of `act` until it is at rest, on a slow processor. */
export async function measure(page: Page, session: CDPSession, act: () => Promise<unknown>): Promise<Cost> {
  const browser = page.context().browser()!
  await takeShifts(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] })
  await untilAtRest(page, act)
  const shifts = await takeShifts(page)
  const tasks = mainThreadTasks(await browser.stopTracing())
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return { work: sum(tasks), longest: Math.max(0, ...tasks), shift: sum(shifts) }
}

const QUIET_MS = 500

/** Nothing is fetched for a while, and a frame is drawn. Asks the page almost nothing, which would be measured too. */
async function untilAtRest(page: Page, act: () => Promise<unknown>): Promise<void> {
  const open = new Set<Request>()
  let lastAt = Date.now()
  const begin = (request: Request) => {
    // That of news stays open.
    if (request.resourceType() === 'eventsource') return
    open.add(request)
    lastAt = Date.now()
  }
  const end = (request: Request) => {
    open.delete(request)
    lastAt = Date.now()
  }
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  await act()
  do {
    await sleep(QUIET_MS / 2)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  } while (open.size > 0 || Date.now() - lastAt < QUIET_MS)
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Processor time in microseconds, which other programs on the machine do not lengthen. */
  tdur?: number
  args: { name?: string }
}

/** Milliseconds of each task. */
function mainThreadTasks(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args.name === 'CrRendererMain'
  const threads = new Set(traceEvents.filter(isMain).map(threadOf))
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && threads.has(threadOf(event)))
  return tasks.map(({ tdur = 0 }) => tdur / 1_000)
}

/** Entries reach the observer after the next frame. */
function takeShifts(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))
    return (globalThis as unknown as { shifts?: number[] }).shifts?.splice(0) ?? []
  })
}

const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0)

export interface Load {
  requests: number
  /** As they came, with headers. */
  scriptBytes: number
}

/** Counts what the page fetches from now on. */
export async function countLoad(session: CDPSession): Promise<Load> {
  const load: Load = { requests: 0, scriptBytes: 0 }
  const scripts = new Set<string>()
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (!request.url.startsWith('data:')) load.requests++
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.includes('javascript')) scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) load.scriptBytes += encodedDataLength
  })
  await session.send('Network.enable')
  return load
}
