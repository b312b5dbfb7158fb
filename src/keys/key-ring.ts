import { createCredentialCache } from '../db/credential-cache.ts'
import type { Db } from '../db/database.ts'
import type { KeyCaller } from '../http/call.ts'
import { remember } from '../lib/bounds/remember.ts'
import type { Clock } from '../lib/time/clock.ts'
import { type Message, message } from '../messages/message.ts'
import { isScope } from '../scopes.ts'
import { keyFormat } from './hash.ts'
import { findKeyByHash, type KeyRow, updateLastUsed } from './store.ts'

interface KnownKey {
  caller: KeyCaller
  expiresAt: number
  revoked: boolean
  /** When a replaced secret stops working; infinite for the current one. */
  replacedAt: number
}

/** Finds the caller of a key: from memory, until the database announces that the key has changed. */
export function createKeyRing({ db, clock, isCurrent }: { db: Db; clock: Clock; isCurrent: () => boolean }) {
  let uses = new Map<string, number>()
  let saving: Promise<void> = Promise.resolve()
  // '' for a text that is not a key. Hashing on every request would be the most expensive step of authentication.
  const hashOf = remember((text) => (keyFormat.isToken(text) ? keyFormat.hashOf(text).toString('hex') : ''), 1_000)
  const cache = createCredentialCache<KnownKey>({
    isCurrent,
    load: async (hash) => {
      const row = await findKeyByHash(db, hash)
      return row && toKnownKey(row, hash)
    },
  })

  const use = (hash: string, known: KnownKey): KeyCaller => {
    uses.set(hash, clock.now())
    return known.caller
  }
  const problemOf = (known: KnownKey): Message | null => {
    if (known.revoked) return message('key.revoked')
    if (known.replacedAt <= clock.now()) return message('key.replaced')
    return known.expiresAt <= clock.now() ? message('key.expired') : null
  }

  return {
    cache,
    isWellFormed: (text: string) => hashOf(text) !== '',
    peek(text: string) {
      const hash = hashOf(text)
      const known = hash === '' ? null : cache.peek(hash)
      return known && problemOf(known) === null ? use(hash, known) : null
    },
    async find(text: string) {
      const hash = hashOf(text)
      if (hash === '') return { problem: message('key.malformed') }
      const known = await cache.find(hash)
      if (known === null) return { problem: message('key.unknown') }
      const problem = problemOf(known)
      return problem === null ? { caller: use(hash, known) } : { problem }
    },
    /**
     * Saves when keys were last used. It is called every few seconds, so that requests need not write. Resolves when
     * all uses so far are saved, including those that an earlier call is still writing.
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

function toKnownKey(row: KeyRow, hash: Buffer): KnownKey {
  return {
    caller: { kind: 'key', workspaceId: row.workspace_id, keyId: row.id, scopes: new Set(row.scopes.filter(isScope)) },
    expiresAt: row.expires_at ? row.expires_at.getTime() : Number.POSITIVE_INFINITY,
    revoked: row.revoked_at !== null,
    replacedAt: row.key_hash.equals(hash) ? Number.POSITIVE_INFINITY : (row.old_key_until?.getTime() ?? 0),
  }
}
