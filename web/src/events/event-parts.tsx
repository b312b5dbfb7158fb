import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ButtonProps, Code, Drawer, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AnyEvent } from '../api/events.ts'
import { formatNumber } from '../parts/locale.ts'
import { Copy } from '../parts/Secret.tsx'
import { Heading, Small, Strong, Time } from '../parts/text.tsx'
import { ButtonLink, StateBadge } from '../parts/ui.tsx'
import { useNetworkOf } from '../posts/accounts.ts'
import { labelOf } from './catalogue.ts'
import { linkOf, summaryOf } from './subject.ts'

interface DetailDrawerProps {
  title: string
  /** Undefined when closed. */
  id: string | undefined
  onClose: () => void
  children: (id: string) => ReactNode
}

export function DetailDrawer({ title, id, onClose, children }: DetailDrawerProps) {
  return (
    <Drawer opened={id !== undefined} onClose={onClose} position="right" size="lg" title={title}>
      {id !== undefined && children(id)}
    </Drawer>
  )
}

export function EventHead({ event, state }: { event: AnyEvent; state?: string }) {
  const networkOf = useNetworkOf()
  return (
    <div>
      <Group gap="xs">
        <Heading>{labelOf(event.type)}</Heading>
        {state && <StateBadge state={state} />}
      </Group>
      <Text c="dimmed" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
        {summaryOf(event, networkOf)}
      </Text>
      <Time at={event.timestamp} exact size="sm" c="dimmed" />
    </div>
  )
}

export function SubjectLink({ event, ...button }: { event: AnyEvent } & ButtonProps) {
  const link = linkOf(event)
  if (link === null) return null
  const { label, to, params, search = {} } = link
  return (
    <ButtonLink to={to} params={params} search={search} size="xs" {...button}>
      {label}
    </ButtonLink>
  )
}

/** Focusable, because it scrolls. */
function CodeBox({ label, text, height }: { label: string; text: string; height: number }) {
  return (
    <Code block mah={height} style={{ overflow: 'auto' }} tabIndex={0} role="region" aria-label={label}>
      {text}
    </Code>
  )
}

export function Json({ title, value }: { title: string; value: unknown }) {
  const text = JSON.stringify(value, null, 2)
  return (
    <div>
      <Group justify="space-between" mb={6}>
        <Strong>{title}</Strong>
        <Copy value={text} />
      </Group>
      <CodeBox label={title} text={text} height={420} />
    </div>
  )
}

export function Answer({ text }: { text: string | null }) {
  if (text === null || text === '')
    return (
      <Small>
        <Trans>The answer was empty.</Trans>
      </Small>
    )
  return <CodeBox label={t`Answer`} text={text} height={220} />
}

export function formatMs(ms: number): string {
  if (ms < 1_000) return `${formatNumber(ms)} ms`
  return `${formatNumber(ms / 1_000, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`
}
