import type { EventContentArg, EventDropArg, EventInput } from '@fullcalendar/core'
import dayGridPlugin from '@fullcalendar/daygrid'
import interactionPlugin from '@fullcalendar/interaction'
import FullCalendar from '@fullcalendar/react'
import timeGridPlugin from '@fullcalendar/timegrid'
import { plural, t } from '@lingui/core/macro'
import { LoadingOverlay, useDirection } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { useMay } from '../api/client.ts'
import { currentLocale, hourOptions } from '../parts/locale.ts'
import { useTimeZone } from '../parts/text.tsx'
import tones from '../parts/tones.module.css'
import { stateLook, tell } from '../parts/ui.tsx'
import { showWall, todayIn, wallOf } from '../parts/wall-clock.ts'
import { type CalendarView, nameOfSlot } from './Agenda.tsx'
import { countOf, type Entry, entriesOfSlot, movable, type Slot, type SpanKind, stateOf } from './entries.ts'
import classes from './Grid.module.css'
import { type AskedMove, MoveQuestion, moveProblem, useMovePost } from './Move.tsx'
import { Signs, StateIcon, Thumb } from './PostParts.tsx'
import { headlineOf, platformName } from './post.ts'

interface GridProps extends CalendarView {
  span: SpanKind
  day: string
  firstDay: number
  isTight: boolean
}

const VIEW = { month: 'dayGridMonth', week: 'timeGridWeek' } as const
const PLUGINS = [dayGridPlugin, timeGridPlugin, interactionPlugin]

/** FullCalendar gets the wall clock of the workspace's zone as UTC. It lays out everything anew whenever it is rendered. */
export default memo(Grid)

function Grid(props: GridProps) {
  const { slots, span, day, firstDay, isLoading, isTight, onOpen, onMore } = props
  const zone = useTimeZone()
  const { dir } = useDirection()
  const calendar = useRef<FullCalendar>(null)
  const may = useMay()
  const navigate = useNavigate()
  const move = useMovePost()
  const [asked, setAsked] = useState<AskedMove | null>(null)
  const events = useMemo(() => toEvents(slots, zone, may.write), [slots, zone, may.write])

  useEffect(() => {
    // Otherwise FullCalendar would draw while React renders.
    queueMicrotask(() => calendar.current?.getApi().changeView(VIEW[span], day))
  }, [span, day])

  const compose = (on: string) => {
    if (!may.write) return
    if (on < todayIn(zone)) return tell.problem(new Error(t`This day has passed. Choose today or a later day.`))
    void navigate({ to: '/posts/new', search: { date: on } })
  }

  const drop = (info: EventDropArg) => {
    const wall = info.event.start!.toISOString().slice(0, 19)
    const problem = moveProblem(wall, zone)
    if (problem) {
      info.revert()
      return tell.problem(new Error(problem))
    }
    const { entry } = info.event.extendedProps as { entry: Entry }
    if (entry.members.length > 1) return setAsked({ entry, wall, revert: info.revert })
    move.mutate({ post: entry.post, wall }, { onError: tell.problem })
  }

  return (
    <div className={classes.frame} data-span={span}>
      <LoadingOverlay visible={isLoading} zIndex={5} overlayProps={{ backgroundOpacity: 0.5 }} />
      <FullCalendar
        ref={calendar}
        plugins={PLUGINS}
        initialView={VIEW[span]}
        initialDate={day}
        headerToolbar={false}
        timeZone="UTC"
        now={() => wallOf(Date.now(), zone)}
        locale={currentLocale()}
        direction={dir}
        firstDay={firstDay}
        fixedWeekCount={false}
        height={span === 'month' ? 'auto' : 'max(480px, calc(100dvh - 300px))'}
        nowIndicator
        allDaySlot={false}
        scrollTime="07:30:00"
        slotLabelFormat={{ hour: 'numeric', minute: '2-digit', ...hourOptions() }}
        forceEventDuration
        defaultTimedEventDuration="01:00:00"
        snapDuration="00:15:00"
        slotEventOverlap={false}
        eventMaxStack={isTight ? 2 : 4}
        eventDurationEditable={false}
        eventDisplay="block"
        eventInteractive
        events={events}
        eventContent={drawEvent}
        eventClick={({ event, jsEvent }) => {
          jsEvent.preventDefault()
          const { entry, more } = event.extendedProps as Drawn
          if (entry) onOpen(entry)
          else onMore(more)
        }}
        eventDrop={drop}
        dateClick={({ dateStr }) => compose(dateStr.slice(0, 10))}
        navLinks={may.write}
        navLinkDayClick={(date) => compose(date.toISOString().slice(0, 10))}
        navLinkHint={(_text, date) => {
          const day = showWall(date.toISOString().slice(0, 10), { dateStyle: 'full' })
          return t`Write a post for ${day}`
        }}
        // The posts of a slot in their order, then the count of the rest.
        eventOrder="start,order"
        eventMinHeight={18}
        // Its other texts are in its toolbar and in views that are not used.
        moreLinkText={(rest) => t`+${rest} more`}
        closeHint={t`Close`}
        moreLinkHint={(count) => plural(count, { one: 'Show # more post', other: 'Show # more posts' })}
        viewDidMount={({ el, view }) => view.type === VIEW.week && tidyWeek(el)}
        dayCellDidMount={({ el, view }) => tidyCell(el, view.type)}
        dayHeaderDidMount={({ el, view }) => tidyCell(el, view.type)}
        // FullCalendar renders it as a link without href.
        moreLinkDidMount={({ el }) => el.setAttribute('role', 'button')}
        eventDidMount={({ el }) => el.setAttribute('role', 'button')}
      />
      <MoveQuestion asked={asked} onClose={() => setAsked(null)} />
    </div>
  )
}

