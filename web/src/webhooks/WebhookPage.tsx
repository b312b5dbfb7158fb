import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../api/client.ts'
import type { Webhook } from '../api/schema.ts'
import { useAction } from '../parts/action.ts'
import { Form, FormProblem, SubmitButton, useApiForm } from '../parts/forms.tsx'
import { Help } from '../parts/Help.tsx'
import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconShieldOff, IconTrash } from '../parts/icons.tsx'
import { ActionMenu, Page, PagePart, RecordPage } from '../parts/Page.tsx'
import { PageTabs } from '../parts/PageTabs.tsx'
import { Small, Time } from '../parts/text.tsx'
import { SecondaryButton, TextLink } from '../parts/ui.tsx'
import { Inbox } from './inbox/Inbox.tsx'
import { Rejected } from './inbox/Rejected.tsx'
import { MappingTab } from './mapping/MappingTab.tsx'
import { VerifiedBadge, WebhookState, whyRefusing, whyUnverified } from './source/badges.tsx'
import { REFRESH_MS, usePatchWebhook, useWebhook } from './source/reads.ts'
import { LimitFields, VerificationFields } from './source/SourceFields.tsx'
import { labelOfSender, lacksSecret, senderOfWebhook } from './source/senders.ts'
import { fieldFor, type SourceValues, toPatch, valuesOf } from './source/source-form.ts'
import { RevokeWebhook, RotateUrl } from './source/url-dialogs.tsx'

export function WebhookPage() {
  const { id } = useParams({ from: '/inside/webhooks/$id' })
  const webhook = useWebhook(id, { refetchInterval: REFRESH_MS })
  return (
    <RecordPage of={webhook} title={t`Webhook`} back="webhooks" missing={t`There is no such webhook`}>
      {(webhook) => <Shown key={id} webhook={webhook} />}
    </RecordPage>
  )
}

function Shown({ webhook }: { webhook: Webhook }) {
  const never = t({ message: 'never', comment: 'When a webhook last got something: “Last delivery never”' })
  return (
    <Page
      title={webhook.name}
      help={
        <Help about={t`Webhook`} page="receive">
          <Trans>
            Everything that another service has sent to this address, and the contacts it became. If some could not be
            read, say which part is what under Mapping.
          </Trans>
        </Help>
      }
      back="webhooks"
      badge={
        <Group gap={6}>
          <WebhookState webhook={webhook} />
          <VerifiedBadge webhook={webhook} />
        </Group>
      }
      lead={
        <Trans>
          {labelOfSender(senderOfWebhook(webhook))} · URL {unbroken(webhook.key_hint)} · Last delivery{' '}
          <Time at={webhook.last_received_at} none={never} span inherit />
        </Trans>
      }
      actions={<Actions webhook={webhook} />}
    >
      <Warning webhook={webhook} />
      <PageTabs
        tabs={{
          inbox: { title: t`Inbox`, panel: <Inbox webhook={webhook} /> },
          rejected: { title: t`Rejected`, count: webhook.rejections, panel: <Rejected webhook={webhook} /> },
          mapping: { title: t`Mapping`, panel: <MappingTab webhook={webhook} /> },
          settings: { title: t`Settings`, panel: <WebhookSettings webhook={webhook} /> },
        }}
      />
    </Page>
  )
}

/** Lines would break after the ellipsis. */
function unbroken(hint: string): string {
  return hint.replace('…', '\u2060…\u2060')
}

function Warning({ webhook }: { webhook: Webhook }) {
  const { tab } = useSearch({ from: '__root__' })
  if (!webhook.active) {
    return (
      <Alert color="gray">
        <Trans>
          This webhook is revoked: its URL does not work any more. What it received stays here until its time is over.
        </Trans>
      </Alert>
    )
  }
  const isRefusing = lacksSecret(webhook)
  // The settings say it themselves.
  if (tab === 'settings' || (!isRefusing && webhook.verified === 'verified')) return null
  return (
    <Alert color={isRefusing ? 'red' : 'orange'} icon={<IconShieldOff />}>
      <b>{isRefusing ? t`Everything is refused.` : t`Unverified.`}</b> {isRefusing ? whyRefusing() : whyUnverified()}{' '}
      <TextLink to="." search={{ tab: 'settings' }}>
        {isRefusing ? t`Set the secret` : t`Set up verification`}
      </TextLink>
    </Alert>
  )
}

