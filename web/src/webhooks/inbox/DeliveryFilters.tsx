import { Button, Collapse, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import type { QueryOf } from '../../api/client.ts'
import { SearchField } from '../../parts/SearchField.tsx'
import { SecondaryButton } from '../../parts/variants.ts'
import { addDays, instantOf, isDay } from '../../parts/wall-clock.ts'

export type Search = Record<string, string | undefined>

const FILTERS = ['verified', 'mapping', 'from', 'to'] as const

const VERIFIED = [
  { value: 'yes', label: 'Verified' },
  { value: 'no', label: 'Not verified' },
]

const MAPPINGS = [
  { value: 'mapped', label: 'Became contacts' },
  { value: 'failed', label: 'Could not be mapped' },
  { value: 'skipped', label: 'Skipped' },
  { value: 'pending', label: 'Being mapped' },
  { value: 'none', label: 'No mapping' },
] as const

/** The filters of the address as the API takes them. Days are days of the workspace. */
export function queryOf(search: Search, zone: string): QueryOf<'/v1/webhooks/{id}/deliveries'> {
  const startOf = (day: string | undefined, add = 0) =>
    isDay(day) ? instantOf(addDays(day, add), zone).toISOString() : undefined
  return {
    q: search.q,
    verified: search.verified === 'yes' ? true : search.verified === 'no' ? false : undefined,
    mapping_state: MAPPINGS.find(({ value }) => value === search.mapping)?.value,
    received_after: startOf(search.from),
    received_before: startOf(search.to, 1),
  }
}

const ALL = ['q', ...FILTERS]

export function isFiltered(search: Search): boolean {
  return ALL.some((name) => search[name])
}

export const NO_FILTERS: Search = Object.fromEntries(ALL.map((name) => [name, undefined]))

const Choice = Select.withProps({ placeholder: 'All', clearable: true, clearButtonProps: { 'aria-label': 'Clear' } })

export function DeliveryFilters({ search, set }: { search: Search; set: (change: Search) => void }) {
  const used = FILTERS.filter((name) => search[name]).length
  const [isOpen, { toggle }] = useDisclosure(used > 0)
  return (
    <Stack gap="sm" mb="md">
      <Group gap="sm" wrap="nowrap">
        <SearchField
          label="Search in deliveries"
          placeholder="Search, exactly as it stands in the delivery"
          value={search.q ?? ''}
          onChange={(q) => set({ q: q || undefined })}
        />
        <SecondaryButton onClick={toggle} aria-expanded={isOpen} leftSection={<IconFilter size={16} aria-hidden />}>
          {used > 0 ? `Filters (${used})` : 'Filters'}
        </SecondaryButton>
        {isFiltered(search) && (
          <Button variant="subtle" c="var(--mantine-color-text)" onClick={() => set(NO_FILTERS)} visibleFrom="sm">
            Clear
          </Button>
        )}
      </Group>
      <Collapse in={isOpen}>
        <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
          <Choice
            label="Sender"
            data={VERIFIED}
            value={search.verified ?? null}
            onChange={(value) => set({ verified: value ?? undefined })}
          />
          <Choice
            label="Contacts"
            data={MAPPINGS}
            value={search.mapping ?? null}
            onChange={(value) => set({ mapping: value ?? undefined })}
          />
          <TextInput
            type="date"
            label="From"
            value={search.from ?? ''}
            onChange={(event) => set({ from: event.currentTarget.value || undefined })}
          />
          <TextInput
            type="date"
            label="Until"
            value={search.to ?? ''}
            onChange={(event) => set({ to: event.currentTarget.value || undefined })}
          />
        </SimpleGrid>
      </Collapse>
    </Stack>
  )
}
