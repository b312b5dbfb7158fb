import { t as translate } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Paper, Stack, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { NOTE_MAX } from '../../../src/contact-fields.ts'
import { api, useList, useMay } from '../api/client.ts'
import type { Note } from '../api/schema.ts'
import { Restored, typed, useKept } from '../parts/forms.tsx'
import { useRemoval } from '../parts/removals.tsx'
import { Heading, Muted, Small, Strong, Time } from '../parts/text.tsx'
import { Read, SmallButton } from '../parts/ui.tsx'
import { useContactAction } from './reads.ts'

export function Notes({ contactId }: { contactId: string }) {
  const { t } = useLingui()
  const may = useMay()
  const notes = useList(['contacts', contactId, 'notes'], '/v1/contacts/{id}/notes', { path: { id: contactId } })
  return (
    <Paper withBorder p="lg">
      <Heading mb="sm">
        <Trans>Notes</Trans>
      </Heading>
      <Stack>
        {may.write && <NoteForm key={contactId} contactId={contactId} />}
        <Read of={notes}>
          {() =>
            notes.rows.length === 0 ? (
              <Muted>
                <Trans>No notes yet. They are for the team only, and are never sent out.</Trans>
              </Muted>
            ) : (
              <Stack component="ul" gap="md" p={0} m={0} aria-label={t`Notes`} style={{ listStyle: 'none' }}>
                {notes.rows.map((note) => (
                  <li key={note.id}>
                    <ShownNote note={note} />
                  </li>
                ))}
              </Stack>
            )
          }
        </Read>
        {notes.more.has && (
          <Group>
            <SmallButton loading={notes.more.isLoading} onClick={notes.more.load}>
              <Trans>Show more</Trans>
            </SmallButton>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

/** Writes a note, or changes one. */
function NoteForm({ note, contactId, onDone }: { note?: Note; contactId: string; onDone?: () => void }) {
  const { t } = useLingui()
  const before = note?.text ?? ''
  const [text, setText] = useState(before)
  const kept = useKept(`note.${contactId}.${note?.id ?? 'new'}`, text === before ? null : text, setText)
  const save = useContactAction(async () => {
    const body = { text }
    if (note) await api.PATCH(ONE, { params: { path: { id: contactId, note_id: note.id } }, body })
    else await api.POST('/v1/contacts/{id}/notes', { params: { path: { id: contactId } }, body })
    kept.clear()
    setText('')
    onDone?.()
  })
  const cancel = () => {
    kept.clear()
    onDone?.()
  }
  return (
    <Stack gap="xs">
      {kept.isRestored && <Restored discard={() => setText(before)} />}
      <Textarea
        aria-label={t`Note`}
        placeholder={t`What was said, what comes next`}
        maxRows={12}
        maxLength={NOTE_MAX}
        {...typed(text, setText)}
      />
      <Group gap="xs">
        <Button size="xs" disabled={text.trim() === ''} loading={save.isPending} onClick={() => save.mutate()}>
          {note ? t`Save` : t`Write note`}
        </Button>
        {note && (
          <SmallButton onClick={cancel}>
            <Trans>Cancel</Trans>
          </SmallButton>
        )}
      </Group>
    </Stack>
  )
}

const ONE = '/v1/contacts/{id}/notes/{note_id}'

function ShownNote({ note }: { note: Note }) {
  const { t } = useLingui()
  const may = useMay()
  const [isEditing, editing] = useDisclosure()
  const removal = useRemoval('notes')
  const remove = () => void removal([{ id: note.id }], t`The note is deleted.`)
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Strong>{authorOf(note)}</Strong>
        <Time at={note.created_at} size="sm" c="dimmed" />
        {note.updated_at !== note.created_at && (
          <Muted>
            <Trans comment="A note was changed after it was written">changed</Trans>
          </Muted>
        )}
      </Group>
      {isEditing ? (
        <NoteForm note={note} contactId={note.contact_id} onDone={editing.close} />
      ) : (
        <Small style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{note.text}</Small>
      )}
      {may.write && !isEditing && (
        <Group gap={4}>
          <Button variant="subtle" size="compact-xs" onClick={editing.open}>
            <Trans>Edit</Trans>
          </Button>
          <Button variant="subtle" size="compact-xs" c="var(--mantine-color-error)" onClick={remove}>
            <Trans>Delete</Trans>
          </Button>
        </Group>
      )}
    </Stack>
  )
}

export function authorOf({ author }: Pick<Note, 'author'>): string {
  if (author === null) return 'Doorpost'
  return author.kind === 'key' ? translate`API key ${author.name ?? ''}` : (author.name ?? translate`Somebody`)
}
