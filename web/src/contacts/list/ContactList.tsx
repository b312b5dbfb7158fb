import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, VisuallyHidden } from '@mantine/core'
import { useMediaQuery, useThrottledCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useMay } from '../../api/client.ts'
import type { Contact } from '../../api/schema.ts'
import { useFormNames } from '../../forms/reads.ts'
import { IconArrowUp } from '../../parts/icons.tsx'
import { formatDate } from '../../parts/locale.ts'
import { useTimeZone } from '../../parts/text.tsx'
import { Problem } from '../../parts/ui.tsx'
import { wallOf } from '../../parts/wall-clock.ts'
import { useStatuses } from '../reads.ts'
import { BulkBar } from './BulkBar.tsx'
import classes from './ContactList.module.css'
import { COLUMNS, ContactRow, type Quick, QuickStatus } from './ContactRow.tsx'
import { ROWS_MAX, useContactRows } from './contact-rows.ts'
import type { ContactsQuery } from './filters.ts'
import { type Slot, toSlots } from './slots.ts'

const HEAD_PX = 42
const SHELL_PX = 56
const ROW_PX = { wide: 44, narrow: 64 }
/** Room for the bar of selected contacts, and for that of phones. */
const FOOT_PX = { wide: 72, narrow: 160 }
/** Rows beyond the screen that are read ahead. */
const AHEAD = 40
const WAITING_ROWS = 10
/** The most that one request can change. */
const TICKED_MAX = 1_000

export interface Count {
  total: number
  /** True if there may be more, because not all contacts were searched. */
  isCapped: boolean
}

interface ContactListProps {
  query: ContactsQuery
  /** Null until it is known. */
  onCount: (count: Count | null) => void
  empty: (count: Count) => ReactNode
  children: (count: Count | null) => ReactNode
}

