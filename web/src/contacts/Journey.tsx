import { Card, Group, Timeline } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import type { Touch } from '../api/schema.ts'
import { AnchorLink } from '../parts/links.tsx'
import { Loading } from '../parts/states.tsx'
import { Time } from '../parts/time/Time.tsx'
import { Heading, Muted, RecordName, Tag, Wrapped } from '../parts/variants.ts'
import { describeTouch, hostOf } from './names.ts'
import type { ShownContact } from './reads.ts'

/** More would be a list, not a picture. The first one is always there. */
const SHOWN_MAX = 8

export function Journey({ contact: { id, attribution } }: { contact: ShownContact }) {
  return (
    <Card withBorder padding="lg">
      <Heading mb="sm">What brought this lead</Heading>
      {/* A contact that comes from a list is shown before its touches are read. */}
      {attribution === undefined ? <Loading rows={2} /> : <Touches id={id} {...attribution} />}
    </Card>
  )
}

/** The touches of the contact's person, oldest first. */
function Touches({ id, first, last, touches }: NonNullable<ShownContact['attribution']> & { id: string }) {
  if (first === null) {
    return (
      <Muted>
        Nothing was said about it. A form that sends the dp and utm_ parameters of its page along tells which post or
        campaign it was.
      </Muted>
    )
  }
  const newest = touches.slice(-SHOWN_MAX)
  const shown = newest.some(({ contact_id }) => contact_id === first.contact_id) ? newest : [first, ...newest.slice(1)]
  const isCut = touches.length > shown.length
  return (
    <>
      <Timeline pt={4} bulletSize={26} lineWidth={2} active={shown.length} color="teal">
        {shown.map((touch) => (
          <Timeline.Item
            key={touch.contact_id}
            bullet={<IconRoute size={14} aria-hidden />}
            title={
              <Group gap="xs">
                <RecordName>{describeTouch(touch)}</RecordName>
                {touch.contact_id === first.contact_id && <Tag>First touch</Tag>}
                {touch.contact_id === last?.contact_id && <Tag>Last touch</Tag>}
              </Group>
            }
          >
            <TouchFacts touch={touch} isOwn={touch.contact_id === id} />
          </Timeline.Item>
        ))}
      </Timeline>
      {isCut && <Muted mt="sm">The first and the newest of all touches of this person.</Muted>}
    </>
  )
}

function TouchFacts({ touch, isOwn }: { touch: Touch; isOwn: boolean }) {
  const { post_id, link_id, referrer_origin, landing_path } = touch
  const way = [referrer_origin && `from ${hostOf(referrer_origin)}`, landing_path && `landed on ${landing_path}`]
  return (
    <>
      <Time at={touch.at} exact size="sm" c="dimmed" />
      {way.some(Boolean) && <Wrapped>{way.filter(Boolean).join(', ')}</Wrapped>}
      <Group gap="md">
        {post_id && (
          <AnchorLink size="sm" to="/posts/$id" params={{ id: post_id }}>
            Open the post
          </AnchorLink>
        )}
        {link_id && !post_id && (
          <AnchorLink size="sm" to="/links/$id" params={{ id: link_id }}>
            Open the link
          </AnchorLink>
        )}
        {!isOwn && (
          <AnchorLink size="sm" to="/contacts/$id" params={{ id: touch.contact_id }}>
            Open that contact
          </AnchorLink>
        )}
      </Group>
    </>
  )
}
