import { createIds } from '../../src/lib/ids.ts'

/** The first of next month, so that all of its days are to come. */
const FIRST = (() => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
})()

export const FILLED_DAYS = 28

/** A day of next month, from 1. */
export function dayOf(day: number): string {
  return new Date(FIRST.getTime() + (day - 1) * 86_400_000).toISOString().slice(0, 10)
}

type Sql = (text: string, values: unknown[]) => Promise<unknown>

/** Drafts with a date, spread evenly over the first 28 days of next month, around the clock. */
export async function fillMonth(sql: Sql, count: number): Promise<void> {
  const ids = createIds(() => Date.now())
  const numbers = Array.from({ length: count }, (_, index) => index)
  await sql(
    `insert into posts (workspace_id, id, platform, content, status, publication_state, scheduled_date, created_at,
                        updated_at)
     select (select id from workspaces limit 1), row.id, 'short', 'Post number ' || row.number, 'draft', 'none',
            $3::timestamptz + row.number * (interval '1 day' * $4::float8 / $5::float8), now(), now()
       from unnest($1::uuid[], $2::int[]) as row (id, number)`,
    [numbers.map(() => ids.next().id), numbers, FIRST, FILLED_DAYS, count],
  )
}
