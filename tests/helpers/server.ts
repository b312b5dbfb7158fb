import { randomBytes, scryptSync } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { verifyPassword } from '@better-auth/utils/password'
import type pg from 'pg'
import { createApp } from '../../src/app/app.ts'
import type { DepsOptions } from '../../src/app/core.ts'
import { createDeps, type Deps } from '../../src/app/deps.ts'
import { readConfig } from '../../src/config/config.ts'
import { createDashboard } from '../../src/dashboard/dashboard.ts'
import { openDatabase } from '../../src/db/open.ts'
import type { WatchTimes } from '../../src/db/settings-watch.ts'
import type { HttpApp } from '../../src/http/server/app.ts'
import { createKey } from '../../src/keys/keys.ts'
import { createIssues } from '../../src/lib/issues.ts'
import { createLog } from '../../src/lib/log/log.ts'
import type { Clock } from '../../src/lib/time/clock.ts'
import { SCOPES, type Scope } from '../../src/scopes.ts'
import type { PasswordHash } from '../../src/users/auth.ts'
import { readSource } from '../../src/webhooks/input.ts'
import { startBouncer } from './bouncer.ts'
import { type Answer, checkAnswer } from './contract.ts'
import { createDataFolder } from './folder.ts'
import { sendHttp } from './http-client.ts'
import { createDatabase, type TestDatabase } from './postgres.ts'

export type { Answer }

export interface TestServer {
  url: string
  port: number
  app: HttpApp
  deps: Deps
  /** postgres://… */
  databaseUrl: string
  /** Queries the database directly, to see what is really stored. */
  sql<R extends pg.QueryResultRow = Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]>
  /** A new API key with these permissions (all by default), in this workspace (the first by default). */
  key(options?: { scopes?: readonly Scope[]; workspaceId?: string; expiresAt?: Date | null }): Promise<string>
  /** A second workspace, for tests of isolation. */
  workspace(): Promise<string>
  /** The key in the URL of a new webhook. Settings as the API takes them. */
  webhook(workspaceId?: string, settings?: object): Promise<{ key: string; id: string }>
  /** Sends a request and checks the answer against openapi.json. */
  send(method: string, path: string, options?: SendOptions): Promise<Answer>
  /** All log lines so far. */
  logs: string[]
}

export interface SendOptions {
  key?: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  /** Sent as is. */
  body?: string | Uint8Array
}

export interface TestServerOptions {
  /** Settings, as environment variables. Rate limits are disabled unless set. */
  env?: Record<string, string>
  clock?: Clock
  /** The clock applies to this node only, and is wrong: the database has its own. */
  isClockWrong?: boolean
  /** Where the simulators are, for tests that publish. */
  sandboxUrl?: string
  hooks?: DepsOptions['hooks']
  replace?: DepsOptions['replace']
  tracing?: DepsOptions['tracing']
  /** Where events are sent instead of the internet. */
  outbound?: DepsOptions['outbound']
  /** Another process on the database of this one. */
  beside?: TestServer
  /** How long an intake statement waits for a lock, for tests that hold one to fill a batch. */
  intakeLockMs?: number
  /** How often the settings of the server and its pooler are checked. */
  watchTimes?: WatchTimes
  /** Uses the real password hash, for tests of its cost. */
  slowPasswords?: boolean
  /** Includes the pages of the dashboard, which are built if necessary. */
  dashboard?: boolean
}

const CHEAP_BYTES = 32

/** Like better-auth, with a cost of a millisecond instead of sixty. */
const CHEAP_HASH: PasswordHash = {
  async hash(password) {
    const salt = randomBytes(16).toString('hex')
    return `${salt}:${cheapKey(password, salt)}`
  },
  async verify({ hash, password }) {
    const [salt, key] = hash.split(':')
    // Commands in another process create real hashes, which are longer.
    if (key!.length !== CHEAP_BYTES * 2) return verifyPassword(hash, password)
    return key === cheapKey(password, salt!)
  },
}

function cheapKey(password: string, salt: string): string {
  return scryptSync(password.normalize('NFKC'), salt, CHEAP_BYTES, { N: 256, r: 4, p: 1 }).toString('hex')
}

/** TEST_POOLER=transaction puts a real PgBouncer in front of the database of every test. */
async function addressesOf(databaseUrl: string): Promise<Record<string, string>> {
  const mode = process.env.TEST_POOLER
  if (mode !== 'transaction' && mode !== 'session') return { DATABASE_URL: databaseUrl }
  const { url } = await startBouncer(databaseUrl, mode)
  return { DATABASE_URL: url, DATABASE_DIRECT_URL: databaseUrl }
}

