/** Dates and times. The dashboard uses these too. */
export const times = {
  'time.no_time': '{field} must have a time after the date, such as 2026-07-01T09:30:00Z.',
  'time.not_iso': '{field} must be an ISO 8601 date and time such as 2026-07-01T09:30:00Z.',
  'time.no_month': '{field} must have a month from 01 to 12, but it has {found}.',
  'time.no_day': '{field} must be a real calendar day, but {month} has days 01 to {days} and not {found}.',
  'time.no_hour': '{field} must have an hour from 00 to 23, but it has {found} (midnight is T00:00).',
  'time.no_minute': '{field} must have minutes from 00 to 59, but it has {found}.',
  'time.no_second': '{field} must have seconds from 00 to 59, but it has {found}.',
  'time.leap_second': '{field} must have seconds from 00 to 59, but it has 60 (a leap second cannot be scheduled).',
  'time.no_offset': '{field} must have an offset from UTC between -23:59 and +23:59, such as +02:00 or Z.',
  'time.out_of_range': '{field} must lie in the years 1970 to 9999 (in UTC).',
  'time.no_zone': '"{zone}" is not the name of a time zone.',
  'time.skipped': '{time} does not exist on {day} in {zone}: clocks go from {from} to {to}. Choose another time.',
} as const
