import { Agent, request as httpRequest } from 'node:http'
import { createRandom } from '../proof/random.ts'
import { keyFormat } from '../src/keys/hash.ts'
import { webhookKeys } from '../src/webhooks/source-secrets.ts'
import { runCommand, startDoorpost } from './contestants/doorpost.ts'
import { readArguments } from './tools/arguments.ts'
import { type Cluster, runSql, runWithCluster } from './tools/cluster.ts'
import { median, type PartReport, printReport } from './tools/report.ts'

const USAGE = `node bench/webhook-timing.ts [--hits N]

  --hits N   requests with each kind of key (10000)

Can someone who guesses webhook URLs tell from the response time whether a key ever existed? Sends requests with keys that were never issued, revoked or
malformed, and with API keys instead. They are sent in turn, one at a time, over one connection: first the same key again and again, then a new key
each time, which Doorpost has to look up. Prints how much longer each kind takes than a key that was never issued, with Welch's t. Malformed keys
are not looked up, so new ones are answered sooner. This reveals nothing, because the checksum in a key is not secret: they do not count.
`

interface Kind {
  name: string
  /** Each kind is compared with the first one in its group. */
  group: 'the same key' | 'a new key each time'
  key: (round: number) => string
}

interface Measured {
  kind: Kind
  values: number[]
}

// The target of docs/why/reliability.md. A network adds more than that from one request to the next.
const DIFFERENCE_MAX_US = 1_000
/** The slowest requests of each kind are left out: the machine causes them, and they hide small differences. */
const KEPT_SHARE = 0.95
/** The sender can tell from their form that these are not webhook keys. */
const SHAPELESS = ['malformed', 'an API key', 'API keys']
const WARM_UP_HITS = 300

const { hits } = readOptions()
await runWithCluster(async (start) => {
  const report = await measure(await start())
  printReport(report)
  return report.errors.length === 0
})

async function measure({ createDatabase }: Cluster): Promise<PartReport> {
  const databaseUrl = await createDatabase('timing')
  const settings = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'a secret key for benchmarks that is long enough',
    RATE_LIMIT_FAILED_AUTH: '100000000',
  }
  const apiKey = await runCommand(settings, 'keys', 'create', '--name', 'bench')
  const doorpost = await startDoorpost(settings)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const kinds = [...(await createSameKinds(doorpost.port, apiKey)), ...(await createNewKinds(databaseUrl))]
    const measured: Measured[] = kinds.map((kind) => ({ kind, values: [] }))
    const errors = new Set<string>()
    const random = createRandom(1)
    for (let round = 0; round < hits + WARM_UP_HITS; round++) {
      // The order is random: a request after a slow one is slower, and this spreads the effect over all kinds.
      for (const index of random.shuffled([...kinds.keys()])) {
        const { us, status } = await hit(doorpost.port, agent, kinds[index]!.key(round))
        if (status !== 404) errors.add(`${kinds[index]!.name}: status ${status}`)
        if (round >= WARM_UP_HITS) measured[index]!.values.push(us)
      }
    }
    return toReport(measured, [...errors])
  } finally {
    agent.destroy()
    await doorpost.stop()
  }
}

async function createSameKinds(port: number, apiKey: string): Promise<Kind[]> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: body ? headers : { authorization: headers.authorization },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text).data
  }
  const create = async (name: string) => {
    const { id, receive_url } = await call('POST', '/v1/webhooks', { name })
    const key = new URL(receive_url).pathname.split('/').at(-1)!
    // A request while the key is valid puts it in memory.
    await fetch(`http://127.0.0.1:${port}/v1/webhooks/receive/${key}`, { method: 'POST', body: 'x' })
    return { id, key }
  }
  const revoked = await create('revoked')
  await call('DELETE', `/v1/webhooks/${revoked.id}`)
  const unknown = webhookKeys.create()
  const other = webhookKeys.create()
  const malformed = `${unknown.slice(0, -1)}${unknown.endsWith('a') ? 'b' : 'a'}`
  const keys = {
    'never issued': unknown,
    'never issued, another one': other,
    revoked: revoked.key,
    malformed,
    'an API key': apiKey,
  }
  return Object.entries(keys).map(([name, key]) => ({ name, group: 'the same key', key: () => key }))
}

