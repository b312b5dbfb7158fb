import { useLingui } from '@lingui/react/macro'
import { SimpleGrid } from '@mantine/core'
import type { ComponentProps } from 'react'
import type { ImportPreview, ImportRow } from '../../api/schema.ts'
import { formatNumber } from '../../parts/locale.ts'
import { type Column, Figure, RecordTable } from '../../parts/tables.tsx'
import { Wrapped } from '../../parts/text.tsx'
import { StateBadge } from '../../parts/ui.tsx'
import { fullName, labelOfExtra } from '../names.ts'
import { TARGETS } from './targets.ts'

type PreviewContact = ImportPreview['contacts'][number]

function showExtra(extra: PreviewContact['extra']): string {
  const fields = Object.entries(extra).map(([name, value]) => `${labelOfExtra(name)}: ${value}`)
  return fields.length === 0 ? '–' : fields.join(', ')
}

export function FirstRows({ contacts }: { contacts: readonly PreviewContact[] }) {
  const { t } = useLingui()
  const columns: ReadonlyArray<Column<PreviewContact>> = [
    { title: t`Name`, render: (contact) => <Wrapped>{fullName(contact)}</Wrapped> },
    { title: t(TARGETS.email), render: ({ email }) => <Wrapped>{email ?? '–'}</Wrapped> },
    ...(['company', 'utm_source'] as const).map((field) => ({
      title: t(TARGETS[field]),
      render: (contact: PreviewContact) => <Wrapped>{contact[field] ?? '–'}</Wrapped>,
      wideOnly: true,
    })),
    { title: t`Additional fields`, render: ({ extra }) => <Wrapped>{showExtra(extra)}</Wrapped>, wideOnly: true },
  ]
  return <RecordTable label={t`First contacts`} columns={columns} rows={contacts} idOf={({ line }) => String(line)} />
}

interface RowReasonsProps extends Pick<ComponentProps<typeof RecordTable<ImportRow>>, 'rows' | 'total' | 'more'> {
  isSameResult?: boolean
}

export function RowReasons({ rows, isSameResult = false, ...rest }: RowReasonsProps) {
  const { t } = useLingui()
  const columns: ReadonlyArray<Column<ImportRow> | false> = [
    {
      title: t({ message: 'Row', comment: 'The number of a row of a spreadsheet' }),
      render: ({ line }) => formatNumber(line),
      width: 80,
    },
    !isSameResult && {
      title: t`Result`,
      render: ({ outcome }) => (
        <StateBadge state={outcome} label={outcome === 'failed' ? t`Cannot be imported` : t`Left out`} />
      ),
      width: 160,
      wideOnly: true,
    },
    {
      title: t`Why`,
      render: ({ reasons }) =>
        Object.values(reasons)
          .flat()
          .map((reason) => <Wrapped key={reason}>{reason}</Wrapped>),
    },
  ]
  return (
    <RecordTable
      label={t`Rows that make no contact`}
      columns={columns}
      rows={rows}
      idOf={({ line }) => String(line)}
      {...rest}
    />
  )
}

export function Counts({ counts }: { counts: ReadonlyArray<readonly [label: string, count: number]> }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: counts.length }} spacing="md">
      {counts.map(([label, count]) => (
        <Figure key={label} name={label} value={count} />
      ))}
    </SimpleGrid>
  )
}
