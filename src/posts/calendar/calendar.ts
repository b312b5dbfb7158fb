import type { Db } from '../../db/database.ts'
import { countDays, DAY_HOURS, listDays, listHours } from '../../lib/time/days.ts'
import { fromRow } from '../show.ts'
import type { CalendarInput } from './input.ts'
import { type SlotRow, selectSlots } from './store.ts'

export async function showCalendar(
  db: Db,
  workspaceId: string,
  { from, to, by, perSlot, filter }: CalendarInput,
  timeZone: string,
): Promise<object> {
  const { days, starts } = listDays(from, countDays(from, to), timeZone)
  const slots = by === 'day' ? starts.slice(0, -1) : listHours(days, timeZone)
  const range = { ...filter, scheduledFrom: starts[0]!, scheduledBefore: starts.at(-1)! }
  const rows = await selectSlots(db, workspaceId, range, { starts: slots, perSlot })
  const shown = [...Map.groupBy(rows, ({ slot }) => slot)].map(([slot, of]) => {
    const at = slot - 1
    return by === 'day'
      ? showSlot(of, { date: days[at]!, hour: null })
      : showSlot(of, { date: days[Math.floor(at / DAY_HOURS)]!, hour: at % DAY_HOURS })
  })
  const total = shown.reduce((sum, { count }) => sum + count, 0)
  return { from, to, time_zone: timeZone, by, total, slots: shown }
}

function showSlot(rows: SlotRow[], place: { date: string; hour: number | null }) {
  const { slot_count, slot_states } = rows[0]!
  return { ...place, count: slot_count, states: slot_states, posts: rows.map(fromRow) }
}
