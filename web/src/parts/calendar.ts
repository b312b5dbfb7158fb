import { t } from '@lingui/core/macro'
import classes from './DayRange.module.css'
import { firstDayOfWeek } from './locale.ts'
import { showWall } from './wall-clock.ts'

/** Shared props of all date fields: words and first day of the week in the page's language. Days are written as 2026-11-16. */
export function calendarProps() {
  return {
    ariaLabels: {
      previousMonth: t`Previous month`,
      nextMonth: t`Next month`,
      previousYear: t`Previous year`,
      nextYear: t`Next year`,
      previousDecade: t`Previous ten years`,
      nextDecade: t`Next ten years`,
      monthLevelControl: t`Choose the month`,
      yearLevelControl: t`Choose the year`,
    },
    classNames: { day: classes.day },
    firstDayOfWeek: firstDayOfWeek() as 0 | 1 | 6,
    getDayAriaLabel: (day: string) => showWall(day.slice(0, 10), { dateStyle: 'full' }),
    getDayProps: (day: string) => ({ 'data-day': day.slice(0, 10) }),
    hideOutsideDates: true,
    monthLabelFormat: (day: string) => showWall(day.slice(0, 10), { month: 'long', year: 'numeric' }),
    getMonthControlProps: (day: string) => ({ children: showWall(day.slice(0, 10), { month: 'short' }) }),
    weekdayFormat: (day: string) => showWall(day.slice(0, 10), { weekday: 'narrow' }),
  } as const
}

/** "Tue 24 Nov 2026" */
export function showDay(day: string): string {
  return showWall(day, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
}
