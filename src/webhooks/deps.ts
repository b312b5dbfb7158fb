import { connectCache } from '../db/credential-cache.ts'
import type { Parts } from '../db/parts.ts'
import type { SafeFetch } from '../lib/net/safe-fetch.ts'
import { showDeliveryEvent } from './deliveries.ts'
import { createMapper, GRAPH, type MapperOptions } from './map-delivery.ts'
import { createReceiver } from './receive.ts'
import { createSourceCache } from './source-cache.ts'
import { createSources } from './sources.ts'

interface WebhooksCore extends Parts {
  config: { baseUrl: string; apiVersions: { instagram?: string } }
}

interface WebhooksNeeds {
  contactMaker: MapperOptions['contacts']
  publishing: { safeFetch: SafeFetch }
}

export type Webhooks = ReturnType<typeof openWebhooks>['webhooks']

export function openWebhooks(core: WebhooksCore, { contactMaker, publishing }: WebhooksNeeds) {
  const { pool, reads, jobs, clock, ids, listener, config, sandboxUrl } = core
  const sources = createSourceCache({ ...core, db: pool, isCurrent: listener.isCurrent })
  connectCache(listener, sources.cache)
  const receiver = createReceiver(pool, clock, ids)
  core.onClose(() => receiver.intake.drained())
  core.onClose(() => receiver.refusals.drained())
  const mapper = createMapper({
    ...core,
    pool: jobs,
    contacts: contactMaker,
    safeFetch: publishing.safeFetch,
    graph: {
      baseUrl: sandboxUrl === null ? GRAPH.baseUrl : `${sandboxUrl}/facebook`,
      version: config.apiVersions.instagram ?? GRAPH.version,
    },
  })
  const { baseUrl } = config
  const webhooks = { sources: createSources({ ...core, baseUrl }), receiver, mapper, baseUrl }
  const renderReceived = (owner: string, deliveries: Parameters<typeof showDeliveryEvent>[2]) =>
    showDeliveryEvent(reads, owner, deliveries)
  return { sources, webhooks, renderReceived }
}
