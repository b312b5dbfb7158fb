import { Card, Group, Select, Stack, TagsInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { TAG_MAX, TAGS_MAX } from '../../../src/contact-fields.ts'
import type { Contact } from '../api/schema.ts'
import { useMay } from '../api/session.ts'
import { Heading, Muted, Tag } from '../parts/variants.ts'
import { useContactValues, useLeadChange } from './lead-reads.ts'
import { StatusBadge, StatusMenu } from './StatusBadge.tsx'
import { useOwners } from './statuses.ts'

/** How far the work on a contact is, who looks after it, and its tags. Each is saved when it is chosen. */
export function LeadCard({ contact }: { contact: Contact }) {
  const may = useMay()
  return (
    <Card withBorder padding="lg">
      <Group justify="space-between" mb="sm">
        <Heading>Lead</Heading>
        {!may.write && <StatusBadge status={contact.status} />}
      </Group>
      {may.write ? <Fields contact={contact} /> : <Told contact={contact} />}
    </Card>
  )
}

function Told({ contact: { owner_id, tags } }: { contact: Contact }) {
  const { nameOf } = useOwners()
  return (
    <Stack gap="xs">
      <Muted>{owner_id === null ? 'Nobody looks after it.' : `${nameOf(owner_id)} looks after it.`}</Muted>
      <Group gap={6}>
        {tags.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
      </Group>
    </Stack>
  )
}

function Fields({ contact }: { contact: Contact }) {
  const { id, status, owner_id } = contact
  const { nameOf, choices } = useOwners()
  const change = useLeadChange(id)
  const isKnown = owner_id === null || choices.some(({ value }) => value === owner_id)
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Muted w={70}>Status</Muted>
        <StatusMenu status={status} onChange={(next) => change.mutate({ status: next })} />
      </Group>
      <Select
        label="Owner"
        placeholder="Nobody yet"
        data={isKnown ? choices : [...choices, { value: owner_id, label: nameOf(owner_id) }]}
        value={owner_id}
        clearable
        clearButtonProps={{ 'aria-label': 'Nobody' }}
        searchable={choices.length > 8}
        disabled={change.isPending}
        onChange={(next) => change.mutate({ owner_id: next })}
      />
      <TagsField contact={contact} onChange={(tags) => change.mutate({ tags })} />
    </Stack>
  )
}

function TagsField({ contact, onChange }: { contact: Contact; onChange: (tags: string[]) => void }) {
  const values = useContactValues()
  const saved = contact.tags.join('\n')
  const [tags, setTags] = useState(contact.tags)
  useEffect(() => {
    setTags(saved === '' ? [] : saved.split('\n'))
  }, [saved])
  return (
    <TagsInput
      label="Tags"
      placeholder={tags.length === 0 ? 'Type one, then Enter' : undefined}
      data={values.data?.tag.map(({ value }) => value) ?? []}
      value={tags}
      maxTags={TAGS_MAX}
      splitChars={[',', ';']}
      clearable={false}
      onChange={(next) => {
        const clean = [...new Set(next.map((tag) => tag.trim().toLowerCase().slice(0, TAG_MAX)).filter(Boolean))]
        setTags(clean)
        if (clean.join('\n') !== saved) onChange(clean)
      }}
    />
  )
}
