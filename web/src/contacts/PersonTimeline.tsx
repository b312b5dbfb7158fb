import { Group, Timeline } from '@mantine/core'
import type { ReactNode } from 'react'
import { useList } from '../api/client.ts'
import type { PersonDetail, TimelineContact, TimelineEntry, TimelineOwner } from '../api/schema.ts'
import { type Icon, IconMail, IconProgressCheck, IconRoute, IconUserCheck, icon } from '../parts/icons.tsx'
import { AnchorLink, Muted, Read, Small, SmallButton, Tag, TextLink, Time } from '../parts/ui.tsx'
import { StatusBadge } from './Lead.tsx'
import { authorOf } from './Notes.tsx'
import { fullName, originOf } from './names.ts'

const IconNote = icon`M13 20l7 -7M13 20v-6a1 1 0 0 1 1 -1h6v-7a2 2 0 0 0 -2 -2h-12a2 2 0 0 0 -2 2v12a2 2 0 0 0 2 2h7`
const IconPoint = icon`M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0`
const IconSignature = icon`M3 17c3.333 -3.333 5 -6 5 -8c0 -3 -1 -3 -2 -3s-2.032 1.085 -2 3c.034 2.048 1.658 4.877 2.5 6c1.5 2 2.5 2.5 3.5 1l2 -3c.333 2.667 1.333 4 3 4c.53 0 2.639 -2 3 -2c.517 0 1.517 .667 3 2`

export function PersonTimeline({ person }: { person: PersonDetail }) {
  const { email } = person
  const entries = useList(['people', 'timeline', email], '/v1/people/{email}/timeline', { path: { email } })
  return (
    <Read of={entries}>
      {() => (
        <>
          <Timeline bulletSize={26} lineWidth={2} active={entries.rows.length} color="teal">
            {entries.rows.map((entry) => (
              <Entry key={entry.id} entry={entry} person={person} />
            ))}
          </Timeline>
          {entries.more.has && (
            <SmallButton mt="md" loading={entries.more.isLoading} onClick={entries.more.load}>
              Show more of {entries.total.toLocaleString()}
            </SmallButton>
          )}
        </>
      )}
    </Read>
  )
}

function Entry({ entry, person, ...item }: { entry: TimelineEntry; person: PersonDetail }) {
  const Bullet = iconOf(entry)
  const text = textOf(entry)
  return (
    // Timeline gives its items more props, such as whether the line goes on.
    <Timeline.Item {...item} bullet={<Bullet size={14} />} title={titleOf(entry, person)}>
      <Group gap={6}>
        <Time at={entry.at} exact size="sm" c="dimmed" />
        {entry.by && <Muted>by {authorOf({ author: entry.by })}</Muted>}
      </Group>
      {text && (
        <Small component="div" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text}
        </Small>
      )}
    </Timeline.Item>
  )
}

const ICONS = {
  consent: IconSignature,
  mail: IconMail,
  note: IconNote,
  status_changed: IconProgressCheck,
  assigned: IconUserCheck,
}

function iconOf(entry: TimelineEntry): Icon {
  if (entry.kind !== 'contact') return ICONS[entry.kind]
  return originOf(entry) !== '' || entry.link ? IconRoute : IconPoint
}

const MAILS = { auto_reply: 'Automatic reply', opt_in: 'Mail that asks to confirm the address' }
const MAIL_STATES = { waiting: 'Waiting', sent: 'Sent', failed: 'Not delivered', dropped: 'Not sent' }

function titleOf(entry: TimelineEntry, { first_touch, last_touch }: PersonDetail): ReactNode {
  const to = { to: '/contacts/$id', params: { id: entry.contact_id } } as const
  switch (entry.kind) {
    case 'contact': {
      const touch = originOf(entry)
      return (
        <Group gap="xs">
          <AnchorLink fw={600} {...to}>
            {touch || 'No source told'}
          </AnchorLink>
          {touch && entry.at === first_touch?.at && <Tag>First touch</Tag>}
          {touch && entry.at === last_touch?.at && <Tag>Last touch</Tag>}
        </Group>
      )
    }
    case 'consent':
      return <AnchorLink {...to}>Agreed: {entry.purpose}</AnchorLink>
    case 'mail':
      return (
        <Group gap="xs">
          <AnchorLink {...to}>{MAILS[entry.mail]}</AnchorLink>
          <Tag>{MAIL_STATES[entry.state]}</Tag>
        </Group>
      )
    case 'note':
      return <AnchorLink {...to}>Note</AnchorLink>
    case 'status_changed':
      return (
        <Group gap="xs">
          <AnchorLink {...to}>Status</AnchorLink>
          <StatusBadge status={entry.from} /> to <StatusBadge status={entry.to} />
        </Group>
      )
    case 'assigned':
      return <AnchorLink {...to}>Owner: {ownerName(entry.to)}</AnchorLink>
  }
}

function textOf(entry: TimelineEntry): ReactNode {
  switch (entry.kind) {
    case 'contact':
      return <RecordText entry={entry} />
    case 'consent':
      return (
        <>
          “{entry.text}”
          <Group gap="xs">
            <FormLine form={entry.form} />
            {entry.confirmed_at && <Tag>Address confirmed</Tag>}
            {entry.withdrawn_at && <Tag>Withdrawn</Tag>}
          </Group>
        </>
      )
    case 'mail':
      return (
        <>
          {entry.state !== 'sent' && entry.reason}
          <FormLine form={entry.form} />
        </>
      )
    case 'note':
      return entry.text
    case 'status_changed':
      return null
    case 'assigned':
      return entry.from && `Before: ${ownerName(entry.from)}`
  }
}

function ownerName(member: TimelineOwner['to']): string {
  return member?.name ?? (member === null ? 'nobody' : 'somebody who left')
}

function FormLine({ form }: Pick<TimelineContact, 'form'>) {
  return (
    form && (
      <div>
        Form:{' '}
        <TextLink to="/forms/$id" params={{ id: form.id }}>
          {form.name ?? 'open it'}
        </TextLink>
      </div>
    )
  )
}

function RecordText({ entry }: { entry: TimelineContact }) {
  const { company, link, post, form, webhook, delivery_id } = entry
  const facts = [fullName(entry), company, form && `form ${form.name ?? ''}`, link && `link ${link.name ?? ''}`]
  return (
    <>
      {facts.filter(Boolean).join(' · ')}
      {post && (
        <div>
          Post:{' '}
          <AnchorLink to="/posts/$id" params={{ id: post.id }}>
            {post.name ?? 'open it'}
          </AnchorLink>
        </div>
      )}
      {webhook && (
        <div>
          Webhook:{' '}
          <AnchorLink
            to="/webhooks/$id"
            params={{ id: webhook.id }}
            search={delivery_id === null ? {} : { delivery: delivery_id }}
          >
            {webhook.name ?? 'open it'}
          </AnchorLink>
        </div>
      )}
    </>
  )
}
