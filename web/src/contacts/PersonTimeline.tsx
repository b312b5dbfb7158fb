import { Group, Timeline } from '@mantine/core'
import type { ReactNode } from 'react'
import { useList } from '../api/client.ts'
import type { PersonDetail, TimelineContact, TimelineEntry, TimelineOwner } from '../api/schema.ts'
import { type Icon, IconMail, IconProgressCheck, IconRoute, IconUserCheck, icon } from '../parts/icons.tsx'
import { Muted, Small, Tag, Time } from '../parts/text.tsx'
import { AnchorLink, Read, SmallButton, TextLink } from '../parts/ui.tsx'
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
  const [Bullet, title, text] = lookOf(entry, person)
  return (
    // Timeline passes more props to its items, such as whether the line continues.
    <Timeline.Item {...item} bullet={<Bullet size={14} />} title={<Group gap="xs">{title}</Group>}>
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

const MAILS = { auto_reply: 'Automatic reply', opt_in: 'Mail that asks to confirm the address' }
const MAIL_STATES = { waiting: 'Waiting', sent: 'Sent', failed: 'Not delivered', dropped: 'Not sent' }

function lookOf(entry: TimelineEntry, person: PersonDetail): [icon: Icon, title: ReactNode, text?: ReactNode] {
  const link = (words: ReactNode, fw?: number) => (
    <AnchorLink to="/contacts/$id" params={{ id: entry.contact_id }} fw={fw}>
      {words}
    </AnchorLink>
  )
  switch (entry.kind) {
    case 'contact': {
      const origin = originOf(entry)
      const title = (
        <>
          {link(origin || 'No source told', 600)}
          {origin && entry.at === person.first_touch?.at && <Tag>First touch</Tag>}
          {origin && entry.at === person.last_touch?.at && <Tag>Last touch</Tag>}
        </>
      )
      return [origin || entry.link ? IconRoute : IconPoint, title, <Came key="text" entry={entry} />]
    }
    case 'consent': {
      const text = (
        <>
          “{entry.text}”
          <Group gap="xs">
            <Origin name="Form" of={entry.form} to="/forms/$id" />
            {entry.confirmed_at && <Tag>Address confirmed</Tag>}
            {entry.withdrawn_at && <Tag>Withdrawn</Tag>}
          </Group>
        </>
      )
      return [IconSignature, link(`Agreed: ${entry.purpose}`), text]
    }
    case 'mail': {
      const title = (
        <>
          {link(MAILS[entry.mail])}
          <Tag>{MAIL_STATES[entry.state]}</Tag>
        </>
      )
      const text = (
        <>
          {entry.state !== 'sent' && entry.reason}
          <Origin name="Form" of={entry.form} to="/forms/$id" />
        </>
      )
      return [IconMail, title, text]
    }
    case 'note':
      return [IconNote, link('Note'), entry.text]
    case 'status_changed': {
      const title = (
        <>
          {link('Status')} <StatusBadge status={entry.from} /> to <StatusBadge status={entry.to} />
        </>
      )
      return [IconProgressCheck, title]
    }
    case 'assigned':
      return [IconUserCheck, link(`Owner: ${ownerName(entry.to)}`), entry.from && `Before: ${ownerName(entry.from)}`]
  }
}

function ownerName(member: TimelineOwner['to']): string {
  return member?.name ?? (member === null ? 'nobody' : 'somebody who left')
}

interface OriginProps {
  name: string
  of: TimelineContact['form']
  to: '/forms/$id' | '/posts/$id' | '/webhooks/$id'
  search?: Record<string, string>
}

function Origin({ name, of, to, search = {} }: OriginProps) {
  return (
    of && (
      <div>
        {name}:{' '}
        <TextLink to={to} params={{ id: of.id }} search={search}>
          {of.name ?? 'open it'}
        </TextLink>
      </div>
    )
  )
}

function Came({ entry }: { entry: TimelineContact }) {
  const { company, link, post, form, webhook, delivery_id: delivery } = entry
  const facts = [fullName(entry), company, form && `form ${form.name ?? ''}`, link && `link ${link.name ?? ''}`]
  return (
    <>
      {facts.filter(Boolean).join(' · ')}
      <Origin name="Post" of={post} to="/posts/$id" />
      <Origin name="Webhook" of={webhook} to="/webhooks/$id" search={delivery === null ? {} : { delivery }} />
    </>
  )
}
