import { useLingui } from '@lingui/react/macro'
import { MultiSelect, Stack, Switch, TagsInput, TextInput } from '@mantine/core'
import type { Condition } from '../../../src/forms/fields/conditions.ts'
import { LONGEST } from '../../../src/forms/fields/fields.ts'
import { choices, FixedSelect, typed } from '../parts/forms.tsx'
import { type DraftField, NO_VALUE, withChange } from './draft.ts'
import { type Editor, TwoColumns } from './editor.tsx'

interface FieldPlaceProps {
  editor: Editor
  field: DraftField
  errors: Record<string, string>
}

const TICKS = new Set(['checkbox', 'consent'])

/** Whether a field begins a step, and when it is shown. */
export function FieldPlace({ editor, field, errors }: FieldPlaceProps) {
  const { t } = useLingui()
  const { draft, set, isLocked } = editor
  const change = (values: Partial<DraftField>) => set(withChange(draft, field.key, values))
  const others = draft.fields.filter(
    ({ name, type }, at) =>
      name !== field.name && type !== 'file' && draft.fields.findIndex((each) => each.name === name) === at,
  )
  const first = others[0]
  const { show_when } = field
  return (
    <Stack gap="sm">
      <Switch
        label={t`Begins a new step`}
        description={t`The form is shown step by step, with Back and Next.`}
        checked={field.step !== null}
        disabled={isLocked}
        onChange={(event) => change({ step: event.currentTarget.checked ? '' : null })}
      />
      {field.step !== null && (
        <TextInput
          label={t`Title of the step`}
          placeholder={t`For example: Your project`}
          maxLength={LONGEST.step}
          withAsterisk
          error={errors.step}
          readOnly={isLocked}
          {...typed(field.step, (step) => change({ step }))}
        />
      )}
      {field.type !== 'hidden' && first !== undefined && (
        <Switch
          label={t`Shown only sometimes`}
          description={t`Depending on what is in another field. While it is not shown it is not required either.`}
          checked={show_when !== null}
          disabled={isLocked}
          error={show_when === null ? undefined : errors.show_when}
          onChange={(event) =>
            change({ show_when: event.currentTarget.checked ? { field: first.name, is: [], is_not: [] } : null })
          }
        />
      )}
      {show_when !== null && (
        <When condition={show_when} others={others} isLocked={isLocked} set={(next) => change({ show_when: next })} />
      )}
    </Stack>
  )
}

interface WhenProps {
  condition: Condition
  others: readonly DraftField[]
  isLocked: boolean
  set: (condition: NonNullable<DraftField['show_when']>) => void
}

function When({ condition, others, isLocked, set }: WhenProps) {
  const { t } = useLingui()
  const other = others.find(({ name }) => name === condition.field)
  const isTick = other !== undefined && TICKS.has(other.type)
  const kind = condition.is_not.length > 0 ? 'is_not' : condition.is.length > 0 ? 'is' : 'filled'
  const values = [...condition.is, ...condition.is_not].filter((value) => value !== NO_VALUE)
  const field = condition.field
  const put = (next: string, given: string[]) => {
    // Two empty lists would mean "is filled in".
    const list = given.length > 0 ? given : [NO_VALUE]
    set({ field, is: next === 'is' ? list : [], is_not: next === 'is_not' ? list : [] })
  }
  const kinds = isTick
    ? choices({ is: t`is ticked`, is_not: t`is not ticked` })
    : choices({ filled: t`is filled in`, is: t`is one of`, is_not: t`is none of` })
  const options = [...new Set(other?.options.filter((option) => option.trim() !== ''))]
  const start = isTick ? ['true'] : options.slice(0, 1)
  const list = { label: t`Values`, value: values, disabled: isLocked, onChange: (next: string[]) => put(kind, next) }
  return (
    <TwoColumns>
      <FixedSelect
        label={t`Show it if`}
        data={others.map(({ name, label }) => ({ value: name, label: label || name }))}
        value={field}
        disabled={isLocked}
        onChange={(name) => name && set({ field: name, is: [], is_not: [] })}
      />
      <FixedSelect
        label={t`What counts`}
        data={kinds}
        value={isTick && kind === 'filled' ? 'is' : kind}
        disabled={isLocked}
        onChange={(next) => next && put(next, values.length > 0 ? values : start)}
      />
      {!isTick && kind !== 'filled' && options.length > 0 && <MultiSelect data={options} {...list} />}
      {!isTick && kind !== 'filled' && options.length === 0 && <TagsInput {...list} />}
    </TwoColumns>
  )
}
