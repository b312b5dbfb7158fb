import { type ButtonProps, Group, Text } from '@mantine/core'
import type { Event } from '../api/schema.ts'
import { ButtonLink } from '../parts/links.tsx'
import { StateBadge } from '../parts/StateBadge.tsx'
import { Time } from '../parts/Time.tsx'
import { Heading } from '../parts/variants.ts'
import { labelOf } from './catalogue.ts'
import { linkOf, summaryOf } from './subject.ts'

export function EventHead({ event, state }: { event: Event; state?: string }) {
  return (
    <div>
      <Group gap="xs">
        <Heading>{labelOf(event.type)}</Heading>
        {state && <StateBadge state={state} />}
      </Group>
      <Text c="dimmed" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
        {summaryOf(event)}
      </Text>
      <Time at={event.timestamp} exact size="sm" c="dimmed" />
    </div>
  )
}

export function SubjectLink({ event, ...button }: { event: Event } & ButtonProps) {
  const link = linkOf(event)
  if (link === null) return null
  const { label, to, params, search = {} } = link
  return (
    <ButtonLink to={to} params={params} search={search} size="xs" {...button}>
      {label}
    </ButtonLink>
  )
}
