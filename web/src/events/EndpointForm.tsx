import { t } from '@lingui/core/macro'
import { Checkbox, Group, PasswordInput, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import type { onceKey } from '../api/client.ts'
import type { EventType } from '../api/schema.ts'
import { DialogButtons, Form, FormProblem, useApiForm } from '../parts/forms.tsx'
import { Hint, Strong } from '../parts/text.tsx'
import { catalogue } from './catalogue.ts'
import { FOR_PEOPLE, KIND_NAMES, KINDS, type Kind } from './endpoints.ts'

interface Values {
  kind: Kind
  url: string
  token: string
  description: string
  events: EventType[] | null
}

export type EndpointValues = Pick<Values, 'events'> & { description: string | null; url?: string; token?: string }

interface EndpointFormProps {
  initial: Pick<Values, 'kind' | 'url' | 'events' | 'description'>
  /** Only a new one can choose its kind. */
  isNew?: boolean
  /** The masked address of a chat. The field may then stay empty. */
  storedUrl?: string
  label: string
  /** Empty inputs that keep their stored value are left out. */
  onSubmit: (values: EndpointValues, kind: Kind, once: ReturnType<typeof onceKey>) => Promise<unknown>
  onCancel: () => void
}

export function EndpointForm({ initial, isNew = false, storedUrl, label, onSubmit, onCancel }: EndpointFormProps) {
  const form = useApiForm<Values>({
    initialValues: { ...initial, token: '' },
    validate: { events: (events) => (events?.length === 0 ? t`Choose at least one, or take everything.` : null) },
    send: ({ kind, url, token, description, events }, once) => {
      const address = storedUrl !== undefined && url.trim() === '' ? {} : { url }
      const access = kind === 'ntfy' && token.trim() !== '' ? { token } : {}
      return onSubmit({ ...address, ...access, description: description.trim() || null, events }, kind, once)
    },
  })
  const { kind, events } = form.values
  const { address, where, placeholder } = KINDS[kind]
  const choose = (next: Kind) => {
    form.setFieldValue('kind', next)
    form.clearFieldError('url')
    // People want fewer events than programs. A selection that was changed by hand stays.
    if (next === 'webhook' && events?.join() === FOR_PEOPLE.join()) form.setFieldValue('events', null)
    if (next !== 'webhook' && events === null) form.setFieldValue('events', FOR_PEOPLE)
  }
  return (
    <Form of={form} withRefusal={false}>
      {isNew && <KindPicker value={kind} onChange={choose} />}
      <TextInput
        label={address}
        description={storedUrl === undefined ? where : t`Stored: ${storedUrl}. Leave this empty to keep it. ${where}`}
        placeholder={placeholder}
        type="url"
        inputMode="url"
        autoComplete="off"
        required={storedUrl === undefined}
        data-autofocus
        {...form.getInputProps('url')}
      />
      {kind === 'ntfy' && (
        <PasswordInput
          label={t`Access token`}
          description={
            storedUrl === undefined
              ? t`Only if the server wants one. It is stored encrypted and never shown again.`
              : t`Leave this empty to keep what is stored. On another server, type it again.`
          }
          autoComplete="off"
          {...form.getInputProps('token')}
        />
      )}
      <TextInput
        label={t`Description`}
        description={t`What it is, for your team.`}
        placeholder={kind === 'webhook' ? t`CRM of the sales team` : t`Channel of the sales team`}
        {...form.getInputProps('description')}
      />
      <TypePicker {...form.getInputProps('events')} value={events} />
      {form.refusal && <FormProblem {...form.refusal} />}
      <DialogButtons label={label} of={form} back={t`Go back`} onBack={onCancel} />
    </Form>
  )
}

function KindPicker({ value, onChange }: { value: Kind; onChange: (kind: Kind) => void }) {
  return (
    <Radio.Group label={t`Who is told`} value={value} onChange={(next) => onChange(next as Kind)}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={4}>
        {KIND_NAMES.map((kind) => {
          const { label, gets, icon: KindIcon } = KINDS[kind]
          return (
            <Radio.Card key={kind} value={kind} p="xs" radius="md" aria-label={`${label}: ${gets}`}>
              <Group wrap="nowrap" gap="sm">
                <Radio.Indicator />
                <KindIcon size={20} style={{ flexShrink: 0 }} />
                <div>
                  <Strong>{label}</Strong>
                  <Hint>{gets}</Hint>
                </div>
              </Group>
            </Radio.Card>
          )
        })}
      </SimpleGrid>
    </Radio.Group>
  )
}

interface TypePickerProps {
  /** Null selects everything, including what later versions add. */
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
        label={t`What it is told`}
        value={value === null ? 'all' : 'some'}
        onChange={(choice) => onChange(choice === 'all' ? null : ticked.current)}
        error={error}
      >
        <Stack gap={6} mt={4}>
          <Radio value="all" label={t`Everything, also what later versions add`} />
          <Radio value="some" label={t`Only what I choose`} />
        </Stack>
      </Radio.Group>
      {value !== null && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" pl={{ base: 0, sm: 'xl' }}>
          {catalogue().map((group) => (
            <TypeGroup key={group.noun} {...group} value={value} onChange={onChange} />
          ))}
        </SimpleGrid>
      )}
    </Stack>
  )
}

interface TypeGroupProps extends Pick<ReturnType<typeof catalogue>[number], 'title' | 'all' | 'kinds'> {
  value: EventType[]
  onChange: (value: EventType[]) => void
}

function TypeGroup({ title, all, kinds, value, onChange }: TypeGroupProps) {
  const types = kinds.map(({ type }) => type)
  const chosen = types.filter((type) => value.includes(type)).length
  const others = value.filter((type) => !types.includes(type))
  const isAlone = types.length === 1
  return (
    <Stack gap={6} role="group" aria-label={title}>
      {isAlone ? (
        <Strong>{title}</Strong>
      ) : (
        <Checkbox
          size="sm"
          fw={600}
          label={all}
          checked={chosen === types.length}
          indeterminate={chosen > 0 && chosen < types.length}
          onChange={() => onChange(chosen === types.length ? others : [...others, ...types])}
        />
      )}
      <Stack gap={6} pl={isAlone ? 0 : 'lg'}>
        {kinds.map(({ type, when }) => (
          <Checkbox
            key={type}
            size="sm"
            label={when}
            checked={value.includes(type)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...value, type] : value.filter((other) => other !== type))
            }
          />
        ))}
      </Stack>
    </Stack>
  )
}
