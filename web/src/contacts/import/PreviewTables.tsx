import { Card, NativeSelect, SimpleGrid } from '@mantine/core'
import type { ComponentProps } from 'react'
import { FIELD_NAMES } from '../../../../src/contact-fields.ts'
import type { ImportColumn, ImportPreview, ImportRow } from '../../api/schema.ts'
import { typed } from '../../parts/forms.tsx'
import { type Column, Figure, RecordTable } from '../../parts/tables.tsx'
import { Wrapped } from '../../parts/text.tsx'
import { StateBadge } from '../../parts/ui.tsx'
import { FIELD_LABELS, fullName, labelOfField } from '../names.ts'

/** Choices for columns, by place from 1. */
export type Decided = Readonly<Record<string, string>>

function guessOf(column: ImportColumn | undefined): string {
  switch (column?.use) {
    case undefined:
      return ''
    case 'field':
      return labelOfField(column.field ?? '')
    case 'full_name':
      return 'Full name'
    case 'lead':
      return `${labelOfField(column.field ?? '')}, where it is one of ours`
    case 'extra':
      return 'Additional field'
    case 'json':
      return 'Additional fields, as an export writes them'
    case 'ignored':
      return column.name === '' ? 'Left out: it has no name' : 'Left out: Doorpost sets this itself'
  }
}

interface ColumnsProps {
  names: readonly string[]
  /** As the API reads them; null if it refuses the header. */
  columns: readonly ImportColumn[] | null
  decided: Decided
  onDecide: (place: number, target: string) => void
}

export function Columns({ names, columns, decided, onDecide }: ColumnsProps) {
  const rows = names.map((name, index) => ({ name, place: index + 1, column: columns?.[index] }))
  const titles: ReadonlyArray<Column<(typeof rows)[number]>> = [
    { title: 'In the file', render: ({ name, place }) => <Wrapped>{name || `Column ${place}`}</Wrapped> },
    {
      title: 'Becomes',
      render: ({ name, place, column }) => {
        const guess = decided[place] === undefined ? guessOf(column) : ''
        return (
          <NativeSelect
            size="xs"
            aria-label={`What column ${place}, ${name || 'without a name'}, becomes`}
            {...typed(decided[place] ?? '', (target) => onDecide(place, target))}
            data={[
              { value: '', label: guess === '' ? 'Detected by its name' : `${guess} (detected)` },
              ...FIELD_NAMES.map((field) => ({ value: field, label: FIELD_LABELS[field] })),
              { value: 'full_name', label: 'Full name, cut into first and last' },
              ...(name === '' ? [] : [{ value: 'extra', label: `Additional field "${name}"` }]),
              { value: 'ignored', label: 'Leave it out' },
            ]}
          />
        )
      },
    },
  ]
  return <RecordTable label="Columns of the file" columns={titles} rows={rows} idOf={({ place }) => String(place)} />
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

export function Counts({ counts }: { counts: ReadonlyArray<readonly [label: string, count: number]> }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: counts.length }} spacing="sm">
      {counts.map(([label, count]) => (
        <Card key={label} withBorder padding="md">
          <Figure name={label} value={count} />
        </Card>
      ))}
    </SimpleGrid>
  )
}