/** A post, a group of posts, or the count of the rest of a slot. */
type Drawn = { entry: Entry; more?: never } | { entry?: never; more: Slot }

function toEvents(slots: readonly Slot[], zone: string, mayWrite: boolean): EventInput[] {
  const room = roomOf(slots)
  return slots.flatMap((slot) => {
    const isCrowded = slot.entries > Math.min(slot.posts.length, room)
    // Posts of an hour are side by side, so a crowded hour shows only their count.
    const shown = isCrowded && slot.hour !== null ? [] : entriesOfSlot(slot)
    const posts = shown.map((entry) => toEvent(entry, zone, mayWrite))
    const drawn = shown.reduce((sum, { members }) => sum + members.length, 0)
    return isCrowded ? [...posts, toMore(slot, slot.count - drawn)] : posts
  })
}

/** FullCalendar freezes when it lays out more. */
const DRAWN_MAX = 200

/** Posts shown per hour, so that a week stays below DRAWN_MAX. */
function roomOf(slots: readonly Slot[]): number {
  const drawn = (room: number) => slots.reduce((sum, { entries }) => sum + (entries > room ? 1 : entries), 0)
  return [4, 3, 2].find((room) => slots[0]?.hour == null || drawn(room) <= DRAWN_MAX) ?? 1
}

function toEvent(entry: Entry, zone: string, mayWrite: boolean): EventInput {
  const { post, members } = entry
  const { tone } = stateLook(stateOf(entry))
  return {
    id: post.id,
    title: headlineOf(post),
    start: wallOf(post.scheduled_date!, zone),
    startEditable: mayWrite && movable(members).length > 0,
    classNames: [classes.post!, tones[tone]!, tone === 'none' ? classes.idle! : ''],
    extendedProps: { entry, order: 0 },
  }
}

function toMore(slot: Slot, hidden: number): EventInput {
  const { date, hour } = slot
  const rest = countOf(slot, hidden)
  const at = (time: string) => `${date}T${String(hour ?? 23).padStart(2, '0')}:${time}`
  return {
    id: `more ${date} ${hour}`,
    title: hour === null ? t`+${rest} more` : t({ message: `${rest} posts`, comment: 'In an hour of the calendar' }),
    // At the end of the day.
    start: at(hour === null ? '59:00' : '00:00'),
    end: at('59:59'),
    startEditable: false,
    classNames: [classes.more!],
    extendedProps: { more: slot, order: 1 },
  }
}

/** Hundreds at once, so of plain elements: those of Mantine take several times as long. */
function drawEvent({ event, view }: EventContentArg) {
  const { entry, more } = event.extendedProps as Drawn
  if (!entry) {
    const count = countOf(more)
    const when = nameOfSlot(more)
    return (
      <div className={classes.moreText} title={t`Show all ${count} posts`}>
        <span aria-hidden>{event.title}</span>
        <span className={classes.unseen}>{t`${when}: show all ${count} posts`}</span>
      </div>
    )
  }
  const state = stateOf(entry)
  const stateLabel = stateLook(state).label
  const count = entry.members.length
  const label = count === 1 ? platformName(entry.post) : plural(count, { one: '# post', other: '# posts' })
  const wall = event.start!.toISOString()
  const time = showWall(wall.slice(0, 19), { hour: 'numeric', minute: '2-digit' })
  const day = showWall(wall.slice(0, 10), { dateStyle: 'full' })
  return (
    <div className={classes.chip} title={`${stateLabel} · ${label} · ${time}\n${event.title}`}>
      <div className={classes.lines}>
        <span className={classes.signs}>
          <StateIcon state={state} />
          <span className={classes.time}>{time}</span>
          <Signs entry={entry} size={14} most={count > 2 ? 1 : 2} />
        </span>
        <span className={classes.unseen}>
          {day}, {stateLabel}, {label}:{' '}
        </span>
        {view.type === VIEW.month ? (
          <span className={classes.title}>
            <Thumb post={entry.post} size={26} />
            <span className={classes.line}>{event.title}</span>
          </span>
        ) : (
          <span className={classes.words}>{event.title}</span>
        )}
      </div>
      {view.type === VIEW.week && (
        <span className={classes.thumb}>
          <Thumb post={entry.post} size={34} />
        </span>
      )}
    </div>
  )
}

/**
 * The hours of a week scroll, so they must be focusable. In an ARIA grid only cells may be, so a week is not a grid for
 * screen readers; its posts name their day.
 */
function tidyWeek(view: HTMLElement): void {
  for (const part of view.querySelectorAll('[role="grid"], [role="rowgroup"], [role="row"], [role="rowheader"]')) {
    part.setAttribute('role', 'presentation')
  }
  for (const part of view.querySelectorAll<HTMLElement>('.fc-scroller-liquid-absolute')) {
    part.tabIndex = 0
    part.setAttribute('role', 'region')
    part.setAttribute('aria-label', t`Hours of the week`)
  }
}

function tidyCell(cell: HTMLElement, view: string): void {
  // FullCalendar names the cell by its number, which hides its posts from screen readers.
  cell.removeAttribute('aria-labelledby')
  if (view === VIEW.week) cell.setAttribute('role', 'presentation')
}
