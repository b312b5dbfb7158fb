import { Checkbox, Code, Group, List, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf, useRefresh } from '../../api/client.ts'
import type { Webhook, WebhookWithUrl } from '../../api/schema.ts'
import { Confirm, type DialogProps, type MadeProps, ShownResult } from '../../parts/dialogs.tsx'
import { DialogButtons, ticked, useChange } from '../../parts/forms.tsx'
import { Copy, ShownOnce } from '../../parts/Secret.tsx'
import { Muted, Strong, Subheading } from '../../parts/text.tsx'
import { ButtonLink, Problem, SecondaryButton } from '../../parts/ui.tsx'
import { curlFor } from './curl.ts'
import { lacksSecret, senderOfWebhook, toSignatureValues } from './senders.ts'

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

/** A revoked webhook can be emptied this way. */
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
              {...ticked(erases, setErases)}
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

const SENDERS = '../../../../src/webhooks/senders'
const PAYLOADS = import.meta.glob('../../../../src/webhooks/senders/*/payload.json', { import: 'default' })

export interface MadeWebhook {
  webhook: WebhookWithUrl
  /** As just typed, for the example. */
  secret?: string
  verifyToken?: string
}

export function ShownUrl({ made: { webhook, secret = '', verifyToken = '' }, onDone }: MadeProps<MadeWebhook>) {
  const sender = senderOfWebhook(webhook)
  const payload = useQuery({
    queryKey: ['sender-payload', sender.name],
    queryFn: () => PAYLOADS[`${SENDERS}/${sender.name}/payload.json`]!(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const url = webhook.receive_url
  if (url === null) {
    return (
      <Stack>
        <Text>
          The webhook was created, but the answer with its URL was lost on the way. Open its settings and get a new URL
          there.
        </Text>
        <Done webhook={webhook} onDone={onDone} tab="settings" />
      </Stack>
    )
  }
  const signature = toSignatureValues(webhook.signature ?? sender.signatures?.[0])
  const command = curlFor({ url, sender, signature, secret, verifyToken, body: payload.data ?? {} })
  const isRefusing = lacksSecret(webhook)
  return (
    <ShownResult>
      <ShownOnce what="URL" value={url} />
      <div>
        <Subheading>What to do next</Subheading>
        <List type="ordered" size="sm" spacing={4} mt={6}>
          <List.Item>{sender.enterAt}</List.Item>
          {isRefusing && (
            <List.Item>
              Enter the signing secret in the settings of this webhook. Until then everything is refused, and kept under
              Rejected so that nothing is lost.
            </List.Item>
          )}
          <List.Item>Keep the URL to yourself: whoever has it can send to this webhook.</List.Item>
        </List>
      </div>
      <div>
        <Group justify="space-between" mb={6}>
          <Subheading>Try it from a terminal</Subheading>
          <Copy value={command} label="Copy the command" />
        </Group>
        <Code
          block
          mah={240}
          style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          tabIndex={0}
          aria-label="Command"
        >
          {command}
        </Code>
        {sender.secret && secret === '' && (
          <Muted mt={6}>
            Put the signing secret into the first line. It is stored encrypted and cannot be filled in here.
          </Muted>
        )}
      </div>
      <Done webhook={webhook} onDone={onDone} tab="inbox" />
    </ShownResult>
  )
}

function Done({ webhook, onDone, tab }: { webhook: WebhookWithUrl; onDone: () => void; tab: string }) {
  return (
    <Group justify="flex-end">
      <SecondaryButton onClick={onDone}>Close</SecondaryButton>
      <ButtonLink to="/webhooks/$id" params={{ id: webhook.id }} search={{ tab }} onClick={onDone}>
        {tab === 'inbox' ? 'Open the inbox' : 'Open the settings'}
      </ButtonLink>
    </Group>
  )
}
