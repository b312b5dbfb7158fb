import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { createTurns } from '../lib/bounds/work-line.ts'
import type { Clock } from '../lib/time/clock.ts'
import { addDays } from '../lib/time/days.ts'
import { DAY_MS, HOUR_MS } from '../lib/time/span.ts'
import { ensureSalts, removeMarks, removeSalts } from './click-store.ts'

// A visitor counts once a day for each link. Visitors are told apart by an HMAC under a random salt of the day: without
// the salt the address cannot be found, and the salt is deleted.

const SALT_BYTES = 32
const MARK_BYTES = 16
/** The next day's salt is drawn from this hour on: clicks just after midnight must not need the database. */
const NEXT_SALT_HOURS = 22
/** Counted from the start of the day, so that an hourly job keeps 48 hours. */
const KEPT_MS = 46 * HOUR_MS
/** One address may be a whole company or a mobile network, but not an unlimited number of people. */
const MARKS_OF_ADDRESS_MAX = 1_000
const ADDRESSES_MAX = 20_000
/** Per process and day: bounds what an attacker with any number of addresses can make us store. */
const MARKS_OF_DAY_MAX = 1_000_000
const STEP = 10_000

/** A visitor who opened a link. Only held until it becomes a mark. */
export interface Visit {
  workspaceId: string
  linkId: string
  sourceHost: string
  address: string
  agent: string
}

export interface Mark extends Omit<Visit, 'address' | 'agent'> {
  mark: Buffer
  /** A hash of the address, as unreadable as the mark. */
  addressKey: string
}

export function createVisitors({ db, clock }: { db: Db; clock: Clock }) {
  const salts = new Map<string, Buffer>()
  let countedDay = ''
  let marksOfDay = 0
  const marksOf = new Map<string, number>()

  async function findSalt(day: string): Promise<Buffer | undefined> {
    const now = clock.now()
    const isLate = now % DAY_MS >= NEXT_SALT_HOURS * HOUR_MS
    const needed = [day, ...(isLate ? [addDays(dayOf(now), 1)] : [])].filter((each) => !salts.has(each))
    if (needed.length > 0) {
      const drawn = needed.map((each) => ({ day: each, salt: randomBytes(SALT_BYTES) }))
      // While the database is unreachable, visitors cannot be told apart, and none is counted.
      const stored = await ensureSalts(db, drawn).catch(() => [])
      for (const { day: each, salt } of stored) salts.set(each, salt)
    }
    return salts.get(day)
  }

  return {
    /** Turns visits of a day into marks that do not reveal an address. */
    async mark(day: string, visits: Iterable<Visit>): Promise<Mark[]> {
      if (day > countedDay) {
        countedDay = day
        marksOfDay = 0
        marksOf.clear()
        for (const each of salts.keys()) if (each < addDays(day, -1)) salts.delete(each)
      }
      const salt = await findSalt(day)
      if (salt === undefined) return []
      const turns = createTurns()
      const key = createSecretKey(salt)
      const marks: Mark[] = []
      for (const { workspaceId, linkId, sourceHost, address, agent } of visits) {
        if (turns.isDue()) await turns.next()
        const addressKey = createHmac('sha256', key).update(address).digest('base64').slice(0, 12)
        if (marksOfDay >= MARKS_OF_DAY_MAX || (marksOf.get(addressKey) ?? 0) >= MARKS_OF_ADDRESS_MAX) continue
        const digest = createHmac('sha256', key).update(`${linkId}\n${address}\n${agent}`).digest()
        marks.push({ workspaceId, linkId, sourceHost, mark: digest.subarray(0, MARK_BYTES), addressKey })
      }
      return marks
    },
    remember(marks: readonly Mark[]): void {
      marksOfDay += marks.length
      for (const { addressKey } of marks) {
        const count = marksOf.get(addressKey) ?? 0
        if (count === 0 && marksOf.size >= ADDRESSES_MAX) marksOf.delete(marksOf.keys().next().value!)
        marksOf.set(addressKey, count + 1)
      }
    },
  }
}

export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** Forgets visitors: the marks and salts of days that began more than 46 hours ago. */
export async function forgetVisitors(db: Db, clock: Clock): Promise<void> {
  const upTo = dayOf(clock.now() - KEPT_MS)
  // Salts first: without them the marks mean nothing.
  await removeSalts(db, upTo)
  while ((await removeMarks(db, upTo, STEP)) === STEP);
}
