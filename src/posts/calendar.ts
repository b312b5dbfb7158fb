import type { Db } from '../db/database.ts'
import { ROWS_SEARCHED_MAX } from '../db/statements/counts.ts'
import { WrittenRow } from '../db/statements/paging.ts'
import { sendRows } from '../http/answers/answer.ts'
import { hidesLeaving, workspaceOf } from '../http/call.ts'
import { readQuery } from '../http/input.ts'
import * as Q from '../http/query.ts'
import type { Query } from '../http/query-values.ts'
import { dataAnswer, operationsOf } from '../http/route.ts'
import { maybeId, Uuid } from '../http/schemas.ts'
import type { Issues } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import { groupDigits } from '../lib/text/text.ts'
import { countDays, DAY_HOURS, listDays, listHours } from '../lib/time/days.ts'
import type { Language } from '../messages/languages.ts'
import { FORMATS } from '../platforms/shared/provider.ts'
import { PUBLICATION_STATES } from '../publishing/states.ts'
import { findFullSlots, PER_SLOT_MAX, type SlotPost, selectSlots } from './calendar-store.ts'
import { postExamples } from './examples.ts'
import { TIME_ZONE_MAX_LENGTH } from './fields.ts'
import { completeFilter, sharedFilters } from './filter.ts'
import { AnyPostSchema } from './schemas.ts'

export const SLOTS = ['day', 'hour'] as const
export type Slot = (typeof SLOTS)[number]

/** A month's grid shows six weeks. */
export const DAYS_MAX: Record<Slot, number> = { day: 62, hour: 14 }
const PER_SLOT_DEFAULT = 4
export const COUNTED_MAX: Record<Slot, number> = { day: 400, hour: 25 }
/** With filters, at least this many posts of each slot are read. */
const LOOKED_MIN: Record<Slot, number> = { day: 160, hour: 25 }
export const COUNTED =
  `a day up to ${COUNTED_MAX.day}, an hour up to ${COUNTED_MAX.hour}; with filters only what is among the first posts of a slot, ` +
  `${groupDigits(ROWS_SEARCHED_MAX)} of all slots together`

const calendarQuery = Q.parameters({
  from: Q.requiredDay('The first day.'),
  to: Q.requiredDay(`The last day; it counts too. At most ${DAYS_MAX.day} days, or ${DAYS_MAX.hour} with \`by=hour\`.`),
  time_zone: Q.timeZone({
    maxLength: TIME_ZONE_MAX_LENGTH,
    description: "An IANA name such as Europe/Lisbon: days are days there. Left out, the workspace's zone counts.",
  }),
  by: Q.choice(SLOTS, 'What a slot is; a day when left out.', 'day'),
  per_slot: Q.integer(
    { fallback: PER_SLOT_DEFAULT, min: 1, max: PER_SLOT_MAX },
    `The most posts of a slot; ${PER_SLOT_DEFAULT} when left out.`,
  ),
  grouped: Q.flag(
    'Posts that were composed together and are in the same slot are one entry: its first post is among `posts`, and all of ' +
      'them are in `groups`. False when left out.',
  ),
  ...sharedFilters,
})

const SlotSchema = S.closed({
  date: S.string({ format: 'date', examples: ['2026-11-15'] }),
  hour: S.nullable('integer', '0 to 23, as clocks show it; null for a whole day.'),
  count: S.integer(`The posts of the slot that match, as far as they are counted: ${COUNTED}.`),
  ...S.allOptional({ is_capped: S.boolean('There when counting ended at that limit: there may be more.') }),
  entries: S.integer('The same, with `grouped=true` each group counted once.'),
  states: S.record(
    S.integer(),
    `How many there are of each state: ${PUBLICATION_STATES.join(', ')}. States without any are left out.`,
  ),
  posts: S.array(AnyPostSchema, { maxItems: PER_SLOT_MAX, description: 'The first entries, soonest first.' }),
  groups: S.array(
    S.closed({
      group_id: Uuid,
      posts: S.array(
        S.closed({
          id: Uuid,
          platform: S.oneOf(FORMATS),
          connection_id: maybeId(),
          state: S.oneOf(PUBLICATION_STATES),
        }),
      ),
    }),
    'With `grouped=true`: what the entries of `posts` stand for that are several posts.',
  ),
})

const PostCalendarSchema = S.output('PostCalendar', {
  from: S.string({ format: 'date' }),
  to: S.string({ format: 'date' }),
  time_zone: S.string(),
  by: S.oneOf(SLOTS),
  total: S.integer('The posts of all slots together, as far as they were counted.'),
  ...S.allOptional({ total_is_capped: S.boolean('There when a slot was not counted to its end.') }),
  slots: S.array(SlotSchema, 'Those that have posts, in the order of time.'),
})

type CalendarInput = ReturnType<typeof readCalendar>

const WITHOUT_TIMES = { scheduled_after: null, scheduled_before: null, created_after: null, created_before: null }

