import { type CredentialCache, createCredentialCache } from '../db/credential-cache.ts'
import type { Db } from '../db/database.ts'
import type { Credentials } from '../http/auth.ts'
import type { WebhookCaller } from '../http/call.ts'
import type { Ids } from '../lib/ids.ts'
import { remember } from '../lib/remember.ts'
import { createWebhookKeyText, hashWebhookKey, isWebhookKeyText, webhookKeyHint } from './key-format.ts'
import { findSourceByHash, insertSource, type SourceRow } from './store.ts'

/** The only moment the key of the receive URL is known. Null when a live source already has the name. */
export async function createSource(
  db: Db,
  ids: Ids,
  workspaceId: string,
  name: string,
): Promise<{ key: string; row: SourceRow } | null> {
  const key = createWebhookKeyText()
  const { id, at } = ids.next()
  const row = await insertSource(db, {
    id,
    workspaceId,
    name,
    keyHash: hashWebhookKey(key),
    hint: webhookKeyHint(key),
    createdAt: new Date(at),
  })
  return row && { key, row }
}

export interface SourceRing extends Credentials<WebhookCaller> {
  cache: CredentialCache<WebhookCaller>
}

// Unknown, revoked and malformed keys get the same answer: the URL must not tell whether it was ever right.
const PROBLEM = 'There is no webhook at this address. Check the URL, or create a new webhook.'

export function createSourceRing(db: Db, isCurrent: () => boolean): SourceRing {
  const cache = createCredentialCache<WebhookCaller>({
    isCurrent,
    load: async (hash) => {
      const row = await findSourceByHash(db, hash)
      if (row === null || row.revoked_at !== null) return null
      return { kind: 'webhook', workspaceId: row.workspace_id, sourceId: row.id }
    },
  })
  const hashOf = remember((text) => (isWebhookKeyText(text) ? hashWebhookKey(text).toString('hex') : ''), 1_000)
  return {
    cache,
    peek(text) {
      const hash = hashOf(text)
      return hash === '' ? null : (cache.peek(hash) ?? null)
    },
    async find(text) {
      const hash = hashOf(text)
      if (hash === '') return { problem: PROBLEM }
      const caller = await cache.find(hash)
      return caller ? { caller } : { problem: PROBLEM }
    },
  }
}
