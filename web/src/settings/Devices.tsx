import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Group, Modal, Paper, Stack, TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, useRead, useRefresh } from '../api/client.ts'
import type { Passkey, Session } from '../api/schema.ts'
import { addPasskey, hasPasskeys } from '../entry/passkey.ts'
import { useChange } from '../parts/action.ts'
import { ConfirmButton, useConfirm } from '../parts/dialogs.tsx'
import { DialogButtons, Form, useApiForm } from '../parts/forms.tsx'
import { IconFingerprint, icon } from '../parts/icons.tsx'
import { formatDate } from '../parts/locale.ts'
import { Muted, RecordName, Small, Strong, Tag, Time, useTimeZone } from '../parts/text.tsx'
import { Read, SecondaryButton, SmallButton, tell } from '../parts/ui.tsx'
import { Section } from './Section.tsx'
import { deviceOf } from './values.ts'

const IconDeviceDesktop = icon`M3 5a1 1 0 0 1 1 -1h16a1 1 0 0 1 1 1v10a1 1 0 0 1 -1 1h-16a1 1 0 0 1 -1 -1v-10M7 20h10M9 16v4M15 16v4`
const IconDeviceMobile = icon`M6 5a2 2 0 0 1 2 -2h8a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-8a2 2 0 0 1 -2 -2v-14M11 4h2M12 17v.01`

export function Passkeys() {
  const [isAdding, adding] = useDisclosure()
  const passkeys = useRead(['passkeys'], '/v1/auth/passkeys')
  return (
    <Section
      title={t`Passkeys`}
      lead={t`Sign in with your fingerprint, your face or a security key instead of typing a password. Nobody can steal it by mail.`}
      actions={
        hasPasskeys() && (
          <SecondaryButton leftSection={<IconFingerprint size={18} />} onClick={adding.open}>
            <Trans>Add a passkey</Trans>
          </SecondaryButton>
        )
      }
    >
      {!hasPasskeys() && (
        <Small>
          <Trans>This browser has no passkeys here. They need a recent browser, and https or localhost.</Trans>
        </Small>
      )}
      <Read of={passkeys} rows={1}>
        {(rows) =>
          rows.length === 0 ? (
            <Muted>
              <Trans>You have no passkey yet.</Trans>
            </Muted>
          ) : (
            <Paper withBorder>
              <Stack gap={0}>
                {rows.map((passkey) => (
                  <PasskeyRow key={passkey.id} passkey={passkey} />
                ))}
              </Stack>
            </Paper>
          )
        }
      </Read>
      {isAdding && <AddDialog onClose={adding.close} />}
    </Section>
  )
}

