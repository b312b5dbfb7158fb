import { ApiError } from '../../errors.ts'
import { message } from '../../messages/message.ts'
import { failureKind, isRolledBack } from '../connect/failure.ts'

interface BatcherOptions<T, R> {
  /** Writes all items in one statement and returns one result for each, in order. */
  write: (items: T[]) => Promise<R[]>
  sizeOf?: (item: T) => number
  /** Concurrent statements. More than one hides the wait for the disk. */
  lanes?: number
}

interface Entry<T, R> {
  item: T
  resolve: (result: R) => void
  reject: (error: unknown) => void
  /** When it arrived. */
  at: number
}

const WAITED_MS = 300
// A few items are held back this long while a larger statement is under way.
const HELD_BACK_MS = 20
const MAX_ITEMS = 500
const MAX_BYTES = 4 * 1024 * 1024
const MAX_WAITING = 20_000

/**
 * Group commit for inserts: items that arrive while all lanes are busy go out together in the next statement, a lone
 * item at once. A statement that fails because of its data is halved, which is safe because it is atomic, until the bad
 * row is alone. One that was rolled back in favour of another transaction is written once more. After a lost connection
 * nothing is repeated: the outcome is unknown, and the callers are told to try again.
 */
export function createBatcher<T, R>({ write, sizeOf = () => 0, lanes = 2 }: BatcherOptions<T, R>) {
  let queue: Array<Entry<T, R>> = []
  let busy = 0
  let writing = 0
  let pumping = false
  let idle: Array<() => void> = []

  const take = (): Array<Entry<T, R>> => {
    let bytes = 0
    let count = 0
    while (count < queue.length && count < MAX_ITEMS) {
      bytes += sizeOf(queue[count]!.item)
      if (count > 0 && bytes > MAX_BYTES) break
      count++
    }
    if (count === queue.length) {
      const all = queue
      queue = []
      return all
    }
    return queue.splice(0, count)
  }

  const writeEntries = async (entries: Array<Entry<T, R>>): Promise<void> => {
    const writeOnce = () => write(entries.map((entry) => entry.item))
    try {
      const results = await writeOnce().catch((error) => {
        if (isRolledBack(error)) return writeOnce()
        throw error
      })
      for (let i = 0; i < entries.length; i++) entries[i]!.resolve(results[i]!)
    } catch (error) {
      if (entries.length > 1 && failureKind(error) === 'data') {
        const half = entries.length >> 1
        await writeEntries(entries.slice(0, half))
        await writeEntries(entries.slice(half))
        return
      }
      for (const entry of entries) entry.reject(error)
      if (failureKind(error) === 'unavailable') refuseWaiting()
    }
  }

  /**
   * Items that waited behind a statement without a response would only wait for the next one. None of them was sent.
   */
  const refuseWaiting = () => {
    const before = performance.now() - WAITED_MS
    const stay = queue.findIndex((entry) => entry.at > before)
    for (const entry of queue.splice(0, stay === -1 ? queue.length : stay)) entry.reject(nothingStored())
  }

  /**
   * A second statement pays off if it carries as much as is already being written: half of what a
   * statement costs does not depend on its rows.
   */
  const isWorthwhile = () => busy === 0 || queue.length >= writing || performance.now() - queue[0]!.at > HELD_BACK_MS

  const pump = () => {
    while (busy < lanes && queue.length > 0 && isWorthwhile()) {
      busy++
      const entries = take()
      writing += entries.length
      void writeEntries(entries).then(() => {
        busy--
        writing -= entries.length
        pump()
      })
    }
    if (busy === 0 && idle.length > 0) {
      const done = idle
      idle = []
      for (const resolve of done) resolve()
    }
  }

  return {
    /** Resolves with the item's own result after its commit. */
    add(item: T): Promise<R> {
      if (queue.length >= MAX_WAITING) return Promise.reject(nothingStored())
      return new Promise<R>((resolve, reject) => {
        queue.push({ item, resolve, reject, at: performance.now() })
        // Runs after the sockets that are readable now, so that items of the same turn share the statement.
        if (!pumping) {
          pumping = true
          setImmediate(() => {
            pumping = false
            pump()
          })
        }
      })
    },
    drained(): Promise<void> {
      if (busy === 0 && queue.length === 0) return Promise.resolve()
      return new Promise((resolve) => idle.push(resolve))
    },
    /** Items that are not committed yet. */
    get waiting() {
      return queue.length + writing
    },
  }
}

function nothingStored(): ApiError {
  return new ApiError('service_unavailable', {
    message: message('database.queue_full'),
    headers: { 'retry-after': '2' },
  })
}
