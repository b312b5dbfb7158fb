import { createPool } from '../../src/db/database.ts'
import { createFold } from '../../src/reports/attribution/fold.ts'
import { foldContactDays } from '../../src/reports/contact-days.ts'
import { runSql } from '../tools/cluster.ts'

/** A workspace with two years of data. SQL fills it with indexes and triggers in place. */
export interface Filled {
  ids: Record<'owner' | 'post' | 'link' | 'form' | 'connection' | 'source', string>
  /** The date this many days ago. */
  day: (back: number) => string
}

const CHUNK = 100_000
const DAYS = 730
const LINKS = 2_000
const DAY_MS = 86_400_000

/** SQL for an id of that millisecond. */
const idAt = (ms: string, n: string) =>
  `(lpad(to_hex(${ms}), 12, '0') || '7' || lpad(to_hex(${n} % 4096), 3, '0') || '8' || substr(md5(${n}::text), 1, 15))::uuid`
const named = (kind: string, n: string) => `md5('${kind}' || ${n})::uuid`

export interface Amounts {
  contacts: number
  posts: number
  deliveries: number
}

export async function fillPlace(url: string, { contacts, posts, deliveries }: Amounts): Promise<Filled> {
  const [place] = await runSql<{ id: string }>(url, 'select id from workspaces limit 1')
  const workspaceId = place!.id
  const now = Date.now()
  const startMs = now - DAYS * DAY_MS
  const fill = { url, workspaceId, startMs }
  const shown = (count: number) => count.toLocaleString('en-US')
  console.log(
    `  filling a database: ${shown(contacts)} contacts, ${shown(posts)} posts, ${shown(deliveries)} deliveries`,
  )
  await runSql(
    url,
    `insert into webhook_sources (id, workspace_id, name, key_hash, hint)
     values (${named('source', '1')}, '${workspaceId}', 'bench', sha256('bench'), 'bench')`,
  )
  await eachChunk({ ...fill, rows: posts }, POSTS)
  await runSql(
    url,
    `insert into links (workspace_id, id, code, post_id, target, utm, created_at, updated_at)
     select $1, ${named('link', 'n')}, 'bench' || n, ${idAt(`($2::float8 + n * ${(DAYS * DAY_MS) / posts}::float8)::bigint`, 'n')},
            'https://example.com/', jsonb_build_object('source', 'source' || n % 20), now(), now()
       from generate_series(0, least(${LINKS}, ${posts}) - 1) n`,
    [workspaceId, startMs],
  )
  await eachChunk({ ...fill, rows: contacts }, CONTACTS)
  await eachChunk({ ...fill, rows: deliveries }, DELIVERIES)
  await countLeads(url, workspaceId)
  await countDays(url)
  // Autovacuum would do this sooner or later. Doing it here keeps it out of the measurements.
  await runSql(url, 'vacuum analyze')
  const [ids] = await runSql<Filled['ids']>(
    url,
    `select ${named('owner', '1')}::text as owner, (select post_id::text from links where code = 'bench1') as post,
            ${named('link', '1')}::text as link, ${named('form', '1')}::text as form,
            ${named('connection', '1')}::text as connection, ${named('source', '1')}::text as source`,
  )
  return { ids: ids!, day: (back) => new Date(now - back * DAY_MS).toISOString().slice(0, 10) }
}

interface Chunks {
  url: string
  workspaceId: string
  startMs: number
  rows: number
}

/** Runs the statement per chunk. Its `numbered` rows have n and ms, spread evenly over the two years. */
async function eachChunk({ url, workspaceId, startMs, rows }: Chunks, statement: string): Promise<void> {
  const stepMs = (DAYS * DAY_MS) / rows
  for (let from = 0; from < rows; from += CHUNK) {
    await runSql(
      url,
      `with numbered as (
         select n, ($2::float8 + n * $3::float8)::bigint as ms from generate_series($4::bigint, $5::bigint - 1) n) ${statement}`,
      [workspaceId, startMs, stepMs, from, Math.min(rows, from + CHUNK)],
    )
    if (rows > 10 * CHUNK && from % 1_000_000 === 0) console.log(`  ${from.toLocaleString('en-US')} rows`)
  }
}

const POSTS = `
  insert into posts (workspace_id, id, platform, content, status, scheduled_date, publication_state, connection_id, created_at,
    updated_at)
  select $1, ${idAt('ms', 'n')}, (array['thread', 'photo', 'professional', 'short'])[1 + n % 4], 'Post number ' || n,
         'scheduled', to_timestamp(ms / 1000.0), 'published', ${named('connection', 'n % 5')}, to_timestamp(ms / 1000.0),
         to_timestamp(ms / 1000.0)
    from numbered`

