import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import {
  Alert,
  Anchor,
  type AnchorProps,
  Badge,
  Button,
  type ButtonProps,
  Group,
  Paper,
  Skeleton,
  Stack,
  Text,
} from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { ApiProblem, messageOf, OFFLINE } from '../api/client.ts'
import { type Icon, IconAlertTriangle, IconExternalLink, IconPlugConnectedX } from './icons.tsx'
import { formatNumber } from './locale.ts'
import page from './Page.module.css'
import { Heading, Muted, Strong } from './text.tsx'
import tones from './tones.module.css'

export const SecondaryButton = Button.withProps({ variant: 'default' })
export const SmallButton = Button.withProps({ variant: 'default', size: 'xs' })
/** Looks like a link but stays on the page. */
export const LinkButton = Anchor.withProps({ component: 'button', type: 'button', size: 'sm' })

type LinkProps<T> = T & Omit<ComponentPropsWithRef<'a'>, keyof T>

/** Mantine components as typed links of the router. */
export const AnchorLink = createLink((props: LinkProps<AnchorProps>) => <Anchor {...props} />)

/** For use inside a sentence, where colour alone does not mark a link. */
export const TextLink = createLink((props: LinkProps<AnchorProps>) => <Anchor inherit underline="always" {...props} />)

export const ButtonLink = createLink((props: LinkProps<ButtonProps>) => <Button component="a" {...props} />)

export const SecondaryLink = createLink((props: LinkProps<ButtonProps>) => (
  <Button component="a" variant="default" {...props} />
))

/** Opens in another tab. */
export function OutsideLink(props: ButtonProps & { href: string }) {
  const sign = <IconExternalLink size={16} />
  return <Button component="a" variant="default" target="_blank" rel="noreferrer" leftSection={sign} {...props} />
}

interface Counted {
  count: number
  /** Number and noun: "3 leads". */
  name: string
}

/** A count that links to what was counted. Its name begins with the visible text, for speech input. */
export const CountLink = createLink(({ count, name, ...props }: LinkProps<ButtonProps> & Counted) => {
  if (count === 0) return <Muted>0</Muted>
  return (
    <Button component="a" variant="default" size="compact-sm" {...props} aria-label={name}>
      {formatNumber(count)}
    </Button>
  )
})

export function Loading({ rows = 5, height = 36 }: { rows?: number; height?: number }) {
  const { t } = useLingui()
  return (
    <Stack gap="sm" role="status" aria-label={t`Loading`} data-loading>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={index} height={height} />
      ))}
    </Stack>
  )
}

interface EmptyProps {
  icon: Icon
  /** What is missing: "No forms yet". */
  title: string
  /** One sentence: what will be here, and how it gets here. */
  children: ReactNode
  /** The one thing to do. */
  action?: ReactNode
  /** An example of what will be here. */
  sample?: ReactNode
}

/** An empty page teaches: a sentence, an action, perhaps an example. */
export function Empty({ icon: Sign, title, children, action, sample }: EmptyProps) {
  return (
    <div className={page.empty}>
      <span className={page.emptySign} aria-hidden>
        <Sign size={24} />
      </span>
      <Heading>{title}</Heading>
      <Muted component="div">{children}</Muted>
      {action && <Group mt="xs">{action}</Group>}
      {sample && <div className={page.sample}>{sample}</div>}
    </div>
  )
}

/** A made-up row of the list that is still empty, for `Empty`. */
export function Sample({ title, text, aside }: Record<'title' | 'text' | 'aside', string>) {
  const { t } = useLingui()
  return (
    <Paper withBorder p="sm" ta="start" role="note" aria-label={t`For example`}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Stack gap={0} miw={0}>
          <Strong>{title}</Strong>
          <Muted lineClamp={2}>{text}</Muted>
        </Stack>
        <Muted style={{ whiteSpace: 'nowrap' }}>{aside}</Muted>
      </Group>
    </Paper>
  )
}

