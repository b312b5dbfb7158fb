import { Accordion, Box, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { isContactField, labelOfField } from '../../contacts/names.ts'
import { Hint, RecordName, SecondaryButton } from '../../parts/variants.ts'
import type { Leaf } from '../inbox/body.ts'
import { errorOfField, type FieldDraft, newField, newRule, RULES_MAX, ruleInWords } from './draft.ts'
import { RuleRow } from './RuleRow.tsx'

interface Props {
  fields: readonly FieldDraft[]
  onChange: (fields: FieldDraft[]) => void
  leaves: readonly Leaf[]
  errors: Record<string, string>
  /** The first contact of the preview, by field. */
  preview: Record<string, unknown>
  isLocked: boolean
}

/** Field of a contact ← where its value is. */
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
                {/* A preset has a hundred rules: only open fields render their inputs. */}
                {open.includes(field.key) && (
                  <Fieldset variant="unstyled" m={0} miw={0} disabled={isLocked}>
                    <Editor
                      field={field}
                      leaves={leaves}
                      onChange={(change) => set(field.key, change)}
                      onRemove={() => onChange(fields.filter(({ key }) => key !== field.key))}
                    />
                  </Fieldset>
                )}
              </Accordion.Panel>
            </Accordion.Item>
          )
        })}
      </Accordion>
      {!isLocked && (
        <SecondaryButton size="xs" w="fit-content" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
          Add a field
        </SecondaryButton>
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
          {labelOfField(field.field) || 'New field'}
          {field.field === 'first_name' && (
            <Hint span fw={400}>
              {' '}
              required
            </Hint>
          )}
        </RecordName>
        {value !== undefined && value !== null && (
          <Text size="sm" truncate maw="55%">
            → {String(value)}
          </Text>
        )}
      </Group>
      <Hint lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
        {filled.length === 0 ? 'Stays empty' : filled.map(ruleInWords).join(', or ')}
      </Hint>
      {error && (
        <Text size="xs" fw={600} c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </Box>
  )
}

interface EditorProps {
  field: FieldDraft
  leaves: readonly Leaf[]
  onChange: (change: Partial<FieldDraft>) => void
  onRemove: () => void
}

function Editor({ field, leaves, onChange, onRemove }: EditorProps) {
  const label = labelOfField(field.field) || 'New field'
  return (
    <Stack gap="xs">
      {!isContactField(field.field) && (
        <TextInput
          label="Name of the additional field"
          size="xs"
          placeholder="phone"
          maxLength={64}
          value={field.field}
          onChange={(event) => onChange({ field: event.currentTarget.value })}
        />
      )}
      {field.rules.length > 1 && <Hint>The first place that holds something wins.</Hint>}
      {field.rules.map((rule, index) => (
        <RuleRow
          key={rule.key}
          label={`${label}, place ${index + 1}`}
          rule={rule}
          leaves={leaves}
          onChange={(changed) =>
            onChange({ rules: field.rules.map((each) => (each.key === rule.key ? changed : each)) })
          }
          onRemove={() => onChange({ rules: field.rules.filter(({ key }) => key !== rule.key) })}
        />
      ))}
      <Group gap="xs">
        <SecondaryButton
          size="compact-xs"
          disabled={field.rules.length >= RULES_MAX}
          onClick={() => onChange({ rules: [...field.rules, newRule()] })}
        >
          {field.rules.length === 0 ? 'Say where it is' : 'Add an alternative'}
        </SecondaryButton>
        {!isContactField(field.field) && (
          <SecondaryButton size="compact-xs" onClick={onRemove}>
            Remove the field
          </SecondaryButton>
        )}
      </Group>
    </Stack>
  )
}
