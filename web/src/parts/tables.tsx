import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  type BoxProps,
  CloseButton,
  Group,
  type GroupProps,
  Paper,
  ScrollArea,
  Table,
  type TableProps,
  Text,
  TextInput,
} from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import {
  type ComponentProps,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { IconSearch } from './icons.tsx'
import { formatNumber } from './locale.ts'
import { Hint, Muted } from './text.tsx'
import { Read, SmallButton } from './ui.tsx'

export interface Column<T> {
  title: string
  render?: (row: T) => ReactNode
  /** Instead of `render`: a number, aligned right. */
  count?: (row: T) => number | null
  width?: number | string
  /** Hidden on narrow screens. */
  wideOnly?: boolean
  align?: 'left' | 'right'
}

interface RecordTableProps<T> {
  label: string
  /** False entries are left out. */
  columns: ReadonlyArray<Column<T> | false>
  rows: readonly T[]
  idOf: (row: T) => string
  onOpen?: (row: T) => void
  total?: number
  more?: More
  selectedId?: string | null
}

/** Arrow keys move through the rows; Enter or a click opens one. */
export function RecordTable<T>({ label, rows, idOf, onOpen, total, more, selectedId, ...table }: RecordTableProps<T>) {
  const columns = table.columns.filter((column) => column !== false)
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      <ScrollArea type="auto">
        <Table highlightOnHover={onOpen !== undefined} verticalSpacing="sm" horizontalSpacing="md" aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ title, width, ...column }) => (
                <Table.Th key={title} w={width} {...placeOf(column)}>
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody onKeyDown={moveByArrows}>
            {rows.map((row, index) => (
              <Table.Tr
                key={idOf(row)}
                {...(onOpen && {
                  style: { cursor: 'pointer', outlineOffset: -2 },
                  tabIndex: (selectedId ? selectedId === idOf(row) : index === 0) ? 0 : -1,
                  onClick: (event) => isPlain(event.target) && onOpen(row),
                  onKeyDown: (event) => {
                    if (event.key === 'Enter' && event.target === event.currentTarget) onOpen(row)
                  },
                })}
                {...(selectedId === idOf(row) && { 'data-selected': true, 'aria-selected': true })}
              >
                {columns.map(({ title, render, count, ...column }) => (
                  <Table.Td key={title} {...placeOf({ count, ...column })}>
                    {count ? numberOr(count(row), <Muted>–</Muted>) : render?.(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
      {total !== undefined && (
        <ShownOf
          shown={rows.length}
          total={total}
          more={more}
          p="sm"
          style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}
        />
      )}
    </Paper>
  )
}

function numberOr(value: number | null, none: ReactNode): ReactNode {
  return value === null ? none : formatNumber(value)
}

function placeOf<T>({ count, wideOnly, align }: Omit<Column<T>, 'title'>) {
  return { ta: align ?? (count ? 'right' : 'left'), visibleFrom: wideOnly ? 'sm' : undefined }
}

interface RecordListProps<T> extends Omit<RecordTableProps<T>, 'rows' | 'total' | 'more' | 'idOf'> {
  of: ComponentProps<typeof Read<unknown>>['of'] & Pick<RecordTableProps<T>, 'rows' | 'total' | 'more'>
  idOf?: (row: T) => string
  empty: ReactNode
  waiting?: number
}

export function RecordList<T extends object>({ of, idOf = idIn, empty, waiting, ...table }: RecordListProps<T>) {
  const { rows, total, more } = of
  return (
    <Read of={of} rows={waiting}>
      {() => (rows.length === 0 ? empty : <RecordTable {...table} idOf={idOf} rows={rows} total={total} more={more} />)}
    </Read>
  )
}

const idIn = (row: object) => (row as { id: string }).id

/** A click on a control inside a row does not open the row. */
function isPlain(target: EventTarget): boolean {
  return !(target as Element).closest('a, button, input, [role="menuitem"]')
}

/** Up, Down, Home and End, for a list of elements with a tabindex. */
export function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > [tabindex]')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  if (at === -1) return
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
  const row = next === undefined ? undefined : rows[next]
  if (row === undefined) return
  event.preventDefault()
  rows[at]!.tabIndex = -1
  row.tabIndex = 0
  row.focus()
}

export interface More {
  has: boolean
  isLoading: boolean
  load: () => void
}

interface ShownOfProps extends GroupProps {
  shown: number
  total: number
  more?: More | undefined
}

/** Nothing if all are shown. */
export function ShownOf({ shown, total, more, ...others }: ShownOfProps) {
  if (shown >= total && !more?.has) return null
  return (
    <Group justify="space-between" {...others}>
      <Muted>
        <Trans comment="How many rows of a list are shown">
          {formatNumber(shown)} of {formatNumber(total)}
        </Trans>
      </Muted>
      {more?.has && (
        <SmallButton loading={more.isLoading} onClick={more.load}>
          <Trans>Show more</Trans>
        </SmallButton>
      )}
    </Group>
  )
}

interface SearchFieldProps extends BoxProps {
  /** For screen readers: "Search posts". */
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}

/** The API's limit. */
const LONGEST = 255

/** The key `/` focuses it. `onChange` is called 300 ms after the last key. */
export function SearchField({ label, placeholder, value, onChange, ...box }: SearchFieldProps) {
  const { t } = useLingui()
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const commit = useDebouncedCallback((next: string, path: string) => {
    // The person has gone on to another page, which is being loaded: the search would lead back.
    if (location.pathname !== path) return
    sent.current = next
    onChange(next)
  }, 300)
  // Reacts only to changes from elsewhere, because the URL lags behind typing.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  const change = (next: string) => {
    setText(next)
    commit(next.trim(), location.pathname)
  }
  return (
    <TextInput
      data-search
      type="search"
      flex={1}
      aria-label={label}
      placeholder={placeholder}
      maxLength={LONGEST}
      leftSection={<IconSearch size={16} />}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      rightSection={text && <CloseButton size="sm" aria-label={t`Clear the search`} onClick={() => change('')} />}
      {...box}
    />
  )
}

type Row = readonly [name: ReactNode, ...numbers: ReactNode[]]

interface NumberTableProps extends TableProps {
  'aria-label': string
  head: Row
  rows: readonly Row[]
  foot?: Row
  nameStyle?: CSSProperties
  /** Scrolls beyond this height, also with the keyboard. */
  mah?: number
}

export function NumberTable({ head, rows, foot, nameStyle, mah, ...table }: NumberTableProps) {
  const shown = (
    <Table verticalSpacing={6} {...table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{head[0]}</Table.Th>
          {numbersOf(head, Table.Th)}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and a row keeps no state
          <Table.Tr key={index}>
            <Table.Th scope="row" fw={500} style={nameStyle}>
              {row[0]}
            </Table.Th>
            {numbersOf(row, Table.Td)}
          </Table.Tr>
        ))}
      </Table.Tbody>
      {foot && (
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">{foot[0]}</Table.Th>
            {numbersOf(foot, Table.Th)}
          </Table.Tr>
        </Table.Tfoot>
      )}
    </Table>
  )
  if (mah === undefined) return shown
  const region = { tabIndex: 0, role: 'region', 'aria-label': table['aria-label'] }
  return (
    <ScrollArea.Autosize mah={mah} type="auto" viewportProps={region}>
      {shown}
    </ScrollArea.Autosize>
  )
}

function numbersOf([, ...numbers]: Row, Cell: typeof Table.Td | typeof Table.Th) {
  return numbers.map((number, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
    <Cell key={index} ta="right">
      {number}
    </Cell>
  ))
}

export function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <Text fw={600} size="xl" lh={1.25}>
        {formatNumber(value)}
      </Text>
      <Muted>{name}</Muted>
    </div>
  )
}

