import { Group, Timeline } from '@mantine/core'
import {
  IconMail,
  IconNote,
  IconPoint,
  IconProgressCheck,
  IconRoute,
  IconSignature,
  IconUserCheck,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useList } from '../api/queries.ts'
import type { PersonDetail, TimelineContact, TimelineEntry } from '../api/schema.ts'
import { AnchorLink, TextLink } from '../parts/links.tsx'
import { Read } from '../parts/states.tsx'
import { Time } from '../parts/time/Time.tsx'
import { Muted, Small, SmallButton, Tag } from '../parts/variants.ts'
import { authorOf } from './Notes.tsx'
import { fullName, originOf } from './names.ts'
import { StatusBadge } from './StatusBadge.tsx'

type Touches = Pick<PersonDetail, 'first_touch' | 'last_touch'>

/** Everything that happened with a person, newest first. */
export function PersonTimeline({ person }: { person: PersonDetail }) {
  const { email } = person
  const entries = useList(['people', 'timeline', email], '/v1/people/{email}/timeline', { path: { email } })
  return (
    <Read of={entries}>
      {() => (
        <>
          <Timeline bulletSize={26} lineWidth={2} active={entries.rows.length} color="teal">
            {entries.rows.map((entry) => {
              const { bullet, title, children } = lookOf(entry, person)
              return (
                <Timeline.Item key={entry.id} bullet={bullet} title={title}>
                  <Group gap={6}>
                    <Time at={entry.at} exact size="sm" c="dimmed" />
                    {entry.by && <Muted>by {authorOf({ author: entry.by })}</Muted>}
                  </Group>
                  {children && (
                    <Small component="div" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                      {children}
                    </Small>
                  )}
                </Timeline.Item>
              )
            })}
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

interface Look {
  bullet: ReactNode
  title: ReactNode
  children?: ReactNode
}

function lookOf(entry: TimelineEntry, touches: Touches): Look {
  const to = { to: '/contacts/$id', params: { id: entry.contact_id } } as const
  switch (entry.kind) {
    case 'contact':
      return lookOfRecord(entry, touches)
    case 'consent':
      return {
        bullet: <IconSignature size={14} aria-hidden />,
        title: <AnchorLink {...to}>Agreed: {entry.purpose}</AnchorLink>,
        children: (
          <>
            “{entry.text}”
            <Group gap="xs">
              {entry.form && <OfForm form={entry.form} />}
              {entry.confirmed_at && <Tag>Address confirmed</Tag>}
              {entry.withdrawn_at && <Tag>Withdrawn</Tag>}
            </Group>
          </>
        ),
      }
    case 'mail':
      return {
        bullet: <IconMail size={14} aria-hidden />,
        title: (
          <Group gap="xs">
            <AnchorLink {...to}>{MAILS[entry.mail]}</AnchorLink>
            <Tag>{MAIL_STATES[entry.state]}</Tag>
          </Group>
        ),
        children: (
          <>
            {entry.state !== 'sent' && entry.reason}
            {entry.form && <OfForm form={entry.form} />}
          </>
        ),
      }
    case 'note':
      return {
        bullet: <IconNote size={14} aria-hidden />,
        title: <AnchorLink {...to}>Note</AnchorLink>,
        children: entry.text,
      }
    case 'status_changed':
      return {
        bullet: <IconProgressCheck size={14} aria-hidden />,
        title: (
          <Group gap="xs">
            <AnchorLink {...to}>Status</AnchorLink>
            <StatusBadge status={entry.from} /> to <StatusBadge status={entry.to} />
          </Group>
        ),
      }
    case 'assigned': {
      const name = (member: typeof entry.to) => member?.name ?? (member === null ? 'nobody' : 'somebody who left')
      return {
        bullet: <IconUserCheck size={14} aria-hidden />,
        title: <AnchorLink {...to}>Owner: {name(entry.to)}</AnchorLink>,
        children: entry.from && `Before: ${name(entry.from)}`,
      }
    }
  }
}

const MAILS = { auto_reply: 'Automatic reply', opt_in: 'Mail that asks to confirm the address' }
const MAIL_STATES = { waiting: 'Waiting', sent: 'Sent', failed: 'Not delivered', dropped: 'Not sent' }

function OfForm({ form }: { form: { id: string; name: string | null } }) {
  return (
    <div>
      Form:{' '}
      <TextLink to="/forms/$id" params={{ id: form.id }}>
        {form.name ?? 'open it'}
      </TextLink>
    </div>
  )
}

function lookOfRecord(entry: TimelineContact, { first_touch, last_touch }: Touches): Look {
  const touch = originOf(entry)
  const { link, post, form, webhook, delivery_id } = entry
  const isTouch = touch !== ''
  return {
    bullet: isTouch || link ? <IconRoute size={14} aria-hidden /> : <IconPoint size={14} aria-hidden />,
    title: (
      <Group gap="xs">
        <AnchorLink fw={600} to="/contacts/$id" params={{ id: entry.contact_id }}>
          {touch || 'No source told'}
        </AnchorLink>
        {isTouch && entry.at === first_touch?.at && <Tag>First touch</Tag>}
        {isTouch && entry.at === last_touch?.at && <Tag>Last touch</Tag>}
      </Group>
    ),
    children: (
      <>
        {[fullName(entry), entry.company, form && `form ${form.name ?? ''}`, link && `link ${link.name ?? ''}`]
          .filter(Boolean)
          .join(' · ')}
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
    ),
  }
}
