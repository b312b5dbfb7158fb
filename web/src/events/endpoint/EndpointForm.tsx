import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiProblem, fieldErrors, messageOf } from '../../api/client.ts'
import { SecondaryButton } from '../../parts/variants.ts'
import type { EventType } from '../catalogue.ts'
import { TypePicker } from './TypePicker.tsx'

interface EndpointValues {
  url: string
  description: string
  events: EventType[] | null
}

interface EndpointFormProps {
  initial: EndpointValues
  /** The button. */
  label: string
  onSubmit: (values: { url: string; description: string | null; events: EventType[] | null }) => Promise<unknown>
  onCancel: () => void
}

const FIELDS = ['url', 'description', 'events']

/** For a new endpoint and for changes of one. A refusal is shown beside its field, and nothing that was typed is lost. */
export function EndpointForm({ initial, label, onSubmit, onCancel }: EndpointFormProps) {
  const form = useForm<EndpointValues>({
    initialValues: initial,
    validate: {
      events: (events) => (events?.length === 0 ? 'Choose at least one, or take everything.' : null),
    },
  })
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const submit = async ({ url, description, events }: EndpointValues) => {
    setBusy(true)
    setProblem(null)
    try {
      await onSubmit({ url, description: description.trim() || null, events })
    } catch (error) {
      const errors = byField(error)
      form.setErrors(errors)
      const first = FIELDS.find((field) => field in errors)
      if (first === undefined) setProblem(restOf(error))
      else form.getInputNode(first)?.focus()
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={form.onSubmit((values) => void submit(values))} noValidate>
      <Stack>
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
          error={form.errors.events as string | undefined}
        />
        {problem && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
            {problem}
          </Alert>
        )}
        <Group justify="flex-end">
          <SecondaryButton onClick={onCancel}>Go back</SecondaryButton>
          <Button type="submit" loading={isBusy}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** `events[2]` belongs to the choice of types as a whole. */
function byField(error: unknown): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [field, text] of Object.entries(fieldErrors(error))) {
    const name = field.startsWith('events[') ? 'events' : field
    found[name] = found[name] ? `${found[name]} ${text}` : text
  }
  return found
}

function restOf(error: unknown): string {
  const details = error instanceof ApiProblem ? Object.values(error.details).flat() : []
  return details.length > 0 ? details.join(' ') : messageOf(error)
}
