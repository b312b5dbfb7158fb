import { createIds } from '../../src/lib/ids.ts'
import { byteaArray, plainArray } from './array-literals.ts'
import { coalesce, createBarePool, serveBare, WORKSPACE_ID } from './bare-server.ts'

/**
 * (d) Stores the bytes of every body, coalesced. It hashes nothing, stores no headers and does not look for repeats.
 */
const pool = createBarePool()
const ids = createIds(Date.now)

const insert = coalesce<{ id: string; receivedAt: string; body: Buffer }>((rows) =>
  pool.query({
    name: 'insert',
    text: `insert into bare_deliveries (workspace_id, id, received_at, body)
           select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::bytea[])`,
    values: [
      plainArray(rows.map(() => WORKSPACE_ID)),
      plainArray(rows.map((row) => row.id)),
      plainArray(rows.map((row) => row.receivedAt)),
      byteaArray(rows.map((row) => row.body)),
    ],
  }),
)

await pool.query(`create table if not exists bare_deliveries (
  workspace_id uuid not null,
  id           uuid not null,
  received_at  timestamptz not null,
  body         bytea not null,
  primary key (workspace_id, id)
)`)

serveBare(200, async (body) => {
  const { id, at } = ids.next()
  const receivedAt = new Date(at).toISOString()
  await insert({ id, receivedAt, body })
  return { success: true, data: { id, received_at: receivedAt, duplicate: false } }
})
