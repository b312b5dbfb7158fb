import { msg, plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Group, Tooltip } from '@mantine/core'
import { useRef } from 'react'
import { api, type QueryOf, useList, useMay } from '../../api/client.ts'
import type { Delivery, Webhook } from '../../api/schema.ts'
import { countOf } from '../../contacts/names.ts'
import { AddFilter, choiceFilter, type Filter } from '../../parts/AddFilter.tsx'
import { useAction, useChange } from '../../parts/action.ts'
import { DayRangePanel, useShowDays } from '../../parts/DayRange.tsx'
import { ConfirmButton } from '../../parts/dialogs.tsx'
import { choices, useUrl } from '../../parts/forms.tsx'
import { IconInbox, IconRepeat, IconSearch, IconShieldCheck, IconShieldOff, IconTrash } from '../../parts/icons.tsx'
import { formatBytes } from '../../parts/locale.ts'
import { spoken } from '../../parts/spoken.ts'
import { SearchField } from '../../parts/tables.tsx'
import { Hint, Small, Time, useTimeZone, Wrapped } from '../../parts/text.tsx'
import { Empty, Read, SecondaryButton, SmallButton, StateBadge } from '../../parts/ui.tsx'
import { addDays, instantOf, isDay } from '../../parts/wall-clock.ts'
import { useDelivery } from '../source/reads.ts'
import { summaryOf } from './body.ts'
import { MappingResult } from './MappingResult.tsx'
import { ReceivedDetail, type ReceivedProps, useReceivedChange } from './Received.tsx'
import { SelectList } from './SelectList.tsx'

const PENDING_MS = 1_500

export function Inbox({ webhook }: { webhook: Webhook }) {
  const [search, set] = useUrl()
  const zone = useTimeZone()
  const list = useList(['webhooks', webhook.id, 'deliveries'], '/v1/webhooks/{id}/deliveries', {
    path: { id: webhook.id },
    query: queryOf(search, zone),
    // No event announces the end of a mapping, so the list is polled while one is pending.
    again: (rows) => rows.some(({ mapping }) => mapping.state === 'pending') && PENDING_MS,
  })

  // Ids grow with time.
  const newestAtFirst = useRef<string | null>(null)
  if (newestAtFirst.current === null && list.data && !isFiltered(search)) {
    newestAtFirst.current = list.rows[0]?.id ?? '0'
  }
  const isNew = (id: string) => newestAtFirst.current !== null && id > newestAtFirst.current

  const empty = isFiltered(search) ? (
    <Empty
      icon={IconSearch}
      title={t`No delivery matches`}
      action={<SecondaryButton onClick={() => set(NO_FILTERS)}>{t`Clear the filters`}</SecondaryButton>}
    >
      <Trans>The search finds text exactly as it stands in a delivery, with capitals and punctuation.</Trans>
    </Empty>
  ) : (
    <Empty icon={IconInbox} title={t`Nothing has arrived yet`}>
      {webhook.active
        ? t`Enter the URL of this webhook at the sender and let it send something. It appears here at once. If you do not have the URL any more, get a new one under Settings.`
        : t`This webhook was revoked before anything arrived, or what it received was erased.`}
    </Empty>
  )
  return (
    <div>
      <DeliveryFilters search={search} set={set} />
      <SelectList
        label={t`Deliveries`}
        of={list}
        param="delivery"
        empty={empty}
        renderRow={(row, isSelected) => <Line delivery={row} isNew={isNew(row.id) && !isSelected} />}
        renderDetail={(id, listed) => <DeliveryDetail key={id} webhook={webhook} id={id} listed={listed} />}
      />
    </div>
  )
}

