import type { Parts } from '../db/parts.ts'
import { createSafeFetch, type SafeFetchOptions } from '../lib/net/safe-fetch.ts'
import { type CourierOptions, createCourier } from './delivery/courier.ts'
import { createEndpoints } from './endpoints.ts'
import { createEventDeliveries, createEvents } from './events.ts'

interface EventsCore extends Parts, Pick<CourierOptions, 'emit' | 'tracing'> {
  config: { baseUrl: string; allowPrivateNetworks: boolean }
  /** For tests: replaces the network that events are sent to. */
  outbound: Pick<SafeFetchOptions, 'lookup' | 'dial' | 'ca' | 'dnsTimeoutMs'> | undefined
}

export function openEvents(core: EventsCore, { renderReceived }: Pick<CourierOptions, 'renderReceived'>) {
  const { baseUrl, allowPrivateNetworks: allowPrivate } = core.config
  const safeFetch = createSafeFetch({ ...core.outbound, allowPrivate })
  const courier = createCourier({ ...core, pool: core.jobs, baseUrl, safeFetch, allowPrivate, renderReceived })
  const events = createEvents(core.reads, renderReceived, core.tokens)
  return {
    /** Delivers events to endpoints. Started in processes with workers. */
    courier,
    events,
    endpoints: createEndpoints({ ...core, send: courier.send, hangUp: courier.hangUp }),
    eventDeliveries: createEventDeliveries({ ...core, events }),
  }
}
