import { useState } from 'react'
import { isConflict } from '../../../api/client.ts'
import type { Connection, Post } from '../../../api/schema.ts'
import { Conflict } from '../../../parts/dialogs/Conflict.tsx'
import { storage } from '../draft/use-draft.ts'

// What forms have in common that change what is stored: somebody else may change it at the same time.

interface Versioned {
  etag: string
}

export interface EditProps<T extends Versioned> {
  latest: T
  refetch: () => Promise<T | null>
  connections: Connection[]
  zone: string
  storageKey: string
}

/**
 * The version that a form was filled from: a save is refused when somebody else's came in between. `editableOf` is what a person
 * can change in it, as text, to compare two versions by.
 */
export function useEdition<T extends Versioned>(
  { latest, refetch, storageKey }: EditProps<T>,
  editableOf: (one: T) => string,
) {
  const [base, setBase] = useState(latest)
  const [round, setRound] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const isChanged = !isBusy && latest.etag !== base.etag && editableOf(latest) !== editableOf(base)
  return {
    base,
    setBase,
    /** Key of the form: another one begins anew. */
    round,
    isBusy,
    setBusy,
    /** A check of the media by the service makes a new version, too: that is not a conflict. */
    saveOver: async <R,>(save: (over: T) => Promise<R>): Promise<R> => {
      try {
        return await save(base)
      } catch (error) {
        if (!isConflict(error)) throw error
        const fresh = await refetch()
        if (fresh === null || editableOf(fresh) !== editableOf(base)) throw error
        return save(fresh)
      }
    },
    conflict: isChanged && (
      <Conflict
        what="post"
        place="in this form"
        onTheirs={() => {
          storage.clear(storageKey)
          setBase(latest)
          setRound(round + 1)
        }}
        onMine={() => setBase(latest)}
      />
    ),
  }
}

/** The fields of a post that a person can change, as text. */
export function editableOfPost(post: Post): string {
  const { id, outgoing_text, publication, warnings, results, created_at, updated_at, ...rest } = post
  return JSON.stringify(rest)
}
