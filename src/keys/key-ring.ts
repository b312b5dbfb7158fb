import { createCredentialCache } from '../db/credential-cache.ts'
import type { Db } from '../db/database.ts'
import type { KeyCaller } from '../http/call.ts'
import { remember } from '../lib/bounds/remember.ts'
import type { Clock } from '../lib/time/clock.ts'
import { isScope } from '../scopes.ts'
import { keyFormat } from './hash.ts'
import { findKeyByHash, type KeyRow, updateLastUsed } from './store.ts'

interface KnownKey {
  caller: KeyCaller
  expiresAt: number
  revoked: boolean
}

const REVOKED = 'This API key was revoked. Create a new one and use it instead.'
const EXPIRED = 'This API key has expired. Create a new one and use it instead.'
const UNKNOWN = 'This API key is not known here. Check that it was copied whole, or create a new one.'
const MALFORMED =
  'This is not a Doorpost API key, or a character of it is wrong. It starts with svc_pk_ and has 45 characters.'

/** Finds the caller of a key: from memory, until the database says that the key has changed. */
export function createKeyRing({ db, clock, isCurrent }: { db: Db; clock: Clock; isCurrent: () => boolean }) {
  let uses = new Map<string, number>()
  let saving: Promise<void> = Promise.resolve()
  // '' for a text that is not a key. Hashing at every request would be the most expensive step of authentication.
  const hashOf = remember((text) => (keyFormat.isToken(text) ? keyFormat.hashOf(text).toString('hex') : ''), 1_000)
  const cache = createCredentialCache<KnownKey>({
    isCurrent,
    load: async (hash) => {
      const row = await findKeyByHash(db, hash)
      return row && toKnownKey(row)
    },
  })

  const use = (known: KnownKey): KeyCaller => {
    uses.set(known.caller.keyId, clock.now())
    return known.caller
  }
  const problemOf = (known: KnownKey): string | null => {
    if (known.revoked) return REVOKED
    return known.expiresAt <= clock.now() ? EXPIRED : null
  }

  return {
    cache,
    isWellFormed: (text: string) => hashOf(text) !== '',
    peek(text: string) {
      const hash = hashOf(text)
      const known = hash === '' ? null : cache.peek(hash)
      return known && problemOf(known) === null ? use(known) : null
    },
    async find(text: string) {
      const hash = hashOf(text)
      if (hash === '') return { problem: MALFORMED }
      const known = await cache.find(hash)
      if (known === null) return { problem: UNKNOWN }
      const problem = problemOf(known)
      return problem === null ? { caller: use(known) } : { problem }
    },
    /**
     * Saves when keys were last used. Called every few seconds, so that requests do not have to. Resolves when all uses so
     * far are saved, including those that an earlier call is still writing.
     */
    saveUses(): Promise<void> {
      saving = saving
        .catch(() => {})
        .then(async () => {
          const saved = uses
          uses = new Map()
          if (saved.size > 0) await updateLastUsed(db, saved)
        })
      return saving
    },
  }
}

function toKnownKey(row: KeyRow): KnownKey {
  return {
    caller: { kind: 'key', workspaceId: row.workspace_id, keyId: row.id, scopes: new Set(row.scopes.filter(isScope)) },
    expiresAt: row.expires_at ? row.expires_at.getTime() : Number.POSITIVE_INFINITY,
    revoked: row.revoked_at !== null,
  }
}