function Actions({ webhook }: { webhook: Webhook }) {
  const { active: isActive, paused: isPaused } = webhook
  const may = useMay()
  const patch = usePatchWebhook(webhook.id)
  const [dialogs, open] = useUrlDialogs(webhook)
  const pause = useAction((paused: boolean) =>
    patch(
      { paused },
      paused
        ? t`The webhook is paused. Senders are told to try again later (503), and nothing is kept meanwhile.`
        : t`The webhook takes deliveries again.`,
    ),
  )
  if (!may.write) return null
  const Sign = isPaused ? IconPlayerPlay : IconPlayerPause
  return (
    <>
      {isActive && (
        <SecondaryButton
          loading={pause.isPending}
          leftSection={<Sign size={16} />}
          onClick={() => pause.mutate(!isPaused)}
        >
          {isPaused ? t`Resume` : t`Pause`}
        </SecondaryButton>
      )}
      <ActionMenu
        width={220}
        actions={[
          isActive && [t`Get a new URL`, IconRefresh, open.rotate],
          [isActive ? t`Revoke` : t`Erase what it received`, IconTrash, open.revoke],
        ]}
      />
      {dialogs}
    </>
  )
}

/** The dialogs about the URL, and functions that open them. */
function useUrlDialogs(webhook: Webhook) {
  const [isRotating, rotating] = useDisclosure()
  const [isRevoking, revoking] = useDisclosure()
  const dialogs = (
    <>
      <RotateUrl webhook={webhook} opened={isRotating} onClose={rotating.close} />
      <RevokeWebhook key={String(webhook.active)} webhook={webhook} opened={isRevoking} onClose={revoking.close} />
    </>
  )
  return [dialogs, { rotate: rotating.open, revoke: revoking.open }] as const
}

function WebhookSettings({ webhook }: { webhook: Webhook }) {
  const may = useMay()
  const [dialogs, open] = useUrlDialogs(webhook)
  return (
    <Stack maw={760}>
      {!may.write && (
        <Alert color="gray">
          <Trans>You can look at these settings. An owner or editor of the team can change them.</Trans>
        </Alert>
      )}
      <SettingsForm webhook={webhook} isLocked={!may.write || !webhook.active} />
      {webhook.active && (
        <PagePart title={t`URL`}>
          <Stack gap="sm" align="flex-start">
            <Small>
              <Trans>
                The URL was shown once, when it was made. Its key begins and ends like this: <b>{webhook.key_hint}</b>
              </Trans>
            </Small>
            {webhook.previous_key_until !== null && (
              <Small>
                <Trans>
                  The previous URL works until <Time at={webhook.previous_key_until} exact span inherit fw={600} />.
                </Trans>
              </Small>
            )}
            {may.write && (
              <SecondaryButton onClick={open.rotate}>
                <Trans>Get a new URL</Trans>
              </SecondaryButton>
            )}
          </Stack>
        </PagePart>
      )}
      {may.write && (
        <PagePart title={webhook.active ? t`Revoke` : t`Erase`}>
          <Stack gap="sm" align="flex-start">
            <Small>
              {webhook.active
                ? t`Ends the URL for good. What was received stays until its time is over, unless you erase it too.`
                : t`The webhook is revoked. What it received can be erased before its time is over.`}
            </Small>
            <Button color="red.8" variant="outline" c="var(--mantine-color-text)" onClick={open.revoke}>
              {webhook.active ? t`Revoke the webhook` : t`Erase what it received`}
            </Button>
          </Stack>
        </PagePart>
      )}
      {dialogs}
    </Stack>
  )
}

function SettingsForm({ webhook, isLocked }: { webhook: Webhook; isLocked: boolean }) {
  const save = usePatchWebhook(webhook.id)
  // Live updates of counts must not change what the person is typing.
  const [before, setBefore] = useState(() => valuesOf(webhook))
  const form = useApiForm<SourceValues>({
    initialValues: before,
    send: async () => {
      const values = valuesOf(await save(patch, t`The settings are saved.`))
      setBefore(values)
      form.setValues(values)
      form.clearErrors()
    },
    fieldFor,
  })
  const patch = toPatch(before, form.values)
  const isChanged = Object.keys(patch).length > 0
  return (
    <Form of={form} withRefusal={false} isLocked={isLocked}>
      <PagePart title={t`Name`}>
        <TextInput label={t`Name of the webhook`} {...form.getInputProps('name')} />
      </PagePart>
      <PagePart title={t`Verification`}>
        <VerificationFields form={form} webhook={webhook} isLocked={isLocked} />
        {webhook.previous_secret_until !== null && (
          <Small mt="sm">
            <Trans>
              The previous signing secret is accepted until{' '}
              <Time at={webhook.previous_secret_until} exact span inherit fw={600} />.
            </Trans>
          </Small>
        )}
      </PagePart>
      <PagePart title={t`Limits and retention`}>
        <LimitFields form={form} />
      </PagePart>
      {form.refusal && <FormProblem {...form.refusal} title={t`The settings were not saved`} />}
      {!isLocked && (
        <Group justify="flex-end">
          {isChanged && (
            <SecondaryButton onClick={() => form.setValues(before)}>
              <Trans>Undo changes</Trans>
            </SecondaryButton>
          )}
          <SubmitButton of={form} disabled={!isChanged}>
            <Trans>Save</Trans>
          </SubmitButton>
        </Group>
      )}
    </Form>
  )
}
