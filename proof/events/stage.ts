import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { createPool } from '../../src/db/database.ts'
import { startEmbedded } from '../../src/db/embedded/embedded.ts'
import { createPlace, type Env, type Place, until } from '../../tests/helpers/process.ts'
import { createVictim, type Victim } from '../victim.ts'

/** Doorpost as users run it, in several processes on one PostgreSQL. Each of them can be killed. */
export interface EventsStage {
  /** Stays the same across restarts. */
  apiUrl: string
  key: string
  /** URLs for deliveries. Those sent to `form` become contacts. */
  receiveUrls: { delivery: string; form: string }
  victims: { api: Victim; workers: Victim[]; database: Victim }
  /** Queries the database directly. Fails while it is down. */
  // biome-ignore lint/suspicious/noExplicitAny: rows of any statement
  sql(text: string, values?: unknown[]): Promise<any[]>
  stop(): Promise<void>
}

export interface EventsStageOptions {
  workers: number
  logLevel: string
  /** SQL that runs before anything else: sabotage, for the control. */
  prepare?: string
}

export async function openEventsStage(options: EventsStageOptions): Promise<EventsStage> {
  const stops: Array<() => Promise<void> | void> = []
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each()
  }
  try {
    const place = createPlace({ after: (cleanUp) => void stops.push(cleanUp) })
    await mkdir(place.dataDir, { mode: 0o711 })
    const server = await startEmbedded({ dataDir: place.dataDir, applicationName: `proof ${process.pid}` })
    stops.push(() => server.stop())
    const { host, user, database } = server.connection
    const env: Env = {
      DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`,
      SECRET_KEY: randomBytes(32).toString('base64'),
      ALLOW_PRIVATE_NETWORKS: 'true',
      LOG_LEVEL: options.logLevel,
      RATE_LIMIT_AUTHENTICATED: '100000000',
      RATE_LIMIT_WEBHOOK: '100000000',
    }
    const pool = createPool({ connection: { connectionString: env.DATABASE_URL! }, size: 4, onError: () => {} })
    stops.push(() => pool.end())
    const sql: EventsStage['sql'] = async (text, values = []) => (await pool.query(text, values)).rows
    const lastLine = async (...words: string[]) => {
      const { code, stdout, stderr } = await place.cli(words, { env })
      assert.equal(code, 0, stderr)
      return stdout.trimEnd().split('\n').at(-1)!
    }
    await lastLine('migrate')
    const key = await lastLine('keys', 'create', '--name', 'proof')
    if (options.prepare) await pool.query(options.prepare)

    const api = createVictim('api', place, { ...env, ROLE: 'api' })
    const workers = Array.from({ length: options.workers }, (_, at) =>
      createVictim(`worker ${at + 1}`, place, { ...env, ROLE: 'worker' }),
    )
    await Promise.all([api, ...workers].map((each) => each.start()))
    stops.push(() => Promise.all([api, ...workers].map((each) => each.close())).then(() => {}))
    const apiUrl = `http://127.0.0.1:${api.port}`
    const create = async (body: object) => {
      const { receive_url: url } = await post(`${apiUrl}/v1/webhooks`, key, body)
      return `${apiUrl}${new URL(url!).pathname}`
    }
    return {
      apiUrl,
      key,
      receiveUrls: {
        delivery: await create({ name: 'deliveries' }),
        form: await create({ name: 'forms', mapping: { fields: { first_name: '/name' } } }),
      },
      victims: { api, workers, database: databaseVictim(place, sql) },
      sql,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Creates records before the killing begins. */
export async function post(url: string, key: string, body: object): Promise<Record<string, string>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  assert.equal(response.status, 201, text)
  return JSON.parse(text).data
}

function databaseVictim(place: Place, sql: EventsStage['sql']): Victim {
  return {
    name: 'database',
    ownDeaths: [],
    async killAndRestart() {
      const before = place.postmaster()
      if (before !== undefined) process.kill(before, 'SIGKILL')
      // Its supervisor restarts it; recovery comes first.
      await until(async () => {
        const now = place.postmaster()
        if (now === undefined || now === before) return false
        return sql('select 1').then(
          () => true,
          () => false,
        )
      })
    },
  }
}
