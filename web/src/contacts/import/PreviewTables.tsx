import { Card, SimpleGrid, Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import type { ImportColumn, ImportPreview, ImportRow } from '../../api/schema.ts'
import { type Column, RecordTable } from '../../parts/RecordTable.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Muted } from '../../parts/variants.ts'
import { FIELD_LABELS, fullName, labelOfField } from '../names.ts'

function useOf({ use, field, name }: ImportColumn): string {
  switch (use) {
    case 'field':
      return labelOfField(field ?? '')
    case 'lead':
      return `${labelOfField(field ?? '')}, where it is one of ours`
    case 'extra':
      return `Additional field "${name}"`
    case 'json':
      return 'Additional fields, as an export writes them'
    case 'ignored':
      return name === '' ? 'Left out: it has no name' : 'Left out: Doorpost sets this itself'
  }
}

type NumberedColumn = ImportColumn & { place: number }

const COLUMNS: ReadonlyArray<Column<NumberedColumn>> = [
  { title: 'In the file', render: ({ name, place }) => <Wrapped>{name || `Column ${place}`}</Wrapped> },
  { title: 'Becomes', render: (column) => <Wrapped quiet={column.use === 'ignored'}>{useOf(column)}</Wrapped> },
]

export function Columns({ columns }: { columns: readonly ImportColumn[] }) {
  return (
    <RecordTable
      label="Columns of the file"
      columns={COLUMNS}
      rows={columns.map((column, index) => ({ ...column, place: index + 1 }))}
      idOf={({ place }) => String(place)}
    />
  )
}

type PreviewContact = ImportPreview['contacts'][number]

const CONTACT: ReadonlyArray<Column<PreviewContact>> = [
  { title: 'Line', render: ({ line }) => line.toLocaleString(), width: 70, wideOnly: true },
  { title: 'Name', render: (contact) => <Wrapped>{fullName(contact)}</Wrapped> },
  { title: 'E-mail', render: ({ email }) => <Wrapped>{email ?? '–'}</Wrapped> },
  ...(['company', 'utm_source', 'utm_medium'] as const).map((field) => ({
    title: FIELD_LABELS[field],
    render: (contact: PreviewContact) => <Wrapped>{contact[field] ?? '–'}</Wrapped>,
    wideOnly: true,
  })),
  { title: 'Additional fields', render: ({ extra }) => <Wrapped>{showExtra(extra)}</Wrapped>, wideOnly: true },
]

function showExtra(extra: PreviewContact['extra']): string {
  const fields = Object.entries(extra).map(([name, value]) => `${name}: ${value}`)
  return fields.length === 0 ? '–' : fields.join(', ')
}

export function FirstRows({ contacts }: { contacts: readonly PreviewContact[] }) {
  return <RecordTable label="First contacts" columns={CONTACT} rows={contacts} idOf={({ line }) => String(line)} />
}

const REASONS: ReadonlyArray<Column<ImportRow>> = [
  { title: 'Line', render: ({ line }) => line.toLocaleString(), width: 80 },
  {
    title: 'Result',
    render: ({ outcome }) => <StateBadge state={outcome} label={outcome === 'failed' ? 'Failed' : 'Left out'} />,
    width: 110,
  },
  {
    title: 'Why',
    render: ({ reasons }) =>
      Object.values(reasons)
        .flat()
        .map((reason) => <Wrapped key={reason}>{reason}</Wrapped>),
  },
]

interface RowReasonsProps extends Pick<ComponentProps<typeof RecordTable<ImportRow>>, 'rows' | 'total' | 'more'> {
  /** Leaves the column out. */
  isSameResult?: boolean
}

export function RowReasons({ rows, isSameResult = false, ...rest }: RowReasonsProps) {
  return (
    <RecordTable
      label="Rows that make no contact"
      columns={isSameResult ? REASONS.filter(({ title }) => title !== 'Result') : REASONS}
      rows={rows}
      idOf={({ line }) => String(line)}
      {...rest}
    />
  )
}

function Wrapped({ children, quiet = false }: { children: string; quiet?: boolean }) {
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }} c={quiet ? 'dimmed' : undefined}>
      {children}
    </Text>
  )
}

export function Counts({ counts }: { counts: ReadonlyArray<readonly [label: string, count: number]> }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: counts.length }} spacing="sm">
      {counts.map(([label, count]) => (
        <Card key={label} withBorder padding="md">
          <Text size="xl" fw={700}>
            {count.toLocaleString()}
          </Text>
          <Muted>{label}</Muted>
        </Card>
      ))}
    </SimpleGrid>
  )
}
