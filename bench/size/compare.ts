import { startDoorpost } from '../contestants/doorpost.ts'
import { findBackends, processorMs } from '../tools/processor.ts'
import { median, times } from '../tools/report.ts'
import { namedCalls } from './calls.ts'
import type { Amounts, Filled } from './data.ts'

export const RATIO_MAX = 2
/**
 * A call may take more only if its answer says that it was cut short, and then at most this many times as long as the first
 * page of contacts: see "Very large workspaces" in docs/how-to/operations.md.
 */
export const FIRST_PAGES_MAX = 10

/** A workspace and a Doorpost that serves it. */
export interface Place {
  url: string
  port: number
  pid: number
  key: string
  filled: Filled
  amounts: Amounts
}

interface Answered {
  ms: number
  /** Processor time of the server and its database connections, which does not depend on how busy the machine is. */
  cpuMs: number
  /** Whether counting or reading stopped at a limit. */
  isCapped: boolean
}

/** Runs only an API: workers would process the inserted rows during the measurement. */
export async function startPlace(filled: Pick<Place, 'url' | 'key' | 'filled' | 'amounts'>): Promise<Place> {
  const { pid, port } = await startDoorpost({ DATABASE_URL: filled.url, ROLE: 'api' })
  return { ...filled, pid, port }
}

export function namesOf({ filled, amounts }: Place): string[] {
  return Object.keys(namedCalls(filled, amounts))
}

export interface Compared {
  name: string
  verdict: 'ok' | 'says so' | 'MISSED'
  row: string[]
}

export const HEADER = ['', 'small, CPU ms', 'large, CPU ms', 'ratio', 'cut short', 'verdict', 'ms']

/** Calls both by turns. `firstPageMs` is what the first page of contacts takes of the large one. */
export async function compare(
  name: string,
  places: { small: Place; large: Place },
  { runs, firstPageMs }: { runs: number; firstPageMs: number },
): Promise<Compared> {
  const taken: Record<keyof typeof places, Answered[]> = { small: [], large: [] }
  for (let run = 0; run <= runs; run++) {
    for (const which of ['small', 'large'] as const) {
      const answered = await callNamed(places[which], name)
      // The first run warms up.
      if (run > 0) taken[which].push(answered)
    }
  }
  const middle = (which: keyof typeof places, of: 'ms' | 'cpuMs') => median(taken[which].map((each) => each[of]))
  const [small, large] = [middle('small', 'cpuMs'), middle('large', 'cpuMs')]
  const isCapped = taken.large.some((each) => each.isCapped)
  const isBounded = isCapped && large <= FIRST_PAGES_MAX * firstPageMs
  const verdict = large <= RATIO_MAX * small ? 'ok' : isBounded ? 'says so' : 'MISSED'
  const row = [
    name,
    small.toFixed(1),
    large.toFixed(1),
    times(large / small),
    isCapped ? 'yes' : '',
    verdict,
    `${middle('small', 'ms').toFixed(0)} / ${middle('large', 'ms').toFixed(0)}`,
  ]
  console.log(`  ${row.join(' | ')}`)
  return { name, verdict, row }
}

/** Processor time that the first page of contacts takes. */
export async function measureFirstPage(place: Place, runs: number): Promise<number> {
  const taken: number[] = []
  for (let run = 0; run <= runs; run++) taken.push((await callNamed(place, namesOf(place)[0]!)).cpuMs)
  return median(taken.slice(1))
}

export function callNamed(place: Place, name: string): Promise<Answered> {
  return call(place, namedCalls(place.filled, place.amounts)[name]!)
}

async function call(place: Place, path: string): Promise<Answered> {
  const { port, key } = place
  const pids = [place.pid, ...(await findBackends(place.url))]
  const before = await processorMs(pids)
  const controller = new AbortController()
  const start = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${key}` },
    signal: controller.signal,
  })
  const isExport = path.includes('/export')
  const text = isExport ? String((await response.body!.getReader().read()).value) : await response.text()
  const ms = performance.now() - start
  const cpuMs = (await processorMs(pids)) - before
  controller.abort()
  // A page that is too far into the list is refused.
  const isRefused = response.status === 400 && /[?&]page=/.test(path)
  if (response.status !== 200 && !isRefused) {
    throw new Error(`${path} was answered with ${response.status}: ${text.slice(0, 300)}`)
  }
  return { ms, cpuMs, isCapped: isRefused || (!isExport && text.includes('is_capped":true')) }
}
