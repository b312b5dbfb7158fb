import { Button, Card, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { NOTE_MAX } from '../../../src/contact-fields.ts'
import { api, useList, useMay } from '../api/client.ts'
import type { Note } from '../api/schema.ts'
import { ConfirmButton } from '../parts/dialogs.tsx'
import { Heading, Muted, Read, Small, SmallButton, Strong, Time } from '../parts/ui.tsx'
import { useContactAction } from './reads.ts'

export function Notes({ contactId }: { contactId: string }) {
  const may = useMay()
  const notes = useList(['contacts', contactId, 'notes'], '/v1/contacts/{id}/notes', { path: { id: contactId } })
  return (
    <Card withBorder padding="lg">
      <Heading mb="sm">Notes</Heading>
      <Stack>
        {may.write && <NewNote contactId={contactId} />}
        <Read of={notes}>
          {() =>
            notes.rows.length === 0 ? (
              <Muted>No notes yet. They are for the team only, and are never sent out.</Muted>
            ) : (
              <Stack component="ul" gap="md" p={0} m={0} aria-label="Notes" style={{ listStyle: 'none' }}>
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
              Show more
            </SmallButton>
          </Group>
        )}
      </Stack>
    </Card>
  )
}

function NewNote({ contactId }: { contactId: string }) {
  const [text, setText] = useState('')
  const params = { path: { id: contactId } }
  const write = useContactAction(async () => {
    await api.POST('/v1/contacts/{id}/notes', { params, body: { text } })
    setText('')
  })
  return (
    <NoteForm text={text} onChange={setText}>
      <Button size="xs" disabled={text.trim() === ''} loading={write.isPending} onClick={() => write.mutate()}>
        Write note
      </Button>
    </NoteForm>
  )
}

interface NoteFormProps {
  text: string
  onChange: (text: string) => void
  children: React.ReactNode
}

function NoteForm({ text, onChange, children }: NoteFormProps) {
  return (
    <Stack gap="xs">
      <Textarea
        aria-label="Note"
        placeholder="What was said, what comes next"
        maxRows={12}
        maxLength={NOTE_MAX}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group gap="xs">{children}</Group>
    </Stack>
  )
}

function ShownNote({ note }: { note: Note }) {
  const may = useMay()
  const [draft, setDraft] = useState<string | null>(null)
  const params = { path: { id: note.contact_id, note_id: note.id } }
  const place = '/v1/contacts/{id}/notes/{note_id}'
  const save = useContactAction(async () => {
    await api.PATCH(place, { params, body: { text: draft ?? '' } })
    setDraft(null)
  })
  const remove = useContactAction(() => api.DELETE(place, { params }))
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Strong>{authorOf(note)}</Strong>
        <Time at={note.created_at} size="sm" c="dimmed" />
        {note.updated_at !== note.created_at && <Muted>changed</Muted>}
      </Group>
      {draft === null ? (
        <Small style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{note.text}</Small>
      ) : (
        <NoteForm text={draft} onChange={setDraft}>
          <Button size="xs" disabled={draft.trim() === ''} loading={save.isPending} onClick={() => save.mutate()}>
            Save
          </Button>
          <SmallButton onClick={() => setDraft(null)}>Cancel</SmallButton>
        </NoteForm>
      )}
      {may.write && draft === null && (
        <Group gap={4}>
          <Button variant="subtle" size="compact-xs" onClick={() => setDraft(note.text)}>
            Edit
          </Button>
          <ConfirmButton
            button={{ children: 'Delete', variant: 'subtle', size: 'compact-xs', c: 'var(--mantine-color-error)' }}
            title="Delete this note?"
            label="Delete the note"
            onConfirm={() => remove.mutateAsync()}
          >
            It is deleted for everybody of the team, for good.
          </ConfirmButton>
        </Group>
      )}
    </Stack>
  )
}

export function authorOf({ author }: Pick<Note, 'author'>): string {
  if (author === null) return 'Doorpost'
  return author.kind === 'key' ? `API key ${author.name ?? ''}` : (author.name ?? 'Somebody')
}
