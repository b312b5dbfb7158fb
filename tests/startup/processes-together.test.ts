// @slow

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { createPlace, createTemplate, type Doorpost, endNode, until } from '../helpers/process.ts'
import { freePort } from '../helpers/redis.ts'

// PROCESSES: a caller cannot tell which process answers, even while one of them dies, hangs or stops.

const COUNT = 3
/** For a process on a very busy machine. */
const SLOW_START_MS = 120_000
const template = await createTemplate({ after })

interface Listed {
  pid: number
  parent: number
  isZombie: boolean
  command: string
}

function listProcesses(): Listed[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    return command === undefined
      ? []
      : { pid: Number(pid), parent: Number(parent), isZombie: state!.startsWith('Z'), command }
  })
}

/** Ids of the serving processes. */
function childrenOf({ pid }: Doorpost): number[] {
  const serving = listProcesses().filter(({ parent, command }) => parent === pid && command.includes('main.ts'))
  return serving.map((each) => each.pid)
}

/** Those that have not ended. */
function runningOf(pids: number[]): number[] {
  return listProcesses().flatMap(({ pid, isZombie }) => (pids.includes(pid) && !isZombie ? pid : []))
}

interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: answers are checked field by field
  body: any
}

interface Asked {
  method?: string
  headers?: Record<string, string>
  json?: unknown
  timeoutMs?: number
}

/** On a new connection, because connections are distributed, not requests. */
async function ask(server: Doorpost, path: string, asked: Asked = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, json, timeoutMs = 60_000 } = asked
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      connection: 'close',
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text.startsWith('{') ? JSON.parse(text) : text }
}

/** Makes each process answer by freezing the others: the system decides which one gets a connection. */
async function onEach<T>(server: Doorpost, send: () => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  const all = childrenOf(server)
  assert.equal(all.length, COUNT)
  for (const chosen of all) {
    const others = all.filter((pid) => pid !== chosen)
    for (const pid of others) process.kill(pid, 'SIGSTOP')
    try {
      answers.push(await send())
    } finally {
      for (const pid of others) process.kill(pid, 'SIGCONT')
    }
  }
  return answers
}

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

