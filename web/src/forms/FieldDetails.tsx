import { SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { isContactField } from '../../../src/contact-fields.ts'
import { CONSENT_FIELD, HAS_OPTIONS } from '../../../src/forms/fields/fields.ts'
import { choices } from '../parts/forms/choices.ts'
import { FixedSelect } from '../parts/variants.ts'
import { ConsentVersions } from './ConsentVersions.tsx'
import { type DraftField, type FormDraft, TYPE_LABELS } from './draft.ts'

export interface FieldDetailsProps {
  formId: string
  field: DraftField
  consent: FormDraft['consent']
  errors: Record<string, string>
  isLocked: boolean
  onChange: (change: Partial<DraftField>) => void
  onConsent: (consent: FormDraft['consent']) => void
}

/** Without a text to type into there is nothing to show in it beforehand. */
const WITHOUT_PLACEHOLDER = new Set(['radio', 'checkbox', 'checkboxes', 'date', 'file', 'hidden', 'consent'])

const { consent: _, ...TYPES } = TYPE_LABELS
const TYPE_CHOICES = choices(TYPES)

/** What can be changed about a field. */
export function FieldDetails(props: FieldDetailsProps) {
  const { field, errors, isLocked, onChange } = props
  if (field.type === 'consent') return <ConsentDetails {...props} />
  const isHidden = field.type === 'hidden'
  const text = (name: 'label' | 'value' | 'placeholder' | 'help' | 'name', none: null | '' = null) => ({
    value: field[name] ?? '',
    error: errors[name],
    readOnly: isLocked,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ [name]: event.currentTarget.value || none }),
  })
  return (
    <Stack gap="sm" p="sm" pt={4}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <TextInput label="Label" maxLength={255} {...text('label', '')} />
        <FixedSelect
          label="Kind"
          data={TYPE_CHOICES}
          value={field.type}
          // The address is what people are known by.
          disabled={isLocked || field.name === 'email'}
          error={errors.type}
          onChange={(type) => type && onChange(changedType(type as typeof field.type, field))}
        />
      </SimpleGrid>
      {HAS_OPTIONS.has(field.type) && (
        <Textarea
          label="Choices"
          description="One on each line."
          maxRows={12}
          value={field.options.join('\n')}
          error={errors.options}
          readOnly={isLocked}
          onChange={(event) => onChange({ options: event.currentTarget.value.split('\n') })}
          onBlur={() => onChange({ options: field.options.map((each) => each.trim()).filter(Boolean) })}
        />
      )}
      {isHidden ? (
        <TextInput
          label="Value"
          description="Sent with every submission, unless the address of the page has another."
          {...text('value')}
        />
      ) : (
        <>
          <Switch
            label="Required"
            checked={field.required}
            disabled={isLocked}
            onChange={(event) => onChange({ required: event.currentTarget.checked })}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
            {!WITHOUT_PLACEHOLDER.has(field.type) && (
              <TextInput label="Example in the empty field" maxLength={255} {...text('placeholder')} />
            )}
            <TextInput label="Help below the field" maxLength={1020} {...text('help')} />
          </SimpleGrid>
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

function changedType(type: FieldDetailsProps['field']['type'], { options }: FieldDetailsProps['field']) {
  const needsOptions = HAS_OPTIONS.has(type) && options.length === 0
  return {
    type,
    ...(needsOptions && { options: ['First choice', 'Second choice'] }),
    ...(type === 'hidden' && { required: false }),
  }
}

function ConsentDetails({ formId, field, consent, errors, isLocked, onChange, onConsent }: FieldDetailsProps) {
  const text = (name: 'text' | 'purpose') => ({
    value: consent[name],
    error: errors[`${CONSENT_FIELD}.${name}`],
    readOnly: isLocked,
    onChange: (event: { currentTarget: { value: string } }) =>
      onConsent({ ...consent, [name]: event.currentTarget.value }),
  })
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
      <Switch
        label="Required"
        description="Without it the form can be sent without agreeing."
        checked={field.required}
        disabled={isLocked}
        onChange={(event) => onChange({ required: event.currentTarget.checked })}
      />
      <ConsentVersions formId={formId} />
    </Stack>
  )
}
