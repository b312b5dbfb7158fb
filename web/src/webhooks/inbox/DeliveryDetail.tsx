import { Group, Tooltip } from '@mantine/core'
import { IconRepeat, IconShieldCheck, IconShieldOff, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { Delivery, Webhook } from '../../api/schema.ts'
import { useMay } from '../../api/session.ts'
import { ConfirmButton } from '../../parts/dialogs/ConfirmButton.tsx'
import { useAction, useChange } from '../../parts/forms/useChange.ts'
import { Read } from '../../parts/states.tsx'
import { tell } from '../../parts/tell.ts'
import { useUrl } from '../../parts/useUrl.ts'
import { Small, SmallButton } from '../../parts/variants.ts'
import { useDelivery } from '../source/reads.ts'
import { MappingResult } from './MappingResult.tsx'
import { ReceivedDetail, type ReceivedProps } from './Received.tsx'

export function DeliveryDetail({ webhook, id, listed }: ReceivedProps<Delivery>) {
  return (
    <Read of={useDelivery(webhook.id, id, listed)}>
      {(read) => {
        // The list is read again while a mapping is under way; it may know more by then.
        const shown = listed ? { ...read, mapping: listed.mapping } : read
        return (
          <ReceivedDetail
            received={read}
            actions={<Actions webhook={webhook} delivery={shown} />}
            facts={shown.delivery_id ? [`sender's id ${shown.delivery_id}`] : []}
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
        <Shield size={18} aria-hidden style={{ flexShrink: 0, marginTop: 1 }} />
        <Small>{verificationInWords(webhook, verified)}</Small>
      </Group>
      {duplicates > 0 && (
        <Small mt={4}>
          It came {duplicates === 1 ? 'once more' : `${duplicates.toLocaleString()} times more`} and was stored once.
        </Small>
      )}
      {replays > 0 && (
        <Small mt={4}>Replayed here {replays === 1 ? 'once' : `${replays.toLocaleString()} times`}.</Small>
      )}
    </>
  )
}

function verificationInWords(webhook: Webhook, isVerified: boolean): string {
  if (isVerified) return 'Verified: its signature was checked and is right.'
  if (webhook.verified === 'unverified') return 'Not verified: this webhook does not check who sends.'
  return 'Not verified: a person accepted it after it was refused, or it came before this webhook checked signatures.'
}

function Actions({ webhook, delivery }: OneDelivery) {
  const may = useMay()
  const queries = useQueryClient()
  const change = useChange('webhooks')
  const [, set] = useUrl()
  const params = { path: { id: webhook.id, delivery_id: delivery.id } }
  const remaps = webhook.mapping !== null && delivery.mapping.state !== 'mapped'
  const replay = useAction((mapsAgain: boolean) =>
    change(
      api.POST('/v1/webhooks/{id}/deliveries/{delivery_id}/replay', { params }),
      mapsAgain
        ? 'Replayed: it is being mapped again, and your event endpoints are told of it.'
        : 'Replayed: your event endpoints are told of it again.',
    ),
  )
  if (!may.write) return null
  const erase = async () => {
    await api.DELETE('/v1/webhooks/{id}/deliveries/{delivery_id}', { params })
    // The list first: the detail on the right must not be fetched again.
    await queries.invalidateQueries({ queryKey: ['webhooks', webhook.id, 'deliveries'] })
    set({ delivery: undefined })
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
        <SmallButton
          loading={replay.isPending}
          leftSection={<IconRepeat size={14} aria-hidden />}
          onClick={() => replay.mutate(remaps)}
        >
          Replay
        </SmallButton>
      </Tooltip>
      <ConfirmButton
        button={{ children: 'Erase', size: 'xs', leftSection: <IconTrash size={14} aria-hidden /> }}
        title="Erase this delivery"
        label="Erase the delivery"
        onConfirm={erase}
      >
        It is gone for good. Contacts that were made from it stay.
      </ConfirmButton>
    </Group>
  )
}
