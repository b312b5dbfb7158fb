import { eventDocs } from '../../src/app/routes.ts'
import { createPool } from '../../src/db/database.ts'
import { createFold } from '../../src/reports/attribution/fold.ts'
import { foldContactDays } from '../../src/reports/contact-days.ts'
import { runSql } from '../tools/cluster.ts'

/** A workspace with two years of data. SQL fills it with indexes and triggers in place. */
export interface Filled {
  ids: Record<
    'owner' | 'rareOwner' | 'post' | 'link' | 'form' | 'account' | 'rareAccount' | 'source' | 'endpoint',
    string
  >
  /** The date this many days ago. */
  day: (back: number) => string
}

// The data is skewed, because real data is. The newest tenth of the contacts was imported within a minute and is alike. Of the
// others, half have the same status, half the same source, and never both with the same tag. Some values, and some combinations
// of frequent ones, exist only among the oldest rows; one word is in each of the older half. Posts, deliveries and events are
// skewed in the same way.

const CHUNK = 100_000
const DAYS = 730
const LINKS = 2_000
const DAY_MS = 86_400_000
/** The newest rows, one in this many, are alike. */
const IMPORTED_SHARE = 10
const MINUTE_MS = 60_000
/** SQL: the oldest rows, in which frequent values meet that never do elsewhere. */
const IS_COMBINED = 'n < 40'
/** SQL: the only rows with rare values. */
const IS_RARE = 'n between 40 and 59'

/** SQL for an id of that millisecond. */
const idAt = (ms: string, n: string) =>
  `(lpad(to_hex(${ms}), 12, '0') || '7' || lpad(to_hex(${n} % 4096), 3, '0') || '8' || substr(md5(${n}::text), 1, 15))::uuid`
const named = (kind: string, n: string) => `md5('${kind}' || ${n})::uuid`

export interface Amounts {
  contacts: number
  posts: number
  deliveries: number
  /** Each of them was also delivered to an endpoint. */
  events?: number
}

