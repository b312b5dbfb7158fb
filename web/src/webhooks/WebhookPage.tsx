import { Alert, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconShieldOff, IconTrash } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import type { Webhook } from '../api/schema.ts'
import { useMay } from '../api/session.ts'
import { useAction } from '../parts/forms/useChange.ts'
import { TextLink } from '../parts/links.tsx'
import { ActionMenu } from '../parts/page/ActionMenu.tsx'
import { Page } from '../parts/page/Page.tsx'
import { PageTabs } from '../parts/page/PageTabs.tsx'
import { RecordPage } from '../parts/page/RecordPage.tsx'
import { Time } from '../parts/time/Time.tsx'
import { SecondaryButton, Small } from '../parts/variants.ts'
import { Inbox } from './inbox/Inbox.tsx'
import { Rejected } from './inbox/Rejected.tsx'
import { MappingTab } from './mapping/MappingTab.tsx'
import { VerifiedBadge, WebhookState, WHY_REFUSING, WHY_UNVERIFIED } from './source/badges.tsx'
import { REFRESH_MS, usePatchWebhook, useWebhook } from './source/reads.ts'
import { lacksSecret, senderOfWebhook } from './source/senders.ts'
import { RevokeWebhook, RotateUrl } from './source/url-dialogs.tsx'
import { WebhookSettings } from './source/WebhookSettings.tsx'

const MISSING = {
  title: 'There is no such webhook',
  children: 'The link may be old, or a letter of it is missing.',
}

export function WebhookPage() {
  const { id } = useParams({ from: '/inside/webhooks/$id' })
  const webhook = useWebhook(id, { refetchInterval: REFRESH_MS })
  return (
    <RecordPage of={webhook} title="Webhook" back="webhooks" missing={MISSING}>
      {(webhook) => <Shown key={id} webhook={webhook} />}
    </RecordPage>
  )
}

function Shown({ webhook }: { webhook: Webhook }) {
  return (
    <Page
      title={webhook.name}
      back="webhooks"
      badge={
        <Group gap={6}>
          <WebhookState webhook={webhook} />
          <VerifiedBadge webhook={webhook} />
        </Group>
      }
      lead={
        <>
          {senderOfWebhook(webhook).label} · URL {webhook.key_hint} · Last delivery{' '}
          <Time at={webhook.last_received_at} none="never" span inherit />
        </>
      }
      actions={<Actions webhook={webhook} />}
    >
      <Warning webhook={webhook} />
      <PageTabs
        tabs={{
          inbox: { title: 'Inbox', panel: <Inbox webhook={webhook} /> },
          rejected: { title: 'Rejected', count: webhook.rejections, panel: <Rejected webhook={webhook} /> },
          mapping: { title: 'Mapping', panel: <MappingTab webhook={webhook} /> },
          settings: { title: 'Settings', panel: <WebhookSettings webhook={webhook} /> },
        }}
      />
    </Page>
  )
}

function Warning({ webhook }: { webhook: Webhook }) {
  if (!webhook.active) {
    return (
      <Alert color="gray">
        This webhook is revoked: its URL does not work any more. What it received stays here until its time is over.
      </Alert>
    )
  }
  const isRefusing = lacksSecret(webhook)
  if (!isRefusing && webhook.verified === 'verified') return null
  return (
    <Alert color={isRefusing ? 'red' : 'orange'} icon={<IconShieldOff aria-hidden />}>
      <Small>
        <b>{isRefusing ? 'Everything is refused.' : 'Unverified.'}</b> {isRefusing ? WHY_REFUSING : WHY_UNVERIFIED}{' '}
        <TextLink to="." search={{ tab: 'settings' }}>
          {isRefusing ? 'Set the secret' : 'Set up verification'}
        </TextLink>
      </Small>
    </Alert>
  )
}

function Actions({ webhook }: { webhook: Webhook }) {
  const { active: isActive, paused: isPaused } = webhook
  const may = useMay()
  const patch = usePatchWebhook(webhook.id)
  const [isRotating, rotating] = useDisclosure()
  const [isRevoking, revoking] = useDisclosure()
  const pause = useAction((paused: boolean) =>
    patch(
      { paused },
      paused
        ? 'The webhook is paused. Senders are told to try again later (503), and nothing is kept meanwhile.'
        : 'The webhook takes deliveries again.',
    ),
  )
  if (!may.write) return null
  const Sign = isPaused ? IconPlayerPlay : IconPlayerPause
  return (
    <>
      {isActive && (
        <SecondaryButton
          loading={pause.isPending}
          leftSection={<Sign size={16} aria-hidden />}
          onClick={() => pause.mutate(!isPaused)}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </SecondaryButton>
      )}
      <ActionMenu
        width={220}
        actions={[
          isActive && ['Get a new URL', IconRefresh, rotating.open],
          [isActive ? 'Revoke' : 'Erase what it received', IconTrash, revoking.open],
        ]}
      />
      <RotateUrl webhook={webhook} opened={isRotating} onClose={rotating.close} />
      <RevokeWebhook key={String(isActive)} webhook={webhook} opened={isRevoking} onClose={revoking.close} />
    </>
  )
}
