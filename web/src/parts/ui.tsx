import {
  Alert,
  Anchor,
  type AnchorProps,
  Badge,
  Button,
  type ButtonProps,
  Group,
  Select,
  Skeleton,
  Stack,
  Text,
  ThemeIcon,
} from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { ApiProblem, messageOf, OFFLINE } from '../api/client.ts'
import { type Icon, IconAlertTriangle, IconExternalLink, IconPlugConnectedX } from './icons.tsx'
import { Heading, Muted } from './text.tsx'
import tones from './tones.module.css'

export const SecondaryButton = Button.withProps({ variant: 'default' })
export const SmallButton = Button.withProps({ variant: 'default', size: 'xs' })
/** Looks like a link but stays on the page. */
export const LinkButton = Anchor.withProps({ component: 'button', type: 'button', size: 'sm' })
/** Cannot be cleared. */
export const FixedSelect = Select.withProps({ allowDeselect: false })

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
  /** The counted thing: "lead", "leads". */
  one: string
  many: string
}

/** A count that links to what was counted. Its name begins with the visible text, for speech input. */
export const CountLink = createLink(({ count, one, many, ...props }: LinkProps<ButtonProps> & Counted) => {
  if (count === 0) return <Muted>0</Muted>
  const shown = count.toLocaleString()
  const name = `${shown} ${count === 1 ? one : many}`
  return (
    <Button component="a" variant="default" size="compact-sm" {...props} aria-label={name}>
      {shown}
    </Button>
  )
})

export function Loading({ rows = 5, height = 36 }: { rows?: number; height?: number }) {
  return (
    <Stack gap="sm" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={index} height={height} />
      ))}
    </Stack>
  )
}

interface EmptyProps {
  icon: Icon
  title: string
  children: ReactNode
  action?: ReactNode
}

export function Empty({ icon: Sign, title, children, action }: EmptyProps) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <ThemeIcon variant="light" size={56} radius="xl">
        <Sign size={30} />
      </ThemeIcon>
      <Heading>{title}</Heading>
      <Text c="dimmed" maw={460} component="div">
        {children}
      </Text>
      {action && <Group mt="sm">{action}</Group>}
    </Stack>
  )
}

export function Problem({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  const isOffline = error instanceof ApiProblem && error.code === OFFLINE
  return (
    <Alert
      color={isOffline ? 'orange' : 'red'}
      role="alert"
      icon={isOffline ? <IconPlugConnectedX /> : <IconAlertTriangle />}
      title={isOffline ? 'No connection' : 'That did not work'}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{messageOf(error)}</Text>
        {retry && <SmallButton onClick={retry}>Try again</SmallButton>}
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
const STATES: Record<string, [label: string, tone: Tone]> = {
  none: ['Draft', 'none'],
  draft: ['Draft', 'none'],
  waiting: ['Scheduled', 'wait'],
  preparing: ['Being prepared', 'work'],
  sending: ['Being sent', 'work'],
  confirming: ['Being checked', 'work'],
  deferred: ['Postponed', 'wait'],
  published: ['Published', 'good'],
  failed: ['Failed', 'bad'],
  unconfirmed: ['Unconfirmed', 'warn'],
  missed: ['Missed', 'warn'],
  held: ['Held', 'warn'],
  accepted: ['Accepted', 'good'],
  test: ['Test', 'none'],
  cancelled: ['Cancelled', 'none'],
  active: ['Active', 'good'],
  paused: ['Paused', 'warn'],
  failing: ['Failing', 'warn'],
  disabled: ['Disabled', 'bad'],
  revoked: ['Revoked', 'none'],
  expired: ['Expired', 'none'],
  live: ['Live', 'good'],
  delivered: ['Delivered', 'good'],
  pending: ['Waiting', 'wait'],
  running: ['Running', 'work'],
  done: ['Done', 'good'],
}

export function stateLook(state: string): { label: string; tone: Tone } {
  const [label, tone] = STATES[state] ?? [state.replaceAll('_', ' '), 'none']
  return { label, tone }
}

/** Mantine's light badges have too little contrast for small letters. */
export function StateBadge({ state, label }: { state: string; label?: string }) {
  const look = stateLook(state)
  const style = { background: 'var(--tone-soft)', color: 'var(--tone-text)', flexShrink: 0, minWidth: 'max-content' }
  return (
    <Badge radius="sm" tt="none" className={tones[look.tone]} style={style}>
      {label ?? look.label}
    </Badge>
  )
}

const closeButtonProps = { 'aria-label': 'Close this message' }

/** Notifications. Errors of a field are shown beside it instead. */
export const tell = {
  done(message: string): void {
    notifications.show({ message, color: 'teal', autoClose: 4_000, closeButtonProps })
  },
  problem(error: unknown): void {
    const wait = error instanceof ApiProblem && error.retryAfter !== null ? ` Try again in ${error.retryAfter} s.` : ''
    const message = `${messageOf(error)}${wait}`
    notifications.show({ message, color: 'red', autoClose: 9_000, role: 'alert', closeButtonProps })
  },
}
