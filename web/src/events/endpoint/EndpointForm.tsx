import { TextInput } from '@mantine/core'
import { ApiProblem, messageOf } from '../../api/client.ts'
import { DialogButtons, ErrorAlert, Form, useApiForm } from '../../parts/form.tsx'
import type { EventType } from '../catalogue.ts'
import { TypePicker } from './TypePicker.tsx'

interface EndpointFormProps {
  initial: { url: string; description: string; events: EventType[] | null }
  label: string
  onSubmit: (values: { url: string; description: string | null; events: EventType[] | null }) => Promise<unknown>
  onCancel: () => void
}

export function EndpointForm({ initial, label, onSubmit, onCancel }: EndpointFormProps) {
  const form = useApiForm({
    initialValues: initial,
    validate: { events: (events) => (events?.length === 0 ? 'Choose at least one, or take everything.' : null) },
    send: ({ url, description, events }) => onSubmit({ url, description: description.trim() || null, events }),
    place: placeErrors,
  })
  return (
    <Form of={form} withRefusal={false}>
      <TextInput
        label="Address"
        description="Where your program listens. It has to begin with https:// and be reachable from the internet."
        placeholder="https://example.com/hooks/doorpost"
        type="url"
        inputMode="url"
        autoComplete="off"
        required
        data-autofocus
        {...form.getInputProps('url')}
      />
      <TextInput
        label="Description"
        description="What it is, for your team."
        placeholder="CRM of the sales team"
        {...form.getInputProps('description')}
      />
      <TypePicker
        value={form.values.events}
        onChange={(events) => form.setFieldValue('events', events)}
        error={form.errors.events}
      />
      {form.refusal && <ErrorAlert>{form.refusal.texts}</ErrorAlert>}
      <DialogButtons label={label} of={form} back="Go back" onBack={onCancel} />
    </Form>
  )
}

function placeErrors(error: unknown) {
  const details = error instanceof ApiProblem ? Object.entries(error.details) : []
  const fields: Record<string, string> = {}
  for (const [path, texts] of details) {
    // `events[2]` belongs to the choice of types as a whole.
    const field = path.startsWith('events[') ? 'events' : path
    fields[field] = [fields[field], ...texts].filter(Boolean).join(' ')
  }
  const focus = ['url', 'description', 'events'].find((field) => field in fields)
  const all = details.flatMap(([, texts]) => texts).join(' ')
  return { fields, focus, others: focus === undefined ? [all || messageOf(error)] : [] }
}
