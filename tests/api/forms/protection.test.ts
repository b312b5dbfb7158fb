import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { BROWSER_HEADERS, solve } from '../../helpers/form-visitor.ts'
import { startServer } from '../../helpers/server.ts'

const time = { now: Date.now() }
const clock = { now: () => time.now }
const server = await startServer({ clock, env: { TRUST_PROXY: '127.0.0.1/32' } })
const beside = await startServer({ beside: server, clock, env: { TRUST_PROXY: '127.0.0.1/32' } })

interface Form {
  id: string
  public_id: string
}

let key: string
let form: Form
before(async () => {
  key = await server.key()
  form = await createForm()
})

async function createForm(json = {}): Promise<Form> {
  const answer = await server.send('POST', '/v1/forms', { key, json: { name: 'Form', ...json } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}

let people = 0
/** A different person each time, from a different address. */
const person = () => ({ first_name: 'Ana', email: `ana${++people}@example.com` })
const from = () => ({ 'x-forwarded-for': `10.0.${people >> 8}.${people & 255}` })

const fetchChallenge = async ({ public_id } = form, at = server) => {
  const { status, body, text } = await at.send('GET', `/v1/forms/${public_id}/challenge`)
  assert.equal(status, 200, text)
  return body.data
}
const submit = (json: object, headers = {}, { public_id } = form, at = server) =>
  at.send('POST', `/v1/forms/${public_id}/submissions`, { json, headers: { ...from(), ...headers } })

/** A token that is old enough, for a proof that may be sent with it. */
const open = async (of = form) => {
  const { token, challenge: found } = await fetchChallenge(of)
  time.now += 5_000
  return { token, challenge: found }
}

async function fate(id: string): Promise<{ state: string; kinds: string[] }> {
  const [row] = await server.sql<{ state: string; reasons: Array<{ kind: string }> }>(
    'select state, reasons from submissions where id = $1',
    [id],
  )
  return { state: row!.state, kinds: row!.reasons.map(({ kind }) => kind) }
}

test('a reason has a code, and one from 0.2 has only its text', async () => {
  const { id } = (await submit(person())).body.data
  const read = async () => (await server.send('GET', `/v1/held/${id}`, { key })).body.data.reasons
  const codes = (await read()).map(({ reason_code }: { reason_code: string }) => reason_code)
  assert.deepEqual(codes, ['spam.no_token', 'spam.no_proof'])
  const old = { kind: 'honeypot', points: 10, text: 'As 0.2 said it.' }
  await server.sql('update submissions set reasons = $2 where id = $1', [id, JSON.stringify([old])])
  assert.deepEqual(await read(), [{ ...old, reason_code: null }])
})

test('the six kinds of spam are held, each with its reason, and visitors are not', async () => {
  const { token, challenge } = await open()
  const dp_proof = await solve(challenge)
  const sent = {
    visitor: await submit({ ...person(), dp_token: token, dp_proof }),
    'without JavaScript': await submit({ ...person(), dp_token: (await open()).token }),
    'plain form': await submit(person(), BROWSER_HEADERS),
    honeypot: await submit({ ...person(), dp_token: (await open()).token, dp_topic: 'x' }),
    program: await submit(person()),
    replay: await submit({ ...person(), dp_token: (await open()).token, dp_proof }),
    instant: await submit({ ...person(), dp_token: (await fetchChallenge()).token }),
    disposable: await submit({ ...person(), email: 'x@mailinator.com', dp_token: (await open()).token }),
  }
  const fates: Record<string, unknown> = {}
  for (const [who, { status, body }] of Object.entries(sent)) {
    assert.equal(status, 201)
    fates[who] = await fate(body.data.id)
  }
  assert.deepEqual(fates, {
    visitor: { state: 'accepted', kinds: [] },
    'without JavaScript': { state: 'accepted', kinds: ['no_proof'] },
    'plain form': { state: 'accepted', kinds: ['no_token', 'no_proof'] },
    honeypot: { state: 'held', kinds: ['honeypot', 'no_proof'] },
    program: { state: 'held', kinds: ['no_token', 'no_proof'] },
    replay: { state: 'held', kinds: ['replayed_proof'] },
    instant: { state: 'held', kinds: ['instant', 'no_proof'] },
    disposable: { state: 'held', kinds: ['no_proof', 'disposable_address'] },
  })
})

test('the answer to a held submission reveals nothing: same status, headers and fields as any other', async () => {
  const good = await submit({ ...person(), dp_token: (await open()).token })
  const held = await submit({ ...person(), dp_token: 'invented' })
  const shape = ({ status, headers, body }: Awaited<typeof good>) => ({
    status,
    headers: [...headers.keys()].sort(),
    length: headers.get('content-length'),
    body: { ...body.data, id: typeof body.data.id, received_at: typeof body.data.received_at },
  })
  assert.deepEqual(shape(held), shape(good))
  assert.equal((await fate(held.body.data.id)).state, 'held')
})

test('JSON, urlencoded and idempotent requests are all checked', async () => {
  const path = `/v1/forms/${form.public_id}/submissions`
  const { first_name, email } = person()
  const body = new URLSearchParams({ first_name, email, dp_topic: 'x' }).toString()
  const type = { 'content-type': 'application/x-www-form-urlencoded', ...BROWSER_HEADERS }
  const browser = await server.send('POST', path, { body, headers: { ...type, 'sec-fetch-mode': 'cors', ...from() } })
  const again = { ...person(), dp_topic: 'x' }
  const once = await submit(again, { 'idempotency-key': 'held-once' })
  const twice = await submit(again, { 'idempotency-key': 'held-once' })
  assert.equal(twice.text, once.text)
  for (const answer of [browser, once]) assert.equal((await fate(answer.body.data.id)).state, 'held')
  const rows = await server.sql('select 1 from submissions where email_key = $1', [again.email])
  assert.equal(rows.length, 1)
})

test('fields of the protection are never stored', async () => {
  const { token, challenge } = await open()
  const sent = { ...person(), dp_token: token, dp_proof: await solve(challenge), dp_topic: '', _gotcha: '' }
  await submit(sent)
  const [contact] = await server.sql<{ extra: object }>('select extra from contacts where email = $1', [sent.email])
  assert.deepEqual(contact!.extra, {})
})

describe('proof of work', () => {
  test('sent many times at once, on two nodes, counts once', async () => {
    const { challenge } = await open()
    const dp_proof = await solve(challenge)
    const tokens = await Promise.all(Array.from({ length: 10 }, () => fetchChallenge()))
    time.now += 5_000
    const answers = await Promise.all(
      tokens.map(({ token }, at) =>
        submit({ ...person(), dp_token: token, dp_proof }, {}, form, at % 2 ? beside : server),
      ),
    )
    const fates = await Promise.all(answers.map(({ body }) => fate(body.data.id)))
    assert.equal(fates.filter(({ state }) => state === 'accepted').length, 1)
  })

  test('of a submission with an invalid field can be sent again', async () => {
    const { token, challenge } = await open()
    const dp = { dp_token: token, dp_proof: await solve(challenge) }
    const wrong = await submit({ first_name: 'Ana', email: 'no address', ...dp })
    assert.equal(wrong.status, 400)
    const { body } = await submit({ ...person(), ...dp })
    assert.deepEqual(await fate(body.data.id), { state: 'accepted', kinds: [] })
  })

  test('token and proof of another form are worthless', async () => {
    const other = await createForm()
    const { token, challenge } = await open(other)
    const { body } = await submit({ ...person(), dp_token: token, dp_proof: await solve(challenge) })
    assert.deepEqual(await fate(body.data.id), { state: 'held', kinds: ['bad_token', 'bad_proof'] })
  })

  test('used proofs are forgotten after they expire', async () => {
    const { token, challenge } = await open()
    await submit({ ...person(), dp_token: token, dp_proof: await solve(challenge) })
    const count = async () => (await server.sql('select from used_proofs')).length
    const before = await count()
    await server.deps.forms.protection.purge(server.deps.jobs)
    assert.equal(await count(), before)
    time.now += 3 * 3_600_000
    await server.deps.forms.protection.purge(server.deps.jobs)
    assert.equal(await count(), 0)
  })
})

describe('GET /v1/forms/{public_id}/challenge', () => {
  test('is for the websites that the form allows', async () => {
    const narrow = await createForm({ allowed_origins: ['https://www.example.com'] })
    const ask = (origin: string) =>
      server.send('GET', `/v1/forms/${narrow.public_id}/challenge`, { headers: { origin } })
    const own = await ask('https://www.example.com')
    assert.equal(own.status, 200)
    assert.equal(own.headers.get('access-control-allow-origin'), 'https://www.example.com')
    assert.equal(own.headers.get('cache-control'), 'no-store')
    assert.equal((await ask('https://other.example.com')).status, 403)
  })

  test('guessing public ids is limited, for the script and for forms', async () => {
    const strict = await startServer({ beside: server, clock, env: { RATE_LIMIT_FAILED_AUTH: '5' } })
    const guess = (at: number) => `/v1/forms/${'guess'.repeat(4)}${at}/${at % 2 ? 'challenge' : 'submissions'}`
    const statuses: number[] = []
    for (let at = 0; at < 8; at++) {
      const isRead = at % 2 === 1
      statuses.push((await strict.send(isRead ? 'GET' : 'POST', guess(at), isRead ? {} : { json: person() })).status)
    }
    assert.deepEqual(statuses, [404, 404, 404, 404, 404, 429, 429, 429])
    // A request for an existing form still works.
    assert.equal((await strict.send('GET', `/v1/forms/${form.public_id}/challenge`)).status, 200)
  })
})

test('the script is one small file that every website may load', async () => {
  const answer = await fetch(`${server.url}/forms/doorpost.js`)
  const { headers } = answer
  const text = await answer.text()
  assert.equal(answer.status, 200)
  assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8')
  assert.equal(headers.get('access-control-allow-origin'), '*')
  assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin')
  assert.ok(Buffer.byteLength(text) < 3_300, `${Buffer.byteLength(text)} bytes`)
  assert.doesNotMatch(text, /cookie|localStorage|eval|innerHTML|import\b/)
  const etag = headers.get('etag')!
  assert.equal((await fetch(`${server.url}/forms/doorpost.js`, { headers: { 'if-none-match': etag } })).status, 304)
})

test('a number of points or another level can be set; anything else is refused with what is allowed', async () => {
  const strict = await createForm({ protection: 'strict' })
  const { body } = await submit(person(), BROWSER_HEADERS, strict)
  assert.equal((await fate(body.data.id)).state, 'held')
  const lax = await createForm({ protection: 50 })
  const other = await submit({ ...person(), dp_topic: 'x' }, {}, lax)
  assert.equal((await fate(other.body.data.id)).state, 'accepted')
  for (const protection of ['on', 0, 101, {}, []]) {
    const answer = await server.send('POST', '/v1/forms', { key, json: { name: 'Form', protection } })
    assert.equal(answer.status, 400)
    assert.match(answer.body.details.protection[0], /off, normal or strict/)
  }
})

test('thousands of fields, and fields of a hostile shape, cost no more than others', async () => {
  const { token } = await open()
  const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`field_${at}`, 'x']))
  const answer = await submit({ ...person(), ...many, dp_token: token })
  assert.equal((await fate(answer.body.data.id)).state, 'accepted')
  for (const value of [[], {}, [[[]]], 1e308, true, ['a', 'b'], { toString: 'x' }]) {
    const { status } = await submit({ ...person(), dp_token: value, dp_proof: value, dp_topic: value })
    assert.equal(status, 201, JSON.stringify(value))
  }
})

test('no address of a visitor is in any table or log', async () => {
  await submit(person(), { 'x-forwarded-for': '203.0.113.77' })
  const tables = await server.sql<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  for (const { name } of tables) {
    const found = await server.sql(`select 1 from ${name} row where row::text like '%203.0.113.77%' limit 1`)
    assert.equal(found.length, 0, name)
  }
  assert.doesNotMatch(server.logs.join('\n'), /203\.0\.113\.77/)
})