describe('three processes act as one server', () => {
  const place = createPlace(
    { after },
    { template, env: { PROCESSES: String(COUNT), LOG_LEVEL: 'info', RATE_LIMIT_FAILED_AUTH: '20' } },
  )
  let server: Doorpost
  before(async () => {
    server = await place.start()
  })
  const createKey = async (name: string) => {
    const { stdout } = await place.cli(['keys', 'create', '--name', name])
    return { authorization: `Bearer ${stdout.trim().split('\n').at(-1)}` }
  }
  /** Processes that have answered such a request. */
  const processesThatServed = (route: string, status: number) => {
    const lines = server.stdout.split('\n').filter((line) => line.includes('"msg":"request"'))
    const requests = lines.map((line) => JSON.parse(line))
    const chosen = requests.filter((each) => each.route === route && each.status === status)
    return new Set(chosen.map((each) => each.process)).size
  }

  test('a live stream of each process has every event, in one order', async () => {
    const headers = await createKey('live')
    const closing = new AbortController()
    const streams = await onEach(server, async () => {
      const response = await fetch(`${server.url}/v1/live`, {
        headers: { ...headers, accept: 'text/event-stream' },
        signal: closing.signal,
      })
      assert.equal(response.status, 200)
      const stream = { ids: [] as string[], ended: Promise.resolve() }
      const read = async () => {
        let text = ''
        for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
          text += chunk
          const events = [...text.matchAll(/^data: (.*)\n/gm)].map(([, data]) => JSON.parse(data!))
          stream.ids = events.filter(({ type }) => type === 'contact.created').map((event) => event.subject_id)
        }
      }
      stream.ended = read().catch(() => {})
      return stream
    })
    const json = { first_name: 'Streamed', utm_source: 'x' }
    const create = () => Promise.all(times(4, () => ask(server, '/v1/contacts', { method: 'POST', headers, json })))
    const created = (await onEach(server, create)).flat()
    assert.deepEqual(new Set(created.map(({ status }) => status)), new Set([201]))
    await until(() => processesThatServed('/v1/contacts', 201) === COUNT)
    await until(() => streams.every(({ ids }) => ids.length === created.length))
    const [{ ids: first }, ...others] = streams as [(typeof streams)[0]]
    assert.deepEqual(first.toSorted(), created.map(({ body }) => body.data.id).sort())
    for (const { ids } of others) assert.deepEqual(ids, first)
    closing.abort()
    await Promise.all(streams.map(({ ended }) => ended))
    await until(() => processesThatServed('/v1/live', 200) + processesThatServed('/v1/live', 499) >= COUNT)
  })

  test('concurrent requests with one idempotency key create one contact, and the rest are repeats of it', async () => {
    const headers = { ...(await createKey('raced')), 'idempotency-key': 'one for all' }
    const send = () => ask(server, '/v1/contacts', { method: 'POST', headers, json: { first_name: 'Raced' } })
    const answers = await Promise.all(times(45, send))
    const conflicts = answers.filter(({ status }) => status === 409)
    for (const each of conflicts) assert.equal(each.body.error, 'idempotency_conflict')
    const made = answers.filter(({ status }) => status === 201)
    assert.equal(made.length + conflicts.length, answers.length)
    const fresh = made.filter(({ headers }) => headers.get('idempotency-replayed') === null)
    assert.equal(fresh.length, 1)
    const later = await onEach(server, send)
    for (const each of [...made, ...later]) assert.deepEqual([each.status, each.body], [201, fresh[0]!.body])
    for (const each of later) assert.equal(each.headers.get('idempotency-replayed'), 'true')
    assert.equal((await place.sql(`select from contacts where first_name = 'Raced'`)).length, 1)
  })

  test('a sign-in works on all of them, and a sign-out ends it on all of them at once', async () => {
    const token = /set-up#token=(\S+)/.exec(server.stdout)![1]!
    const same = { origin: server.url, 'sec-fetch-site': 'same-origin' }
    const person = { token, name: 'Ana', email: 'ana@example.com', password: 'correct horse battery staple' }
    const { headers, status, body } = await ask(server, '/v1/setup', { method: 'POST', headers: same, json: person })
    assert.ok(status < 300, JSON.stringify(body))
    const cookies = headers.getSetCookie().map((each) => each.split(';')[0]!)
    const session = { ...same, cookie: cookies.find((each) => each.includes('session_token'))! }
    const me = () => onEach(server, () => ask(server, '/v1/me', { headers: session }))
    for (const each of await me())
      assert.equal(each.body.data?.user.email, 'ana@example.com', JSON.stringify(each.body))
    await until(() => processesThatServed('/v1/me', 200) === COUNT)
    await place.sql('delete from sessions')
    for (const each of await me()) assert.equal(each.status, 401)
    await until(() => processesThatServed('/v1/me', 401) === COUNT)
  })

  test('a revoked key is refused by each of them within a second', async () => {
    const headers = await createKey('short life')
    const send = () => ask(server, '/v1/connections', { headers })
    for (const { status } of await onEach(server, send)) assert.equal(status, 200)
    await place.sql(`update api_keys set revoked_at = now() where name = 'short life'`)
    const revokedAt = performance.now()
    let acceptedAt = revokedAt
    while (performance.now() - acceptedAt < 1_000) {
      const sentAt = performance.now()
      const statuses = (await Promise.all(times(2 * COUNT, send))).map(({ status }) => status)
      if (statuses.includes(200)) acceptedAt = sentAt
    }
    assert.ok(acceptedAt - revokedAt < 5_000, 'a second is promised; a busy machine gets more')
    for (const { status } of await onEach(server, send)) assert.ok(status === 401 || status === 429, String(status))
  })

  test('wrong keys are counted together', async () => {
    const headers = { authorization: `Bearer svc_pk_${'0'.repeat(32)}` }
    const answers = await Promise.all(times(60, () => ask(server, '/v1/posts', { headers })))
    const refused = answers.filter(({ status }) => status === 401)
    const limited = answers.filter(({ status }) => status === 429)
    assert.equal(refused.length + limited.length, answers.length)
    // Concurrent requests pass the check before any of them is counted.
    for (const { status } of await onEach(server, () => ask(server, '/v1/posts', { headers })))
      assert.equal(status, 429)
  })
})

