import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { useList } from '../../api/queries.ts'
import type { MappingPreset, Webhook } from '../../api/schema.ts'
import { useTimeZone } from '../../parts/Time.tsx'
import { useUrl } from '../../parts/useUrl.ts'
import { formatTime } from '../../parts/wall-clock.ts'
import { contentOf, mappableOf, summaryOf } from '../inbox/body.ts'

const PRESET = 'preset-'

/** What the mapping is tried on: a delivery, or the sample of a preset. The choice is kept in the address. */
export function useSample(webhook: Webhook, presets: readonly MappingPreset[]) {
  const [search, set] = useUrl()
  const zone = useTimeZone()
  const path = { id: webhook.id }
  const list = useList(['webhooks', webhook.id, 'deliveries', 'recent'], { limit: 20 }, (query, signal) =>
    api.GET('/v1/webhooks/{id}/deliveries', { params: { path, query }, signal }),
  )
  const isLoaded = list.data !== undefined
  const usual = presets.find(({ preset }) => preset === webhook.mapping?.preset) ?? presets.at(-1)
  const chosen = search.delivery ?? list.rows[0]?.id ?? (isLoaded && usual ? `${PRESET}${usual.preset}` : null)
  const preset = presets.find((each) => `${PRESET}${each.preset}` === chosen)
  const deliveryId = chosen !== null && preset === undefined ? chosen : null
  const delivery = useQuery({
    queryKey: ['webhooks', webhook.id, 'delivery', deliveryId],
    queryFn:
      deliveryId === null
        ? skipToken
        : () => {
            const params = { path: { ...path, delivery_id: deliveryId } }
            return dataOf(api.GET('/v1/webhooks/{id}/deliveries/{delivery_id}', { params }))
          },
    placeholderData: list.rows.find(({ id }) => id === deliveryId),
  })
  const content = useMemo(() => {
    if (preset) return { kind: 'json' as const, value: preset.sample }
    return delivery.data ? contentOf(delivery.data) : null
  }, [preset, delivery.data])
  const rows = list.rows.some(({ id }) => id === deliveryId)
    ? list.rows
    : [...(delivery.data ? [delivery.data] : []), ...list.rows]
  const choices = [
    ...(rows.length > 0
      ? [
          {
            group: 'Deliveries that came in',
            items: rows.map((row) => ({
              value: row.id,
              label: `${formatTime(row.received_at, zone)} · ${summaryOf(row)}`.slice(0, 90),
            })),
          },
        ]
      : []),
    {
      group: 'Samples of the presets',
      items: presets.map(({ preset, title }) => ({ value: `${PRESET}${preset}`, label: title })),
    },
  ]
  return {
    chosen,
    choices,
    choose: (id: string) => set({ delivery: id }),
    content,
    value: content ? mappableOf(content) : undefined,
    error: deliveryId === null ? list.error : delivery.error,
    request: preset ? { body: preset.sample } : deliveryId ? { delivery_id: deliveryId } : null,
  }
}

export type Sample = ReturnType<typeof useSample>
