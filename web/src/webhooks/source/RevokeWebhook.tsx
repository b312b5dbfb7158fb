import { Checkbox, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { tell } from '../../parts/tell.ts'
import { Muted } from '../../parts/variants.ts'
import type { WebhookDialogProps } from './RotateUrl.tsx'

/** Ends the URL for good. A revoked webhook can still be emptied this way. */
export function RevokeWebhook({ webhook, opened, onClose }: WebhookDialogProps) {
  const queries = useQueryClient()
  const [erases, setErases] = useState(!webhook.active)
  const revoke = async () => {
    await api.DELETE('/v1/webhooks/{id}', { params: { path: { id: webhook.id }, query: { erase: erases } } })
    await queries.invalidateQueries({ queryKey: ['webhooks'] })
    const done = webhook.active ? `“${webhook.name}” is revoked.` : 'What it received is being erased.'
    tell.done(webhook.active && erases ? `${done} What it received is being erased.` : done)
  }
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={webhook.active ? `Revoke “${webhook.name}”` : `Erase what “${webhook.name}” received`}
      label={webhook.active ? 'Revoke the webhook' : 'Erase everything'}
      typed={erases ? webhook.name.trim() : undefined}
      onConfirm={revoke}
    >
      <Stack gap="sm">
        {webhook.active ? (
          <>
            <Text>
              Its URL stops working at once, and what the sender tries to deliver is lost. This cannot be undone. To
              stop for a while only, pause it instead.
            </Text>
            <Checkbox
              label="Also erase all that it received"
              description={`${webhook.deliveries.toLocaleString()} deliveries and ${webhook.rejections.toLocaleString()} rejected ones. Otherwise they stay until their time is over.`}
              checked={erases}
              onChange={(event) => setErases(event.currentTarget.checked)}
            />
          </>
        ) : (
          <Text>
            {webhook.deliveries.toLocaleString()} deliveries and {webhook.rejections.toLocaleString()} rejected ones are
            erased. This cannot be undone.
          </Text>
        )}
        <Muted>Contacts that were made from its deliveries stay in any case.</Muted>
      </Stack>
    </Confirm>
  )
}