// Most addresses have two records. A third have UTM parameters, a tenth came by a link, and a fifth are being worked
// on.
const CONTACTS = `
  , stored as (
    insert into contacts (workspace_id, id, first_name, last_name, email, email_key, company, utm_source, utm_medium, link_id,
      post_id, form_id, status, owner_id, tags, extra, created_at)
    select $1, ${idAt('ms', 'n')}, 'First' || n % 500, (array['Silva', 'Costa', 'Rossi', 'Haddad'])[1 + n % 4] || n % 3000,
           email, email, 'Company ' || n % 10000, source, case when source is not null then 'medium' || n % 5 end,
           case when is_linked then ${named('link', `n / 10 % ${LINKS}`)} end,
           case when is_linked then (select post_id from links where code = 'bench' || n / 10 % ${LINKS}) end,
           case when n % 7 = 0 then ${named('form', 'n % 12')} end,
           case when n % 5 = 0 then (array['contacted', 'qualified', 'won', 'lost'])[1 + n / 5 % 4] else 'new' end,
           case when n % 6 = 0 then ${named('owner', 'n / 6 % 8')} end,
           case when n % 9 = 0 then array['vip', 'tag' || n % 30] else '{}' end,
           jsonb_build_object('phone', '+351 ' || n), to_timestamp(ms / 1000.0)
      from numbered cross join lateral (
        select 'p' || n / 2 || '@example.com' as email, case when n % 3 = 0 then 'source' || n % 20 end as source,
               n % 10 = 0 as is_linked) as said
    returning id, email_key, utm_source, utm_medium, link_id, post_id, form_id, created_at)
  insert into touches (workspace_id, contact_id, email_key, link_id, post_id, form_id, utm, at)
  select $1, id, email_key, link_id, post_id, form_id,
         jsonb_strip_nulls(jsonb_build_object('source', utm_source, 'medium', utm_medium)), created_at
    from stored where utm_source is not null or link_id is not null`

const DELIVERIES = `
  insert into webhook_deliveries (workspace_id, source_id, id, received_at, content_type, query, headers, body, body_sha256)
  select $1, ${named('source', '1')}, ${idAt('ms', 'n')}, to_timestamp(ms / 1000.0), 'application/json', '', '[]',
         convert_to('{"n":' || n || '}', 'UTF8'), sha256('bench') from numbered`

/** Replaces the slow fold: each contact has only its own touch here. */
async function countLeads(url: string, workspaceId: string): Promise<void> {
  await runSql(
    url,
    `with own as (
       select contact_id, (at at time zone 'UTC')::date as day,
              array[post_id::text, case when post_id is not null then 'thread' end, utm ->> 'source', utm ->> 'medium', null,
                    form_id::text] as keys
         from touches where workspace_id = $1),
     stored as (
       insert into lead_touches (workspace_id, contact_id, day, first_keys, last_keys)
       select $1, contact_id, day, keys, keys from own),
     counted as materialized (
       select by, day, key, sum(first_leads) as leads from own cross join lead_keys(keys, keys) group by 1, 2, 3),
     by_day as (
       insert into lead_days (workspace_id, by, day, first_leads, last_leads)
       select $1, by, day, sum(leads), sum(leads) from counted group by by, day),
     by_month as (
       insert into lead_months (workspace_id, by, month, key, first_leads, last_leads)
       select $1, by, date_trunc('month', day)::date, key, sum(leads), sum(leads) from counted group by 2, 3, 4)
     insert into lead_counts (workspace_id, by, day, key, first_leads, last_leads)
     select $1, by, day, key, leads, leads from counted order by by, day, key`,
    [workspaceId],
  )
  await runSql(
    url,
    `with taken as (delete from lead_queue returning *)
     insert into row_counts as c (workspace_id, kind, slot, rows)
     select workspace_id, kind, 32, sum(rows)
       from taken cross join lateral (values ('contacts'), ('leads:' || to_char(day, 'YYYY-MM-DD'))) as counted (kind)
      where rows > 0 group by 1, 2
     on conflict (workspace_id, kind, slot) do update set rows = c.rows + excluded.rows`,
  )
}

async function countDays(url: string): Promise<void> {
  const pool = createPool({ connection: { connectionString: url }, size: 1, onError: () => {} })
  await foldContactDays(pool, Number.POSITIVE_INFINITY)
  await createFold(pool)()
  await pool.end()
}
