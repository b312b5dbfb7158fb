import { Checkbox, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { useRefresh } from '../../api/queries.ts'
import type { Webhook } from '../../api/schema.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { DialogButtons } from '../../parts/form.tsx'
import type { DialogProps } from '../../parts/MakeDialog.tsx'
import { Problem } from '../../parts/states.tsx'
import { useChange } from '../../parts/useChange.ts'
import { Muted, Strong } from '../../parts/variants.ts'
import { ShownUrl } from './ShownUrl.tsx'

interface WebhookDialogProps extends DialogProps {
  webhook: Webhook
}

export function RotateUrl({ webhook: { id, previous_key_until }, opened, onClose }: WebhookDialogProps) {
  const refresh = useRefresh()
  const rotate = useMutation({
    mutationFn: () => dataOf(api.POST('/v1/webhooks/{id}/rotate', { params: { path: { id } } })),
    onSuccess: () => void refresh('webhooks'),
  })
  const made = rotate.data
  const close = () => {
    onClose()
    rotate.reset()
  }
  const stays = { closeOnClickOutside: !made, closeOnEscape: !made }
  return (
    <Modal opened={opened} onClose={close} title={made ? 'The new URL' : 'Get a new URL'} size="lg" {...stays}>
      {made ? (
        <ShownUrl made={{ webhook: made }} onDone={close} />
      ) : (
        <Stack>
          <Text>
            This webhook gets a new URL, shown once. The URL it has now works for 24 hours more, so that you can enter
            the new one at the sender without losing anything.
          </Text>
          <Muted>Has the URL fallen into wrong hands? Do this twice: the URL before the last one ends at once.</Muted>
          {previous_key_until !== null && (
            <Strong>There is an older URL that still works. It ends at once when you go on.</Strong>
          )}
          {rotate.error && <Problem error={rotate.error} />}
          <DialogButtons label="Get a new URL" of={rotate} back="Go back" onBack={close} />
        </Stack>
      )}
    </Modal>
  )
}

/** Ends the URL for good. A revoked webhook can still be emptied this way. */
export function RevokeWebhook({ webhook, opened, onClose }: WebhookDialogProps) {
  const { id, active: isActive } = webhook
  const change = useChange('webhooks')
  const [erases, setErases] = useState(!isActive)
  const count = `${webhook.deliveries.toLocaleString()} deliveries and ${webhook.rejections.toLocaleString()} rejected ones`
  const done = [isActive && `“${webhook.name}” is revoked.`, erases && 'What it received is being erased.']
  const revoke = () =>
    change(
      api.DELETE('/v1/webhooks/{id}', { params: { path: { id }, query: { erase: erases } } }),
      done.filter(Boolean).join(' '),
    )
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={isActive ? `Revoke “${webhook.name}”` : `Erase what “${webhook.name}” received`}
      label={isActive ? 'Revoke the webhook' : 'Erase everything'}
      typed={erases ? webhook.name.trim() : undefined}
      onConfirm={revoke}
    >
      <Stack gap="sm">
        {isActive ? (
          <>
            <Text>
              Its URL stops working at once, and what the sender tries to deliver is lost. This cannot be undone. To
              stop for a while only, pause it instead.
            </Text>
            <Checkbox
              label="Also erase all that it received"
              description={`${count}. Otherwise they stay until their time is over.`}
              checked={erases}
              onChange={(event) => setErases(event.currentTarget.checked)}
            />
          </>
        ) : (
          <Text>{count} are erased. This cannot be undone.</Text>
        )}
        <Muted>Contacts that were made from its deliveries stay in any case.</Muted>
      </Stack>
    </Confirm>
  )
}
