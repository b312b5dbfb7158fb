import type { Db } from '../../db/database.ts'
import { workspaceOf } from '../../http/call.ts'
import { readQuery } from '../../http/input/input.ts'
import { dataAnswer, operationsOf } from '../../http/route.ts'
import { countDays, DAY_HOURS, listDays, listHours } from '../../lib/time/days.ts'
import { postExamples } from '../examples.ts'
import { type PostResults, withResults } from '../results.ts'
import { fromRowWithResults } from '../show.ts'
import { type CalendarInput, readCalendar } from './input.ts'
import { CalendarQuery, COUNTED, COUNTED_MAX, FILTERED_MAX, PostCalendarSchema } from './schemas.ts'
import { type SlotRow, selectSlots } from './store.ts'

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
  query: CalendarQuery,
  answers: { 200: dataAnswer('The slots that have posts.', PostCalendarSchema, example) },
  invalid: { from: 'from is required: a date such as 2026-11-01.' },
  async handle({ reads, workspaces }, request) {
    const input = readQuery(request, readCalendar)
    const workspaceId = workspaceOf(request)
    return showCalendar(reads, workspaceId, input, input.timeZone ?? (await workspaces.get(workspaceId)).time_zone)
  },
})

async function showCalendar(db: Db, workspaceId: string, input: CalendarInput, timeZone: string): Promise<object> {
  const { from, to, by, perSlot, grouped, filter } = input
  const { days, starts } = listDays(from, countDays(from, to), timeZone)
  const slots = by === 'day' ? starts.slice(0, -1) : listHours(days, timeZone)
  const range = { ...filter, scheduledFrom: starts[0]!, scheduledBefore: starts.at(-1)! }
  const isFiltered = Object.values(filter).some((value) => value !== null)
  const countedMax = (isFiltered ? FILTERED_MAX : COUNTED_MAX)[by]
  const slotted = await selectSlots(db, workspaceId, range, { starts: slots, perSlot, countedMax, grouped })
  const rows = await withResults(db, workspaceId, slotted)
  const shown = [...Map.groupBy(rows, ({ slot }) => slot)].map(([slot, of]) => {
    const at = slot - 1
    return by === 'day'
      ? showSlot(of, { date: days[at]!, hour: null }, countedMax)
      : showSlot(of, { date: days[Math.floor(at / DAY_HOURS)]!, hour: at % DAY_HOURS }, countedMax)
  })
  const total = shown.reduce((sum, { count }) => sum + count, 0)
  const capped = shown.some((slot) => 'is_capped' in slot) ? { total_is_capped: true } : {}
  return { from, to, time_zone: timeZone, by, total, ...capped, slots: shown }
}

function showSlot(
  rows: Array<SlotRow & { results: PostResults }>,
  place: { date: string; hour: number | null },
  countedMax: number,
) {
  const { slot_count, slot_entries, slot_states } = rows[0]!
  const groups = rows.flatMap(({ group_id, members }) => (members === null ? [] : { group_id, posts: members }))
  return {
    ...place,
    count: slot_count,
    ...(slot_count < countedMax ? {} : { is_capped: true }),
    entries: slot_entries,
    states: slot_states,
    posts: rows.map(fromRowWithResults),
    groups,
  }
}
