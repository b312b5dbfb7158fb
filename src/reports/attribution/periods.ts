import { addDays } from '../../lib/time/days.ts'

/** Dates. */
export interface PeriodPart {
  from: string
  /** The first day after it. */
  below: string
}

export interface PeriodParts {
  /** Whole months. `from` is not before `below` when there are none. */
  months: PeriodPart
  /** What is left of the period before and after them. */
  days: readonly [PeriodPart, PeriodPart]
}

/** Both days included. Counts of months are few, those of days are many: as much as possible is read by month. */
export function splitPeriod(from: string, to: string): PeriodParts {
  const end = addDays(to, 1)
  const firstMonth = from.endsWith('-01') ? from : startOfNextMonth(from)
  const afterMonths = `${end.slice(0, 8)}01`
  if (firstMonth >= afterMonths) {
    const none = { from: end, below: end }
    return { months: none, days: [{ from, below: end }, none] }
  }
  return {
    months: { from: firstMonth, below: afterMonths },
    days: [
      { from, below: firstMonth },
      { from: afterMonths, below: end },
    ],
  }
}

function startOfNextMonth(day: string): string {
  // 31 days after the first of a month is always in the next one.
  return `${addDays(`${day.slice(0, 8)}01`, 31).slice(0, 8)}01`
}