describe('one of three processes', () => {
  const place = createPlace(
    { after },
    { template, env: { PROCESSES: String(COUNT), LOG_LEVEL: 'info', RATE_LIMIT_PUBLIC: '100000' } },
  )
  let server: Doorpost
  before(async () => {
    // A fixed port, even if no process is left for a moment.
    server = await place.start({ env: { PORT: String(await freePort()) } })
  })
  const untilAllServe = () =>
    until(() => {
      const news = server.stdout.matchAll(
        /"process":(\d).*"msg":"(?:a process of the API ended|(the process of the API serves again))/g,
      )
      const isServing = new Map([...news].map(([, number, serves]) => [number, serves !== undefined]))
      return childrenOf(server).length === COUNT && isServing.values().every(Boolean)
    }, SLOW_START_MS)
  const untilReplaced = async (victim: number) => {
    await until(() => !childrenOf(server).includes(victim))
    await untilAllServe()
  }
  const checkAll = async () => {
    const answers = await Promise.all(times(4 * COUNT, () => ask(server, '/readyz')))
    for (const { status } of answers) assert.equal(status, 200)
  }

  test('is frozen and then killed: every connection is answered by another, and the process is replaced', async () => {
    const [victim] = childrenOf(server)
    process.kill(victim!, 'SIGSTOP')
    await checkAll()
    const waiting = Promise.all(times(4 * COUNT, () => ask(server, '/readyz')))
    process.kill(victim!, 'SIGKILL')
    for (const { status } of await waiting) assert.equal(status, 200)
    await untilReplaced(victim!)
    await checkAll()
  })

  test('hangs: the others answer at once, and it is replaced after half a minute', async () => {
    const [victim] = childrenOf(server)
    process.kill(victim!, 'SIGSTOP')
    await until(async () => {
      await checkAll()
      return server.stdout.includes('a process of the API is stuck; ending it')
    }, SLOW_START_MS)
    await untilReplaced(victim!)
    await checkAll()
  })

  test('is killed repeatedly under load: what was acknowledged is stored, and no caller waits in vain', async () => {
    const acknowledged: string[] = []
    let sending = true
    let killed = 0
    const send = async () => {
      while (sending) {
        const json = { first_name: 'Under load' }
        const answer = await ask(server, '/v1/contacts', { method: 'POST', json }).catch((error: Error) => error)
        // Requests that a killed process was serving are cut off.
        if (answer instanceof Error) assert.notEqual(answer.name, 'TimeoutError')
        else if (answer.status === 201) acknowledged.push(answer.body.data.id)
        else assert.fail(`${answer.status} ${JSON.stringify(answer.body)}`)
      }
    }
    const senders = times(8, send)
    for (; killed < 4; killed++) {
      const wanted = acknowledged.length + 30
      await until(() => acknowledged.length >= wanted)
      await until(() => childrenOf(server).length === COUNT)
      process.kill(childrenOf(server)[killed % COUNT]!, 'SIGKILL')
    }
    sending = false
    await Promise.all(senders)
    const stored = new Set((await place.sql('select id from contacts')).map(({ id }) => id))
    assert.deepEqual(
      acknowledged.filter((id) => !stored.has(id)),
      [],
    )
  })

  test('SIGTERM: each of them finishes requests that had begun to arrive, streams end, and nothing is left', async () => {
    await untilAllServe()
    const { stdout } = await place.cli(['keys', 'create', '--name', 'live'])
    const headers = { authorization: `Bearer ${stdout.trim().split('\n').at(-1)}`, accept: 'text/event-stream' }
    const streams = await Promise.all(times(COUNT, () => fetch(`${server.url}/v1/live`, { headers })))
    const ended = streams.map((stream) => stream.text().catch(() => ''))
    const body = '{"first_name":"Half way"}'
    const halves = await Promise.all(
      times(2 * COUNT, async () => {
        const socket = connect(server.port, '127.0.0.1')
        await once(socket, 'connect')
        const type = 'content-type: application/json\r\nexpect: 100-continue'
        socket.write(
          `POST /v1/contacts HTTP/1.1\r\nhost: localhost\r\n${type}\r\ncontent-length: ${body.length}\r\n\r\n`,
        )
        const [answer] = await once(socket, 'data')
        assert.match(String(answer), /^HTTP\/1.1 100 /)
        socket.write(body.slice(0, 10))
        return socket
      }),
    )
    const serving = childrenOf(server)
    server.child.kill('SIGTERM')
    await until(() => server.stdout.match(/"msg":"stopping"/g)?.length === COUNT + 1)
    const answers = halves.map(async (socket) => {
      socket.write(body.slice(10))
      let text = ''
      for await (const chunk of socket) text += String(chunk)
      return text
    })
    for (const text of await Promise.all(answers)) assert.match(text, /^HTTP\/1.1 201 /)
    await Promise.all(ended)
    const { code } = await server.ended
    assert.equal(code, 0)
    assert.deepEqual(runningOf(serving), [])
    assert.equal(place.postmaster(), undefined)
  })

  test('outlives the first one only briefly, and the next start works', async () => {
    const first = await place.start()
    const serving = childrenOf(first)
    assert.equal(serving.length, COUNT)
    first.child.kill('SIGKILL')
    await first.ended
    await until(() => runningOf(serving).length === 0)
    server = await place.start({ env: { PORT: String(first.port) } })
    await checkAll()
  })
})

test('the sandbox works with several processes: a post is sent, and its page shows it', async (t) => {
  const place = createPlace(t, { template, env: { PROCESSES: '2', SANDBOX: 'true' } })
  const server = await place.start()
  const { stdout } = await place.cli(['keys', 'create', '--name', 'first', '--sandbox'])
  const headers = { authorization: `Bearer ${stdout.trim().split('\n').at(-1)}` }
  const scheduled_date = new Date(Date.now() - 1_000).toISOString()
  const json = { content: 'Hello from both', status: 'scheduled', scheduled_date }
  const { body } = await ask(server, '/v1/posts/short', { method: 'POST', headers, json })
  let { publication, id } = body.data
  await until(async () => {
    ;({ publication, id } = (await ask(server, `/v1/posts/${id}`, { headers })).body.data)
    return publication.permalink !== null && publication.state === 'published'
  })
  assert.match(await (await fetch(publication.permalink)).text(), /Hello from both/)
  for (const { body } of await Promise.all(times(4, () => ask(server, '/v1/connections', { headers })))) {
    assert.ok(body.data.length > 0 && body.data.every((each: { sandbox: boolean }) => each.sandbox))
  }
  await endNode(server)
})
