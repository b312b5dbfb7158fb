import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Box, Group, Loader, Menu, Paper, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { isContactField } from '../../../../src/contact-fields.ts'
import { ApiProblem, api, dataOf, fieldErrors, useList } from '../../api/client.ts'
import type { MappingPreset, MappingPreviewRequest, Webhook } from '../../api/schema.ts'
import { countOf, labelOfField } from '../../contacts/names.ts'
import { FixedSelect, useUrl } from '../../parts/forms.tsx'
import { formatNumber } from '../../parts/locale.ts'
import { Facts } from '../../parts/tables.tsx'
import { Hint, Muted, Small, Subheading, useTimeZone } from '../../parts/text.tsx'
import { LinkButton, Loading, Problem, StateBadge } from '../../parts/ui.tsx'
import { formatTime } from '../../parts/wall-clock.ts'
import { contentOf, mappableOf, summaryOf } from '../inbox/body.ts'
import { JsonTree, treeClasses, type WrapValue } from '../inbox/JsonTree.tsx'
import { Issues } from '../inbox/MappingResult.tsx'
import { useDelivery } from '../source/reads.ts'
import { CONTACT_FIELDS, type MappingJson, pointerInside } from './draft.ts'

interface Props {
  sample: Sample
  /** The list with one contact per item; paths start there. */
  each: string
  /** Null when read-only. */
  onUse: ((field: string, pointer: string) => void) | null
}

/** A click on a value puts it into a field. */
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
      <Subheading mb="xs">
        <Trans>Try it on</Trans>
      </Subheading>
      <FixedSelect
        aria-label={t`Delivery to try the mapping on`}
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
        <Muted>
          <Trans>A mapping reads JSON and forms. This delivery is neither, so it cannot become a contact.</Trans>
        </Muted>
      ) : (
        <>
          {onUse && (
            <Hint mb={6}>
              <Trans>Click a value to put it into a field of the contact.</Trans>
            </Hint>
          )}
          <Box mah={460} style={{ overflow: 'auto' }}>
            <JsonTree
              key={sample.chosen}
              value={sample.value}
              label={t`Content of the delivery`}
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
        <Menu.Label>
          <Trans>It is outside of the list that has a contact for each item.</Trans>
        </Menu.Label>
      </Menu.Dropdown>
    )
  }
  // List items have no name.
  const other = /^\d*$/.test(name) ? 'note' : name
  return (
    <Menu.Dropdown>
      <Menu.Label>
        <Trans>Use {pointer} as</Trans>
      </Menu.Label>
      {CONTACT_FIELDS.map(([field, label]) => (
        <Menu.Item key={field} onClick={() => onUse(field, pointer)}>
          {label}
        </Menu.Item>
      ))}
      {!isContactField(other) && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={() => onUse(other, pointer)}>
            <Trans>Additional field “{other}”</Trans>
          </Menu.Item>
        </>
      )}
    </Menu.Dropdown>
  )
}

const PRESET = 'preset-'

/** A delivery, or the sample of a preset. Kept in the URL. */
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
            group: t`Deliveries that came in`,
            items: rows.map((row) => ({
              value: row.id,
              label: `${formatTime(row.received_at, zone)} · ${summaryOf(row)}`.slice(0, 90),
            })),
          },
        ]
      : []),
    {
      group: t`Samples of the presets`,
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

const SHOWN_MAX = 3
const ROWS_MAX = 14

export function PreviewPanel({ preview, problem }: { preview: Preview; problem: string | null }) {
  const { data, error, isWorking } = preview
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="xs">
        <Subheading>
          <Trans>What it would become</Trans>
        </Subheading>
        {isWorking && <Loader size="xs" role="status" aria-label={t`Trying the mapping`} />}
      </Group>
      <div aria-live="polite">
        {problem !== null ? (
          <Small>{problem}</Small>
        ) : error ? (
          <Refused error={error} retry={() => void preview.refetch()} />
        ) : data ? (
          <Stack gap="sm">
            <Outcome outcome={data.outcome} count={data.contacts.length} />
            {data.contacts.slice(0, SHOWN_MAX).map((contact, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they have no ids yet
              <ContactCard key={index} contact={contact} />
            ))}
            {data.contacts.length > SHOWN_MAX && (
              <Small>{t`and ${formatNumber(data.contacts.length - SHOWN_MAX)} more`}</Small>
            )}
            <Issues issues={data.issues} />
          </Stack>
        ) : (
          <Muted>
            <Trans>Choose a delivery to try the mapping on.</Trans>
          </Muted>
        )}
      </div>
    </Paper>
  )
}

/** Errors of single fields are beside them. */
function Refused({ error, retry }: { error: unknown; retry: () => void }) {
  if (!(error instanceof ApiProblem) || error.code !== 'validation_error')
    return <Problem error={error} retry={retry} />
  return (
    <Alert color="orange" title={t`The mapping is not complete`}>
      <Issues issues={{ mapping: Object.values(fieldErrors(error)) }} />
    </Alert>
  )
}

function Outcome({ outcome, count }: { outcome: 'mapped' | 'skipped' | 'failed'; count: number }) {
  if (outcome === 'mapped') return <StateBadge state="done" label={countOf(count, 'contact')} />
  if (outcome === 'skipped') return <StateBadge state="draft" label={t`Skipped: no contact`} />
  return <StateBadge state="failed" label={t`No contact`} />
}

function ContactCard({ contact }: { contact: Record<string, unknown> }) {
  const [isWhole, setWhole] = useState(false)
  const { extra, ...own } = contact
  const all = [...Object.entries(own), ...Object.entries((extra as Record<string, unknown> | undefined) ?? {})]
  const rows = all.filter(([, value]) => value !== null)
  const shown = isWhole ? rows : rows.slice(0, ROWS_MAX)
  return (
    <div>
      <Facts
        label={t`Contact that would be made`}
        withTableBorder
        verticalSpacing={4}
        nameWidth="38%"
        facts={shown.map(([name, value]) => [labelOfField(name), String(value)])}
      />
      {rows.length > shown.length && (
        <LinkButton mt={4} onClick={() => setWhole(true)}>
          {plural(rows.length - shown.length, { one: 'Show # more field', other: 'Show # more fields' })}
        </LinkButton>
      )}
    </div>
  )
}

const WAIT_MS = 400

/** Waits for a pause in typing. */
export function usePreview(webhookId: string, sample: object | null, mapping: MappingJson | null) {
  const request = sample && mapping ? JSON.stringify({ ...sample, mapping }) : null
  const [settled] = useDebouncedValue(request, WAIT_MS)
  const preview = useQuery({
    // Not under webhooks: new deliveries do not change the response, and each request may cost a call to Meta.
    queryKey: ['mapping-preview', webhookId, settled],
    queryFn: () => {
      const body: MappingPreviewRequest = JSON.parse(settled!)
      return dataOf(api.POST('/v1/webhooks/{id}/mapping/preview', { params: { path: { id: webhookId } }, body }))
    },
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  return { ...preview, isWorking: request !== settled || preview.isFetching }
}

type Preview = ReturnType<typeof usePreview>