function Line({ delivery, isNew }: { delivery: Delivery; isNew: boolean }) {
  const Shield = delivery.verified ? IconShieldCheck : IconShieldOff
  return (
    <>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Time at={delivery.received_at} size="sm" fw={600} />
        <Group gap={6} wrap="nowrap">
          {isNew && (
            <Badge size="sm" radius="sm" tt="none">
              <Trans>New</Trans>
            </Badge>
          )}
          <MappingState mapping={delivery.mapping} />
        </Group>
      </Group>
      <Wrapped lineClamp={2}>{summaryOf(delivery)}</Wrapped>
      <Group gap={6} mt={2}>
        <Shield size={14} />
        <Hint>
          {delivery.verified ? t`Verified` : t`Not verified`} · {formatBytes(delivery.body_bytes)}
          {delivery.duplicates > 0 &&
            ` · ${plural(delivery.duplicates + 1, { one: 'came # time', other: 'came # times' })}`}
        </Hint>
      </Group>
    </>
  )
}

const MAPPING_STATES = spoken({
  failed: ['failed', msg`Not mapped`],
  pending: ['running', msg`Being mapped`],
  skipped: ['draft', msg`Skipped`],
})

function MappingState({ mapping: { state, contact_ids } }: Pick<Delivery, 'mapping'>) {
  if (state === 'none') return null
  const [look, label] = state === 'mapped' ? ['done', countOf(contact_ids.length, 'contact')] : MAPPING_STATES[state]
  return <StateBadge state={look} label={label} />
}

type Search = Record<string, string | undefined>

const FILTERS = ['verified', 'mapping', 'from', 'to'] as const

const verifications = () => choices({ yes: t`Verified`, no: t`Not verified` })

const mappings = () =>
  choices({
    mapped: t`Became contacts`,
    failed: t`Could not be mapped`,
    skipped: t`Skipped`,
    pending: t`Being mapped`,
    none: t`No mapping`,
  })

/** Days are in the workspace's time zone. */
function queryOf(search: Search, zone: string): QueryOf<'/v1/webhooks/{id}/deliveries'> {
  const { q, verified, from, to } = search
  return {
    q,
    verified: verified === 'yes' ? true : verified === 'no' ? false : undefined,
    mapping_state: mappings().find(({ value }) => value === search.mapping)?.value,
    received_after: isDay(from) ? instantOf(from, zone).toISOString() : undefined,
    received_before: isDay(to) ? instantOf(addDays(to, 1), zone).toISOString() : undefined,
  }
}

const ALL = ['q', ...FILTERS]

function isFiltered(search: Search): boolean {
  return ALL.some((name) => search[name])
}

const NO_FILTERS: Search = Object.fromEntries(ALL.map((name) => [name, undefined]))

function DeliveryFilters({ search, set }: { search: Search; set: (change: Search) => void }) {
  const showDays = useShowDays()
  const { verified, mapping, from, to } = search
  const days = isDay(from) || isDay(to) ? { ...(isDay(from) && { from }), ...(isDay(to) && { to }) } : null
  const filters: Filter[] = [
    choiceFilter({ name: 'verified', label: t`Sender`, value: verified }, verifications(), (verified) =>
      set({ verified }),
    ),
    choiceFilter({ name: 'mapping', label: t`Contacts`, value: mapping }, mappings(), (mapping) => set({ mapping })),
    {
      name: 'received',
      label: t`Received`,
      shown: days && showDays(days),
      editor: (close) => (
        <DayRangePanel
          from={days?.from}
          to={days?.to}
          onChange={(chosen) => {
            set(chosen)
            close()
          }}
        />
      ),
      onChange: () => set({ from: undefined, to: undefined }),
    },
  ]
  return (
    <Group gap="sm" mb="md">
      <SearchField
        label={t`Search in deliveries`}
        placeholder={t`Search for exact text`}
        flex="1 1 280px"
        value={search.q ?? ''}
        onChange={(q) => set({ q: q || undefined })}
      />
      <AddFilter filters={filters} onClearAll={() => set(NO_FILTERS)} />
    </Group>
  )
}

