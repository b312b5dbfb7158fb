import { Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import type { Webhook } from '../../api/schema.ts'
import { DialogButtons } from '../../parts/form.tsx'
import type { DialogProps } from '../../parts/MakeDialog.tsx'
import { Problem } from '../../parts/states.tsx'
import { Muted, Strong } from '../../parts/variants.ts'
import { ShownUrl } from './ShownUrl.tsx'

export interface WebhookDialogProps extends DialogProps {
  webhook: Webhook
}

export function RotateUrl({ webhook, opened, onClose }: WebhookDialogProps) {
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
          <DialogButtons label="Get a new URL" of={rotate} back="Go back" onBack={close} />
        </Stack>
      )}
    </Modal>
  )
}
