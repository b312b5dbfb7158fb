import { Box, Menu, Paper } from '@mantine/core'
import { useMemo, useState } from 'react'
import { isContactField } from '../../../../src/contact-fields.ts'
import { useList } from '../../api/client.ts'
import type { MappingPreset, Webhook } from '../../api/schema.ts'
import { useUrl } from '../../parts/forms.tsx'
import { useTimeZone } from '../../parts/Time.tsx'
import { FixedSelect, Hint, Loading, Muted, Problem, Subheading } from '../../parts/ui.tsx'
import { formatTime } from '../../parts/wall-clock.ts'
import { contentOf, mappableOf, summaryOf } from '../inbox/body.ts'
import { JsonTree, treeClasses, type WrapValue } from '../inbox/JsonTree.tsx'
import { useDelivery } from '../source/reads.ts'
import { CONTACT_FIELDS, pointerInside } from './draft.ts'

interface Props {
  sample: Sample
  /** The list whose items become a contact each; paths start there. */
  each: string
  /** Puts the value at a path into a field. Null when the mapping is read-only. */
  onUse: ((field: string, pointer: string) => void) | null
}

/** The delivery that the mapping is tried on. A click on a value puts it into a field. */
export function SamplePanel({ sample, each, onUse }: Props) {
  const [picked, setPicked] = useState<string | null>(null)
  const wrap: WrapValue = (pointer, name, shown) => {
    const button = (
      <button type="button" className={treeClasses.pick} title={pointer} onClick={() => setPicked(pointer)}>
        {shown}
      </button>
    )
    if (picked !== pointer || onUse === null) return button
    return (
      <Menu opened onClose={() => setPicked(null)} position="bottom-start" withinPortal>
        <Menu.Target>{button}</Menu.Target>
        <Uses pointer={pointerInside(pointer, each)} name={name} onUse={onUse} />
      </Menu>
    )
  }
  return (
    <Paper withBorder p="md">
      <Subheading mb="xs">Try it on</Subheading>
      <FixedSelect
        aria-label="Delivery to try the mapping on"
        data={sample.choices}
        value={sample.chosen}
        onChange={(id) => id && sample.choose(id)}
        mb="sm"
      />
      {sample.error ? (
        <Problem error={sample.error} />
      ) : sample.content === null || sample.content.kind === 'left_out' ? (
        <Loading rows={3} />
      ) : sample.value === undefined ? (
        <Muted>A mapping reads JSON and forms. This delivery is neither, so it cannot become a contact.</Muted>
      ) : (
        <>
          {onUse && <Hint mb={6}>Click a value to put it into a field of the contact.</Hint>}
          <Box mah={460} style={{ overflow: 'auto' }}>
            <JsonTree
              key={sample.chosen}
              value={sample.value}
              label="Content of the delivery"
              wrap={onUse ? wrap : undefined}
            />
          </Box>
        </>
      )}
    </Paper>
  )
}

interface UsesProps {
  pointer: string | null
  name: string
  onUse: (field: string, pointer: string) => void
}

function Uses({ pointer, name, onUse }: UsesProps) {
  if (pointer === null) {
    return (
      <Menu.Dropdown>
        <Menu.Label>It is outside of the list that has a contact for each item.</Menu.Label>
      </Menu.Dropdown>
    )
  }
  // Items of a list have no name of their own.
  const other = /^\d*$/.test(name) ? 'note' : name
  return (
    <Menu.Dropdown>
      <Menu.Label>Use {pointer} as</Menu.Label>
      {CONTACT_FIELDS.map(([field, label]) => (
        <Menu.Item key={field} onClick={() => onUse(field, pointer)}>
          {label}
        </Menu.Item>
      ))}
      {!isContactField(other) && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={() => onUse(other, pointer)}>Additional field “{other}”</Menu.Item>
        </>
      )}
    </Menu.Dropdown>
  )
}

const PRESET = 'preset-'

/** What the mapping is tried on: a delivery, or the sample of a preset. The choice is kept in the address. */
export function useSample(webhook: Webhook, presets: readonly MappingPreset[]) {
  const [search, set] = useUrl()
  const zone = useTimeZone()
  const recent = { path: { id: webhook.id }, query: { limit: 20 } }
  const list = useList(['webhooks', webhook.id, 'deliveries', 'recent'], '/v1/webhooks/{id}/deliveries', recent)
  const isLoaded = list.data !== undefined
  const { preset: usualName = 'generic_form' } = webhook.mapping ?? {}
  const usual = presets.find(({ preset }) => preset === usualName) ?? presets[0]
  const chosen = search.delivery ?? list.rows[0]?.id ?? (isLoaded && usual ? `${PRESET}${usual.preset}` : null)
  const preset = presets.find((each) => `${PRESET}${each.preset}` === chosen)
  const deliveryId = chosen !== null && preset === undefined ? chosen : null
  const listed = list.rows.find(({ id }) => id === deliveryId)
  const delivery = useDelivery(webhook.id, deliveryId, listed)
  const content = useMemo(() => {
    if (preset) return { kind: 'json' as const, value: preset.sample }
    return delivery.data ? contentOf(delivery.data) : null
  }, [preset, delivery.data])
  const rows = listed || !delivery.data ? list.rows : [delivery.data, ...list.rows]
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

type Sample = ReturnType<typeof useSample>
