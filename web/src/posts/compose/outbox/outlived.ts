import type { Sent } from '../draft/draft.ts'

/** The API knows a key for 24 hours. */
const KEY_MS = 23 * 3_600_000

/**
 * A request of days ago that was never answered: nobody knows any more whether it arrived, and its key no longer keeps it
 * from being stored twice. It is forgotten, and the person decides.
 */
export function refuseOutlived({ id, at }: Pick<Sent, 'id' | 'at'>, remember: (sent: undefined) => void): void {
  if (id !== null || (at !== undefined && Date.now() - at < KEY_MS)) return
  remember(undefined)
  const when = at === undefined ? 'before' : `on ${new Date(at).toLocaleString()}`
  throw new Error(
    `This was sent ${when} and never answered, so it may be stored already. Look for it in the list of posts. If it is not there, send it again.`,
  )
}
