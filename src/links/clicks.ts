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

/** How long counts are in memory only: what a crash may lose. */
const FLUSH_MS = 1_000
const SLOTS = 8
/** In one transaction. */
const ROWS_MAX = 2_000
const MARKS_MAX = 5_000
/** While the database is away. Beyond that, hosts are no longer told apart, then counts are lost. */
const ROWS_WAITING_MAX = 50_000
const MARKS_WAITING_MAX = 50_000

interface WaitingMark extends Mark {
  day: string
}

type ClicksOptions = Pick<Parts, 'pool' | 'clock' | 'log'>

export type Clicks = ReturnType<typeof createClicks>

/** Counts redirects in memory and adds them up in the database once a second. A redirect waits for none of it. */
export function createClicks({ pool, clock, log }: ClicksOptions) {
  const slot = randomInt(SLOTS)
  const visitors = createVisitors({ db: pool, clock })
  const hosts = createSourceHosts()
  let dayNumber = 0
  let tallies = createTallies()
  /** Of days that are over. */
  let earlier: Array<{ day: string; tallies: typeof tallies }> = []
  const rows = new Map<string, DayCount>()
  let marks: WaitingMark[] = []
  let lost = 0
  const outcomes = { person: 0, bot: 0, preview: 0, head: 0, lost: 0 }
  let running: Promise<void> | null = null

  const startDay = (now: number) => {
    const next = Math.floor(now / DAY_MS)
    if (dayNumber === next) return
    if (!tallies.isEmpty) earlier.push({ day: dayOf(dayNumber * DAY_MS), tallies })
    tallies = createTallies()
    dayNumber = next
  }

  const wait = (count: DayCount) => {
    const isFull = rows.size >= ROWS_WAITING_MAX && !rows.has(keyOf(count))
    const added = isFull && count.sourceHost !== '' ? { ...count, sourceHost: OTHER_HOSTS } : count
    const known = rows.get(keyOf(added))
    if (known) {
      known.clicks += added.clicks
      known.visitors += added.visitors
    } else if (rows.size < 2 * ROWS_WAITING_MAX) rows.set(keyOf(added), added)
    else {
      lost += added.clicks
      outcomes.lost += added.clicks
    }
  }

  /** What was counted since the last time, without the addresses. */
  const collect = async () => {
    startDay(clock.now())
    const taken = earlier
    earlier = []
    if (!tallies.isEmpty) taken.push({ day: dayOf(dayNumber * DAY_MS), tallies })
    tallies = createTallies()
    for (const { day, tallies: each } of taken) {
      for (const count of each.counts(day)) {
        outcomes[count.kind] += count.clicks
        wait(count)
      }
      const made = await visitors.mark(day, each.visits())
      marks.push(...made.slice(0, MARKS_WAITING_MAX - marks.length).map((mark) => ({ ...mark, day })))
    }
  }

  const write = async (counts: DayCount[], written: WaitingMark[]) => {
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
        const visits = fresh.map((mark): DayCount => ({ ...toPlace(mark), kind: 'person', clicks: 0, visitors: 1 }))
        const all = [...counts, ...visits].map((each) => ({ ...each, sourceHost: hosts.nameOf(each, each.sourceHost) }))
        await addCounts(tx, addUp(all), slot)
        isCertain = false
        visitors.remember(fresh)
      })
      hosts.makeRoom()
    } catch (error) {
      // Whether a commit that got no answer was made is not known: counting too little is better than counting twice.
      if (isCertain && failureKind(error) === 'unavailable') throw new NotWritten(error)
      outcomes.lost += sumOf(counts)
      log.warn({ reason: reasonOf(error), clicks: sumOf(counts) }, 'clicks were not counted')
    }
  }

  const writeAll = async () => {
    while (rows.size > 0 || marks.length > 0) {
      const counts = rows.entries().take(ROWS_MAX).toArray()
      for (const [key] of counts) rows.delete(key)
      const written = marks.splice(0, MARKS_MAX)
      try {
        const waiting = counts.map(([, count]) => count)
        await write(waiting, written)
      } catch (error) {
        if (!(error instanceof NotWritten)) throw error
        // The next second comes.
        for (const [, count] of counts) wait(count)
        marks = [...written, ...marks].slice(0, MARKS_WAITING_MAX)
        return
      }
    }
    if (lost > 0) log.warn({ clicks: lost }, 'clicks were not counted: too many came while the database was away')
    lost = 0
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
    /** Clicks since the start, by who came; for the metrics. */
    outcomes: outcomes as Readonly<Record<keyof typeof outcomes, number>>,
    get waiting(): number {
      return sumOf([...rows.values()])
    },
    /** `address` as limits count it: of IPv6 the first 64 bits. */
    count(link: KnownLink, { method, headers }: Pick<Request, 'method' | 'headers'>, address: string): void {
      startDay(clock.now())
      tallies.add(link, method, headers, address)
    },
    /** Writes what was counted so far. */
    async flush(): Promise<void> {
      await running
      await flush()
    },
    async close(): Promise<void> {
      clearInterval(timer)
      await this.flush()
      const clicks = sumOf([...rows.values()])
      if (clicks > 0) log.warn({ clicks }, 'clicks were not counted: the database is away')
    },
  }
}

/** Nothing of it is stored, and it can be written again. */
class NotWritten extends Error {
  constructor(cause: unknown) {
    super('counts were not written', { cause })
  }
}

function toPlace({ workspaceId, linkId, day, sourceHost }: WaitingMark) {
  return { workspaceId, linkId, day, sourceHost }
}

function keyOf({ day, linkId, kind, sourceHost }: DayCount): string {
  return `${day} ${linkId} ${kind} ${sourceHost}`
}

/** One row for each place, or the statement would touch a row twice. */
function addUp(counts: readonly DayCount[]): DayCount[] {
  const sums = new Map<string, DayCount>()
  for (const count of counts) {
    const sum = sums.get(keyOf(count))
    if (sum === undefined) sums.set(keyOf(count), { ...count })
    else {
      sum.clicks += count.clicks
      sum.visitors += count.visitors
    }
  }
  return [...sums.values()]
}

function sumOf(counts: readonly DayCount[]): number {
  return counts.reduce((sum, { clicks }) => sum + clicks, 0)
}
