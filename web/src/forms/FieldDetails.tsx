import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { isContactField } from '../../../src/contact-fields.ts'
import { FIELD_NAME_MAX, FIELD_TYPES, HAS_OPTIONS, LONGEST } from '../../../src/forms/fields/fields.ts'
import { useRead } from '../api/client.ts'
import { FixedSelect } from '../parts/forms.tsx'
import { Muted, Small, Time } from '../parts/text.tsx'
import { LinkButton } from '../parts/ui.tsx'
import { type DraftField, withChange } from './draft.ts'
import { type Editor, TwoColumns, textProps } from './editor.tsx'
import { FieldPlace } from './FieldPlace.tsx'
import { TYPE_LABELS } from './labels.ts'

interface FieldDetailsProps {
  editor: Editor
  field: DraftField
  errors: Record<string, string>
}

const WITHOUT_PLACEHOLDER = new Set(['radio', 'checkbox', 'checkboxes', 'date', 'file', 'hidden', 'consent'])

const TYPES = FIELD_TYPES.filter((type) => type !== 'consent')

export function FieldDetails(props: FieldDetailsProps) {
  const { t } = useLingui()
  const { editor, field, errors } = props
  const { draft, set, isLocked: readOnly } = editor
  if (field.type === 'consent') return <ConsentDetails {...props} />
  const change = (values: Partial<DraftField>) => set(withChange(draft, field.key, values))
  const text = (name: 'label' | 'value' | 'placeholder' | 'help' | 'name', none: null | '' = null) =>
    textProps(field[name] ?? '', { error: errors[name], readOnly }, (text) => change({ [name]: text || none }))
  return (
    <Stack gap="sm" p="sm" pt={4}>
      <TwoColumns>
        <TextInput label={t`Label`} maxLength={LONGEST.label} {...text('label', '')} />
        <FixedSelect
          label={t`Kind`}
          data={TYPES.map((type) => ({ value: type, label: t(TYPE_LABELS[type]) }))}
          value={field.type}
          // The address identifies people.
          disabled={readOnly || field.name === 'email'}
          error={errors.type}
          onChange={(type) =>
            type && change(changedType(type as typeof field.type, field, [t`First choice`, t`Second choice`]))
          }
        />
      </TwoColumns>
      {HAS_OPTIONS.has(field.type) && (
        <Textarea
          label={t`Choices`}
          description={t`One on each line.`}
          maxRows={12}
          {...textProps(field.options.join('\n'), { error: errors.options, readOnly }, (text) =>
            change({ options: text.split('\n') }),
          )}
          onBlur={() => change({ options: field.options.map((each) => each.trim()).filter(Boolean) })}
        />
      )}
      {field.type === 'hidden' ? (
        <TextInput
          label={t`Value`}
          description={t`Sent with every submission, unless the address of the page has another.`}
          {...text('value')}
        />
      ) : (
        <>
          <Required {...props} />
          <TwoColumns>
            {!WITHOUT_PLACEHOLDER.has(field.type) && (
              <TextInput
                label={t`Example in the empty field`}
                maxLength={LONGEST.placeholder}
                {...text('placeholder')}
              />
            )}
            <TextInput label={t`Help below the field`} maxLength={LONGEST.help} {...text('help')} />
          </TwoColumns>
        </>
      )}
      <FieldPlace {...props} />
      {!isContactField(field.name) && (
        <TextInput
          label={t`Stored as`}
          description={t`The name of this field in contacts, exports and events.`}
          maxLength={FIELD_NAME_MAX}
          {...text('name', '')}
        />
      )}
    </Stack>
  )
}

function changedType(type: DraftField['type'], { options }: DraftField, first: string[]): Partial<DraftField> {
  const needsOptions = HAS_OPTIONS.has(type) && options.length === 0
  return {
    type,
    ...(needsOptions && { options: first }),
    ...(type === 'hidden' && { required: false, show_when: null }),
  }
}

function Required({ editor, field, description }: FieldDetailsProps & { description?: string }) {
  const { t } = useLingui()
  const { draft, set, isLocked } = editor
  return (
    <Switch
      label={t`Required`}
      description={description}
      checked={field.required}
      disabled={isLocked}
      onChange={(event) => set(withChange(draft, field.key, { required: event.currentTarget.checked }))}
    />
  )
}

function ConsentDetails(props: FieldDetailsProps) {
  const { t } = useLingui()
  const { editor, errors } = props
  const { draft, set, isLocked: readOnly } = editor
  const text = (name: 'text' | 'purpose') =>
    textProps(draft.consent[name], { error: errors[`consent.${name}`], readOnly }, (text) =>
      set({ ...draft, consent: { ...draft.consent, [name]: text } }),
    )
  return (
    <Stack gap="sm" p="sm" pt={4}>
      <Textarea
        label={t`What people agree to`}
        description={t`They read it beside a box to tick. Another text is a new version; submissions keep the version that was agreed to.`}
        placeholder={t`You may send me your newsletter. I can change my mind at any time.`}
        maxRows={12}
        maxLength={LONGEST.consent_text}
        withAsterisk
        {...text('text')}
      />
      <TextInput
        label={t`Purpose`}
        description={t`A word or two for lists and exports.`}
        maxLength={LONGEST.label}
        withAsterisk
        {...text('purpose')}
      />
      <Required {...props} description={t`Without it the form can be sent without agreeing.`} />
      <FieldPlace {...props} />
      <ConsentVersions formId={editor.formId} />
    </Stack>
  )
}

function ConsentVersions({ formId }: { formId: string }) {
  const { t } = useLingui()
  const [isOpen, { toggle }] = useDisclosure()
  const versions = useRead(['forms', formId, 'consents'], '/v1/forms/{id}/consents', { path: { id: formId } })
  const list = versions.data ?? []
  if (list.length === 0) return null
  return (
    <Stack gap="xs" align="flex-start">
      <LinkButton onClick={toggle} aria-expanded={isOpen}>
        {isOpen ? (
          <Trans>Hide the versions</Trans>
        ) : (
          <Plural value={list.length} one="See the saved version" other="See all # versions" />
        )}
      </LinkButton>
      {isOpen && (
        <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t`Versions of the text`}>
          {list.map(({ version, purpose, text, created_at }) => (
            <li key={version}>
              <Muted>
                <Trans>
                  Version {version}, {purpose}, since <Time at={created_at} exact span inherit />
                </Trans>
              </Muted>
              <Small style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{text}</Small>
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  )
}
