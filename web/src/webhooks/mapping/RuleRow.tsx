import { ActionIcon, Autocomplete, Select, Text, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Hint } from '../../parts/variants.ts'
import type { Leaf } from '../inbox/body.ts'
import type { Kind, RuleDraft } from './draft.ts'
import classes from './mapping.module.css'

const KINDS = [
  { value: 'pointer', label: 'Value at' },
  { value: 'answer', label: 'Answer named' },
  { value: 'constant', label: 'Always' },
]

const TAKES = [
  { value: '', label: 'All of it' },
  { value: 'first_word', label: 'First word' },
  { value: 'rest', label: 'Without first word' },
  { value: 'lower', label: 'In lower case' },
]

interface Props {
  /** For those who cannot see where it stands: "First name, alternative 2". */
  label: string
  rule: RuleDraft
  leaves: readonly Leaf[]
  onChange: (rule: RuleDraft) => void
  onRemove: () => void
}

export function RuleRow({ label, rule, leaves, onChange, onRemove }: Props) {
  const values = new Map(leaves.map((leaf) => [rule.kind === 'answer' ? leaf.name : leaf.pointer, String(leaf.value)]))
  return (
    <div className={classes.rule}>
      <Select
        aria-label={`${label}: what it is`}
        size="xs"
        data={KINDS}
        allowDeselect={false}
        value={rule.kind}
        onChange={(kind) =>
          kind && onChange({ ...rule, kind: kind as Kind, take: kind === 'constant' ? '' : rule.take })
        }
      />
      {rule.kind === 'constant' ? (
        <TextInput
          aria-label={`${label}: the text`}
          size="xs"
          placeholder="newsletter"
          value={rule.text}
          onChange={(event) => onChange({ ...rule, text: event.currentTarget.value })}
        />
      ) : (
        <Autocomplete
          aria-label={rule.kind === 'pointer' ? `${label}: the path` : `${label}: the name of the answer`}
          size="xs"
          placeholder={rule.kind === 'pointer' ? '/customer/email' : 'First name'}
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
          value={rule.text}
          onChange={(text) => onChange({ ...rule, text })}
        />
      )}
      {rule.kind === 'constant' ? (
        <span />
      ) : (
        <Select
          aria-label={`${label}: which part`}
          size="xs"
          data={TAKES}
          allowDeselect={false}
          value={rule.take}
          onChange={(take) => onChange({ ...rule, take: take ?? '' })}
        />
      )}
      <ActionIcon variant="subtle" color="gray" aria-label={`${label}: remove`} onClick={onRemove}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}
