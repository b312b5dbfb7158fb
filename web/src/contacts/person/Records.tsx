import { Group, Text, Timeline } from '@mantine/core'
import { IconPoint, IconRoute } from '@tabler/icons-react'
import type { Contact, PersonDetail } from '../../api/schema.ts'
import { AnchorLink } from '../../parts/links.tsx'
import { Tag } from '../../parts/more-variants.ts'
import { Time } from '../../parts/Time.tsx'
import { SecondaryButton } from '../../parts/variants.ts'
import { formOf, fullName } from '../names.ts'
import { showTouch } from './person.ts'

interface RecordsProps {
  person: PersonDetail
  records: readonly Contact[]
  more: { has: boolean; isLoading: boolean; load: () => void }
}

/** Every time the person came, newest first. */
export function Records({ person, records, more }: RecordsProps) {
  const { first_touch, last_touch } = person
  return (
    <>
      <Timeline bulletSize={26} lineWidth={2} active={records.length} color="teal">
        {records.map((record) => {
          const touch = showTouch(record)
          const isFirst = touch !== '' && record.created_at === first_touch?.at
          const isLast = touch !== '' && record.created_at === last_touch?.at
          const form = formOf(record)
          return (
            <Timeline.Item
              key={record.id}
              bullet={touch === '' ? <IconPoint size={14} aria-hidden /> : <IconRoute size={14} aria-hidden />}
              title={
                <Group gap="xs">
                  <AnchorLink fw={600} to="/contacts/$id" params={{ id: record.id }}>
                    {touch || 'No source told'}
                  </AnchorLink>
                  {isFirst && <Touch label="First touch" />}
                  {isLast && <Touch label="Last touch" />}
                </Group>
              }
            >
              <Time at={record.created_at} exact size="sm" c="dimmed" />
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {[fullName(record), record.company, form && `form ${form}`].filter(Boolean).join(' · ')}
              </Text>
            </Timeline.Item>
          )
        })}
      </Timeline>
      {more.has && (
        <SecondaryButton size="xs" mt="md" loading={more.isLoading} onClick={more.load}>
          Show more of {person.records.toLocaleString()}
        </SecondaryButton>
      )}
    </>
  )
}

function Touch({ label }: { label: string }) {
  return <Tag>{label}</Tag>
}
