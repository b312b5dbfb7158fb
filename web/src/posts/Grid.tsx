import { plural, t } from '@lingui/core/macro'
import { LoadingOverlay } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import {
  memo,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import { MINUTE_MS } from '../../../src/lib/time/span.ts'
import { useConnections, useMay } from '../api/client.ts'
import type { Connection } from '../api/schema.ts'
import { useTimeZone } from '../parts/text.tsx'
import tones from '../parts/tones.module.css'
import { stateLook, tell } from '../parts/ui.tsx'
import { addDays, clockAt, showWall, todayIn, wallOf } from '../parts/wall-clock.ts'
import { type CalendarView, nameOfSlot, timeOf } from './Agenda.tsx'
import { networkOf } from './accounts.ts'
import { startDrag } from './drag.ts'
import {
  countOf,
  type Entry,
  entriesOfSlot,
  movable,
  rangeOf,
  type Slot,
  type SpanKind,
  stateOf,
  titleOf,
} from './entries.ts'
import classes from './Grid.module.css'
import { type AskedMove, MoveQuestion, moveProblem, useMovePost } from './Move.tsx'
import { NO_ACCOUNTS, SignsOf, StateIcon, Thumb } from './PostParts.tsx'
import { headlineOf } from './post.ts'

interface GridProps extends CalendarView {
  span: SpanKind
  day: string
  firstDay: number
}

/** The same for all cells. */
interface Sheet extends Pick<CalendarView, 'onOpen' | 'onMore'> {
  span: SpanKind
  zone: string
  /** The local time. */
  now: string
  today: string
  mayWrite: boolean
  connections: readonly Connection[]
  compose: (date: string) => void
  onGrab: (event: PointerEvent<HTMLElement>, entry: Entry) => void
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
/** The first hour in sight. */
const FIRST_HOUR = 7

/** Hundreds of posts, so of plain elements: those of Mantine take several times as long. */
export const Grid = memo(function Grid({ slots, span, day, firstDay, isLoading, onOpen, onMore }: GridProps) {
  const zone = useTimeZone()
  const may = useMay()
  const navigate = useNavigate()
  const move = useMovePost()
  const { data: connections = NO_ACCOUNTS } = useConnections({ staleTime: 60_000 })
  const [asked, setAsked] = useState<AskedMove | null>(null)
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  useInterval(redraw, MINUTE_MS, { autoInvoke: true })
  const scroller = useRef<HTMLDivElement>(null)
  const bySlot = useMemo(() => new Map(slots.map((slot) => [keyOf(slot.date, slot.hour), slot])), [slots])

  const compose = (date: string) => {
    if (!may.write) return
    if (date < todayIn(zone)) return tell.problem(new Error(t`This day has passed. Choose today or a later day.`))
    void navigate({ to: '/posts/new', search: { date } })
  }

  const drop = (entry: Entry, wall: string) => {
    const problem = moveProblem(wall, zone)
    if (problem) return tell.problem(new Error(problem))
    if (entry.members.length > 1) return setAsked({ entry, wall })
    move.mutate({ post: entry.post, wall }, { onError: tell.problem })
  }

  const onGrab = (event: PointerEvent<HTMLElement>, entry: Entry) => {
    if (event.button !== 0 || !may.write || movable(entry.members).length === 0) return
    const start = wallOf(entry.post.scheduled_date!, zone)
    startDrag(event.nativeEvent, {
      chip: event.currentTarget,
      scroller: span === 'week' ? scroller.current : null,
      aim: (cell, down) => {
        const { date } = cell.dataset
        const time = span === 'week' ? movedBy(start, down / cell.offsetHeight) : start.slice(11)
        const row = span === 'week' ? cell.closest('tbody')!.rows[Number(time.slice(0, 2))] : undefined
        return { wall: `${date}T${time}`, time: timeOf(time), cell: row ? row.cells[cell.cellIndex] : cell }
      },
      drop: (wall) => wall !== start && drop(entry, wall),
    })
  }

  const now = wallOf(Date.now(), zone)
  const { from, to } = rangeOf(span, day, firstDay, true)
  const dates = datesOf(from, to)
  const sheet: Sheet = {
    span,
    zone,
    now,
    today: now.slice(0, 10),
    mayWrite: may.write,
    connections,
    compose,
    onGrab,
    onOpen,
    onMore,
  }
  const label = titleOf(span, day, firstDay)
  return (
    <div className={classes.frame} data-span={span}>
      <LoadingOverlay visible={isLoading} zIndex={5} overlayProps={{ backgroundOpacity: 0.5 }} />
      {span === 'month' ? (
        <Month label={label} dates={dates} month={day.slice(0, 7)} slots={bySlot} sheet={sheet} />
      ) : (
        <Week label={label} dates={dates} slots={bySlot} sheet={sheet} scroller={scroller} />
      )}
      <MoveQuestion asked={asked} onClose={() => setAsked(null)} />
    </div>
  )
})

interface SpanProps {
  label: string
  dates: readonly string[]
  slots: ReadonlyMap<string, Slot>
  sheet: Sheet
}

function Month({ label, dates, month, slots, sheet }: SpanProps & { month: string }) {
  const weeks = Array.from({ length: dates.length / 7 }, (_, at) => dates.slice(at * 7, at * 7 + 7))
  return (
    <div className={classes.month}>
      <Table label={label} sheet={sheet}>
        <thead>
          <tr>
            {weeks[0]!.map((date) => (
              <th key={date} scope="col">
                {showWall(date, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <Cell key={date} date={date} isOther={!date.startsWith(month)} sheet={sheet}>
                  <DayButton date={date} sheet={sheet}>
                    {showWall(date, { day: 'numeric' })}
                  </DayButton>
                  <Chips slot={slots.get(keyOf(date, null))} room={Number.POSITIVE_INFINITY} sheet={sheet} />
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

interface WeekProps extends SpanProps {
  scroller: RefObject<HTMLDivElement | null>
}

function Week({ label, dates, slots, sheet, scroller }: WeekProps) {
  const room = useMemo(() => roomOf([...slots.values()]), [slots])
  const hourNow = Number(sheet.now.slice(11, 13))
  const minuteNow = Number(sheet.now.slice(14, 16))
  useLayoutEffect(() => {
    const row = scroller.current!.querySelector<HTMLElement>('tbody tr')!
    scroller.current!.scrollTop = row.offsetHeight * FIRST_HOUR
  }, [scroller])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section ref={scroller} className={classes.hours} aria-label={t`Hours of the week`} tabIndex={0}>
      <Table label={label} sheet={sheet}>
        <thead>
          <tr>
            <td />
            {dates.map((date) => (
              <th key={date} scope="col" aria-current={date === sheet.today ? 'date' : undefined}>
                <DayButton date={date} sheet={sheet}>
                  {showWall(date, { weekday: 'short', day: 'numeric' })}
                </DayButton>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {HOURS.map((hour) => (
            <tr key={hour}>
              <th scope="row">{timeOf(clockAt(hour * 60))}</th>
              {dates.map((date) => (
                <Cell key={date} date={date} sheet={sheet}>
                  <Chips slot={slots.get(keyOf(date, hour))} room={room} sheet={sheet} />
                  {hour === hourNow && date === sheet.today && (
                    <span className={classes.now} style={{ top: `${(minuteNow / 60) * 100}%` }} />
                  )}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

function Table({ label, sheet, children }: { label: string; sheet: Sheet; children: ReactNode }) {
  return (
    <table className={classes.sheet} aria-label={label} data-may-write={sheet.mayWrite || undefined}>
      {children}
    </table>
  )
}

interface CellProps {
  date: string
  isOther?: boolean
  sheet: Sheet
  children: ReactNode
}

function Cell({ date, isOther = false, sheet, children }: CellProps) {
  const { today } = sheet
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, the button of the day does the same
    <td
      data-date={date}
      aria-current={date === today ? 'date' : undefined}
      data-past={date < today || undefined}
      data-other={isOther || undefined}
      onClick={({ target }) => (target as Element).closest('button') === null && sheet.compose(date)}
    >
      {children}
    </td>
  )
}

function DayButton({ date, sheet, children }: { date: string; sheet: Sheet; children: ReactNode }) {
  if (!sheet.mayWrite || date < sheet.today) return <span className={classes.day}>{children}</span>
  const name = showWall(date, { dateStyle: 'full' })
  return (
    <button type="button" className={classes.day} onClick={() => sheet.compose(date)}>
      {children} <span className={classes.unseen}>{t`Write a post for ${name}`}</span>
    </button>
  )
}

/** Posts drawn in a week; of more, hours say how many they have. */
const DRAWN_MAX = 200

/** Posts shown per hour. */
function roomOf(slots: readonly Slot[]): number {
  const drawn = (room: number) => slots.reduce((sum, { entries }) => sum + (entries > room ? 1 : entries), 0)
  return [4, 3, 2].find((room) => drawn(room) <= DRAWN_MAX) ?? 1
}

/** The posts of a day or an hour, then how many more there are. */
function Chips({ slot, room, sheet }: { slot: Slot | undefined; room: number; sheet: Sheet }) {
  if (!slot) return null
  const isCrowded = slot.entries > Math.min(slot.posts.length, room)
  // Posts of an hour are side by side, so a crowded hour shows only their count.
  const shown = isCrowded && slot.hour !== null ? [] : entriesOfSlot(slot)
  const drawn = shown.reduce((sum, { members }) => sum + members.length, 0)
  return (
    <div className={classes.chips}>
      {shown.map((entry) => (
        <Chip key={entry.post.id} entry={entry} day={showWall(slot.date, { dateStyle: 'full' })} sheet={sheet} />
      ))}
      {isCrowded && <More slot={slot} rest={countOf(slot, slot.count - drawn)} onMore={sheet.onMore} />}
    </div>
  )
}

function More({ slot, rest, onMore }: { slot: Slot; rest: string; onMore: Sheet['onMore'] }) {
  const count = countOf(slot)
  const when = nameOfSlot(slot)
  return (
    <button type="button" className={classes.more} title={t`Show all ${count} posts`} onClick={() => onMore(slot)}>
      <span aria-hidden>
        {slot.hour === null ? t`+${rest} more` : t({ message: `${rest} posts`, comment: 'In an hour of the calendar' })}
      </span>
      <span className={classes.unseen}>{t`${when}: show all ${count} posts`}</span>
    </button>
  )
}

function Chip({ entry, day, sheet }: { entry: Entry; day: string; sheet: Sheet }) {
  const { post, members } = entry
  const { span, zone, connections, onOpen, onGrab } = sheet
  const state = stateOf(entry)
  const { label: stateLabel, tone } = stateLook(state)
  const count = members.length
  const label = count === 1 ? networkOf(connections, post).label : plural(count, { one: '# post', other: '# posts' })
  const time = timeOf(wallOf(post.scheduled_date!, zone).slice(11))
  const title = headlineOf(post)
  const canMove = sheet.mayWrite && movable(members).length > 0
  return (
    <button
      type="button"
      className={`${classes.post} ${tones[tone]} ${tone === 'none' ? classes.idle : ''}`}
      data-movable={canMove || undefined}
      title={`${stateLabel} · ${label} · ${time}\n${title}`}
      onClick={() => onOpen(entry)}
      onPointerDown={(event) => onGrab(event, entry)}
    >
      <span className={classes.lines}>
        <span className={classes.signs}>
          <StateIcon state={state} />
          <span className={classes.time} data-time>
            {time}
          </span>
          <SignsOf members={members} connections={connections} size={14} most={count > 2 ? 1 : 2} />
        </span>
        <span className={classes.unseen}>
          {day}, {stateLabel}, {label}:{' '}
        </span>
        {span === 'month' ? (
          <span className={classes.title}>
            <Thumb post={post} size={26} />
            <span className={classes.line}>{title}</span>
          </span>
        ) : (
          <span className={classes.words}>{title}</span>
        )}
      </span>
      {span === 'week' && (
        <span className={classes.thumb}>
          <Thumb post={post} size={34} />
        </span>
      )}
    </button>
  )
}

function keyOf(date: string, hour: number | null): string {
  return `${date} ${hour}`
}

function datesOf(from: string, to: string): string[] {
  const dates: string[] = []
  for (let date = from; date < to; date = addDays(date, 1)) dates.push(date)
  return dates
}

const QUARTER = 15
const LAST_QUARTER = 24 * 60 - QUARTER

/** "09:30:00" of another time of its day, by quarters of an hour. */
function movedBy(wall: string, hours: number): string {
  const [hour, minute] = wall.slice(11).split(':').map(Number)
  const by = Math.round((hours * 60) / QUARTER) * QUARTER
  if (by === 0) return wall.slice(11)
  const minutes = Math.min(Math.max(hour! * 60 + minute! + by, 0), LAST_QUARTER)
  return clockAt(minutes)
}
