import { connectCache } from '../db/credential-cache.ts'
import type { Parts } from '../db/parts.ts'
import type { SafeFetch } from '../lib/net/safe-fetch.ts'
import { showDeliveryEvent } from './deliveries.ts'
import { GRAPH } from './map-delivery.ts'
import { createSourceCache } from './source-cache.ts'
import { createWebhooks } from './webhooks.ts'

interface WebhooksCore extends Parts {
  config: { baseUrl: string; webhookRetentionDays: number; apiVersions: { instagram?: string } }
}

interface WebhooksNeeds {
  contactMaker: Parameters<typeof createWebhooks>[0]['contacts']
  publishing: { safeFetch: SafeFetch }
}

export function openWebhooks(core: WebhooksCore, { contactMaker, publishing }: WebhooksNeeds) {
  const { pool, reads, listener, config, sandboxUrl } = core
  const sources = createSourceCache({ ...core, db: pool, isCurrent: listener.isCurrent })
  connectCache(listener, sources.cache)
  const webhooks = createWebhooks({
    ...core,
    baseUrl: config.baseUrl,
    retentionDays: config.webhookRetentionDays,
    contacts: contactMaker,
    safeFetch: publishing.safeFetch,
    graph: {
      baseUrl: sandboxUrl === null ? GRAPH.baseUrl : `${sandboxUrl}/facebook`,
      version: config.apiVersions.instagram ?? GRAPH.version,
    },
  })
  core.onClose(() => webhooks.receiver.intake.drained())
  core.onClose(() => webhooks.receiver.refusals.drained())
  const renderReceived = (owner: string, deliveries: Parameters<typeof showDeliveryEvent>[2]) =>
    showDeliveryEvent(reads, owner, deliveries)
  return { sources, webhooks, renderReceived }
}
