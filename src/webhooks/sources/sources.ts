import { type Db, type Pool, type Tx, transaction } from '../../db/database.ts'
import { validationError } from '../../errors.ts'
import { type PageRequest, type Pagination, sliceOf, toPage } from '../../http/pagination.ts'
import type { Ids } from '../../lib/ids.ts'
import { createIssues, type Issues } from '../../lib/issues.ts'
import { type SecretBox, SecretBoxError } from '../../lib/secrets/secret-box.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { showMapping } from '../mapping/read-mapping.ts'
import { showWebhook, type Webhook } from '../show.ts'
import type { Provider, SignatureRule } from '../verify/contract.ts'
import { readSignatureRule, showSignatureRule } from '../verify/signature-rule.ts'
import { checkSource, completeChange, type SourceChange, type SourceInput } from './input.ts'
import { createWebhookKeyText, hashWebhookKey, webhookKeyHint } from './key-format.ts'
import { openSecret, sealSecret } from './secrets.ts'
import {
  countSources,
  findListedSource,
  findLiveSource,
  findSourceForChange,
  insertSource,
  revokeSources,
  type SourceRow,
  selectSources,
  updateSource,
} from './store.ts'

/** What replaces a secret or a URL leaves the one before valid for this long. */
export const OVERLAP_MS = 24 * 60 * 60 * 1000

/** A source with its URL: the only moment the key in it is known. */
export type WebhookWithUrl = Webhook & { receive_url: string }

export interface Sources {
  /** Null when a live source has the name. */
  createIn(db: Db, workspaceId: string, input: SourceInput): Promise<WebhookWithUrl | null>
  get(workspaceId: string, id: string): Promise<Webhook | null>
  list(workspaceId: string, page: PageRequest): Promise<{ webhooks: Webhook[]; pagination: Pagination }>
  /** Null when there is no such source. Throws with every broken rule, also those that `issues` holds already. */
  update(workspaceId: string, id: string, issues: Issues, change: SourceChange): Promise<Webhook | null>
  /** A new URL; the one before works for a while. Null when there is no such source. */
  rotate(workspaceId: string, id: string): Promise<WebhookWithUrl | null>
  /** Its URL answers 404 from then on. False when there is no such source. */
  revoke(tx: Tx, workspaceId: string, id: string): Promise<boolean>
}

export interface SourcesOptions {
  pool: Pool
  clock: Clock
  ids: Ids
  box: SecretBox
  baseUrl: string
}

export function createSources({ pool, clock, ids, box, baseUrl }: SourcesOptions): Sources {
  const show = async (db: Db, workspaceId: string, id: string): Promise<Webhook> =>
    showWebhook((await findListedSource(db, workspaceId, id))!, clock.now())
  const urlOf = (key: string) => `${baseUrl}/v1/webhooks/receive/${key}`

  return {
    async createIn(db, workspaceId, input) {
      const key = createWebhookKeyText()
      const { id, at } = ids.next()
      const row = await insertSource(db, toRow(box, { id, workspaceId, key, at: new Date(at) }, input))
      return row && { ...(await show(db, workspaceId, id)), receive_url: urlOf(key) }
    },
    async get(workspaceId, id) {
      const row = await findListedSource(pool, workspaceId, id)
      return row && showWebhook(row, clock.now())
    },
    async list(workspaceId, page) {
      const total = await countSources(pool, workspaceId)
      const rows = await selectSources(pool, workspaceId, sliceOf(page, total))
      const shown = toPage(page, total, rows)
      return { webhooks: shown.rows.map((row) => showWebhook(row, clock.now())), pagination: shown.pagination }
    },
    async update(workspaceId, id, issues, change) {
      try {
        return await transaction(pool, async (tx) => {
          const current = await findSourceForChange(tx, workspaceId, id)
          if (current === null) return null
          refuseRevoked(current)
          const whole = completeChange(change, current.provider as Provider)
          checkChanged(issues, box, current, whole)
          if (whole.name !== undefined && whole.name !== current.name) {
            if ((await findLiveSource(tx, workspaceId, whole.name)) !== null) issues.add('name', nameTaken(whole.name))
          }
          if (issues.count > 0) throw validationError(issues.details)
          await updateSource(tx, id, toChange(box, current, whole, new Date(clock.now())))
          return show(tx, workspaceId, id)
        })
      } catch (error) {
        // Another took the name between the look and the change.
        if ((error as { code?: unknown }).code !== '23505') throw error
        throw validationError({ name: [nameTaken(change.name ?? '')] })
      }
    },
    rotate(workspaceId, id) {
      return transaction(pool, async (tx) => {
        const current = await findSourceForChange(tx, workspaceId, id)
        if (current === null) return null
        refuseRevoked(current)
        const key = createWebhookKeyText()
        const now = clock.now()
        await updateSource(tx, id, {
          key_hash: hashWebhookKey(key),
          hint: webhookKeyHint(key),
          old_key_hash: current.key_hash,
          old_key_until: new Date(now + OVERLAP_MS),
          updated_at: new Date(now),
        })
        return { ...(await show(tx, workspaceId, id)), receive_url: urlOf(key) }
      })
    },
    async revoke(tx, workspaceId, id) {
      if ((await findSourceForChange(tx, workspaceId, id)) === null) return false
      await revokeSources(tx, workspaceId, { id }, new Date(clock.now()))
      return true
    },
  }
}

