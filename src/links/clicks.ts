import { randomInt } from 'node:crypto'
import { failureKind, reasonOf } from '../db/connect/failure.ts'
import { transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import type { Request } from '../http/call.ts'
import { DAY_MS } from '../lib/time/span.ts'
import { addCounts, type DayCount, insertMarks } from './click-store.ts'
import type { KnownLink } from './known-links.ts'
import { createSourceHosts, createTallies, OTHER_HOSTS } from './tallies.ts'
import { createVisitors, dayOf, type Mark } from './visitors.ts'

/** A crash loses the counts of at most this long. */
const FLUSH_MS = 1_000
const SLOTS = 8
const ROWS_MAX = 2_000
const MARKS_MAX = 5_000
/**
 * The most rows that wait while the database is unreachable. Beyond that, hosts are merged, and then counts are lost.
 */
const ROWS_WAITING_MAX = 50_000
const MARKS_WAITING_MAX = 50_000

interface WaitingMark extends Mark {
  day: string
}

type ClicksOptions = Pick<Parts, 'pool' | 'clock' | 'log'>

export type Clicks = ReturnType<typeof createClicks>

/** Counts redirects in memory and adds them to the database once a second. No redirect waits for that. */
export function createClicks({ pool, clock, log }: ClicksOptions) {
  const writer = {
    pool,
    slot: randomInt(SLOTS),
    visitors: createVisitors({ db: pool, clock }),
    hosts: createSourceHosts(),
  }
  let dayNumber = 0
  let tallies = createTallies()
  let earlier: Array<{ day: string; tallies: typeof tallies }> = []
  const rows = createRows()
  let marks: WaitingMark[] = []
  const outcomes = { person: 0, bot: 0, preview: 0, head: 0, lost: 0 }
  let running: Promise<void> | null = null

  const startDay = (now: number) => {
    const next = Math.floor(now / DAY_MS)
    if (dayNumber === next) return
    if (!tallies.isEmpty) earlier.push({ day: dayOf(dayNumber * DAY_MS), tallies })
    tallies = createTallies()
    dayNumber = next
  }

  const collect = async () => {
    startDay(clock.now())
    const taken = earlier
    earlier = []
    if (!tallies.isEmpty) taken.push({ day: dayOf(dayNumber * DAY_MS), tallies })
    tallies = createTallies()
    for (const { day, tallies: each } of taken) {
      for (const count of each.counts(day)) {
        outcomes[count.kind] += count.clicks
        rows.add(count)
      }
      const made = await writer.visitors.mark(day, each.visits())
      marks.push(...made.slice(0, MARKS_WAITING_MAX - marks.length).map((mark) => ({ ...mark, day })))
    }
  }

  const writeAll = async () => {
    while (rows.size > 0 || marks.length > 0) {
      const counts = rows.take(ROWS_MAX)
      const written = marks.splice(0, MARKS_MAX)
      try {
        await write(writer, counts, written)
      } catch (error) {
        if (error instanceof NotWritten) {
          // They are written a second later.
          for (const count of counts) rows.add(count)
          marks = [...written, ...marks].slice(0, MARKS_WAITING_MAX)
          break
        }
        outcomes.lost += sumOf(counts)
        log.warn({ reason: reasonOf(error), clicks: sumOf(counts) }, 'clicks were not counted')
      }
    }
    const lost = rows.takeLost()
    outcomes.lost += lost
    if (lost > 0) log.warn({ clicks: lost }, 'clicks were not counted: too many came while the database was away')
  }

  const flush = (): Promise<void> => {
    running ??= collect()
      .then(writeAll)
      .catch((error) => log.error({ err: error }, 'clicks were not counted'))
      .finally(() => {
        running = null
      })
    return running
  }
  const timer = setInterval(() => {
    if (!tallies.isEmpty || earlier.length > 0 || rows.size > 0) void flush()
  }, FLUSH_MS).unref()

  return {
    /** Clicks since the start, by kind of visitor; for the metrics. */
    outcomes: outcomes as Readonly<Record<keyof typeof outcomes, number>>,
    get waiting(): number {
      return rows.clicks()
    },
    /** `address` is the limits' unit: of IPv6, the first 64 bits. */
    count(link: KnownLink, { method, headers }: Pick<Request, 'method' | 'headers'>, address: string): void {
      startDay(clock.now())
      tallies.add(link, method, headers, address)
    },
    async flush(): Promise<void> {
      await running
      await flush()
    },
    async close(): Promise<void> {
      clearInterval(timer)
      await this.flush()
      if (rows.size > 0) log.warn({ clicks: rows.clicks() }, 'clicks were not counted: the database is away')
    },
  }
}

function createRows() {
  const rows = new Map<string, DayCount>()
  let lost = 0
  return {
    get size() {
      return rows.size
    },
    clicks: () => sumOf([...rows.values()]),
    add(count: DayCount): void {
      const isFull = rows.size >= ROWS_WAITING_MAX && !rows.has(keyOf(count))
      const added = isFull && count.sourceHost !== '' ? { ...count, sourceHost: OTHER_HOSTS } : count
      if (!rows.has(keyOf(added)) && rows.size >= 2 * ROWS_WAITING_MAX) lost += added.clicks
      else addTo(rows, added)
    },
    take(most: number): DayCount[] {
      const taken = rows.entries().take(most).toArray()
      for (const [key] of taken) rows.delete(key)
      return taken.map(([, count]) => count)
    },
    /** How many clicks were dropped since the last call. */
    takeLost(): number {
      const count = lost
      lost = 0
      return count
    },
  }
}

interface Writer extends Pick<Parts, 'pool'> {
  slot: number
  visitors: ReturnType<typeof createVisitors>
  hosts: ReturnType<typeof createSourceHosts>
}

async function write({ pool, slot, visitors, hosts }: Writer, counts: DayCount[], written: WaitingMark[]) {
  let isCertain = true
  try {
    await hosts.load(pool, [...counts, ...written])
    await transaction(pool, async (tx) => {
      const fresh: WaitingMark[] = []
      for (const [day, ofDay] of Map.groupBy(written, ({ day }) => day)) {
        const byMark = new Map(ofDay.map((each) => [each.mark.toString('hex'), each]))
        const made = [...byMark.values()].map(({ mark }) => mark)
        const inserted = await insertMarks(tx, day, made)
        fresh.push(...inserted.map((mark) => byMark.get(mark.toString('hex'))!))
      }
      const sums = new Map<string, DayCount>()
      for (const each of [...counts, ...fresh.map(toVisit)]) {
        addTo(sums, { ...each, sourceHost: hosts.nameOf(each, each.sourceHost) })
      }
      await addCounts(tx, [...sums.values()], slot)
      isCertain = false
      visitors.remember(fresh)
    })
    hosts.makeRoom()
  } catch (error) {
    // It is unknown whether a commit without a response succeeded: counting too little is better than counting twice.
    throw isCertain && failureKind(error) === 'unavailable' ? new NotWritten(error) : error
  }
}

/** Nothing of it is stored, so it can be written again. */
class NotWritten extends Error {
  constructor(cause: unknown) {
    super('counts were not written', { cause })
  }
}

function toVisit({ workspaceId, linkId, day, sourceHost }: WaitingMark): DayCount {
  return { workspaceId, linkId, day, sourceHost, kind: 'person', clicks: 0, visitors: 1 }
}

function keyOf({ day, linkId, kind, sourceHost }: DayCount): string {
  return `${day} ${linkId} ${kind} ${sourceHost}`
}

/** One count for each row, because a statement must not touch a row twice. */
function addTo(sums: Map<string, DayCount>, count: DayCount): void {
  const sum = sums.get(keyOf(count))
  if (sum === undefined) sums.set(keyOf(count), count)
  else {
    sum.clicks += count.clicks
    sum.visitors += count.visitors
  }
}

function sumOf(counts: readonly DayCount[]): number {
  return counts.reduce((sum, { clicks }) => sum + clicks, 0)
}
