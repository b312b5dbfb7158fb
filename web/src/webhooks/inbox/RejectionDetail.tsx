import { Alert, Group, Paper, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck, IconShieldX, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, dataOf } from '../../api/client.ts'
import type { Rejection, Webhook } from '../../api/schema.ts'
import { useMay } from '../../api/session.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { Read } from '../../parts/states.tsx'
import { useTimeZone } from '../../parts/Time.tsx'
import { tell } from '../../parts/tell.ts'
import { Heading, Muted, SecondaryButton } from '../../parts/variants.ts'
import { formatTime } from '../../parts/wall-clock.ts'
import { formatBytes } from './body.ts'
import { ReceivedView } from './ReceivedView.tsx'
import { reasonInWords } from './reasons.ts'

interface Props {
  webhook: Webhook
  id: string
  listed: Rejection | undefined
  view: string
  onView: (view: string) => void
  onGone: () => void
}

export function RejectionDetail({ webhook, id, listed, view, onView, onGone }: Props) {
  const zone = useTimeZone()
  const params = { path: { id: webhook.id, rejection_id: id } }
  const rejection = useQuery({
    queryKey: ['webhooks', webhook.id, 'rejection', id],
    queryFn: () => dataOf(api.GET('/v1/webhooks/{id}/rejections/{rejection_id}', { params })),
    placeholderData: listed,
  })
  return (
    <Paper withBorder p="md">
      <Read of={rejection}>
        {(shown) => (
          <Stack>
            <div>
              <Group justify="space-between" align="flex-start" gap="xs">
                <Heading>{formatTime(shown.received_at, zone)}</Heading>
                <Actions webhook={webhook} id={id} onGone={onGone} />
              </Group>
              <Muted>
                {shown.content_type ?? 'no content type'} · {formatBytes(shown.body_bytes)}
              </Muted>
            </div>
            <Alert
              color="red"
              icon={<IconShieldX aria-hidden />}
              title={`Refused: ${reasonInWords(shown.code).toLowerCase()}`}
            >
              {shown.reason}
            </Alert>
            <ReceivedView received={shown} view={view} onView={onView} />
          </Stack>
        )}
      </Read>
    </Paper>
  )
}

interface ActionsProps {
  webhook: Webhook
  id: string
  onGone: () => void
}

function Actions({ webhook, id, onGone }: ActionsProps) {
  const may = useMay()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isAccepting, accepting] = useDisclosure()
  const [isErasing, erasing] = useDisclosure()
  if (!may.write) return null
  const params = { path: { id: webhook.id, rejection_id: id } }
  const refresh = async () => {
    // The list first: what is still shown at the right must not be read again.
    await queries.invalidateQueries({ queryKey: ['webhooks', webhook.id, 'rejections'] })
    void queries.invalidateQueries({ queryKey: ['webhooks', webhook.id], exact: true })
  }
  const accept = async () => {
    const receipt = await dataOf(api.POST('/v1/webhooks/{id}/rejections/{rejection_id}/accept', { params }))
    await refresh()
    tell.done(
      receipt.duplicate
        ? 'It had come again and was taken already: counted as a repeat of that one.'
        : 'Accepted. It is a delivery now, marked as not verified.',
    )
    await navigate({ to: `/webhooks/${webhook.id}`, search: { delivery: receipt.id } })
  }
  const erase = async () => {
    await api.DELETE('/v1/webhooks/{id}/rejections/{rejection_id}', { params })
    await refresh()
    onGone()
    tell.done('The rejected delivery is erased.')
  }
  return (
    <Group gap="xs">
      <SecondaryButton size="xs" leftSection={<IconCheck size={14} aria-hidden />} onClick={accepting.open}>
        Accept
      </SecondaryButton>
      <SecondaryButton size="xs" leftSection={<IconTrash size={14} aria-hidden />} onClick={erasing.open}>
        Erase
      </SecondaryButton>
      <Confirm
        opened={isAccepting}
        onClose={accepting.close}
        title="Accept this as a delivery"
        label="Accept the delivery"
        danger={false}
        onConfirm={accept}
      >
        Nothing proves who sent it: you vouch for it. It becomes a delivery, marked as not verified, your event
        endpoints are told of it{webhook.mapping ? ', and it can become a contact' : ''}.
      </Confirm>
      <Confirm
        opened={isErasing}
        onClose={erasing.close}
        title="Erase this rejected delivery"
        label="Erase it"
        onConfirm={erase}
      >
        It is gone for good and cannot be accepted later.
      </Confirm>
    </Group>
  )
}
