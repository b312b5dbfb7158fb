import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import type { Webhook } from '../../api/schema.ts'
import { Strong } from '../../parts/more-variants.ts'
import { Problem } from '../../parts/states.tsx'
import { Muted, SecondaryButton } from '../../parts/variants.ts'
import { ShownUrl } from './ShownUrl.tsx'

interface Props {
  webhook: Webhook
  opened: boolean
  onClose: () => void
}

/** A new URL, with time to change over. */
export function RotateUrl({ webhook, opened, onClose }: Props) {
  const queries = useQueryClient()
  const rotate = useMutation({
    mutationFn: () => dataOf(api.POST('/v1/webhooks/{id}/rotate', { params: { path: { id: webhook.id } } })),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['webhooks'] }),
  })
  const made = rotate.data
  const close = () => {
    onClose()
    rotate.reset()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={made ? 'The new URL' : 'Get a new URL'}
      size="lg"
      closeOnClickOutside={!made}
      closeOnEscape={!made}
    >
      {made ? (
        <ShownUrl webhook={made} onDone={close} />
      ) : (
        <Stack>
          <Text>
            This webhook gets a new URL, shown once. The URL it has now works for 24 hours more, so that you can enter
            the new one at the sender without losing anything.
          </Text>
          <Muted>Has the URL fallen into wrong hands? Do this twice: the URL before the last one ends at once.</Muted>
          {webhook.previous_key_until !== null && (
            <Strong>There is an older URL that still works. It ends at once when you go on.</Strong>
          )}
          {rotate.error && <Problem error={rotate.error} />}
          <Group justify="flex-end">
            <SecondaryButton onClick={close}>Go back</SecondaryButton>
            <Button loading={rotate.isPending} onClick={() => rotate.mutate()}>
              Get a new URL
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
