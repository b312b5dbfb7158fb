import { Group, Paper, Stack, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconRepeat, IconShieldCheck, IconShieldOff, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import type { Delivery, Webhook } from '../../api/schema.ts'
import { useMay } from '../../api/session.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { Read } from '../../parts/states.tsx'
import { useTimeZone } from '../../parts/Time.tsx'
import { tell } from '../../parts/tell.ts'
import { Heading, Muted, SecondaryButton } from '../../parts/variants.ts'
import { formatTime } from '../../parts/wall-clock.ts'
import { formatBytes } from './body.ts'
import { MappingResult } from './MappingResult.tsx'
import { ReceivedView } from './ReceivedView.tsx'

interface Props {
  webhook: Webhook
  id: string
  /** As the list has it, until all of it is here. */
  listed: Delivery | undefined
  view: string
  onView: (view: string) => void
  onErased: () => void
}

export function DeliveryDetail({ webhook, id, listed, view, onView, onErased }: Props) {
  const params = { path: { id: webhook.id, delivery_id: id } }
  const delivery = useQuery({
    queryKey: ['webhooks', webhook.id, 'delivery', id],
    queryFn: () => dataOf(api.GET('/v1/webhooks/{id}/deliveries/{delivery_id}', { params })),
    placeholderData: listed,
  })
  // The list is read again while a mapping is under way; it may know more by then.
  const newer = delivery.data && listed ? { ...delivery.data, mapping: listed.mapping } : undefined
  return (
    <Paper withBorder p="md">
      <Read of={delivery}>
        {(read) => {
          const shown = newer ?? read
          return (
            <Stack>
              <Head webhook={webhook} delivery={shown} onErased={onErased} />
              <MappingResult webhook={webhook} delivery={shown} />
              <ReceivedView
                received={shown}
                view={view}
                onView={onView}
                rawPath={`/v1/webhooks/${webhook.id}/deliveries/${id}/raw`}
              />
            </Stack>
          )
        }}
      </Read>
    </Paper>
  )
}

interface HeadProps {
  webhook: Webhook
  delivery: Delivery
  onErased: () => void
}

function Head({ webhook, delivery, onErased }: HeadProps) {
  const zone = useTimeZone()
  const Shield = delivery.verified ? IconShieldCheck : IconShieldOff
  const facts = [
    delivery.content_type ?? 'no content type',
    formatBytes(delivery.body_bytes),
    ...(delivery.delivery_id ? [`sender's id ${delivery.delivery_id}`] : []),
  ]
  return (
    <div>
      <Group justify="space-between" align="flex-start" gap="xs">
        <Heading>{formatTime(delivery.received_at, zone)}</Heading>
        <Actions webhook={webhook} delivery={delivery} onErased={onErased} />
      </Group>
      <Muted style={{ overflowWrap: 'anywhere' }}>{facts.join(' · ')}</Muted>
      <Group gap={6} mt={6} wrap="nowrap" align="flex-start">
        <Shield size={18} aria-hidden style={{ flexShrink: 0, marginTop: 1 }} />
        <Text size="sm">{verificationInWords(webhook, delivery)}</Text>
      </Group>
      {delivery.duplicates > 0 && (
        <Text size="sm" mt={4}>
          It came {delivery.duplicates === 1 ? 'once more' : `${delivery.duplicates.toLocaleString()} times more`} and
          was stored once.
        </Text>
      )}
      {delivery.replays > 0 && (
        <Text size="sm" mt={4}>
          Replayed here {delivery.replays === 1 ? 'once' : `${delivery.replays.toLocaleString()} times`}.
        </Text>
      )}
    </div>
  )
}

function verificationInWords(webhook: Webhook, { verified }: Delivery): string {
  if (verified) return 'Verified: its signature was checked and is right.'
  if (webhook.verified === 'unverified') return 'Not verified: this webhook does not check who sends.'
  return 'Not verified: a person accepted it after it was refused, or it came before this webhook checked signatures.'
}

function Actions({ webhook, delivery, onErased }: HeadProps) {
  const may = useMay()
  const queries = useQueryClient()
  const [isErasing, erasing] = useDisclosure()
  const params = { path: { id: webhook.id, delivery_id: delivery.id } }
  const remaps = webhook.mapping !== null && delivery.mapping.state !== 'mapped'
  const replay = useMutation({
    mutationFn: async (mapsAgain: boolean) => {
      await api.POST('/v1/webhooks/{id}/deliveries/{delivery_id}/replay', { params })
      await queries.invalidateQueries({ queryKey: ['webhooks'] })
      tell.done(
        mapsAgain
          ? 'Replayed: it is being mapped again, and your event endpoints are told of it.'
          : 'Replayed: your event endpoints are told of it again.',
      )
    },
    onError: tell.problem,
  })
  if (!may.write) return null
  const erase = async () => {
    await api.DELETE('/v1/webhooks/{id}/deliveries/{delivery_id}', { params })
    // The list first: what is still shown at the right must not be read again.
    await queries.invalidateQueries({ queryKey: ['webhooks', webhook.id, 'deliveries'] })
    onErased()
    void queries.invalidateQueries({ queryKey: ['webhooks', webhook.id], exact: true })
    tell.done('The delivery is erased.')
  }
  return (
    <Group gap="xs">
      <Tooltip
        multiline
        w={260}
        label={
          remaps
            ? 'Maps it to contacts again, with the mapping as it is now, and tells your event endpoints of it.'
            : 'Tells your event endpoints of it again. It makes no contacts a second time.'
        }
      >
        <SecondaryButton
          size="xs"
          loading={replay.isPending}
          leftSection={<IconRepeat size={14} aria-hidden />}
          onClick={() => replay.mutate(remaps)}
        >
          Replay
        </SecondaryButton>
      </Tooltip>
      <SecondaryButton size="xs" leftSection={<IconTrash size={14} aria-hidden />} onClick={erasing.open}>
        Erase
      </SecondaryButton>
      <Confirm
        opened={isErasing}
        onClose={erasing.close}
        title="Erase this delivery"
        label="Erase the delivery"
        onConfirm={erase}
      >
        It is gone for good. Contacts that were made from it stay.
      </Confirm>
    </Group>
  )
}
