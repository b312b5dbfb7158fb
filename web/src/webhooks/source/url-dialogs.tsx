import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Checkbox, Code, Group, List, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf, useRefresh } from '../../api/client.ts'
import type { Webhook, WebhookWithUrl } from '../../api/schema.ts'
import { useChange } from '../../parts/action.ts'
import { Confirm, type DialogProps, type MadeProps, ShownResult } from '../../parts/dialogs.tsx'
import { DialogButtons, ticked } from '../../parts/forms.tsx'
import { formatList } from '../../parts/locale.ts'
import { Copy, ShownOnce } from '../../parts/Secret.tsx'
import { Muted, Strong, Subheading } from '../../parts/text.tsx'
import { ButtonLink, Problem, SecondaryButton } from '../../parts/ui.tsx'
import { curlFor } from './curl.ts'
import { lacksSecret, senderOfWebhook, tellOfSender, toSignatureValues } from './senders.ts'

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
    <Modal opened={opened} onClose={close} title={made ? t`The new URL` : t`Get a new URL`} size="lg" {...stays}>
      {made ? (
        <ShownUrl made={{ webhook: made }} onDone={close} />
      ) : (
        <Stack>
          <Text>
            <Trans>
              This webhook gets a new URL, shown once. The URL it has now works for 24 hours more, so that you can enter
              the new one at the sender without losing anything.
            </Trans>
          </Text>
          <Muted>
            <Trans>Has the URL fallen into wrong hands? Do this twice: the URL before the last one ends at once.</Trans>
          </Muted>
          {previous_key_until !== null && (
            <Strong>
              <Trans>There is an older URL that still works. It ends at once when you go on.</Trans>
            </Strong>
          )}
          {rotate.error && <Problem error={rotate.error} />}
          <DialogButtons label={t`Get a new URL`} of={rotate} back={t`Go back`} onBack={close} />
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
  const count = formatList([
    plural(webhook.deliveries, { one: '# delivery', other: '# deliveries' }),
    plural(webhook.rejections, { one: '# rejected delivery', other: '# rejected deliveries' }),
  ])
  const done = [isActive && t`“${webhook.name}” is revoked.`, erases && t`What it received is being erased.`]
  const revoke = () =>
    change(
      api.DELETE('/v1/webhooks/{id}', { params: { path: { id }, query: { erase: erases } } }),
      done.filter(Boolean).join(' '),
    )
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={isActive ? t`Revoke “${webhook.name}”` : t`Erase what “${webhook.name}” received`}
      label={isActive ? t`Revoke the webhook` : t`Erase everything`}
      typed={erases ? webhook.name.trim() : undefined}
      onConfirm={revoke}
    >
      <Stack gap="sm">
        {isActive ? (
          <>
            <Text>
              <Trans>
                Its URL stops working at once, and what the sender tries to deliver is lost. This cannot be undone. To
                stop for a while only, pause it instead.
              </Trans>
            </Text>
            <Checkbox
              label={t`Also erase all that it received`}
              description={t`${count}. Otherwise they stay until their time is over.`}
              {...ticked(erases, setErases)}
            />
          </>
        ) : (
          <Text>
            <Trans>This is erased: {count}. It cannot be undone.</Trans>
          </Text>
        )}
        <Muted>
          <Trans>Contacts that were made from its deliveries stay in any case.</Trans>
        </Muted>
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
          <Trans>
            The webhook was created, but the answer with its URL was lost on the way. Open its settings and get a new
            URL there.
          </Trans>
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
        <Subheading>
          <Trans>What to do next</Trans>
        </Subheading>
        <List type="ordered" size="sm" spacing={4} mt={6}>
          <List.Item>{tellOfSender(sender, 'enter_at')}</List.Item>
          {isRefusing && (
            <List.Item>
              <Trans>
                Enter the signing secret in the settings of this webhook. Until then everything is refused, and kept
                under Rejected so that nothing is lost.
              </Trans>
            </List.Item>
          )}
          <List.Item>
            <Trans>Keep the URL to yourself: whoever has it can send to this webhook.</Trans>
          </List.Item>
        </List>
      </div>
      <div>
        <Group justify="space-between" mb={6}>
          <Subheading>
            <Trans>Try it from a terminal</Trans>
          </Subheading>
          <Copy value={command} label={t`Copy the command`} />
        </Group>
        <Code
          block
          mah={240}
          style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          tabIndex={0}
          aria-label={t`Command`}
        >
          {command}
        </Code>
        {sender.secret && secret === '' && (
          <Muted mt={6}>
            <Trans>
              Put the signing secret into the first line. It is stored encrypted and cannot be filled in here.
            </Trans>
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
      <SecondaryButton onClick={onDone}>
        <Trans>Close</Trans>
      </SecondaryButton>
      <ButtonLink to="/webhooks/$id" params={{ id: webhook.id }} search={{ tab }} onClick={onDone}>
        {tab === 'inbox' ? t`Open the inbox` : t`Open the settings`}
      </ButtonLink>
    </Group>
  )
}
