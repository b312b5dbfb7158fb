import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Group, Timeline } from '@mantine/core'
import type { ReactNode } from 'react'
import { useList } from '../api/client.ts'
import type { PersonDetail, TimelineContact, TimelineEntry, TimelineOwner } from '../api/schema.ts'
import { type Icon, IconMail, IconProgressCheck, IconRoute, IconUserCheck, icon } from '../parts/icons.tsx'
import { plainReason } from '../parts/reasons.ts'
import { Muted, Small, Tag, Time } from '../parts/text.tsx'
import { AnchorLink, Read, SmallButton, TextLink } from '../parts/ui.tsx'
import { StatusBadge } from './Lead.tsx'
import { authorOf } from './Notes.tsx'
import { fullName, originOf } from './names.ts'

const IconNote = icon`M13 20l7 -7M13 20v-6a1 1 0 0 1 1 -1h6v-7a2 2 0 0 0 -2 -2h-12a2 2 0 0 0 -2 2v12a2 2 0 0 0 2 2h7`
const IconPoint = icon`M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0`
const IconSignature = icon`M3 17c3.333 -3.333 5 -6 5 -8c0 -3 -1 -3 -2 -3s-2.032 1.085 -2 3c.034 2.048 1.658 4.877 2.5 6c1.5 2 2.5 2.5 3.5 1l2 -3c.333 2.667 1.333 4 3 4c.53 0 2.639 -2 3 -2c.517 0 1.517 .667 3 2`

interface PersonTimelineProps {
  email: string
  /** Marks what brought the person first and last. */
  person?: Pick<PersonDetail, 'first_touch' | 'last_touch'>
  /** Entries of this kind are shown elsewhere on the page. */
  without?: TimelineEntry['kind']
}

export function PersonTimeline({ email, person, without }: PersonTimelineProps) {
  const entries = useList(['people', 'timeline', email], '/v1/people/{email}/timeline', { path: { email } })
  const shown = entries.rows.filter(({ kind }) => kind !== without)
  return (
    <Read of={entries} rows={3}>
      {() => (
        <>
          <Timeline bulletSize={26} lineWidth={2} active={shown.length} color="teal">
            {shown.map((entry) => (
              <Entry key={entry.id} entry={entry} person={person} />
            ))}
          </Timeline>
          {entries.more.has && (
            <SmallButton mt="md" loading={entries.more.isLoading} onClick={entries.more.load}>
              <Plural value={entries.total} one="Show more of # entry" other="Show more of # entries" />
            </SmallButton>
          )}
        </>
      )}
    </Read>
  )
}

type Touched = PersonTimelineProps['person']

function Entry({ entry, person, ...item }: { entry: TimelineEntry; person: Touched }) {
  const [Bullet, title, text] = useLook(entry, person)
  const author = entry.by && authorOf({ author: entry.by })
  return (
    // Timeline passes more props to its items, such as whether the line continues.
    <Timeline.Item {...item} bullet={<Bullet size={14} />} title={<Group gap="xs">{title}</Group>}>
      <Group gap={6}>
        <Time at={entry.at} exact size="sm" c="dimmed" />
        {author && (
          <Muted>
            <Trans>by {author}</Trans>
          </Muted>
        )}
      </Group>
      {text && (
        <Small component="div" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text}
        </Small>
      )}
    </Timeline.Item>
  )
}

function useLook(entry: TimelineEntry, person: Touched): [icon: Icon, title: ReactNode, text?: ReactNode] {
  const { t } = useLingui()
  const link = (words: ReactNode, fw?: number) => (
    <AnchorLink to="/contacts/$id" params={{ id: entry.contact_id }} fw={fw}>
      {words}
    </AnchorLink>
  )
  const ownerName = (member: TimelineOwner['to']) =>
    member?.name ?? (member === null ? t`nobody` : t`somebody who left`)
  switch (entry.kind) {
    case 'contact': {
      const origin = originOf(entry)
      const title = (
        <>
          {link(origin ? t`Came in: ${origin}` : t`Came in`, 600)}
          {origin && entry.at === person?.first_touch?.at && <Tag>{t`First source`}</Tag>}
          {origin && entry.at === person?.last_touch?.at && <Tag>{t`Last source`}</Tag>}
        </>
      )
      return [origin || entry.link ? IconRoute : IconPoint, title, <Came key="text" entry={entry} />]
    }
    case 'consent': {
      const text = (
        <>
          {t`“${entry.text}”`}
          <Group gap="xs">
            <Origin name={t`Form`} of={entry.form} to="/forms/$id" />
            {entry.confirmed_at && <Tag>{t`Address confirmed`}</Tag>}
            {entry.withdrawn_at && <Tag>{t`Withdrawn`}</Tag>}
          </Group>
        </>
      )
      return [IconSignature, link(t`Agreed: ${entry.purpose}`), text]
    }
    case 'mail': {
      const mails = { auto_reply: t`Automatic reply`, opt_in: t`Mail that asks to confirm the address` }
      const states = { waiting: t`Waiting`, sent: t`Sent`, failed: t`Not delivered`, dropped: t`Not sent` }
      const title = (
        <>
          {link(mails[entry.mail])}
          <Tag>{states[entry.state]}</Tag>
        </>
      )
      const text = (
        <>
          {entry.state !== 'sent' && plainReason(entry)}
          <Origin name={t`Form`} of={entry.form} to="/forms/$id" />
        </>
      )
      return [IconMail, title, text]
    }
    case 'note':
      return [IconNote, link(t`Note`), entry.text]
    case 'status_changed': {
      const from = <StatusBadge status={entry.from} />
      const to = <StatusBadge status={entry.to} />
      const title = (
        <Trans>
          {link(t`Status`)} {from} to {to}
        </Trans>
      )
      return [IconProgressCheck, title]
    }
    case 'assigned': {
      const before = entry.from && ownerName(entry.from)
      return [IconUserCheck, link(t`Owner: ${ownerName(entry.to)}`), before && t`Before: ${before}`]
    }
  }
}

interface OriginProps {
  name: string
  of: TimelineContact['form']
  to: '/forms/$id' | '/links/$id' | '/posts/$id' | '/webhooks/$id'
  search?: Record<string, string>
}

function Origin({ name, of, to, search = {} }: OriginProps) {
  const { t } = useLingui()
  return (
    of && (
      <div>
        {name}:{' '}
        <TextLink to={to} params={{ id: of.id }} search={search}>
          {of.name ?? t`open it`}
        </TextLink>
      </div>
    )
  )
}

function Came({ entry }: { entry: TimelineContact }) {
  const { t } = useLingui()
  const { company, link, post, form, webhook, delivery_id: delivery } = entry
  return (
    <>
      {[fullName(entry), company].filter(Boolean).join(' · ')}
      <Origin name={t`Form`} of={form} to="/forms/$id" />
      <Origin name={t`Post`} of={post} to="/posts/$id" />
      <Origin name={t`Link`} of={post === null ? link : null} to="/links/$id" />
      <Origin name={t`Service`} of={webhook} to="/webhooks/$id" search={delivery === null ? {} : { delivery }} />
    </>
  )
}
