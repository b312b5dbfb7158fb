import { api, dataOf, useRead } from '../../api/client.ts'
import type { Delivery, Webhook, WebhookPatch } from '../../api/schema.ts'
import { useSaved } from '../../parts/action.ts'

/** Refusals cause no event, so open pages poll the counts. */
export const REFRESH_MS = 10_000

/** Null reads nothing. */
export function useWebhook(id: string | null, options: { refetchInterval?: number } = {}) {
  return useRead(['webhooks', id], '/v1/webhooks/{id}', { path: { id: id ?? '' }, enabled: id !== null, ...options })
}

/** Null reads nothing. Shows the list's version until the whole delivery is loaded. */
export function useDelivery(webhookId: string, id: string | null, listed: Delivery | undefined) {
  return useRead(['webhooks', webhookId, 'delivery', id], '/v1/webhooks/{id}/deliveries/{delivery_id}', {
    path: { id: webhookId, delivery_id: id ?? '' },
    enabled: id !== null,
    placeholderData: listed,
  })
}

export function usePatchWebhook(id: string) {
  const saved = useSaved(['webhooks', id])
  return (body: WebhookPatch, done: string): Promise<Webhook> =>
    saved(dataOf(api.PATCH('/v1/webhooks/{id}', { params: { path: { id } }, body })), done)
}

export function usePresets() {
  return useRead(['mapping-presets'], '/v1/webhooks/presets', { staleTime: Number.POSITIVE_INFINITY })
}