function PasskeyRow({ passkey: { id, name: given, synced, created_at } }: { passkey: Passkey }) {
  const name = given ?? t`Passkey`
  const change = useChange('passkeys', 'me')
  const remove = () => api.DELETE('/v1/auth/passkeys/{id}', { params: { path: { id } } })
  return (
    <Group justify="space-between" p="sm" wrap="nowrap">
      <div>
        <Group gap="xs">
          <RecordName>{name}</RecordName>
          {synced && (
            <Tag fw={500}>
              <Trans>On several devices</Trans>
            </Tag>
          )}
        </Group>
        <Muted>
          <Trans>
            Added <Time at={created_at} inherit />
          </Trans>
        </Muted>
      </div>
      <ConfirmButton
        button={{ children: t`Remove`, size: 'xs', flex: 'none', 'aria-label': t`Remove the passkey ${name}` }}
        title={t`Remove the passkey ${name}?`}
        label={t`Remove the passkey`}
        onConfirm={() => change(remove(), t`The passkey ${name} is removed.`)}
      >
        <Trans>You can no longer sign in with it. Remove it from the device or the password manager too.</Trans>
      </ConfirmButton>
    </Group>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const refresh = useRefresh()
  const form = useApiForm({
    keptAs: 'passkey',
    initialValues: { name: deviceOf(navigator.userAgent) },
    validate: { name: isNotEmpty(t`Give it a name, so that you know it again.`) },
    send: async ({ name }) => {
      await addPasskey(name)
      tell.done(t`The passkey is added. You can sign in with it now.`)
      onClose()
      await refresh('passkeys', 'me')
    },
  })
  const lead = (
    <Small>
      <Trans>Your browser asks next where to keep it: on this device, a phone or a security key.</Trans>
    </Small>
  )
  return (
    <Modal opened title={t`Add a passkey`} onClose={onClose}>
      <Form of={form} lead={lead}>
        <TextInput
          label={t`Name`}
          description={t`By which you know it again.`}
          autoComplete="off"
          maxLength={100}
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <DialogButtons label={t`Add the passkey`} of={form} onBack={onClose} />
      </Form>
    </Modal>
  )
}

export function Sessions() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const sessions = useRead(['sessions'], '/v1/auth/sessions')
  const others = sessions.data?.filter(({ current }) => !current) ?? []

  const end = async (which: Session[]) => {
    try {
      for (const { id } of which) await api.DELETE('/v1/auth/sessions/{id}', { params: { path: { id } } })
    } finally {
      await queries.invalidateQueries({ queryKey: ['sessions'] })
    }
    tell.done(which.length === 1 ? t`The session has ended.` : t`${which.length} sessions have ended.`)
  }
  const endAll = async () => {
    await api.POST('/v1/auth/sign-out-everywhere')
    await navigate({ to: '/sign-in' })
    queries.clear()
  }
  const [dialog, ask] = useConfirm()
  const askOne = (session: Session) =>
    ask({
      title: t`End this session?`,
      label: t`End the session`,
      children: t`That device is signed out at once. The person using it has to sign in again.`,
      onConfirm: () => end([session]),
    })
  const signOut = (label: string, children: string, onConfirm: () => Promise<void>) => (
    <SecondaryButton onClick={() => ask({ title: `${label}?`, label, children, onConfirm })}>{label}</SecondaryButton>
  )
  return (
    <Section
      title={t`Sessions`}
      lead={t`Where you are signed in. End what you do not know, and change your password then.`}
      actions={
        <>
          {others.length > 0 &&
            signOut(
              t`Sign out everywhere else`,
              t`All your other devices are signed out at once. You stay signed in here.`,
              () => end(others),
            )}
          {signOut(
            t`Sign out everywhere`,
            t`All your devices are signed out at once, this one too. You come to the sign-in page.`,
            endAll,
          )}
        </>
      }
    >
      <Read of={sessions} rows={2}>
        {(rows) => (
          <Paper withBorder component="ul" m={0} p={0} aria-label={t`Sessions`}>
            {rows.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => askOne(session)} />
            ))}
          </Paper>
        )}
      </Read>
      {dialog}
    </Section>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const zone = useTimeZone()
  const { current, address, user_agent: agent, created_at: since, renewed_at: seen } = session
  const device = deviceOf(agent)
  const Sign = /iPhone|iPad|Android/.test(device) ? IconDeviceMobile : IconDeviceDesktop
  const day = formatDate(seen, zone, { dateStyle: 'medium' })
  return (
    <Group component="li" justify="space-between" p="sm" wrap="nowrap" style={{ listStyle: 'none' }}>
      <Group gap="sm" wrap="nowrap">
        <Sign size={22} style={{ flexShrink: 0 }} />
        <Stack gap={2}>
          <Group gap="xs">
            <Strong>{device}</Strong>
            {current && (
              <Badge variant="light" color="teal" radius="sm" tt="none">
                <Trans>This one</Trans>
              </Badge>
            )}
          </Group>
          <Muted style={{ overflowWrap: 'anywhere' }}>
            {address !== null && `${address} · `}
            <Trans>
              Signed in <Time at={since} inherit />, last seen {day}
            </Trans>
          </Muted>
        </Stack>
      </Group>
      {!current && (
        <SmallButton flex="none" aria-label={t`End the session ${device}`} onClick={onEnd}>
          <Trans>End</Trans>
        </SmallButton>
      )}
    </Group>
  )
}
