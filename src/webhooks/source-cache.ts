import { type CredentialCache, createCredentialCache } from '../db/credential-cache.ts'
import type { Db } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import type { Credentials } from '../http/access/auth.ts'
import type { WebhookCaller } from '../http/call.ts'
import { remember } from '../lib/bounds/remember.ts'
import type { Log } from '../lib/log/log.ts'
import type { SecretBox } from '../lib/secrets/secret-box.ts'
import { message } from '../messages/message.ts'
import { type SecretName, tryOpenSecret, webhookKeys } from './source-secrets.ts'
import { findSourceByHash, type SourceRow } from './source-store.ts'
import type { Verifier } from './verify/checks.ts'
import { selectorOf } from './verify/delivery-id.ts'

/** A live source with everything that receiving needs, kept in memory under each of its keys. */
export interface OpenSource extends WebhookCaller {
  verifierAt(now: number): Verifier
  selector: string | null
  mapped: boolean
  paused: boolean
  /** When the key it was found by expires; null for the current one. */
  validUntil: number | null
}

export interface SourceCache extends Credentials<OpenSource> {
  cache: CredentialCache<OpenSource>
}

interface SourceCacheOptions extends Pick<Parts, 'clock' | 'box' | 'log'> {
  db: Db
  isCurrent: () => boolean
}

// Unknown, revoked and malformed keys get the same response: it must not reveal whether a URL ever existed.
export const NO_SUCH_ADDRESS = message('webhook.no_such_address')

export function createSourceCache({ db, clock, box, log, isCurrent }: SourceCacheOptions): SourceCache {
  const cache = createCredentialCache<OpenSource>({
    isCurrent,
    load: async (hash) => {
      const row = await findSourceByHash(db, hash)
      if (row === null || row.revoked_at !== null) return null
      return openSource(row, hash, box, log)
    },
  })
  const hashOf = remember((text) => (webhookKeys.isToken(text) ? webhookKeys.hashOf(text).toString('hex') : ''), 1_000)
  const whileValid = (source: OpenSource | null | undefined): OpenSource | null =>
    source && (source.validUntil === null || clock.now() < source.validUntil) ? source : null
  return {
    cache,
    peek(text) {
      const hash = hashOf(text)
      return hash === '' ? null : whileValid(cache.peek(hash))
    },
    async find(text) {
      const hash = hashOf(text)
      const caller = hash === '' ? null : whileValid(await cache.find(hash))
      return caller ? { caller } : { problem: NO_SUCH_ADDRESS }
    },
  }
}

function openSource(row: SourceRow, hash: Buffer, box: SecretBox, log: Log): OpenSource {
  // An unreadable secret verifies nothing: deliveries are refused and kept until the key is restored.
  const open = (name: SecretName, sealed: Buffer | null) =>
    tryOpenSecret(box, row.id, name, sealed, (error) =>
      log.error({ err: error, webhookId: row.id }, 'the secret of a webhook cannot be read'),
    )
  const secret = open('secret', row.secret)
  const old = open('secret', row.old_secret)
  const oldUntil = row.old_secret_until?.getTime() ?? 0
  const verifier: Verifier = {
    sender: row.provider,
    secrets: row.secret === null ? [] : [secret ?? ''],
    verifyToken: open('verify_token', row.verify_token),
    signature: row.signature,
  }
  const during = old === null ? verifier : { ...verifier, secrets: [...verifier.secrets, old] }
  return {
    kind: 'webhook',
    workspaceId: row.workspace_id,
    sourceId: row.id,
    maxBytes: row.max_bytes,
    rateLimit: row.rate_limit,
    verifierAt: (now) => (now < oldUntil ? during : verifier),
    selector: selectorOf(row),
    mapped: row.mapping !== null,
    paused: row.paused_at !== null,
    validUntil: row.key_hash.equals(hash) ? null : (row.old_key_until?.getTime() ?? 0),
  }
}
