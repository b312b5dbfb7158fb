import { addDays } from '../lib/time/days.ts'
import { findWorkspace } from './lead-store.ts'
import type { Renderer } from './postman.ts'
import type { RenderOptions } from './render.ts'
import { thisMonday } from './week.ts'
import { findWeekResults, type ReportPosts } from './week-results.ts'
import { weeklyMail } from './weekly-mail.ts'

/** The results of the week before the one in which the mail was written. */
export function createWeeklyRenderer(options: RenderOptions & { reportPosts: ReportPosts }): Renderer {
  const { pool, stops, reportPosts, baseUrl } = options
  return async ([mail]) => {
    const { name: workspace, time_zone: zone } = await findWorkspace(pool, mail.workspace_id)
    const monday = thisMonday(zone, mail.created_at.getTime())
    const results = await findWeekResults({ pool, reportPosts }, mail.workspace_id, monday)
    const stopUrl = stops.urlOf(mail)
    const place = { baseUrl, workspace, from: addDays(monday, -7), to: addDays(monday, -1), stopUrl }
    return { ...weeklyMail(results, place), auto: 'auto-generated', stopUrl }
  }
}
