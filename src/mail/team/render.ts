import { addDays } from '../../lib/time/days.ts'
import type { RenderOptions } from '../leads/render.ts'
import { findWorkspace } from '../leads/store.ts'
import type { Renderer } from '../sending/postman.ts'
import { weeklyMail } from '../templates/weekly.ts'
import { findWeekResults, type ReportPosts } from './results.ts'
import { thisMonday } from './week.ts'

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
