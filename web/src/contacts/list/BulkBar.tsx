import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Menu, Modal, Paper, Stack, TagsInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import type { BulkChange, Contact } from '../../api/schema.ts'
import { DialogButtons } from '../../parts/forms.tsx'
import { type Icon, IconProgressCheck, IconTrash, IconUserCheck, IconX, icon } from '../../parts/icons.tsx'
import { useRemoval } from '../../parts/removals.tsx'
import { Strong } from '../../parts/text.tsx'
import { SmallButton, tell } from '../../parts/ui.tsx'
import { offerUndo } from '../../parts/undo.tsx'
import { StatusItems } from '../Lead.tsx'
import { IconMerge, MergeDialog } from '../merge/MergeDialog.tsx'
import { useContactAction, useOwners, useTags } from '../reads.ts'
import classes from './ContactList.module.css'

const IconTag = icon`M6.5 7.5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M3 6v5.172a2 2 0 0 0 .586 1.414l7.71 7.71a2.41 2.41 0 0 0 3.408 0l5.592 -5.592a2.41 2.41 0 0 0 0 -3.408l-7.71 -7.71a2 2 0 0 0 -1.414 -.586h-5.172a3 3 0 0 0 -3 3`

interface BulkBarProps {
  contacts: readonly Contact[]
  onDone: () => void
}

export function BulkBar({ contacts, onDone }: BulkBarProps) {
  const ids = contacts.map(({ id }) => id)
  const { t } = useLingui()
  const { choices } = useOwners()
  const [isTagging, tagging] = useDisclosure()
  const [isMerging, merging] = useDisclosure()
  const removal = useRemoval('contacts')
  const restore = useContactAction(restoreLeads)
  const change = useContactAction(async (body: Omit<BulkChange, 'ids'>) => {
    const { changed } = await dataOf(api.POST('/v1/contacts/bulk', { body: { ids, ...body } }))
    const done = plural(changed, { one: '# contact changed', other: '# contacts changed' })
    if (changed === 0) tell.done(t`Nothing to change: they are like this already.`)
    else offerUndo(done, () => restore.mutate({ contacts, fields: changedBy(body) }))
    onDone()
  })
  const remove = () => {
    void removal(contacts, plural(ids.length, { one: '# contact is deleted.', other: '# contacts are deleted.' }))
    onDone()
  }
  return (
    <Paper withBorder p="xs" className={classes.bulk} role="toolbar" aria-label={t`Selected contacts`}>
      <Group gap="xs">
        <Strong>{plural(ids.length, { one: '# selected', other: '# selected' })}</Strong>
        <Choose name={t`Status`} icon={IconProgressCheck} isBusy={change.isPending}>
          <StatusItems onChange={(status) => change.mutate({ set: { status } })} />
        </Choose>
        <Choose name={t`Owner`} icon={IconUserCheck} isBusy={change.isPending}>
          {[...choices, { value: null, label: t`Nobody` }].map(({ value, label }) => (
            <Menu.Item key={value} onClick={() => change.mutate({ set: { owner_id: value } })}>
              {label}
            </Menu.Item>
          ))}
        </Choose>
        <SmallButton leftSection={<IconTag size={14} />} onClick={tagging.open}>
          <Trans>Tags</Trans>
        </SmallButton>
        <SmallButton leftSection={<IconMerge size={14} />} onClick={merging.open}>
          <Trans>Merge</Trans>
        </SmallButton>
        <SmallButton leftSection={<IconTrash size={14} />} onClick={remove}>
          <Trans>Delete</Trans>
        </SmallButton>
        <SmallButton variant="subtle" leftSection={<IconX size={14} />} onClick={onDone}>
          <Trans>Clear selection</Trans>
        </SmallButton>
      </Group>
      <Modal
        opened={isTagging}
        onClose={tagging.close}
        title={plural(ids.length, { one: 'Tags of # contact', other: 'Tags of # contacts' })}
        centered
      >
        <TagsForm
          isBusy={change.isPending}
          onCancel={tagging.close}
          onSend={(tags) => change.mutate(tags, { onSuccess: tagging.close })}
        />
      </Modal>
      <MergeDialog opened={isMerging} onClose={merging.close} ids={ids} onMerged={onDone} />
    </Paper>
  )
}

type LeadField = 'status' | 'owner_id' | 'tags'

function changedBy({ set = {} }: Omit<BulkChange, 'ids'>): LeadField[] {
  const fields = (['status', 'owner_id'] as const).filter((field) => field in set)
  return fields.length > 0 ? fields : ['tags']
}

/** Puts back what the contacts had: one request for all that had the same. */
async function restoreLeads({ contacts, fields }: { contacts: readonly Contact[]; fields: readonly LeadField[] }) {
  const before = contacts.map((contact) => {
    const set = Object.fromEntries(fields.map((field) => [field, contact[field]]))
    return { id: contact.id, set }
  })
  for (const same of Map.groupBy(before, ({ set }) => JSON.stringify(set)).values()) {
    await api.POST('/v1/contacts/bulk', { body: { ids: same.map(({ id }) => id), set: same[0]!.set } })
  }
}

function Choose(props: { name: string; icon: Icon; isBusy: boolean; children: ReactNode }) {
  const { name, icon: Sign, isBusy, children } = props
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <SmallButton loading={isBusy} leftSection={<Sign size={14} />}>
          {name}
        </SmallButton>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}

interface TagsFormProps {
  isBusy: boolean
  onCancel: () => void
  onSend: (tags: Pick<BulkChange, 'add_tags' | 'remove_tags'>) => void
}

function TagsForm({ isBusy, onCancel, onSend }: TagsFormProps) {
  const { t } = useLingui()
  const [added, setAdded] = useState<string[]>([])
  const [removed, setRemoved] = useState<string[]>([])
  const data = useTags()
  const send = () =>
    onSend({
      ...(added.length > 0 ? { add_tags: added } : {}),
      ...(removed.length > 0 ? { remove_tags: removed } : {}),
    })
  return (
    <Stack>
      <TagsInput label={t`Add`} data={data} value={added} onChange={setAdded} splitChars={[',', ';']} data-autofocus />
      <TagsInput label={t`Remove`} data={data} value={removed} onChange={setRemoved} splitChars={[',', ';']} />
      <DialogButtons
        of={{ isPending: isBusy, mutate: send }}
        label={t`Change the tags`}
        onBack={onCancel}
        disabled={added.length + removed.length === 0}
      />
    </Stack>
  )
}
