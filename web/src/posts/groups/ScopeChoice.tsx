import { Radio, Stack } from '@mantine/core'

/** Whether something is done to one post of a group or to all. */
export type Scope = 'one' | 'all'

interface ScopeChoiceProps {
  label: string
  /** "X @example" */
  name: string
  count: number
  value: Scope
  onChange: (scope: Scope) => void
}

/** The question that posts of a group ask: together or singly? */
export function ScopeChoice({ label, name, count, value, onChange }: ScopeChoiceProps) {
  return (
    <Radio.Group label={label} value={value} onChange={(scope) => onChange(scope as Scope)}>
      <Stack gap="xs" mt="xs">
        <Radio value="all" label={`All ${count} posts that were composed together`} />
        <Radio value="one" label={`Only the one on ${name}`} />
      </Stack>
    </Radio.Group>
  )
}