/** Clicks, visitors and leads. */
export function Figures({ of }: { of: Record<'clicks' | 'visitors' | 'leads', number> }) {
  const names = {
    clicks: plural(of.clicks, { one: 'click', other: 'clicks' }),
    visitors: plural(of.visitors, { one: 'visitor', other: 'visitors' }),
    leads: plural(of.leads, { one: 'lead', other: 'leads' }),
  }
  return (['clicks', 'visitors', 'leads'] as const).map((name) => (
    <Figure key={name} name={names[name]} value={of[name]} />
  ))
}

export type Fact = readonly [name: string, value: ReactNode, hint?: string | false]

interface FactsProps extends TableProps {
  label: string
  /** False entries are left out; empty values show a dash. */
  facts: ReadonlyArray<Fact | false>
  nameWidth?: number | string
}

export function Facts({ label, facts, nameWidth = 140, ...table }: FactsProps) {
  // Without a frame around them, names begin where the heading does.
  const start = table.horizontalSpacing === undefined && !table.withTableBorder ? 0 : undefined
  return (
    <Table aria-label={label} layout="fixed" style={{ overflowWrap: 'anywhere' }} {...table}>
      <Table.Tbody>
        {facts.map(
          (fact) =>
            fact && (
              <Table.Tr key={fact[0]} style={{ verticalAlign: 'top' }}>
                <Table.Th scope="row" fw={400} w={nameWidth} ps={start} style={{ hyphens: 'auto' }}>
                  <Muted>{fact[0]}</Muted>
                  {/* Long names may break between words. */}
                  {fact[2] && <Hint>{fact[2].replaceAll('_', '_\u200b')}</Hint>}
                </Table.Th>
                <Table.Td style={{ whiteSpace: 'pre-wrap' }}>{fact[1] || '–'}</Table.Td>
              </Table.Tr>
            ),
        )}
      </Table.Tbody>
    </Table>
  )
}
