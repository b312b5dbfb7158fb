import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createBarePool } from './bare-server.ts'

// The minimum cost of a list: one prepared SELECT along the key, a total from one row, JSON.stringify. It checks
// nothing and shows the columns as they are.

const CONTACT = `id, first_name, last_name, email, company, utm_source, utm_medium, extra, status, owner_id, tags, webhook_id,
  delivery_id, link_id, post_id, form_id, confirmation, created_at, version`
const POST = `id, platform, status, content, hashtags, mentions, media_type, media_urls, alt_texts, scheduled_date, time_zone,
  reply_control, track_links, connection_id, group_id, publication_state, attempts, permalink, platform_id, published_at,
  reason, warnings, created_at, updated_at, version`
const DELIVERY = `id, source_id, delivery_id, content_type, headers, query, received_at, verified, duplicates, replays,
  mapping_state, mapping_issues, encode(body, 'base64') as body`
const { WORKSPACE_ID, SOURCE_ID } = process.env
const own = (columns: string, table: string, order = 'id', where = '') =>
  `select ${columns} from ${table} where workspace_id = $1 ${where} order by ${order} desc limit $2`

const LISTS: Record<string, string> = {
  contacts: own(CONTACT, 'contacts'),
  posts: own(POST, 'posts'),
  links: own('id, code, name, post_id, target, utm, disabled_at, created_at, updated_at, version', 'links'),
  people: own('email, first_name, last_name, company, created_at, utm_source, utm_medium', 'contacts'),
  events: own('id, type, subject_id, subject_version, data, created_at', 'events', 'position'),
  deliveries: own(DELIVERY, 'webhook_deliveries', 'id', `and source_id = '${SOURCE_ID}'`),
}

const pool = createBarePool()
const TOTAL = `select rows::float8 as total from row_counts where workspace_id = $1 and kind = $2 limit 1`

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url!, 'http://bare')
  const name = pathname.slice(1)
  const page = { name, text: LISTS[name]!, values: [WORKSPACE_ID, Number(searchParams.get('limit'))] }
  Promise.all([
    pool.query(page),
    pool.query<{ total: number }>({ name: 'total', text: TOTAL, values: [WORKSPACE_ID, name] }),
  ]).then(
    ([rows, counted]) => {
      const body = JSON.stringify({ data: rows.rows, total: counted.rows[0]?.total ?? 0 })
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      response.end(body)
    },
    (error: Error) => {
      response.writeHead(500)
      response.end(error.message)
    },
  )
})
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
