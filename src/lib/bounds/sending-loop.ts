import type { Log } from '../log/log.ts'
import { createLoop } from './loop.ts'

const IDLE_MS = 1_000
const MOST_IN_FLIGHT = 4
/** The part of the shutdown time that is reserved for recording outcomes. */
const WRITE_MS = 300

interface SendingOptions<Item> {
  name: string
  log: Log
  /** The log message for an item whose outcome could not be recorded. It is claimed again after its lease. */
  failure: string
  /** Reads what is to be sent, before anything is claimed. */
  prepare?: () => Promise<void>
  /** Up to `most` items that are due, leased to this process. */
  claim(most: number): Promise<Item[]>
  send(item: Item, signal: AbortSignal): Promise<void>
}

/** Sends items that wait in the database, a few at a time. */
export function createSendingLoop<Item extends { id: string }>(options: SendingOptions<Item>) {
  const { name, log, failure, prepare, claim, send } = options
  const cutOff = new AbortController()
  const underWay = new Set<Promise<void>>()
  const loop = createLoop(name, log, IDLE_MS, async () => {
    await prepare?.()
    return (await sendDue()) > 0
  })

  /** Starts as many as there is room for, and returns the number. */
  async function sendDue(): Promise<number> {
    const room = MOST_IN_FLIGHT - underWay.size
    if (room <= 0) return 0
    const claimed = await claim(room)
    for (const item of claimed) {
      const work = send(item, cutOff.signal)
        .catch((error) => log.warn({ part: name, err: error, id: item.id }, failure))
        .finally(() => {
          underWay.delete(work)
          loop.wake()
        })
      underWay.add(work)
    }
    return claimed.length
  }

  return {
    start: () => loop.start(),
    /** Starts nothing new, and cuts off what is under way shortly before `deadline`; it is sent again. */
    async stop(deadline: number) {
      const timer = setTimeout(() => cutOff.abort(), Math.max(0, deadline - Date.now() - WRITE_MS))
      await loop.stop()
      await Promise.all(underWay)
      clearTimeout(timer)
    },
    /** Sends everything that is due, until nothing is. */
    async runDue() {
      await prepare?.()
      for (;;) {
        const begun = await sendDue()
        if (underWay.size > 0) await Promise.race(underWay)
        else if (begun === 0) return
      }
    },
  }
}