/** Each key is used once, so that caching does not help. */
async function createNewKinds(databaseUrl: string): Promise<Kind[]> {
  const count = hits + WARM_UP_HITS
  const createKeys = () => Array.from({ length: count }, () => webhookKeys.create())
  const insertRevoked = async () => {
    const keys = createKeys()
    await runSql(
      databaseUrl,
      `insert into webhook_sources (id, workspace_id, name, hint, key_hash, created_at, revoked_at)
       select gen_random_uuid(), workspace.id, 'revoked ' || at, 'whk_', decode(hash, 'hex'), now(), now()
         from unnest($1::text[]) with ordinality as given (hash, at), workspaces workspace`,
      [keys.map((key) => webhookKeys.hashOf(key).toString('hex'))],
    )
    return keys
  }
  const keys = {
    'never issued': createKeys(),
    'never issued, other ones': createKeys(),
    revoked: await insertRevoked(),
    malformed: createKeys().map((key) => `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`),
    'API keys': Array.from({ length: count }, () => keyFormat.create()),
  }
  return Object.entries(keys).map(([name, own]) => ({ name, group: 'a new key each time', key: (at) => own[at]! }))
}

function hit(port: number, agent: Agent, key: string): Promise<{ us: number; status: number }> {
  return new Promise((resolve, reject) => {
    const body = '{"order":"A-1"}'
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const path = `/v1/webhooks/receive/${key}`
    const sent = httpRequest({ port, host: '127.0.0.1', method: 'POST', path, headers, agent }, (response) => {
      response.on('error', reject).on('end', () => {
        resolve({ us: (performance.now() - startedAt) * 1000, status: response.statusCode! })
      })
      response.resume()
    })
    sent.on('error', reject)
    const startedAt = performance.now()
    sent.end(body)
  })
}

function toReport(measured: Measured[], errors: string[]): PartReport {
  const described = measured.map(({ kind, values }) => ({
    name: `${kind.group}: ${kind.name}`,
    kind: kind.name,
    group: kind.group,
    median: median(values),
    ...describe([...values].sort((a, b) => a - b).slice(0, Math.floor(values.length * KEPT_SHARE))),
  }))
  const compared = described.map((each) => {
    const base = described.find(({ group }) => group === each.group)!
    return { ...each, ...(each === base ? { difference: 0, t: 0 } : welch(each, base)) }
  })
  return {
    name: 'webhook-timing',
    tables: [
      {
        title: `Answers of 404 by kind of key, ${hits} of each, the slowest ${Math.round((1 - KEPT_SHARE) * 100)} % left out`,
        header: ['', 'median µs', 'mean µs', 'difference µs', "Welch's t"],
        rows: compared.map(({ name, median, mean, difference, t }) => [
          name,
          ...[median, mean, difference, t].map((value) => value.toFixed(1)),
        ]),
      },
    ],
    verdicts: (['the same key', 'a new key each time'] as const).map((group) => {
      const secret = compared.filter((each) => each.group === group && !SHAPELESS.includes(each.kind))
      const largest = Math.max(...secret.map(({ difference }) => Math.abs(difference)))
      return {
        what: `${group}: largest difference between well-formed keys`,
        measured: `${largest.toFixed(1)} µs`,
        target: `at most ${DIFFERENCE_MAX_US} µs`,
        met: largest <= DIFFERENCE_MAX_US,
      }
    }),
    errors,
    data: { hits, compared },
  }
}

interface Description {
  mean: number
  /** Squared standard error of the mean. */
  errorSquared: number
}

function describe(values: number[]): Description {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
  return { mean, errorSquared: variance / values.length }
}

function welch(one: Description, other: Description): { difference: number; t: number } {
  const difference = one.mean - other.mean
  return { difference, t: difference / Math.sqrt(one.errorSquared + other.errorSquared) }
}

function readOptions(): { hits: number } {
  return { hits: readArguments('webhook-timing', USAGE, { hits: '10000' }).whole('hits', 9_999_999, 100) }
}
