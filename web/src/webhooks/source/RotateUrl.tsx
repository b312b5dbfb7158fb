import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import type { Webhook, WebhookWithUrl } from '../../api/schema.ts'
import { Problem } from '../../parts/states.tsx'
import { ShownUrl } from './ShownUrl.tsx'

interface Props {
  webhook: Webhook
  opened: boolean
  onClose: () => void
}

/** A new URL, with time to change over. */
export function RotateUrl({ webhook, opened, onClose }: Props) {
  const queries = useQueryClient()
  const [made, setMade] = useState<WebhookWithUrl | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const close = () => {
    onClose()
    setMade(null)
    setError(null)
  }
  const rotate = async () => {
    setBusy(true)
    setError(null)
    try {
      setMade(await dataOf(api.POST('/v1/webhooks/{id}/rotate', { params: { path: { id: webhook.id } } })))
      void queries.invalidateQueries({ queryKey: ['webhooks'] })
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={made ? 'The new URL' : 'Get a new URL'}
      size="lg"
      closeOnClickOutside={made === null}
      closeOnEscape={made === null}
    >
      {made ? (
        <ShownUrl webhook={made} onDone={close} />
      ) : (
        <Stack>
          <Text>
            This webhook gets a new URL, shown once. The URL it has now works for 24 hours more, so that you can enter
            the new one at the sender without losing anything.
          </Text>
          <Text size="sm" c="dimmed">
            Has the URL fallen into wrong hands? Do this twice: the URL before the last one ends at once.
          </Text>
          {webhook.previous_key_until !== null && (
            <Text size="sm" fw={600}>
              There is an older URL that still works. It ends at once when you go on.
            </Text>
          )}
          {error !== null && <Problem error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Go back
            </Button>
            <Button loading={isBusy} onClick={() => void rotate()}>
              Get a new URL
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
