import { t } from '@lingui/core/macro'
import { Checkbox, Radio, SimpleGrid, Stack } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import type { EventSelector } from '../api/schema.ts'
import { Strong } from '../parts/text.tsx'
import { catalogue } from './catalogue.ts'

interface TypePickerProps {
  /** Null selects everything, including what later versions add. */
  value: EventSelector[] | null
  onChange: (value: EventSelector[] | null) => void
  error?: ReactNode
}

export function TypePicker({ value, onChange, error }: TypePickerProps) {
  // Switching to "everything" and back keeps the ticked boxes.
  const ticked = useRef(value ?? [])
  if (value !== null) ticked.current = value
  return (
    <Stack gap="xs">
      <Radio.Group
        label={t`What it is told`}
        value={value === null ? 'all' : 'some'}
        onChange={(choice) => onChange(choice === 'all' ? null : ticked.current)}
        error={error}
      >
        <Stack gap={6} mt={4}>
          <Radio value="all" label={t`Everything, also what later versions add`} />
          <Radio value="some" label={t`Only what I choose`} />
        </Stack>
      </Radio.Group>
      {value !== null && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" pl={{ base: 0, sm: 'xl' }}>
          {catalogue().map((group) => (
            <TypeGroup key={group.noun} {...group} value={value} onChange={onChange} />
          ))}
        </SimpleGrid>
      )}
    </Stack>
  )
}

type TypeGroupProps = ReturnType<typeof catalogue>[number] & {
  value: EventSelector[]
  onChange: (value: EventSelector[]) => void
}

/** The box of the noun stands for its wildcard, which includes types of later versions. */
function TypeGroup({ wildcard, title, all, kinds, value, onChange }: TypeGroupProps) {
  const types = kinds.map(({ type }) => type)
  const hasAll = value.includes(wildcard)
  const chosen = hasAll ? types : types.filter((type) => value.includes(type))
  const others = value.filter((each) => each !== wildcard && !types.some((type) => type === each))
  const isAlone = types.length === 1
  return (
    <Stack gap={6} role="group" aria-label={title}>
      {isAlone ? (
        <Strong>{title}</Strong>
      ) : (
        <Checkbox
          size="sm"
          fw={600}
          label={all}
          checked={hasAll}
          indeterminate={!hasAll && chosen.length > 0}
          onChange={() => onChange(hasAll ? others : [...others, wildcard])}
        />
      )}
      <Stack gap={6} pl={isAlone ? 0 : 'lg'}>
        {kinds.map(({ type, when }) => (
          <Checkbox
            key={type}
            size="sm"
            label={when}
            checked={chosen.includes(type)}
            onChange={({ currentTarget }) =>
              onChange([...others, ...chosen.filter((each) => each !== type), ...(currentTarget.checked ? [type] : [])])
            }
          />
        ))}
      </Stack>
    </Stack>
  )
}
