import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Accordion, ActionIcon, Autocomplete, Box, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { EXTRA_NAME_MAX, isContactField } from '../../../../src/contact-fields.ts'
import { labelOfField } from '../../contacts/names.ts'
import { choices, Lockable, typed } from '../../parts/forms.tsx'
import { IconPlus, IconX } from '../../parts/icons.tsx'
import { formatList } from '../../parts/locale.ts'
import { Hint, RecordName, Small } from '../../parts/text.tsx'
import { SecondaryButton, SmallButton } from '../../parts/ui.tsx'
import type { Leaf } from '../inbox/body.ts'
import {
  errorOfField,
  type FieldDraft,
  type Kind,
  newField,
  newRule,
  RULES_MAX,
  type RuleDraft,
  ruleInWords,
} from './draft.ts'
import classes from './mapping.module.css'

interface Props {
  fields: readonly FieldDraft[]
  onChange: (fields: FieldDraft[]) => void
  leaves: readonly Leaf[]
  errors: Record<string, string>
  /** First contact of the preview, by field. */
  preview: Record<string, unknown>
  isLocked: boolean
}

export function FieldRows({ fields, onChange, leaves, errors, preview, isLocked }: Props) {
  const [open, setOpen] = useState<string[]>([])
  const set = (key: string, change: Partial<FieldDraft>) =>
    onChange(fields.map((field) => (field.key === key ? { ...field, ...change } : field)))
  const add = () => {
    const field = newField()
    onChange([...fields, field])
    setOpen([...open, field.key])
  }
  return (
    <Stack gap="xs">
      <Accordion multiple variant="contained" value={open} onChange={setOpen} chevronPosition="left">
        {fields.map((field) => {
          const error = errorOfField(errors, field.field)
          return (
            <Accordion.Item key={field.key} value={field.key}>
              <Accordion.Control>
                <Summary field={field} value={preview[field.field]} error={error} />
              </Accordion.Control>
              <Accordion.Panel>
                {/* A preset has a hundred rules: only open fields render inputs. */}
                {open.includes(field.key) && (
                  <Lockable disabled={isLocked}>
                    <Editor
                      field={field}
                      leaves={leaves}
                      onChange={(change) => set(field.key, change)}
                      onRemove={() => onChange(fields.filter(({ key }) => key !== field.key))}
                    />
                  </Lockable>
                )}
              </Accordion.Panel>
            </Accordion.Item>
          )
        })}
      </Accordion>
      {!isLocked && (
        <SmallButton w="fit-content" leftSection={<IconPlus size={14} />} onClick={add}>
          <Trans>Add a field</Trans>
        </SmallButton>
      )}
    </Stack>
  )
}

function Summary({ field, value, error }: { field: FieldDraft; value: unknown; error: string | null }) {
  const filled = field.rules.filter(({ text }) => text !== '')
  return (
    <Box>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <RecordName>
          {labelOfField(field.field) || t`New field`}
          {field.field === 'first_name' && (
            <Hint span fw={400}>
              {' '}
              <Trans>required</Trans>
            </Hint>
          )}
        </RecordName>
        {value !== undefined && value !== null && (
          <Small truncate maw="55%">
            → {String(value)}
          </Small>
        )}
      </Group>
      <Hint lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
        {filled.length === 0 ? t`Stays empty` : formatList(filled.map(ruleInWords), 'disjunction')}
      </Hint>
      {error && (
        <Text size="xs" fw={600} c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </Box>
  )
}

interface EditorProps extends Pick<Props, 'leaves'> {
  field: FieldDraft
  onChange: (change: Partial<FieldDraft>) => void
  onRemove: () => void
}

function Editor({ field: { field, rules }, leaves, onChange, onRemove }: EditorProps) {
  const label = labelOfField(field) || t`New field`
  return (
    <Stack gap="xs">
      {!isContactField(field) && (
        <TextInput
          label={t`Name of the additional field`}
          size="xs"
          placeholder={t`phone`}
          maxLength={EXTRA_NAME_MAX}
          {...typed(field, (field) => onChange({ field }))}
        />
      )}
      {rules.length > 1 && (
        <Hint>
          <Trans>The first place that holds something wins.</Trans>
        </Hint>
      )}
      {rules.map((rule, index) => (
        <RuleRow
          key={rule.key}
          label={t`${label}, place ${index + 1}`}
          rule={rule}
          leaves={leaves}
          onChange={(change) => onChange({ rules: rules.with(index, { ...rule, ...change }) })}
          onRemove={() => onChange({ rules: rules.toSpliced(index, 1) })}
        />
      ))}
      <Group gap="xs">
        <SecondaryButton
          size="compact-xs"
          disabled={rules.length >= RULES_MAX}
          onClick={() => onChange({ rules: [...rules, newRule()] })}
        >
          {rules.length === 0 ? t`Say where it is` : t`Add an alternative`}
        </SecondaryButton>
        {!isContactField(field) && (
          <SecondaryButton size="compact-xs" onClick={onRemove}>
            <Trans>Remove the field</Trans>
          </SecondaryButton>
        )}
      </Group>
    </Stack>
  )
}

const kinds = () => choices({ pointer: t`Value at`, answer: t`Answer named`, constant: t`Always` })

const takes = () =>
  choices({
    '': t`All of it`,
    first_word: t`First word`,
    rest: t`Without first word`,
    lower: t`In lower case`,
  })

const Choice = Select.withProps({ size: 'xs', allowDeselect: false })

interface RuleRowProps extends Pick<Props, 'leaves'> {
  /** For screen readers: "First name, place 2". */
  label: string
  rule: RuleDraft
  onChange: (change: Partial<RuleDraft>) => void
  onRemove: () => void
}

function RuleRow({ label, rule: { kind, text, take }, leaves, onChange, onRemove }: RuleRowProps) {
  const values = new Map(leaves.map((leaf) => [kind === 'answer' ? leaf.name : leaf.pointer, String(leaf.value)]))
  return (
    <div className={classes.rule}>
      <Choice
        aria-label={t`${label}: what it is`}
        data={kinds()}
        value={kind}
        onChange={(next) => next && onChange({ kind: next as Kind, take: next === 'constant' ? '' : take })}
      />
      {kind === 'constant' ? (
        <>
          <TextInput
            aria-label={t`${label}: the text`}
            size="xs"
            placeholder={t`newsletter`}
            {...typed(text, (text) => onChange({ text }))}
          />
          <span />
        </>
      ) : (
        <>
          <Autocomplete
            aria-label={kind === 'pointer' ? t`${label}: the path` : t`${label}: the name of the answer`}
            size="xs"
            placeholder={kind === 'pointer' ? t`/customer/email` : t`First name`}
            data={[...values.keys()].filter((name) => name !== '')}
            limit={40}
            comboboxProps={{ width: 320, position: 'bottom-start' }}
            renderOption={({ option }) => (
              <div>
                <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
                  {option.value}
                </Text>
                <Hint lineClamp={1}>{values.get(option.value)}</Hint>
              </div>
            )}
            value={text}
            onChange={(next) => onChange({ text: next })}
          />
          <Choice
            aria-label={t`${label}: which part`}
            data={takes()}
            value={take}
            onChange={(next) => onChange({ take: next ?? '' })}
          />
        </>
      )}
      <ActionIcon variant="subtle" color="gray" aria-label={t`${label}: remove`} onClick={onRemove}>
        <IconX size={16} />
      </ActionIcon>
    </div>
  )
}
