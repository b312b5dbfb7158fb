import { SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { isContactField } from '../../../src/contact-fields.ts'
import { HAS_OPTIONS } from '../../../src/forms/fields/fields.ts'
import { useRead } from '../api/client.ts'
import { choices, typed } from '../parts/forms.tsx'
import { Muted, Small, Time } from '../parts/text.tsx'
import { FixedSelect, LinkButton } from '../parts/ui.tsx'
import { type DraftField, type FormDraft, TYPE_LABELS, withChange } from './draft.ts'

export interface Editor {
  formId: string
  draft: FormDraft
  set: (draft: FormDraft) => void
  /** By the paths of the API, such as fields[2].label. */
  errors: Record<string, string>
  isLocked: boolean
}

interface FieldDetailsProps {
  editor: Editor
  field: DraftField
  errors: Record<string, string>
}

export function textProps(
  value: string,
  state: { error: string | undefined; readOnly: boolean },
  set: (text: string) => void,
) {
  return { ...state, ...typed(value, set) }
}

export const TwoColumns = SimpleGrid.withProps({ cols: { base: 1, xs: 2 }, spacing: 'sm', verticalSpacing: 'sm' })

const WITHOUT_PLACEHOLDER = new Set(['radio', 'checkbox', 'checkboxes', 'date', 'file', 'hidden', 'consent'])

const { consent: _, ...TYPES } = TYPE_LABELS
const TYPE_CHOICES = choices(TYPES)

export function FieldDetails(props: FieldDetailsProps) {
  const { editor, field, errors } = props
  const { draft, set, isLocked: readOnly } = editor
  if (field.type === 'consent') return <ConsentDetails {...props} />
  const change = (values: Partial<DraftField>) => set(withChange(draft, field.key, values))
  const text = (name: 'label' | 'value' | 'placeholder' | 'help' | 'name', none: null | '' = null) =>
    textProps(field[name] ?? '', { error: errors[name], readOnly }, (text) => change({ [name]: text || none }))
  return (
    <Stack gap="sm" p="sm" pt={4}>
      <TwoColumns>
        <TextInput label="Label" maxLength={255} {...text('label', '')} />
        <FixedSelect
          label="Kind"
          data={TYPE_CHOICES}
          value={field.type}
          // The address identifies people.
          disabled={readOnly || field.name === 'email'}
          error={errors.type}
          onChange={(type) => type && change(changedType(type as typeof field.type, field))}
        />
      </TwoColumns>
      {HAS_OPTIONS.has(field.type) && (
        <Textarea
          label="Choices"
          description="One on each line."
          maxRows={12}
          {...textProps(field.options.join('\n'), { error: errors.options, readOnly }, (text) =>
            change({ options: text.split('\n') }),
          )}
          onBlur={() => change({ options: field.options.map((each) => each.trim()).filter(Boolean) })}
        />
      )}
      {field.type === 'hidden' ? (
        <TextInput
          label="Value"
          description="Sent with every submission, unless the address of the page has another."
          {...text('value')}
        />
      ) : (
        <>
          <Required {...props} />
          <TwoColumns>
            {!WITHOUT_PLACEHOLDER.has(field.type) && (
              <TextInput label="Example in the empty field" maxLength={255} {...text('placeholder')} />
            )}
            <TextInput label="Help below the field" maxLength={1020} {...text('help')} />
          </TwoColumns>
        </>
      )}
      {!isContactField(field.name) && (
        <TextInput
          label="Stored as"
          description="The name of this field in contacts, exports and events."
          maxLength={64}
          {...text('name', '')}
        />
      )}
    </Stack>
  )
}

function changedType(type: DraftField['type'], { options }: DraftField): Partial<DraftField> {
  const needsOptions = HAS_OPTIONS.has(type) && options.length === 0
  return {
    type,
    ...(needsOptions && { options: ['First choice', 'Second choice'] }),
    ...(type === 'hidden' && { required: false }),
  }
}

function Required({ editor, field, description }: FieldDetailsProps & { description?: string }) {
  const { draft, set, isLocked } = editor
  return (
    <Switch
      label="Required"
      description={description}
      checked={field.required}
      disabled={isLocked}
      onChange={(event) => set(withChange(draft, field.key, { required: event.currentTarget.checked }))}
    />
  )
}

function ConsentDetails(props: FieldDetailsProps) {
  const { editor, errors } = props
  const { draft, set, isLocked: readOnly } = editor
  const text = (name: 'text' | 'purpose') =>
    textProps(draft.consent[name], { error: errors[`consent.${name}`], readOnly }, (text) =>
      set({ ...draft, consent: { ...draft.consent, [name]: text } }),
    )
  return (
    <Stack gap="sm" p="sm" pt={4}>
      <Textarea
        label="What people agree to"
        description="They read it beside a box to tick. Another text is a new version; submissions keep the version that was agreed to."
        placeholder="You may send me your newsletter. I can change my mind at any time."
        maxRows={12}
        maxLength={10_000}
        withAsterisk
        {...text('text')}
      />
      <TextInput
        label="Purpose"
        description="A word or two for lists and exports."
        maxLength={255}
        withAsterisk
        {...text('purpose')}
      />
      <Required {...props} description="Without it the form can be sent without agreeing." />
      <ConsentVersions formId={editor.formId} />
    </Stack>
  )
}

function ConsentVersions({ formId }: { formId: string }) {
  const [isOpen, { toggle }] = useDisclosure()
  const versions = useRead(['forms', formId, 'consents'], '/v1/forms/{id}/consents', { path: { id: formId } })
  const list = versions.data ?? []
  if (list.length === 0) return null
  return (
    <Stack gap="xs" align="flex-start">
      <LinkButton onClick={toggle} aria-expanded={isOpen}>
        {isOpen ? 'Hide the versions' : list.length === 1 ? 'See the saved version' : `See all ${list.length} versions`}
      </LinkButton>
      {isOpen && (
        <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Versions of the text">
          {list.map(({ version, purpose, text, created_at }) => (
            <li key={version}>
              <Muted>
                Version {version}, {purpose}, since <Time at={created_at} exact span inherit />
              </Muted>
              <Small style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{text}</Small>
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  )
}
