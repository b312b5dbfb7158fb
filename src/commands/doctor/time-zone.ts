import { type Check, warn } from './check.ts'

/** TZ decides how the log shows times. Node takes a name that it does not know for UTC, and says nothing. */
export const checkOwnZone: Check = ({ env }) => {
  const zone = env.TZ?.trim().replace(/^:/, '')
  if (!zone || isKnown(zone)) return []
  return [
    warn(
      'time zone',
      `TZ is ${zone}, which is not a time zone, so times in the log are in UTC. Set it to a name such as Europe/Lisbon.`,
    ),
  ]
}

/** Zones of workspaces: calendars, reports and weekly mails follow them, in the program and in the database. */
export const checkStoredZones: Check = async ({ tables }) => {
  if (tables === null) return []
  const { rows } = await tables.query<{ zone: string; is_known: boolean }>(
    `select zone, exists (select from pg_timezone_names known where known.name = zone) as is_known
       from (select distinct time_zone as zone from workspaces) as used`,
  )
  return rows.flatMap(({ zone, is_known: isInDatabase }) => {
    if (FIXED.test(zone)) return [warn('time zone', withoutSummer(zone))]
    if (isKnown(zone) && isInDatabase) return []
    const who = isKnown(zone) ? 'PostgreSQL' : 'Node'
    return [
      warn(
        'time zone',
        `the time zone ${zone} of a workspace is unknown to ${who}, whose data may be old: its days and hours would be wrong. Update tzdata on that machine, or choose another time zone in the settings.`,
      ),
    ]
  })
}

/** Hours from UTC by another name. */
const FIXED = /^(?:EST|MST|HST|(?:Etc\/)?GMT[+-]\d+)$/

const withoutSummer = (zone: string) =>
  `the time zone ${zone} of a workspace has no summer time, so half of the year its hours may differ from the clock on the wall. Choose a place, such as America/New_York, in the settings.`

function isKnown(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
