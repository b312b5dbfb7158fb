import { type Db, type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { validationError } from '../errors.ts'
import { type IfMatch, requireMatch } from '../http/answers/etag.ts'
import { listRows, type PageRequest } from '../http/pagination.ts'
import type { Issues } from '../lib/issues.ts'
import type { SecretBox } from '../lib/secrets/secret-box.ts'
import { DAY_MS } from '../lib/time/span.ts'
import { type Message, message } from '../messages/message.ts'
import { checkSource, completeChange } from './input.ts'
import { type NewSource, type SourceChange, type Webhook, webhook } from './schemas.ts'
import { senderOf } from './senders/registry.ts'
import { isVerified } from './senders/shared/contract.ts'
import { sealSecret, tryOpenSecret, webhookKeys } from './source-secrets.ts'
import * as store from './source-store.ts'

/** A replaced secret or URL stays valid for this long. */
const OVERLAP_MS = DAY_MS

/** A source with its URL. This is the only moment when the key in it is known. */
export type WebhookWithUrl = Webhook & { receive_url: string }

type SentChange = SourceChange & { ifMatch?: IfMatch | null }

interface SourcesOptions extends Pick<Parts, 'pool' | 'clock' | 'ids' | 'box'> {
  baseUrl: string
}

export function createSources({ pool, clock, ids, box, baseUrl }: SourcesOptions) {
  const find = async (db: Db, workspaceId: string, id: string): Promise<Webhook | null> => {
    const row = await store.findListedSource(db, workspaceId, id)
    return row && showWebhook(row, clock.now())
  }
  const withUrl = async (db: Db, workspaceId: string, id: string, key: string): Promise<WebhookWithUrl> => ({
    ...(await find(db, workspaceId, id))!,
    receive_url: `${baseUrl}/v1/webhooks/receive/${key}`,
  })

  return {
    async createIn(db: Db, workspaceId: string, input: NewSource) {
      const key = webhookKeys.create()
      const { id, at } = ids.next()
      const now = new Date(at)
      const { name, secret, paused } = input
      const isNew = await store.insertSource(db, {
        ...toColumns(box, id, input),
        ...keyColumns(key),
        id,
        workspace_id: workspaceId,
        name,
        secret: sealSecret(box, id, 'secret', secret),
        paused_at: paused ? now : null,
        created_at: now,
        updated_at: now,
      })
      return isNew ? withUrl(db, workspaceId, id, key) : null
    },
    get: (workspaceId: string, id: string) => find(pool, workspaceId, id),
    list(workspaceId: string, page: PageRequest) {
      const now = clock.now()
      return listRows(pool, store.selectListed(workspaceId), page, (row) => showWebhook(row, now))
    },
    /** Throws all broken rules, including those that `issues` has already. */
    async update(workspaceId: string, id: string, issues: Issues, { ifMatch = null, ...sent }: SentChange) {
      try {
        return await transaction(pool, async (tx) => {
          const current = await lockLive(tx, workspaceId, id)
          if (current === null) return null
          const change = completeChange(sent, current.provider)
          checkChanged(issues, box, current, change)
          if (change.name !== undefined && change.name !== current.name) {
            const taken = await store.findLiveSource(tx, workspaceId, change.name)
            if (taken !== null) issues.add('name', nameTaken(change.name))
          }
          if (issues.count > 0) throw validationError(issues.details)
          requireMatch(ifMatch, current.version)
          const now = new Date(clock.now())
          const isPauseChanged = change.paused !== undefined && change.paused !== (current.paused_at !== null)
          await store.updateSource(tx, id, {
            ...toColumns(box, id, change),
            ...secretChange(box, current, change, now),
            ...(isPauseChanged && { paused_at: change.paused ? now : null }),
            updated_at: now,
          })
          return find(tx, workspaceId, id)
        })
      } catch (error) {
        // Another source took the name between the check and the change.
        if ((error as { code?: unknown }).code !== '23505') throw error
        throw validationError({ name: [nameTaken(sent.name ?? '')] })
      }
    },
    rotate: (open: Tx | null, workspaceId: string, id: string) =>
      transaction(open ?? pool, async (tx) => {
        const current = await lockLive(tx, workspaceId, id)
        if (current === null) return null
        const key = webhookKeys.create()
        const now = clock.now()
        await store.updateSource(tx, id, {
          ...keyColumns(key),
          old_key_hash: current.key_hash,
          old_key_until: new Date(now + OVERLAP_MS),
          updated_at: new Date(now),
        })
        return withUrl(tx, workspaceId, id, key)
      }),
  }
}

export type Sources = ReturnType<typeof createSources>

export function verificationOf(provider: string, hasSecret: boolean): 'verified' | 'unverified' {
  return isVerified(senderOf(provider), hasSecret) ? 'verified' : 'unverified'
}

/** As the API shows it. Secrets are never shown. */
function showWebhook(row: store.ListedSource, now: number): Webhook {
  const ifAhead = (until: Date | null) => (until !== null && until.getTime() > now ? until : null)
  return webhook.show({
    ...row,
    verified: verificationOf(row.provider, row.secret !== null),
    has_secret: row.secret !== null,
    has_verify_token: row.verify_token !== null,
    has_access_token: row.access_token !== null,
    previous_secret_until: row.old_secret && ifAhead(row.old_secret_until),
    paused: row.paused_at !== null,
    active: row.revoked_at === null,
    key_hint: row.hint,
    previous_key_until: row.old_key_hash && ifAhead(row.old_key_until),
  })
}

export function nameTaken(name: string): Message {
  return message('webhook.name_taken', { name })
}

async function lockLive(tx: Tx, workspaceId: string, id: string): Promise<store.SourceRow | null> {
  const row = await store.findSourceForChange(tx, workspaceId, id)
  if (row === null || row.revoked_at === null) return row
  throw validationError({ id: [message('webhook.revoked')] })
}

/** Checks the source as it would be after the change. */
function checkChanged(issues: Issues, box: SecretBox, current: store.SourceRow, change: SourceChange): void {
  // A stored secret was valid for its sender.
  const isSecretKept = change.secret === undefined && change.provider !== undefined
  const secret = isSecretKept ? tryOpenSecret(box, current.id, 'secret', current.secret) : change.secret
  checkSource(issues, {
    provider: change.provider ?? current.provider,
    secret: secret ?? null,
    signature: change.signature === undefined ? current.signature : change.signature,
  })
}

function keyColumns(key: string) {
  return { key_hash: webhookKeys.hashOf(key), hint: webhookKeys.hintOf(key) }
}

/** Without the secret and the pause, which depend on the current row. */
function toColumns(box: SecretBox, id: string, change: SourceChange): store.SourceColumns {
  const { secret, paused, verify_token, access_token, signature, mapping, ...plain } = change
  return {
    ...plain,
    verify_token: sealSecret(box, id, 'verify_token', verify_token),
    access_token: sealSecret(box, id, 'access_token', access_token),
    signature: signature && JSON.stringify(signature),
    mapping: mapping && JSON.stringify(mapping),
  }
}

/** The previous secret stays valid for a while, unless the sender changes or the secret is removed. */
function secretChange(box: SecretBox, current: store.SourceRow, change: SourceChange, now: Date): store.SourceColumns {
  const { id, secret: currentSecret } = current
  const moved = change.provider !== undefined && change.provider !== current.provider
  if (change.secret === undefined) return moved ? { old_secret: null, old_secret_until: null } : {}
  const kept = change.secret === null || moved ? null : currentSecret
  if (kept !== null && tryOpenSecret(box, id, 'secret', kept) === change.secret) return {}
  return {
    secret: sealSecret(box, id, 'secret', change.secret),
    old_secret: kept,
    old_secret_until: kept && new Date(now.getTime() + OVERLAP_MS),
  }
}
