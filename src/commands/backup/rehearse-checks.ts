import { createApp } from '../../app/app.ts'
import { createDeps } from '../../app/deps.ts'
import { routes } from '../../app/routes.ts'
import { DamagedBackup } from '../../backup/archive.ts'
import type { Header } from '../../backup/format.ts'
import { transaction } from '../../db/database.ts'
import { createKey } from '../../keys/keys.ts'
import { createLog } from '../../lib/log/log.ts'
import { createSafeFetch } from '../../lib/net/safe-fetch.ts'
import { SecretBoxError } from '../../lib/secrets/secret-box.ts'
import { listen } from '../../process/listen.ts'
import { SCOPES } from '../../scopes.ts'
import { updateKeyId } from '../../secrets/fingerprint.ts'
import { loadSecretKeys } from '../../secrets/key-file.ts'
import { rotateAllIn } from '../line/rotate.ts'
import type { Scratch } from './scratch.ts'

// The checks of a rehearsal, made on the restored database. Each returns what it proved, or throws.

const REQUEST_MS = 60_000
/** A stream, which sends nothing until something happens. */
const STREAM = '/v1/live'
/** Only the first bytes of an answer are read. They show that the query works. */
const READ_MAX = 100_000_000

export async function proveCounts({ database }: Scratch): Promise<string> {
  const { rows } = await database.pool.query<{ kind: string; kept: number; counted: number }>(
    `with kept as (
       select split_part(kind, ':', 1) as kind, rows from row_counts
       -- Contacts that came in last are counted there first.
       union all select 'contacts', rows from lead_queue
     )
     select kind, sum(rows)::float8 as kept,
            case kind when 'contacts' then (select count(*) from contacts) when 'posts' then (select count(*) from posts)
                      else (select count(*) from links) end::float8 as counted
       from kept where kind in ('contacts', 'links', 'posts') group by 1 order by 1`,
  )
  const wrong = rows.find(({ kept, counted }) => kept !== counted)
  if (wrong) bad(`it says that there are ${wrong.kept} ${wrong.kind}, but there are ${wrong.counted}.`)
  return `The totals agree with the rows: ${rows.map(({ kind, counted }) => `${kind} ${counted}`).join(', ') || 'there are none'}.`
}

export async function provePosts({ database }: Scratch): Promise<string> {
  const { rows } = await database.pool.query<{ waiting: number; stranded: number }>(
    `select count(*)::int as waiting, count(*) filter (where not exists (
              select from graphile_worker.jobs job where job.key = 'post.publish:' || post.id))::int as stranded
       from posts post where status = 'scheduled' and publication_state = 'waiting'`,
  )
  const { waiting, stranded } = rows[0]!
  if (stranded > 0) bad(`${stranded} of ${waiting} posts that wait for their date have no job.`)
  return `All ${waiting} posts that wait for their date have their job.`
}

/** Opens every secret and seals it again. Nothing outside changes, because the database is thrown away. */
export async function proveSecrets({ database, config }: Scratch, { keyId }: Header, origin: string | null) {
  if (keyId === null) return 'There are no stored secrets.'
  if (origin === null) {
    return `The stored secrets were not opened: their key (${keyId}) is not here. Keep it safe, or use --passphrase-file.`
  }
  try {
    const counts = await transaction(database.pool, (tx) => rotateAllIn(tx, loadSecretKeys(config)))
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    return `The key ${origin} opens all ${total} stored secrets.`
  } catch (error) {
    if (error instanceof SecretBoxError) bad(`its key does not open all stored secrets: ${error.message}`)
    throw error
  }
}

/** Starts the API on the restored database and asks for every list. */
export async function proveApi({ database, config }: Scratch, hasKey: boolean): Promise<string[]> {
  const log = createLog('silent', { write: () => {} })
  // The API would refuse to start without the key of the installation, which lists do not need.
  if (!hasKey) await updateKeyId(database.pool, loadSecretKeys({ ...config, secretKey: null })[0]!.id)
  const settings = hasKey ? config : { ...config, secretKey: null, oldSecretKeys: [] }
  const { deps, close } = await createDeps(settings, database, log)
  const app = createApp(deps)
  try {
    const port = await listen(app, { host: config.host, port: 0, setting: 'PORT' })
    const scopes = [...SCOPES]
    const created = await createKey(deps.pool, deps.ids, {
      workspaceId: deps.workspaceId,
      name: `rehearsal ${Date.now()}`,
      scopes,
      expires_at: null,
    })
    return await askAll(`http://${config.host}:${port}`, created!.key)
  } finally {
    app.server.closeAllConnections()
    await app.close()
    await close()
  }
}

async function askAll(origin: string, key: string): Promise<string[]> {
  const { download } = createSafeFetch({ allowedOrigins: [origin] })
  const headers = { authorization: `Bearer ${key}` }
  const paths = routes
    .filter(([method, path]) => method === 'GET' && path !== STREAM && /^\/v1\/[^:]*$/.test(path))
    .map(([, path]) => path)
  const answered: string[] = []
  for (const path of paths) {
    const request = { url: `${origin}${path}`, headers, timeoutMs: REQUEST_MS, maxBytes: READ_MAX }
    const { status } = await download(request, () => false)
    if (status >= 500) bad(`GET ${path} answered with ${status}.`)
    // The others are for people who are signed in, or need more than a path.
    if (status === 200) answered.push(path)
  }
  for (const path of ['/v1/contacts', '/v1/posts']) if (!answered.includes(path)) bad(`GET ${path} did not answer.`)
  return [`The API works on it: ${answered.length} lists and reports answered.`]
}

function bad(finding: string): never {
  throw new DamagedBackup(`The backup is not good: ${finding} Make a new one, and keep this one until that is proved.`)
}
