import { Box, Group, MultiSelect, Text, TextInput } from '@mantine/core'
import { IconBolt, IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { useList } from '../../api/queries.ts'
import type { Event } from '../../api/schema.ts'
import { type Column, RecordTable } from '../../parts/RecordTable.tsx'
import { Empty, Read } from '../../parts/states.tsx'
import { Time } from '../../parts/Time.tsx'
import { useUrl } from '../../parts/useUrl.ts'
import { Muted, SecondaryButton, Strong } from '../../parts/variants.ts'
import { ALL_TYPES, labelOf, TYPE_OPTIONS } from '../catalogue.ts'
import { summaryOf } from '../subject.ts'
import { EventDrawer } from './EventDrawer.tsx'

const COLUMNS: ReadonlyArray<Column<Event>> = [
  {
    title: 'What happened',
    render: (event) => (
      <Box maw={620}>
        <Strong>{labelOf(event.type)}</Strong>
        <Muted lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {summaryOf(event)}
        </Muted>
      </Box>
    ),
  },
  {
    title: 'Type',
    wideOnly: true,
    width: 220,
    render: ({ type }) => (
      <Text size="sm" ff="monospace">
        {type}
      </Text>
    ),
  },
  { title: 'When', width: 120, render: ({ timestamp }) => <Time at={timestamp} size="sm" /> },
]

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i

export function Feed() {
  const [url, change] = useUrl()
  const types = (url.type ?? '').split(',').filter((type) => (ALL_TYPES as string[]).includes(type))
  const subject = url.subject?.match(UUID)?.[0]
  const feed = useList(
    ['events', 'feed'],
    { order: 'desc' as const, type: types.join(','), subject_id: subject },
    (query, signal) => api.GET('/v1/events', { params: { query }, signal }),
  )
  const isNarrowed = types.length > 0 || subject !== undefined
  const clear = () => change({ type: undefined, subject: undefined })
  return (
    <>
      <Group align="flex-start" mb="md">
        <MultiSelect
          label="Types"
          placeholder={types.length === 0 ? 'All' : ''}
          data={TYPE_OPTIONS}
          value={types}
          onChange={(next) => change({ type: next.join(',') || undefined })}
          clearable
          clearButtonProps={{ 'aria-label': 'All types' }}
          searchable
          w={{ base: '100%', sm: 360 }}
        />
        <SubjectField value={url.subject ?? ''} onChange={(text) => change({ subject: text || undefined })} />
      </Group>
      <Read of={feed}>
        {() =>
          feed.rows.length === 0 ? (
            <Empty
              icon={IconBolt}
              title={isNarrowed ? 'Nothing like that happened' : 'Nothing happened yet'}
              action={isNarrowed && <SecondaryButton onClick={clear}>Show everything</SecondaryButton>}
            >
              {isNarrowed
                ? 'Events are kept for 30 days unless your operator set another time. Choose other types, or another id.'
                : 'As soon as a contact comes in or a post goes out, it stands here, the newest on top.'}
            </Empty>
          ) : (
            <RecordTable
              label="Events, newest first"
              columns={COLUMNS}
              rows={feed.rows}
              idOf={({ id }) => id}
              onOpen={({ id }) => change({ event: id }, 'push')}
              selectedId={url.event ?? null}
              total={feed.total}
              more={feed.more}
            />
          )
        }
      </Read>
      <EventDrawer
        id={url.event ?? null}
        onClose={() => change({ event: undefined })}
        onSubject={(id) => change({ event: undefined, type: undefined, subject: id })}
      />
    </>
  )
}

/** Takes an id, or the address of a page that contains one. */
function SubjectField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value)
  useEffect(() => {
    setText(value)
  }, [value])
  const isWrong = text.trim() !== '' && !UUID.test(text)
  const take = (next: string) => {
    const id = next.match(UUID)?.[0]
    setText(id ?? next)
    if (id !== undefined || next.trim() === '') onChange(id ?? '')
  }
  return (
    <TextInput
      label="About"
      placeholder="Id of a contact, post, account, …"
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={({ currentTarget }) => take(currentTarget.value)}
      error={
        isWrong && 'An id looks like 019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012. Paste it, or the address of a page about it.'
      }
      data-search
      w={{ base: '100%', sm: 380 }}
    />
  )
}
