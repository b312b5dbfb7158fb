import type { Db } from '../../db/database.ts'
import { firstIdAt } from '../../lib/ids.ts'
import type { TopPost, WeekNumbers, WeekResults } from '../templates/weekly.ts'
import { addDays, type Day, instantOf } from './week.ts'

const POSTS_SHOWN = 5

interface Week {
  /** Ids carry their time: a week is a range of them. */
  fromId: string
  belowId: string
  /** Clicks are kept by day. */
  from: Day
  below: Day
}

/** What came in during the seven days before `monday`, compared with the seven before. */
export async function findWeekResults(db: Db, workspaceId: string, monday: Day, zone: string): Promise<WeekResults> {
  const weekBefore = (below: Day): Week => {
    const from = addDays(below, -7)
    return { from, below, fromId: firstIdAt(instantOf(zone, from)), belowId: firstIdAt(instantOf(zone, below)) }
  }
  const week = weekBefore(monday)
  const before = weekBefore(week.from)
  return {
    week: await countWeek(db, workspaceId, week),
    before: await countWeek(db, workspaceId, before),
    posts: await selectTopPosts(db, workspaceId, week),
  }
}

async function countWeek(db: Db, workspaceId: string, { fromId, belowId, from, below }: Week): Promise<WeekNumbers> {
  const result = await db.query<WeekNumbers>({
    text: `select (select count(*) from contacts where workspace_id = $1 and id >= $2 and id < $3)::float8 as leads,
                  coalesce(sum(clicks), 0)::float8 as clicks, coalesce(sum(visitors), 0)::float8 as visitors
             from link_days where workspace_id = $1 and day >= $4::date and day < $5::date and kind = 'person'`,
    values: [workspaceId, fromId, belowId, from, below],
  })
  return result.rows[0]!
}

async function selectTopPosts(db: Db, workspaceId: string, { fromId, belowId, from, below }: Week): Promise<TopPost[]> {
  const result = await db.query<TopPost>({
    text: `with leads as (
             select post_id, count(*) as leads from contacts
              where workspace_id = $1 and id >= $2 and id < $3 and post_id is not null group by 1),
           clicks as (
             select links.post_id, sum(clicks) as clicks
               from link_days join links on links.workspace_id = link_days.workspace_id and links.id = link_days.link_id
              where link_days.workspace_id = $1 and day >= $4::date and day < $5::date and kind = 'person'
                and links.post_id is not null group by 1)
           select posts.id, posts.platform, coalesce(left(posts.content, 200), '') as text,
                  coalesce(leads, 0)::float8 as leads, coalesce(clicks, 0)::float8 as clicks
             from leads full join clicks using (post_id)
                  join posts on posts.workspace_id = $1 and posts.id = post_id
            order by 4 desc, 5 desc, 1 limit $6`,
    values: [workspaceId, fromId, belowId, from, below, POSTS_SHOWN],
  })
  return result.rows
}