/** The real app on a real socket with its own database. Stopped after the tests of the file. */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { beside } = options
  const database: Pick<TestDatabase, 'url' | 'drop'> = beside
    ? { url: beside.databaseUrl, drop: async () => {} }
    : await createDatabase()
  // Its own folder, as every installation has: it remembers what was sent.
  const dataDir = beside?.deps.config.dataDir ?? createDataFolder('test-data')
  const config = readConfig(
    {
      PORT: '0',
      RATE_LIMIT_AUTHENTICATED: '1000000',
      RATE_LIMIT_DASHBOARD: '1000000',
      RATE_LIMIT_PUBLIC: '1000000',
      RATE_LIMIT_WEBHOOK: '1000000',
      RATE_LIMIT_FAILED_AUTH: '1000000',
      RATE_LIMIT_OPEN: '1000000',
      // A test that sets its own addresses is about those.
      ...(options.env?.DATABASE_URL === undefined ? await addressesOf(database.url) : {}),
      DATA_DIR: dataDir,
      SECRET_KEY: 'a secret key for tests that is longer than it need be',
      ...options.env,
    },
    process.cwd(),
  )
  const logs: string[] = []
  const log = createLog(config.logLevel, { write: (line: string) => void logs.push(line) })
  const open = await openDatabase(config, {
    as: 'server',
    onError: () => {},
    ...(options.intakeLockMs === undefined ? {} : { intakeLockMs: options.intakeLockMs }),
    ...(options.watchTimes ? { watchTimes: options.watchTimes } : {}),
  })
  const { deps, close } = await createDeps(config, open, log, {
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.clock && !options.isClockWrong ? { databaseClock: options.clock } : {}),
    replace: { ...(options.slowPasswords ? {} : { passwordHash: CHEAP_HASH }), ...options.replace },
    sandboxUrl: options.sandboxUrl ?? null,
    tracing: options.tracing ?? null,
    ...(options.hooks ? { hooks: options.hooks } : {}),
    ...(options.outbound ? { outbound: options.outbound } : {}),
  })
  const dashboard = createDashboard(log)
  if (options.dashboard) {
    dashboard.open()
    await dashboard.build(new AbortController().signal)
  }
  const app = createApp(deps, () => false, dashboard)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const url = `${config.tls ? 'https' : 'http'}://127.0.0.1:${port}`
  after(async () => {
    app.server.closeAllConnections()
    await app.close()
    await close()
    await open.close()
    await database.drop()
    if (!beside) await rm(dataDir, { recursive: true, force: true })
  })

  let names = 0
  const server: TestServer = {
    url,
    port,
    app,
    deps,
    databaseUrl: database.url,
    logs,
    async sql(text, values = []) {
      const result = await deps.pool.query(text, values)
      return result.rows
    },
    async key({ scopes = SCOPES, workspaceId = deps.workspaceId, expiresAt = null } = {}) {
      const created = await createKey(deps.pool, deps.ids, {
        workspaceId,
        name: `key ${++names}`,
        scopes: [...scopes],
        expires_at: expiresAt,
      })
      return created!.key
    },
    async workspace() {
      const { id } = deps.ids.next()
      await deps.pool.query('insert into workspaces (id, name) values ($1, $2)', [id, `Workspace ${id}`])
      return id
    },
    async webhook(workspaceId = deps.workspaceId, settings = {}) {
      const input = readSource(createIssues(), { name: `webhook ${++names}`, ...settings })
      const created = await deps.webhooks.sources.createIn(deps.pool, workspaceId, input)
      return { key: created!.receive_url.split('/').at(-1)!, id: created!.id }
    },
    async send(method, path, { key, headers = {}, json, body } = {}) {
      const sent: Record<string, string> = { ...headers }
      if (key !== undefined) sent.authorization = `Bearer ${key}`
      if (json !== undefined) sent['content-type'] ??= 'application/json'
      const payload = json === undefined ? body : JSON.stringify(json)
      const response = await sendHttp(`${url}${path}`, { method, headers: sent, body: payload })
      const { headers: received, text } = response
      const isJson = received.get('content-type')?.includes('application/json') ?? false
      const answer: Answer = { ...response, body: isJson && text !== '' ? JSON.parse(text) : null }
      checkAnswer(method, path, answer)
      return answer
    },
  }
  return server
}
