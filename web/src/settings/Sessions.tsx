import { Badge, Group, Paper, Stack } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../api/client.ts'
import { useRead } from '../api/queries.ts'
import type { Session } from '../api/schema.ts'
import { useConfirm } from '../parts/dialogs/ConfirmButton.tsx'
import { Read } from '../parts/states.tsx'
import { tell } from '../parts/tell.ts'
import { Time, useTimeZone } from '../parts/time/Time.tsx'
import { Muted, SecondaryButton, SmallButton, Strong } from '../parts/variants.ts'
import { Section } from './Section.tsx'
import { deviceOf } from './device.ts'

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
    tell.done(which.length === 1 ? 'The session has ended.' : `${which.length} sessions have ended.`)
  }
  const endAll = async () => {
    await api.POST('/v1/auth/sign-out-everywhere')
    await navigate({ to: '/sign-in' })
    queries.clear()
  }
  const [dialog, ask] = useConfirm()
  const askOne = (session: Session) =>
    ask({
      title: 'End this session?',
      label: 'End the session',
      children: 'That device is signed out at once. Whoever uses it has to sign in again.',
      onConfirm: () => end([session]),
    })
  const signOut = (label: string, children: string, onConfirm: () => Promise<void>) => (
    <SecondaryButton onClick={() => ask({ title: `${label}?`, label, children, onConfirm })}>{label}</SecondaryButton>
  )
  return (
    <Section
      title="Sessions"
      lead="Where you are signed in. End what you do not know, and change your password then."
      actions={
        <>
          {others.length > 0 &&
            signOut(
              'Sign out everywhere else',
              'All your other devices are signed out at once. You stay signed in here.',
              () => end(others),
            )}
          {signOut(
            'Sign out everywhere',
            'All your devices are signed out at once, this one too. You come to the sign-in page.',
            endAll,
          )}
        </>
      }
    >
      <Read of={sessions} rows={2}>
        {(rows) => (
          <Paper withBorder radius="md" component="ul" m={0} p={0} aria-label="Sessions">
            {rows.map((session) => (
              <Row key={session.id} session={session} onEnd={() => askOne(session)} />
            ))}
          </Paper>
        )}
      </Read>
      {dialog}
    </Section>
  )
}

function Row({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const zone = useTimeZone()
  const { current, address, user_agent: agent, created_at: since, renewed_at: seen } = session
  const device = deviceOf(agent)
  const Sign = /iPhone|iPad|Android/.test(device) ? IconDeviceMobile : IconDeviceDesktop
  const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: zone }).format(new Date(seen))
  return (
    <Group component="li" justify="space-between" p="sm" wrap="nowrap" style={{ listStyle: 'none' }}>
      <Group gap="sm" wrap="nowrap">
        <Sign size={22} aria-hidden style={{ flexShrink: 0 }} />
        <Stack gap={2}>
          <Group gap="xs">
            <Strong>{device}</Strong>
            {current && (
              <Badge variant="light" color="teal" radius="sm" tt="none">
                This one
              </Badge>
            )}
          </Group>
          <Muted style={{ overflowWrap: 'anywhere' }}>
            {address === null ? '' : `${address}. `}Signed in <Time at={since} inherit />, last seen {day}.
          </Muted>
        </Stack>
      </Group>
      {!current && (
        <SmallButton flex="none" aria-label={`End the session ${device}`} onClick={onEnd}>
          End
        </SmallButton>
      )}
    </Group>
  )
}
