import { Checkbox, Group, Input, Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Hint } from '../../parts/variants.ts'
import { ALL_SCOPES, NOUNS, type Scope } from './scopes.ts'

interface ScopeChoiceProps {
  value: Scope[]
  onChange: (value: Scope[]) => void
  error?: ReactNode
}

export function ScopeChoice({ value, onChange, error }: ScopeChoiceProps) {
  const isAll = value.length === ALL_SCOPES.length
  const set = (scope: Scope, isOn: boolean) =>
    onChange(ALL_SCOPES.filter((each) => (each === scope ? isOn : value.includes(each))))
  return (
    <Input.Wrapper label="What it may do" labelElement="div" error={error}>
      <Paper withBorder radius="md" p="sm" mt={4} mb={error ? 4 : 0}>
        <Stack gap="sm">
          <Checkbox
            label="Everything"
            fw={600}
            checked={isAll}
            indeterminate={!isAll && value.length > 0}
            onChange={({ currentTarget }) => onChange(currentTarget.checked ? ALL_SCOPES : [])}
          />
          {NOUNS.map(({ noun, label, about }) => (
            <Group key={noun} justify="space-between" gap="xs" wrap="nowrap">
              <div>
                <Text size="sm">{label}</Text>
                <Hint>{about}</Hint>
              </div>
              <Group gap="md" wrap="nowrap">
                {(['read', 'write'] as const).map((verb) => (
                  <Checkbox
                    key={verb}
                    label={verb === 'read' ? 'Read' : 'Write'}
                    aria-label={`${label}: ${verb}`}
                    checked={value.includes(`${noun}:${verb}`)}
                    onChange={({ currentTarget }) => set(`${noun}:${verb}`, currentTarget.checked)}
                  />
                ))}
              </Group>
            </Group>
          ))}
        </Stack>
      </Paper>
    </Input.Wrapper>
  )
}
