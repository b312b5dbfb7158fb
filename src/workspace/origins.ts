import { createCredentialCache } from '../db/credential-cache.ts'
import type { Db } from '../db/database.ts'
import { findWorkspace } from './store.ts'

type Origins = readonly string[] | null

interface OriginsOptions {
  db: Db
  isCurrent: () => boolean
  /** The workspace of contacts that come without a key. */
  workspaceId: string
  /** Used if the workspace sets nothing; null allows any. */
  setting: Origins
}

/** Kept in memory like keys, because forms ask with every contact. */
export function createOrigins({ db, isCurrent, workspaceId, setting }: OriginsOptions) {
  // Notices use this name.
  const key = workspaceId.replaceAll('-', '')
  const cache = createCredentialCache<{ origins: Origins }>({
    isCurrent,
    load: async () => ({ origins: effectiveOrigins((await findWorkspace(db, workspaceId))?.allowed_origins, setting) }),
  })
  let last = setting
  return {
    cache,
    /** Called for a change on this node: the next request must not wait for the notice. */
    forget: () => cache.forget(key),
    now: () => last,
    refresh(): void | Promise<void> {
      const known = cache.peek(key)
      if (known) {
        last = known.origins
        return
      }
      return cache.find(key).then(
        (found) => {
          last = found!.origins
        },
        // The database is unreachable. The handler reports that, and the form must be allowed to read it.
        () => {},
      )
    },
  }
}

/** Null allows any website. */
export function effectiveOrigins(stored: string[] | null | undefined, setting: Origins): Origins {
  if (stored === null || stored === undefined) return setting
  return stored.length === 0 ? null : stored
}
