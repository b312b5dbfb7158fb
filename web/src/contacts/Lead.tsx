import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Group, Menu, Paper, Select, Stack, TagsInput, UnstyledButton } from '@mantine/core'
import { type LeadStatus, TAG_MAX, TAGS_MAX } from '../../../src/contact-fields.ts'
import { useMay } from '../api/client.ts'
import type { Contact } from '../api/schema.ts'
import { useDraftOf } from '../parts/forms.tsx'
import { IconCheck, IconChevronDown } from '../parts/icons.tsx'
import { Muted, Small, Tag } from '../parts/text.tsx'
import tones from '../parts/tones.module.css'
import { TONE_OF, useLeadChange, useOwners, useStatuses, useTags } from './reads.ts'

export function LeadCard({ contact }: { contact: Contact }) {
  const { t } = useLingui()
  const may = useMay()
  const { nameOf } = useOwners()
  const owner = contact.owner_id && nameOf(contact.owner_id)
  return (
    <Paper withBorder p="lg" component="section" aria-label={t`Status, owner and tags`}>
      {!may.write && <StatusBadge status={contact.status} />}
      {may.write ? (
        <Fields contact={contact} />
      ) : (
        <Stack gap="xs">
          <Muted mt="xs">{owner ? t`${owner} looks after it.` : t`Nobody looks after it.`}</Muted>
          <Group gap={6}>
            {contact.tags.map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
          </Group>
        </Stack>
      )}
    </Paper>
  )
}

function Fields({ contact }: { contact: Contact }) {
  const { t } = useLingui()
  const { id, status, owner_id } = contact
  const { nameOf, choices } = useOwners()
  const { labelOf } = useStatuses()
  const change = useLeadChange(id)
  const isKnown = owner_id === null || choices.some(({ value }) => value === owner_id)
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <Small fw={500}>
          <Trans>Status</Trans>
        </Small>
        <Menu position="bottom-start" width={190}>
          <Menu.Target>
            <UnstyledButton aria-label={t`Status: ${labelOf(status)}. Change it`} py={4}>
              <StatusBadge status={status} isOpenable />
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            <StatusItems status={status} onChange={(next) => change.mutate({ status: next })} />
          </Menu.Dropdown>
        </Menu>
      </Group>
      <Select
        label={t`Owner`}
        placeholder={t`Nobody yet`}
        data={isKnown ? choices : [...choices, { value: owner_id, label: nameOf(owner_id) }]}
        value={owner_id}
        clearable
        clearButtonProps={{ 'aria-label': t`Nobody` }}
        searchable={choices.length > 8}
        disabled={change.isPending}
        onChange={(next) => change.mutate({ owner_id: next })}
      />
      <TagsField contact={contact} onChange={(tags) => change.mutate({ tags })} />
    </Stack>
  )
}

function TagsField({ contact, onChange }: { contact: Contact; onChange: (tags: string[]) => void }) {
  const { t } = useLingui()
  const known = useTags()
  const saved = contact.tags.join('\n')
  const [text, setText] = useDraftOf(saved)
  const tags = text === '' ? [] : text.split('\n')
  return (
    <TagsInput
      label={t`Tags`}
      placeholder={tags.length === 0 ? t`Type one, then Enter` : undefined}
      data={known}
      value={tags}
      maxTags={TAGS_MAX}
      splitChars={[',', ';']}
      clearable={false}
      onChange={(next) => {
        const clean = [...new Set(next.map((tag) => tag.trim().toLowerCase().slice(0, TAG_MAX)).filter(Boolean))]
        setText(clean.join('\n'))
        if (clean.join('\n') !== saved) onChange(clean)
      }}
    />
  )
}

const BADGE_STYLE = { background: 'var(--tone-soft)', color: 'var(--tone-text)', minWidth: 'max-content' }

export function StatusBadge({ status, isOpenable }: { status: LeadStatus; isOpenable?: boolean }) {
  const { labelOf } = useStatuses()
  return (
    <Badge
      radius="sm"
      tt="none"
      className={tones[TONE_OF[status]]}
      style={BADGE_STYLE}
      rightSection={isOpenable && <IconChevronDown size={12} />}
    >
      {labelOf(status)}
    </Badge>
  )
}

export function StatusItems({ status, onChange }: { status?: LeadStatus; onChange: (status: LeadStatus) => void }) {
  const { t } = useLingui()
  const { all } = useStatuses()
  return all.map(({ key }) => (
    <Menu.Item
      key={key}
      rightSection={
        key === status && (
          <IconCheck size={14} aria-label={t({ message: 'now', comment: 'The status that a contact has now' })} />
        )
      }
      onClick={() => key !== status && onChange(key)}
    >
      <StatusBadge status={key} />
    </Menu.Item>
  ))
}