/** Renders only the rows in view, and reads only their pages. */
export function ContactList({ query, onCount, empty, children }: ContactListProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const body = useRef<HTMLTableSectionElement>(null)
  const [margin, setMargin] = useState(0)
  const [active, setActive] = useState(0)
  const [hasFocus, setFocus] = useState(false)
  const [wanted, setWanted] = useState({ first: 0, last: 0, isScrolled: false })
  // Throttled, because each change loads pages.
  const want = useThrottledCallback(setWanted, 120)
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const height = isNarrow ? ROW_PX.narrow : ROW_PX.wide
  const created = useCreated()
  const may = useMay()
  const { labelOf } = useStatuses()
  const { nameOf: formName } = useFormNames()
  const { t, i18n } = useLingui()
  const words = useMemo(
    () => ({
      created,
      labelOf,
      formName,
      select: (name: string) => t`Select ${name}`,
      changeStatus: (status: string) => t`Status: ${status}. Change it`,
    }),
    [created, labelOf, formName, t],
  )
  const [quick, setQuick] = useState<Quick | null>(null)
  const [ticked, setTicked] = useState<ReadonlyMap<string, Contact>>(new Map())

  const rows = useContactRows(query, {
    first: wanted.first - AHEAD,
    last: Math.min(wanted.last + AHEAD, ROWS_MAX),
    isReading: wanted.isScrolled || hasFocus,
  })
  const { head, total, isCapped } = rows
  const known = Math.min(total, ROWS_MAX)
  const count = head.data ? known : WAITING_ROWS
  const isKnown = head.data !== undefined
  useEffect(() => {
    onCount(isKnown ? { total, isCapped } : null)
  }, [onCount, isKnown, total, isCapped])

  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: 10,
    scrollMargin: margin,
    scrollPaddingStart: SHELL_PX + HEAD_PX,
    scrollPaddingEnd: isNarrow ? FOOT_PX.narrow : FOOT_PX.wide,
    // The focused row stays rendered, so that the arrow keys continue from it.
    rangeExtractor: (range) => {
      const inView = defaultRangeExtractor(range)
      return active >= range.count || inView.includes(active) ? inView : [...inView, active].sort((a, b) => a - b)
    },
  })
  const { startIndex: first = 0, endIndex: last = 0 } = virtual.range ?? {}
  const isScrolled = (virtual.scrollOffset ?? 0) > 40
  useEffect(() => {
    want({ first, last, isScrolled })
  }, [want, first, last, isScrolled])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows have another height now
  useEffect(() => {
    virtual.measure()
  }, [height])
  useLayoutEffect(() => {
    if (virtual.isScrolling || body.current === null) return
    const top = Math.round(body.current.getBoundingClientRect().top + window.scrollY)
    if (top !== margin) setMargin(top)
  })
  const slots = useRef<Slot[]>([])
  slots.current = toSlots(slots.current, virtual.getVirtualIndexes(), virtual.isScrolling)
  const list = JSON.stringify(query)
  const listBefore = useRef(list)
  useEffect(() => {
    if (listBefore.current === list) return
    listBefore.current = list
    setActive(0)
    setTicked(new Map())
    window.scrollTo({ top: 0 })
  }, [list])

  const goTo = (index: number) => {
    const next = Math.max(0, Math.min(count - 1, index))
    setActive(next)
    virtual.scrollToIndex(next, { align: 'auto' })
    // The row may have to be rendered first.
    const focus = (tries: number) => {
      const row = body.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)
      if (row) row.focus({ preventScroll: true })
      else if (tries > 0) requestAnimationFrame(() => focus(tries - 1))
    }
    requestAnimationFrame(() => focus(10))
  }
  const open = (index: number) => {
    const contact = rows.rowAt(index)
    if (contact === undefined) return
    // Stale from the start: the contact's page loads more.
    queries.setQueryData(['contacts', contact.id], contact, { updatedAt: 1 })
    void navigate({ to: '/contacts/$id', params: { id: contact.id } })
  }
  const tick = (index: number) => {
    const contact = rows.rowAt(index)
    if (contact === undefined) return
    const next = new Map(ticked)
    if (!next.delete(contact.id) && next.size < TICKED_MAX) next.set(contact.id, contact)
    setTicked(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = indexOf(event.target)
    if (at === null || event.altKey || event.ctrlKey || event.metaKey) return
    const screen = Math.max(1, Math.floor((window.innerHeight - SHELL_PX - HEAD_PX) / height) - 1)
    const next = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + screen,
      PageUp: at - screen,
      Home: 0,
      End: count - 1,
    }[event.key]
    if (next !== undefined) goTo(next)
    else if (event.key === 'Enter') open(at)
    else if (event.key === ' ' && may.write) tick(at)
    else return
    event.preventDefault()
  }
  const onClick = (event: MouseEvent) => {
    const at = indexOf(event.target)
    // With a modifier, the link of the name opens another tab by itself.
    if (at === null || event.ctrlKey || event.metaKey || event.shiftKey) return
    const target = event.target as Element
    if (target.closest(`.${classes.tick}`)) return tick(at)
    const badge = target.closest('button[data-status]')
    const contact = rows.rowAt(at)
    if (badge && contact) {
      const { left, bottom } = badge.getBoundingClientRect()
      return setQuick({ contact, left, top: bottom })
    }
    if (window.getSelection()?.type === 'Range') return
    event.preventDefault()
    open(at)
  }
  const showNew = () => {
    ;(document.activeElement as HTMLElement | null)?.blur()
    setActive(0)
    window.scrollTo({ top: 0 })
  }

  if (head.error && !head.data) return <Problem error={head.error} retry={() => void head.refetch()} />
  if (head.data && total === 0) return empty({ total, isCapped })
  return (
    <>
      {children(head.data ? { total, isCapped } : null)}
      {quick && <QuickStatus key={quick.contact.id} {...quick} onClose={() => setQuick(null)} />}
      {ticked.size > 0 && <BulkBar contacts={[...ticked.values()]} onDone={() => setTicked(new Map())} />}
      <div className={`${classes.frame} ${head.isPlaceholderData ? classes.old : ''}`}>
        <div className={classes.news} role="status">
          {rows.problem !== null ? (
            <div className={classes.problem}>
              <Problem error={rows.problem} retry={rows.retry} />
            </div>
          ) : (
            rows.newCount > 0 && (
              <Button size="xs" radius="xl" leftSection={<IconArrowUp size={14} />} onClick={showNew}>
                {plural(rows.newCount, { one: 'Show # new contact', other: 'Show # new contacts' })}
              </Button>
            )
          )}
        </div>
        <table
          className={may.write ? `${classes.table} ${classes.tickable}` : classes.table}
          aria-label={t`Contacts`}
          aria-rowcount={count + 1}
          aria-busy={!head.data}
        >
          <thead className={classes.block}>
            <tr className={classes.head} aria-rowindex={1}>
              {may.write && (
                <th scope="col" className={classes.tick}>
                  <VisuallyHidden>
                    <Trans>Selected</Trans>
                  </VisuallyHidden>
                </th>
              )}
              {COLUMNS.map(([name, title, className]) => (
                <th key={name} scope="col" className={`${classes.cell} ${className}`}>
                  {i18n._(title)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody
            ref={body}
            className={classes.body}
            style={{ height: virtual.getTotalSize() }}
            onKeyDown={onKeyDown}
            onClick={onClick}
            onFocus={(event) => {
              setFocus(event.target.matches(':focus-visible'))
              setActive(indexOf(event.target) ?? 0)
            }}
            onBlur={() => setFocus(false)}
          >
            {slots.current.map(({ key, index }) => (
              <ContactRow
                key={key}
                index={index}
                contact={rows.rowAt(index)}
                top={index * height}
                height={height}
                isActive={index === active}
                words={words}
                isTicked={may.write ? ticked.has(rows.rowAt(index)?.id ?? '') : undefined}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function indexOf(target: EventTarget): number | null {
  const index = (target as Element).closest<HTMLElement>('[data-index]')?.dataset.index
  return index === undefined ? null : Number(index)
}

function useCreated(): (at: string) => string {
  const timeZone = useTimeZone()
  return useMemo(() => {
    const thisYear = wallOf(Date.now(), timeZone).slice(0, 4)
    const near = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
    const far = { dateStyle: 'medium' } as const
    return (at) => formatDate(at, timeZone, wallOf(at, timeZone).startsWith(thisYear) ? near : far)
  }, [timeZone])
}