export function nameTaken(name: string): string {
  return `There is a live webhook named "${name}" already. Choose another name, or revoke that one first.`
}

function refuseRevoked(row: SourceRow): void {
  if (row.revoked_at === null) return
  throw validationError({ id: ['This webhook is revoked and cannot be changed. Create a new one.'] })
}

/** What the source would be after the change has to hold together. */
function checkChanged(issues: Issues, box: SecretBox, current: SourceRow, change: SourceChange): void {
  const provider = change.provider ?? (current.provider as Provider)
  // A secret that is not sent again was right for its provider.
  const secret = change.secret !== undefined || change.provider === undefined ? change.secret : tryOpen(box, current)
  checkSource(issues, {
    provider,
    secret: secret ?? null,
    signature: change.signature === undefined ? signatureOf(current) : change.signature,
  })
}

function tryOpen(box: SecretBox, row: SourceRow): string | null {
  try {
    return openSecret(box, row.id, 'secret', row.secret)
  } catch (error) {
    if (error instanceof SecretBoxError) return null
    throw error
  }
}

/** The stored rule of provider hmac. It was checked before it was stored. */
export function signatureOf(row: SourceRow): SignatureRule | null {
  return row.signature === null ? null : readSignatureRule(createIssues(), row.signature)
}

function toRow(
  box: SecretBox,
  { id, workspaceId, key, at }: { id: string; workspaceId: string; key: string; at: Date },
  input: SourceInput,
): SourceRow {
  return {
    id,
    workspace_id: workspaceId,
    name: input.name,
    key_hash: hashWebhookKey(key),
    hint: webhookKeyHint(key),
    old_key_hash: null,
    old_key_until: null,
    provider: input.provider,
    secret: sealSecret(box, id, 'secret', input.secret),
    old_secret: null,
    old_secret_until: null,
    verify_token: sealSecret(box, id, 'verify_token', input.verifyToken),
    access_token: sealSecret(box, id, 'access_token', input.accessToken),
    signature: input.signature && showSignatureRule(input.signature),
    delivery_id: input.deliveryId,
    max_bytes: input.maxBytes,
    rate_limit: input.rateLimit,
    retention_days: input.retentionDays,
    mapping: input.mapping && showMapping(input.mapping),
    paused_at: input.paused ? at : null,
    created_at: at,
    updated_at: at,
    revoked_at: null,
  }
}

function toChange(box: SecretBox, current: SourceRow, change: SourceChange, now: Date): Partial<SourceRow> {
  const row: Partial<SourceRow> = { updated_at: now }
  if (change.name !== undefined) row.name = change.name
  if (change.provider !== undefined) row.provider = change.provider
  if (change.verifyToken !== undefined) {
    row.verify_token = sealSecret(box, current.id, 'verify_token', change.verifyToken)
  }
  if (change.accessToken !== undefined) {
    row.access_token = sealSecret(box, current.id, 'access_token', change.accessToken)
  }
  if (change.signature !== undefined) row.signature = change.signature && showSignatureRule(change.signature)
  if (change.deliveryId !== undefined) row.delivery_id = change.deliveryId
  if (change.maxBytes !== undefined) row.max_bytes = change.maxBytes
  if (change.rateLimit !== undefined) row.rate_limit = change.rateLimit
  if (change.retentionDays !== undefined) row.retention_days = change.retentionDays
  if (change.mapping !== undefined) row.mapping = change.mapping && showMapping(change.mapping)
  if (change.paused !== undefined && change.paused !== (current.paused_at !== null)) {
    row.paused_at = change.paused ? now : null
  }
  return { ...row, ...secretChange(box, current, change, now) }
}

/** The secret before stays valid for a while, but not with another provider, and not when the secret was taken away. */
function secretChange(
  box: SecretBox,
  current: SourceRow,
  change: SourceChange,
  now: Date,
): Partial<Pick<SourceRow, 'secret' | 'old_secret' | 'old_secret_until'>> {
  const moved = change.provider !== undefined && change.provider !== current.provider
  if (change.secret === undefined) return moved ? { old_secret: null, old_secret_until: null } : {}
  const kept = change.secret === null || moved ? null : current.secret
  if (kept !== null && tryOpen(box, current) === change.secret) return {}
  return {
    secret: sealSecret(box, current.id, 'secret', change.secret),
    old_secret: kept,
    old_secret_until: kept && new Date(now.getTime() + OVERLAP_MS),
  }
}