function readCalendar(issues: Issues, query: Query) {
  const { from, to, time_zone, by, per_slot, grouped, ...filter } = calendarQuery.read(issues, query)
  const days = from === '' || to === '' ? 1 : countDays(from, to)
  if (days < 1) issues.add('from', 'query.days_reversed', { from, to })
  if (days > DAYS_MAX[by]) issues.add('to', 'calendar.too_many_days', { by, max: DAYS_MAX[by], from, to, days })
  return { from, to, timeZone: time_zone, by, perSlot: per_slot, grouped, filter: { ...filter, ...WITHOUT_TIMES } }
}

interface Deps {
  reads: Db
  workspaces: { get(id: string): Promise<{ time_zone: string }> }
}

const operation = operationsOf<Deps>('Posts')

const example = {
  from: '2027-01-01',
  to: '2027-01-31',
  time_zone: 'Europe/Lisbon',
  by: 'day',
  total: 12,
  slots: [
    {
      date: '2027-01-04',
      hour: null,
      count: 12,
      entries: 12,
      states: { waiting: 11, none: 1 },
      posts: [{ ...postExamples.short, scheduled_date: '2027-01-04T08:00:00.000Z' }],
      groups: [],
    },
  ],
}

export const getPostCalendar = operation({
  id: 'getPostCalendar',
  summary: 'Read posts as a calendar',
  description:
    'For each day, or each hour with `by=hour`: how many posts have their date in it, by state, and the first few of them. ' +
    `The answer stays small however many posts there are. Counted is ${COUNTED}. All of it is at \`GET /v1/posts?order=scheduled\` ` +
    'with `scheduled_after` and `scheduled_before`. Posts without a date are in no slot.',
  query: calendarQuery.schema,
  answers: { 200: dataAnswer('The slots that have posts.', PostCalendarSchema, example) },
  async handle({ reads, workspaces }, request, reply) {
    const input = readQuery(request, readCalendar)
    const workspaceId = workspaceOf(request)
    const timeZone = input.timeZone ?? (await workspaces.get(workspaceId)).time_zone
    const asked = { ...input, timeZone, hidesLeaving: hidesLeaving(request) }
    const { slots, ...about } = await readSlots(reads, workspaceId, asked)
    return sendRows(reply, [`${JSON.stringify(about).slice(0, -1)},"slots":[`, ']}'], slots)
  },
})

type SlotsInput = CalendarInput & { timeZone: string; hidesLeaving: boolean }

async function readSlots(db: Db, workspaceId: string, input: SlotsInput) {
  const { from, to, timeZone, by, perSlot, grouped, filter, hidesLeaving } = input
  const listed = listDays(from, countDays(from, to), timeZone)
  const { days, starts } = listed
  const slots = by === 'day' ? starts.slice(0, -1) : listHours(listed, timeZone)
  const range = { ...filter, scheduled_after: starts[0]!, scheduled_before: starts.at(-1)! }
  const countedMax = COUNTED_MAX[by]
  const lookedMax = Q.hasFilter(filter) ? Math.max(LOOKED_MIN[by], Math.floor(ROWS_SEARCHED_MAX / slots.length)) : null
  const asked = { starts: slots, perSlot, countedMax, lookedMax, grouped, hidesLeaving }
  const posts = await selectSlots(db, workspaceId, await completeFilter(db, workspaceId, range), asked)
  const full =
    lookedMax === null
      ? new Set<number>()
      : await findFullSlots(db, workspaceId, range.scheduled_before, slots, lookedMax)
  for (const { slot, count } of posts) if (count === countedMax) full.add(slot)
  let total = 0
  const written = [...Map.groupBy(posts, ({ slot }) => slot)].map(([slot, first]) => {
    const at = slot - 1
    const place =
      by === 'day' ? { date: days[at]!, hour: null } : { date: days[Math.floor(at / DAY_HOURS)]!, hour: at % DAY_HOURS }
    total += first[0]!.count
    return writeSlot(place, full.has(slot), first)
  })
  const capped = full.size > 0 ? { total_is_capped: true } : {}
  return { from, to, time_zone: timeZone, by, total, ...capped, slots: written }
}

/** As JSON; `first` are its first posts. */
function writeSlot(place: { date: string; hour: number | null }, isFull: boolean, first: SlotPost[]): WrittenRow {
  const { count, entries, states, post } = first[0]!
  const about = JSON.stringify({ ...place, count, ...(isFull ? { is_capped: true } : {}), entries }).slice(0, -1)
  const groups = first.flatMap(({ group }) => group ?? [])
  const write = (posts: string[]) => `${about},"states":${states},"posts":[${posts}],"groups":[${groups}]}`
  const isSpoken = first.some(({ post }) => post.inLanguage !== null)
  const inLanguage = (language: Language) =>
    write(first.map(({ post: { json, inLanguage } }) => inLanguage?.(language) ?? json))
  const json = write(first.map(({ post }) => post.json))
  return new WrittenRow(post.id, json, isSpoken ? inLanguage : null)
}
