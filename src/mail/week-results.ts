import type { Pool } from '../db/database.ts'
import { addDays } from '../lib/time/days.ts'
import { selectPlatforms } from './team-store.ts'
import type { Day } from './week.ts'
import type { WeekResults } from './weekly-mail.ts'

const POSTS_SHOWN = 5

/** The report about what brought leads, by post and last touch. Days are those of UTC, and the last one counts too. */
export type ReportPosts = (
  workspaceId: string,
  days: { from: Day; to: Day },
) => Promise<{
  totals: { leads: number; clicks: number | null; visitors: number | null }
  rows: ReadonlyArray<{ key: string | null; label: string | null; leads: number; clicks: number | null }>
}>

/** What came in during the seven days before `monday`, compared with the seven before: what *Results* shows for those days. */
export async function findWeekResults(
  { pool, reportPosts }: { pool: Pool; reportPosts: ReportPosts },
  workspaceId: string,
  monday: Day,
): Promise<WeekResults> {
  const weekBefore = (below: Day) => reportPosts(workspaceId, { from: addDays(below, -7), to: addDays(below, -1) })
  const week = await weekBefore(monday)
  const before = await weekBefore(addDays(monday, -7))
  const posts = week.rows.flatMap(({ key, label, leads, clicks }) =>
    key !== null && (leads > 0 || clicks) ? [{ id: key, text: label ?? '', leads, clicks: clicks ?? 0 }] : [],
  )
  const shown = posts.slice(0, POSTS_SHOWN)
  const ids = shown.map(({ id }) => id)
  const platforms = await selectPlatforms(pool, workspaceId, ids)
  return {
    week: numbersOf(week.totals),
    before: numbersOf(before.totals),
    posts: shown.map((post) => ({ ...post, platform: platforms.get(post.id) ?? null })),
  }
}

function numbersOf({ leads, clicks, visitors }: Awaited<ReturnType<ReportPosts>>['totals']) {
  return { leads, clicks: clicks ?? 0, visitors: visitors ?? 0 }
}