function DeliveryDetail({ webhook, id, listed }: ReceivedProps<Delivery>) {
  return (
    <Read of={useDelivery(webhook.id, id, listed)}>
      {(read) => {
        // The list is polled while a mapping is pending, so it may know more.
        const shown = listed ? { ...read, mapping: listed.mapping } : read
        const senderId = shown.delivery_id
        return (
          <ReceivedDetail
            received={read}
            actions={<Actions webhook={webhook} delivery={shown} />}
            facts={senderId ? [t`sender’s id ${senderId}`] : []}
            notes={<Notes webhook={webhook} delivery={shown} />}
            rawPath={`/v1/webhooks/${webhook.id}/deliveries/${id}/raw`}
          >
            <MappingResult webhook={webhook} delivery={shown} />
          </ReceivedDetail>
        )
      }}
    </Read>
  )
}

interface OneDelivery {
  webhook: Webhook
  delivery: Delivery
}

function Notes({ webhook, delivery: { verified, duplicates, replays } }: OneDelivery) {
  const Shield = verified ? IconShieldCheck : IconShieldOff
  return (
    <>
      <Group gap={6} mt={6} wrap="nowrap" align="flex-start">
        <Shield size={18} style={{ flexShrink: 0, marginTop: 1 }} />
        <Small>{verificationInWords(webhook, verified)}</Small>
      </Group>
      {duplicates > 0 && (
        <Small mt={4}>
          {plural(duplicates, {
            one: 'It came once more and was stored once.',
            other: 'It came # times more and was stored once.',
          })}
        </Small>
      )}
      {replays > 0 && (
        <Small mt={4}>{plural(replays, { one: 'Replayed here once.', other: 'Replayed here # times.' })}</Small>
      )}
    </>
  )
}

function verificationInWords(webhook: Webhook, isVerified: boolean): string {
  if (isVerified) return t`Verified: its signature was checked and is right.`
  if (webhook.verified === 'unverified') return t`Not verified: this webhook does not check who sends.`
  return t`Not verified: a person accepted it after it was refused, or it came before this webhook checked signatures.`
}

function Actions({ webhook, delivery }: OneDelivery) {
  const may = useMay()
  const changed = useReceivedChange(webhook.id, 'deliveries')
  const change = useChange('webhooks')
  const [, set] = useUrl()
  const params = { path: { id: webhook.id, delivery_id: delivery.id } }
  const remaps = webhook.mapping !== null && delivery.mapping.state !== 'mapped'
  const replay = useAction((mapsAgain: boolean) =>
    change(
      api.POST('/v1/webhooks/{id}/deliveries/{delivery_id}/replay', { params }),
      mapsAgain
        ? t`Replayed: it is being mapped again, and your event endpoints are told of it.`
        : t`Replayed: your event endpoints are told of it again.`,
    ),
  )
  if (!may.write) return null
  const erase = () =>
    changed(
      api.DELETE('/v1/webhooks/{id}/deliveries/{delivery_id}', { params }),
      () => set({ delivery: undefined }),
      () => t`The delivery is erased.`,
    )
  return (
    <Group gap="xs">
      <Tooltip
        multiline
        w={260}
        label={
          remaps
            ? t`Maps it to contacts again, with the mapping as it is now, and tells your event endpoints of it.`
            : t`Tells your event endpoints of it again. It makes no contacts a second time.`
        }
      >
        <SmallButton
          loading={replay.isPending}
          leftSection={<IconRepeat size={14} />}
          onClick={() => replay.mutate(remaps)}
        >
          <Trans>Replay</Trans>
        </SmallButton>
      </Tooltip>
      <ConfirmButton
        button={{ children: t`Erase`, size: 'xs', leftSection: <IconTrash size={14} /> }}
        title={t`Erase this delivery`}
        label={t`Erase the delivery`}
        onConfirm={erase}
      >
        <Trans>It is gone for good. Contacts that were made from it stay.</Trans>
      </ConfirmButton>
    </Group>
  )
}