export async function fillPlace(url: string, { contacts, posts, deliveries, events = 0 }: Amounts): Promise<Filled> {
  const [place] = await runSql<{ id: string }>(url, 'select id from workspaces limit 1')
  const workspaceId = place!.id
  const now = Date.now()
  const startMs = now - DAYS * DAY_MS
  const fill = { url, workspaceId, startMs }
  const shown = (count: number) => count.toLocaleString('en-US')
  console.log(
    `  filling a database: ${shown(contacts)} contacts, ${shown(posts)} posts, ${shown(deliveries)} deliveries, ${shown(events)} events`,
  )
  await runSql(
    url,
    `insert into webhook_sources (id, workspace_id, name, key_hash, hint)
     values (${named('source', '1')}, '${workspaceId}', 'bench', sha256('bench'), 'bench')`,
  )
  await runSql(
    url,
    `with people as (
       insert into users (id, name, email)
       select ${named('owner', 'n')}, 'Person ' || n, 'owner' || n || '@example.com' from generate_series(0, 9) n returning id)
     insert into members (workspace_id, user_id, role) select $1, id, 'editor' from people`,
    [workspaceId],
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
  await eachChunk({ ...fill, rows: contacts, isImported: true }, CONTACTS)
  await eachChunk({ ...fill, rows: deliveries }, DELIVERIES)
  if (events > 0) await fillEvents({ ...fill, rows: events })
  await countLeads(url, workspaceId)
  await countDays(url)
  // Autovacuum would do this sooner or later. Doing it here keeps it out of the measurements.
  await runSql(url, 'vacuum analyze')
  const [ids] = await runSql<Filled['ids']>(
    url,
    `select ${named('owner', '0')}::text as owner, ${named('owner', '9')}::text as "rareOwner",
            (select post_id::text from links where code = 'bench1') as post,
            ${named('link', '1')}::text as link, ${named('form', '1')}::text as form,
            ${named('account', '0')}::text as account, ${named('account', '9')}::text as "rareAccount",
            ${named('source', '1')}::text as source, ${named('endpoint', '1')}::text as endpoint`,
  )
  return { ids: ids!, day: (back) => new Date(now - back * DAY_MS).toISOString().slice(0, 10) }
}

interface Chunks {
  url: string
  workspaceId: string
  startMs: number
  rows: number
  /** The newest rows came within a minute, an hour ago. */
  isImported?: boolean
}

/** `numbered` has n, ms, is_new for the newest tenth and is_old for the older half. Rows are spread evenly over the two years. */
async function eachChunk(
  { url, workspaceId, startMs, rows, isImported = false }: Chunks,
  statement: string,
): Promise<void> {
  const stepMs = (DAYS * DAY_MS) / rows
  const firstNew = rows - rows / IMPORTED_SHARE
  const importedAt = startMs + DAYS * DAY_MS - 60 * MINUTE_MS
  const ms = isImported
    ? `case when n < ${firstNew} then $2::float8 + n * $3::float8 * ${1 - 1 / (10 * DAYS)} * ${rows / firstNew}
            else ${importedAt} + (n - ${firstNew}) * ${MINUTE_MS / (rows - firstNew)} end`
    : '$2::float8 + n * $3::float8'
  for (let from = 0; from < rows; from += CHUNK) {
    await runSql(
      url,
      `with numbered as (
         select n, (${ms})::bigint as ms, n >= ${firstNew} as is_new, n < ${rows / 2} as is_old
           from generate_series($4::bigint, $5::bigint - 1) n) ${statement}`,
      [workspaceId, startMs, stepMs, from, Math.min(rows, from + CHUNK)],
    )
    if (rows > 10 * CHUNK && from % 1_000_000 === 0) console.log(`  ${from.toLocaleString('en-US')} rows`)
  }
}

// The newest are drafts without a date.
const POSTS = `
  insert into posts (workspace_id, id, platform, content, status, scheduled_date, publication_state, connection_id, created_at,
    updated_at)
  select $1, ${idAt('ms', 'n')}, case when n % 2 = 0 then 'thread' else (array['photo', 'professional', 'short'])[1 + n % 3] end,
         'Post number ' || n || case when is_old then ' of spring' else '' end,
         case when is_new then 'draft' else 'scheduled' end,
         case when not is_new then to_timestamp(($2::float8 + n * $3::float8 * ${IMPORTED_SHARE / (IMPORTED_SHARE - 1)})::bigint / 1000.0) end,
         case when is_new then 'none' when ${IS_RARE} then 'failed' else 'published' end,
         case when ${IS_RARE} then ${named('account', '9')} when n % 4 < 2 then ${named('account', '0')}
           else ${named('account', '1 + n % 5')} end,
         to_timestamp(ms / 1000.0), to_timestamp(ms / 1000.0)
    from numbered`

// Two records for most addresses. Two thirds say where they came from, a tenth by a link.
const CONTACTS = `
  , stored as (
    insert into contacts (workspace_id, id, first_name, last_name, email, email_key, company, utm_source, utm_medium, link_id,
      post_id, form_id, status, owner_id, tags, extra, is_touch, created_at)
    select $1, ${idAt('ms', 'n')}, 'First' || n % 500, (array['Silva', 'Costa', 'Rossi', 'Haddad'])[1 + n % 4] || n % 3000,
           email, email, case when is_old then 'Altmann ' || n % 1000 when is_new then 'Newcomer ' || n % 1000 else 'Company ' || n % 10000 end,
           source, case when ${IS_RARE} then 'print' when is_new then 'file' when n % 20 > 0 then 'web' else 'medium' || n % 5 end,
           case when is_linked then ${named('link', `n / 10 % ${LINKS}`)} end,
           case when is_linked then (select post_id from links where code = 'bench' || n / 10 % ${LINKS}) end,
           case when not is_new and n % 7 = 0 then ${named('form', 'n % 12')} end,
           case when is_new then 'new' when ${IS_RARE} then 'won' when ${IS_COMBINED} or n % 4 < 2 then 'contacted'
             when n % 20 = 2 then 'qualified' when n % 20 = 6 then 'lost' else 'new' end,
           case when is_new then null when ${IS_RARE} then ${named('owner', '9')}
             when ${IS_COMBINED} or n % 8 = 0 then ${named('owner', '0')} when n % 8 = 4 then ${named('owner', '1 + n / 8 % 7')} end,
           case when is_new then '{}' when ${IS_RARE} then array['early'] when ${IS_COMBINED} then array['vip']
             when n % 12 = 3 then array['vip', 'tag' || n / 12 % 30] else '{}' end,
           jsonb_build_object('phone', '+351 ' || n) ||
             case when not is_new and n % 2 = 0 then '{"form": "Contact us"}' else '{}' end::jsonb,
           case when is_linked then null else true end, to_timestamp(ms / 1000.0)
      from numbered cross join lateral (
        select 'p' || n / 2 || '@example.com' as email, not is_new and n % 10 = 0 as is_linked,
               case when is_new then 'import' when ${IS_RARE} then 'fair' when ${IS_COMBINED} or n % 4 in (1, 2) then 'newsletter'
                 when n % 12 = 0 then 'source' || n / 12 % 20 end as source) as said
    returning id, email_key, utm_source, utm_medium, link_id, post_id, form_id, created_at)
  insert into kept_touches (workspace_id, contact_id, email_key, link_id, post_id, form_id, utm, at)
  select $1, id, email_key, link_id, post_id, form_id,
         jsonb_strip_nulls(jsonb_build_object('source', utm_source, 'medium', utm_medium)), created_at
    from stored where link_id is not null`

const DELIVERIES = `
  insert into webhook_deliveries (workspace_id, source_id, id, received_at, content_type, query, headers, body, body_sha256,
    mapping_state, verified)
  select $1, ${named('source', '1')}, ${idAt('ms', 'n')}, to_timestamp(ms / 1000.0), 'application/json', '', '[]',
         convert_to('{"n":' || n || case when is_old then ',"of":"spring"}' else '}' end, 'UTF8'), sha256('bench'),
         case when ${IS_RARE} then 'failed' when n % 2 = 0 and not is_new then 'mapped' end, not ${IS_COMBINED} from numbered`

/** What such an event says. */
const dataOf = (type: string) =>
  `'${JSON.stringify(eventDocs.find((event) => event.type === type)!.example.data).replaceAll("'", "''")}'`

const EVENTS = `
  , typed as (
    select *, case when ${IS_RARE} then 'post.failed' when is_new or n % 2 = 0 then 'contact.created'
                when n % 4 = 1 then 'post.published' else 'contact.updated' end as type
      from numbered),
  stored as (
    insert into events (workspace_id, id, position, type, subject_id, subject_version, data, names_others, created_at)
    select $1, ${idAt('ms', 'n')}, n + 1, type, ${idAt('ms', 'n')}, 1,
           (case type ${['contact.created', 'contact.updated', 'post.published', 'post.failed'].map((type) => `when '${type}' then ${dataOf(type)}`).join(' ')} end)::json,
           false, to_timestamp(ms / 1000.0)
      from typed
    returning workspace_id, id, position - 1 as n, created_at)
  insert into event_deliveries (workspace_id, endpoint_id, event_id, state, attempts, delivered_at, created_at)
  select workspace_id, ${named('endpoint', '1')}, id, case when ${IS_RARE} then 'failed' else 'delivered' end, 1, created_at, created_at
    from stored`

async function fillEvents(fill: Chunks): Promise<void> {
  const { url, workspaceId, rows } = fill
  await runSql(
    url,
    `insert into event_endpoints (id, workspace_id, url, secret, created_at, updated_at)
     values (${named('endpoint', '1')}, $1, 'https://example.com/', '\\x00', now(), now())`,
    [workspaceId],
  )
  await eachChunk(fill, EVENTS)
  await runSql(url, `insert into row_counts (workspace_id, kind, slot, rows) values ($1, 'events', 0, $2)`, [
    workspaceId,
    rows,
  ])
  await runSql(url, `select setval('event_positions', $1::bigint)`, [rows])
}

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
