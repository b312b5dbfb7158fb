import { Code, Group, List, Stack, Text } from '@mantine/core'
import type { WebhookWithUrl } from '../../api/schema.ts'
import { ButtonLink } from '../../parts/links.tsx'
import { type MadeProps, ShownResult } from '../../parts/MakeDialog.tsx'
import { Copy, ShownOnce } from '../../parts/Secret.tsx'
import { Muted, SecondaryButton, Subheading } from '../../parts/variants.ts'
import { usePresets } from '../reads.ts'
import { curlFor } from './curl.ts'
import { lacksSecret, type SignatureValues, senderOfWebhook } from './senders.ts'

const PLAIN = {
  name: 'Ana Silva',
  email: 'ana@example.com',
  company: 'Example Ltd',
  message: 'Please send me an offer.',
}

export interface MadeWebhook {
  webhook: WebhookWithUrl
  /** As they were typed a moment ago, for the example. */
  secret?: string
  verifyToken?: string
}

/** Shows the URL once, with where to enter it and how to test it. */
export function ShownUrl({ made: { webhook, secret = '', verifyToken = '' }, onDone }: MadeProps<MadeWebhook>) {
  const presets = usePresets()
  const sender = senderOfWebhook(webhook)
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
  const sample = presets.data?.find(({ preset }) => preset === webhook.mapping?.preset)?.sample ?? PLAIN
  const command = curlFor({
    url,
    provider: webhook.provider,
    signature: webhook.signature as SignatureValues | null,
    secret,
    verifyToken,
    body: sample,
  })
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
        {webhook.provider !== 'none' && webhook.provider !== 'microsoft' && secret === '' && (
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
