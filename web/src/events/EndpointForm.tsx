import { t } from '@lingui/core/macro'
import { Group, PasswordInput, Radio, SimpleGrid, TextInput } from '@mantine/core'
import type { onceKey } from '../api/client.ts'
import { DialogButtons, FixedSelect, Form, FormProblem, fieldOfPath, useApiForm } from '../parts/forms.tsx'
import { LANGUAGE_NAMES, LANGUAGES } from '../parts/language.ts'
import { Hint, Strong } from '../parts/text.tsx'
import { EndpointMore } from './EndpointMore.tsx'
import {
  checkLines,
  type EndpointFormValues,
  type EndpointValues,
  fieldOfHeader,
  toHeaders,
} from './endpoint-values.ts'
import { FOR_PEOPLE, KIND_NAMES, KINDS, type Kind } from './endpoints.ts'
import { TypePicker } from './TypePicker.tsx'

interface EndpointFormProps {
  initial: Omit<EndpointFormValues, 'token'>
  /** Only a new one can choose its kind. */
  isNew?: boolean
  /** The masked address of a chat. The field may then stay empty. */
  storedUrl?: string
  label: string
  /** Empty inputs that keep their stored value are left out. */
  onSubmit: (values: EndpointValues, kind: Kind, once: ReturnType<typeof onceKey>) => Promise<unknown>
  onCancel: () => void
  keptAs: string
}

export function EndpointForm({
  initial,
  isNew = false,
  storedUrl,
  label,
  onSubmit,
  onCancel,
  keptAs,
}: EndpointFormProps) {
  const form = useApiForm<EndpointFormValues>({
    keptAs,
    // The address of a chat is its secret.
    secret: ['url', 'token', 'headers'],
    initialValues: { ...initial, token: '' },
    validate: ({ events, headers }) => ({
      ...(events?.length === 0 ? { events: t`Choose at least one, or take everything.` } : {}),
      ...checkLines(headers),
    }),
    fieldFor: (path, values) =>
      path.startsWith('headers.') ? fieldOfHeader(path, values.headers) : fieldOfPath(path, values),
    send: ({ kind, url, token, description, language, events, filters, headers }, once) => {
      const address = storedUrl !== undefined && url.trim() === '' ? {} : { url }
      const access = kind === 'ntfy' && token.trim() !== '' ? { token } : {}
      const own = kind === 'webhook' ? { headers: toHeaders(headers) } : { language }
      const values = { ...address, ...access, ...own, description: description.trim() || null, events, filters }
      return onSubmit(values, kind, once)
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
      {kind !== 'webhook' && (
        <FixedSelect
          label={t`Language`}
          description={t`Of the messages, for those who read them there.`}
          data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          {...form.getInputProps('language')}
        />
      )}
      <TypePicker {...form.getInputProps('events')} value={events} />
      <EndpointMore form={form} />
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
