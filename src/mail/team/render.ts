import type { Pool } from '../../db/database.ts'
import { addDays } from '../../lib/time/days.ts'
import { findWorkspace } from '../leads/store.ts'
import type { Renderer } from '../postman.ts'
import type { Stops } from '../stops/stops.ts'
import { weeklyMail } from '../templates/weekly.ts'
import { findWeekResults, type ReportPosts } from './results.ts'
import { thisMonday } from './week.ts'

/** The results of the week before the one in which the mail was written. */
export function createWeeklyRenderer({
  pool,
  stops,
  reportPosts,
  baseUrl,
}: {
  pool: Pool
  stops: Stops
  reportPosts: ReportPosts
  baseUrl: string
}): Renderer {
  return async ([mail]) => {
    const { name: workspace, time_zone: zone } = await findWorkspace(pool, mail.workspace_id)
    const monday = thisMonday(zone, mail.created_at.getTime())
    const results = await findWeekResults({ pool, reportPosts }, mail.workspace_id, monday)
    const stopUrl = stops.urlOf(mail)
    const place = { baseUrl, workspace, from: addDays(monday, -7), to: addDays(monday, -1), stopUrl }
    return { ...weeklyMail(results, place), auto: 'auto-generated', stopUrl }
  }
}
