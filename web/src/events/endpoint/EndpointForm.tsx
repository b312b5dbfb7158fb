import { Checkbox, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { DialogButtons, Form, FormProblem, useApiForm } from '../../parts/form.tsx'
import { Strong } from '../../parts/variants.ts'
import { CATALOGUE, type EventType } from '../catalogue.ts'

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
      <TypePicker {...form.getInputProps('events')} value={form.values.events} />
      {form.refusal && <FormProblem {...form.refusal} />}
      <DialogButtons label={label} of={form} back="Go back" onBack={onCancel} />
    </Form>
  )
}

interface TypePickerProps {
  /** Null: everything, also what later versions add. */
  value: EventType[] | null
  onChange: (value: EventType[] | null) => void
  error?: ReactNode
}

function TypePicker({ value, onChange, error }: TypePickerProps) {
  // Switching to "everything" and back keeps the ticked boxes.
  const ticked = useRef(value ?? [])
  if (value !== null) ticked.current = value
  return (
    <Stack gap="xs">
      <Radio.Group
        label="What it is told"
        value={value === null ? 'all' : 'some'}
        onChange={(choice) => onChange(choice === 'all' ? null : ticked.current)}
        error={error}
      >
        <Stack gap={6} mt={4}>
          <Radio value="all" label="Everything, also what later versions add" />
          <Radio value="some" label="Only what I choose" />
        </Stack>
      </Radio.Group>
      {value !== null && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" pl={{ base: 0, sm: 'xl' }}>
          {CATALOGUE.map((group) => (
            <TypeGroup key={group.noun} {...group} value={value} onChange={onChange} />
          ))}
        </SimpleGrid>
      )}
    </Stack>
  )
}

interface TypeGroupProps extends Pick<(typeof CATALOGUE)[number], 'title' | 'kinds'> {
  value: EventType[]
  onChange: (value: EventType[]) => void
}

/** The types of a noun. Where there are several, a box takes all of them at once. */
function TypeGroup({ title, kinds, value, onChange }: TypeGroupProps) {
  const types = kinds.map(({ type }) => type)
  const chosen = types.filter((type) => value.includes(type)).length
  const others = value.filter((type) => !types.includes(type))
  const boxes = kinds.map(({ type, when }) => (
    <Checkbox
      key={type}
      size="sm"
      label={when}
      checked={value.includes(type)}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.checked ? [...value, type] : value.filter((other) => other !== type))
      }
    />
  ))
  return (
    <Stack gap={6} role="group" aria-label={title}>
      {types.length === 1 ? (
        <>
          <Strong>{title}</Strong>
          {boxes}
        </>
      ) : (
        <>
          <Checkbox
            size="sm"
            fw={600}
            label={`All about ${title.toLowerCase()}`}
            checked={chosen === types.length}
            indeterminate={chosen > 0 && chosen < types.length}
            onChange={() => onChange(chosen === types.length ? others : [...others, ...types])}
          />
          <Stack gap={6} pl="lg">
            {boxes}
          </Stack>
        </>
      )}
    </Stack>
  )
}
