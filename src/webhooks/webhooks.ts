import { type Pool, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { validationError } from '../errors.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Jobs } from '../jobs/table.ts'
import { message } from '../messages/message.ts'
import { NO_DELIVERY } from './deliveries.ts'
import { eraseReceived, findBody, purgeDeliveries } from './delivery-store.ts'
import type { PreviewRequest } from './input.ts'
import { createMapper, type Draft, type MapperOptions } from './map-delivery.ts'
import { storedMapping } from './mapping/mapping.ts'
import { createReceiver } from './receive.ts'
import { findSource } from './source-store.ts'
import { createSources } from './sources.ts'

interface WebhooksOptions extends MapperOptions, Pick<Parts, 'pool' | 'clock' | 'ids'> {
  jobs: Pool
  baseUrl: string
  /** For sources that do not say themselves how long they keep what they received. */
  retentionDays: number
}

// With the access token of the webhook anybody could otherwise read leads by their ids.
const PREVIEWED_LEADS_MAX = 20

// Erased before the answer; the job erases the rest, and what was being received meanwhile.
const ERASE_STEPS = 10
const ERASE_AGAIN_MS = 5_000

export function createWebhooks(options: WebhooksOptions) {
  const { pool, jobs, clock, ids } = options
  const sources = createSources(options)
  const mapper = createMapper({ ...options, pool: jobs })
  return {
    sources,
    mapper,
    receiver: createReceiver(pool, clock, ids),
    /** Its URL answers 404 from then on; what it received stays, unless it shall be erased. False when there is none. */
    async revoke(workspaceId: string, id: string, erase: boolean) {
      const found = await transaction(pool, async (tx) => {
        if (!(await sources.revoke(tx, workspaceId, id))) return false
        const runAt = new Date(clock.now() + ERASE_AGAIN_MS)
        const payload = { workspace_id: workspaceId, webhook_id: id }
        if (erase) await enqueue(tx, { task: 'webhook.erase', key: id, payload, runAt })
        return true
      })
      if (found && erase) await eraseReceived(jobs, [workspaceId, id], ERASE_STEPS)
      return found
    },
    /** Says what would become of a delivery. Stores nothing. Null when there is no such source. */
    async preview(
      workspaceId: string,
      id: string,
      { sample, mapping, mayFetchLeads }: PreviewRequest & { mayFetchLeads: boolean },
    ): Promise<Draft | null> {
      const source = await findSource(pool, workspaceId, id)
      if (source === null) return null
      const chosen = mapping ?? storedMapping(source)
      if (chosen === null) throw validationError({ mapping: [message('webhook.no_mapping')] })
      if ('body' in sample)
        return mapper.draft(source, chosen, { ...sample, leads: { refusal: message('lead.not_stored') } })
      const found = await findBody(pool, workspaceId, id, sample.deliveryId)
      if (found === null) throw validationError({ delivery_id: [NO_DELIVERY] })
      const leads = mayFetchLeads ? PREVIEWED_LEADS_MAX : { refusal: message('lead.may_not_fetch') }
      return mapper.draft(source, chosen, { contentType: found.content_type, body: found.body, leads })
    },
    erase: ({ workspace_id, webhook_id }: Jobs['webhook.erase']) => eraseReceived(jobs, [workspace_id, webhook_id]),
    purge: () => purgeDeliveries(jobs, clock.now(), options.retentionDays),
  }
}

export type Webhooks = ReturnType<typeof createWebhooks>