export function Problem({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  const { t } = useLingui()
  const isOffline = error instanceof ApiProblem && error.code === OFFLINE
  return (
    <Alert
      color={isOffline ? 'orange' : 'red'}
      role="alert"
      icon={isOffline ? <IconPlugConnectedX /> : <IconAlertTriangle />}
      title={isOffline ? t`No connection` : t`That did not work`}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{messageOf(error)}</Text>
        {retry && <SmallButton onClick={retry}>{t`Try again`}</SmallButton>}
      </Stack>
    </Alert>
  )
}

interface ReadState<T> {
  data: T | undefined
  error: unknown
  refetch: () => unknown
}

/** Shows a skeleton, the problem or the data. Data stays visible while it is refetched. */
export function Read<T>({ of, rows, children }: { of: ReadState<T>; rows?: number; children: (data: T) => ReactNode }) {
  if (of.data !== undefined) return <>{children(of.data)}</>
  if (of.error) return <Problem error={of.error} retry={() => void of.refetch()} />
  return <Loading rows={rows} />
}

type Tone = 'good' | 'wait' | 'work' | 'warn' | 'bad' | 'none'

/** Label and tone of every state. `none` is a post that was never scheduled. */
const STATES: Record<string, [label: MessageDescriptor, tone: Tone]> = {
  none: [msg`Draft`, 'none'],
  draft: [msg`Draft`, 'none'],
  waiting: [msg`Scheduled`, 'wait'],
  preparing: [msg`Being prepared`, 'work'],
  sending: [msg`Being sent`, 'work'],
  confirming: [msg`Being checked`, 'work'],
  deferred: [msg`Postponed`, 'wait'],
  published: [msg`Published`, 'good'],
  failed: [msg`Failed`, 'bad'],
  unconfirmed: [msg`Unconfirmed`, 'warn'],
  missed: [msg`Missed`, 'warn'],
  held: [msg`On hold`, 'warn'],
  accepted: [msg`Accepted`, 'good'],
  test: [msg`Test`, 'none'],
  cancelled: [msg`Cancelled`, 'none'],
  active: [msg`Active`, 'good'],
  paused: [msg`Paused`, 'warn'],
  failing: [msg`Failing`, 'warn'],
  disabled: [msg`Disabled`, 'bad'],
  revoked: [msg`Revoked`, 'none'],
  expired: [msg`Expired`, 'none'],
  live: [msg`Live`, 'good'],
  delivered: [msg`Delivered`, 'good'],
  pending: [msg`Waiting`, 'wait'],
  running: [msg`Running`, 'work'],
  done: [msg`Done`, 'good'],
}

export function stateLook(state: string): { label: string; tone: Tone } {
  const [label, tone] = STATES[state] ?? [null, 'none' as const]
  return { label: label === null ? state.replaceAll('_', ' ') : i18n._(label), tone }
}

/** Mantine's light badges have too little contrast for small letters. */
export function StateBadge({ state, label }: { state: string; label?: string }) {
  const look = stateLook(state)
  const style = { background: 'var(--tone-soft)', color: 'var(--tone-text)', flexShrink: 0, minWidth: 'max-content' }
  return (
    <Badge className={tones[look.tone]} style={style}>
      {label ?? look.label}
    </Badge>
  )
}

/** The words of a notification itself. */
export const messageNames = () => ({ closeButtonProps: { 'aria-label': t`Close this message` } })

/** Notifications. Errors of a field are shown beside it instead. */
export const tell = {
  done(message: string): void {
    notifications.show({ message, color: 'teal', autoClose: 4_000, ...messageNames() })
  },
  problem(error: unknown): void {
    const reason = messageOf(error)
    const wait = error instanceof ApiProblem ? error.retryAfter : null
    const message = wait === null ? reason : t`${reason} Try again in ${wait} s.`
    notifications.show({ message, color: 'red', autoClose: 9_000, role: 'alert', ...messageNames() })
  },
}
