import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isDisposable } from '../../../src/forms/protection/disposable.ts'
import {
  createJudge,
  type JudgedForm,
  type JudgedSubmission,
  looksLikeBrowser,
} from '../../../src/forms/protection/judge.ts'
import { createProofs } from '../../../src/forms/protection/proof.ts'
import {
  type Protection,
  protection,
  REASON_KINDS,
  REASONS,
  thresholdOf,
} from '../../../src/forms/protection/reasons.ts'
import { createTallies } from '../../../src/forms/protection/tallies.ts'
import { createFormTokens } from '../../../src/forms/protection/token.ts'
import { createIssues } from '../../../src/lib/issues.ts'
import { createSealedTokens } from '../../../src/lib/secrets/sealed-token.ts'
import { deriveKey as deriveSecretKey } from '../../../src/lib/secrets/secret-box.ts'
import { DAY_MS, HOUR_MS } from '../../../src/lib/time/span.ts'
import { BROWSER_HEADERS, solve } from '../../helpers/form-visitor.ts'

const form: JudgedForm = {
  formId: 'form-1',
  publicId: 'AAAAAAAAAAAAAAAA',
  fields: [
    { name: 'first_name', type: 'text' },
    { name: 'email', type: 'email' },
    { name: 'topic', type: 'hidden' },
    { name: 'message', type: 'textarea' },
  ],
  settings: { protection: 'normal' },
}
const withProtection = (protection: Protection): JudgedForm => ({ ...form, settings: { protection } })
const other = 'BBBBBBBBBBBBBBBB'

function setUp(secret = 'x'.repeat(40)) {
  // The database's time has fractions.
  let now = Date.UTC(2026, 0, 1) + 0.25
  const clock = { now: () => now }
  const keys = [deriveSecretKey(secret)]
  const tokens = createFormTokens({ tokens: createSealedTokens(() => keys), clock })
  const proofs = createProofs({ loadKeys: () => keys, clock })
  const seen = new Set<string>()
  const markUsed = async ({ nonce }: { nonce: Buffer }) => {
    const isNew = !seen.has(nonce.toString('hex'))
    seen.add(nonce.toString('hex'))
    return isNew
  }
  const judge = createJudge({ tokens, proofs, markUsed, clock })
  let people = 0
  /** A different person each time, with a token that is old enough. */
  const visitor = async (fields: Record<string, unknown> = {}): Promise<JudgedSubmission> => {
    people++
    const dp_token = tokens.create(form.publicId)
    now += 5_000
    const sent = { dp_token, first_name: 'Ana', email: `ana${people}@example.com`, ...fields }
    return { sent, input: { contact: { email_key: sent.email } } }
  }
  const from = (address = `192.0.2.${people % 250}`, headers = {}) => ({ address, headers })
  const pass = (ms: number) => {
    now += ms
  }
  return { judge, tokens, proofs, visitor, from, pass }
}

const kindsOf = ({ reasons }: { reasons: Array<{ kind: string }> }) => reasons.map(({ kind }) => kind)

test('a visitor with token and proof of work has no points', async () => {
  const { judge, proofs, visitor, from } = setUp()
  const dp_proof = await solve(await proofs.create(form.publicId))
  assert.deepEqual(await judge(form, await visitor({ dp_proof }), from()), { points: 0, isHeld: false, reasons: [] })
})

test('a visitor of the hosted page without JavaScript is not held, whatever the headers', async () => {
  const { judge, visitor, from } = setUp()
  const verdict = await judge(form, await visitor(), from())
  assert.deepEqual(kindsOf(verdict), ['no_proof'])
  assert.equal(verdict.isHeld, false)
  assert.equal((await judge(withProtection('strict'), await visitor(), from())).isHeld, false)
})

test('a plain form on another website is held only by strict protection', async () => {
  const { judge, visitor, from } = setUp()
  const plain = { dp_token: undefined }
  const verdict = await judge(form, await visitor(plain), from(undefined, BROWSER_HEADERS))
  assert.deepEqual(kindsOf(verdict), ['no_token', 'no_proof'])
  assert.equal(verdict.isHeld, false)
  const strict = await judge(withProtection('strict'), await visitor(plain), from(undefined, BROWSER_HEADERS))
  assert.equal(strict.isHeld, true)
})

test('submissions without opening the page are held', async () => {
  const { judge, visitor, from } = setUp()
  const agents = [{}, { 'user-agent': 'curl/8.5.0', accept: '*/*' }, { 'user-agent': 'python-requests/2.32' }]
  const faked = { 'user-agent': BROWSER_HEADERS['user-agent'], accept: 'text/html', 'accept-language': 'en' }
  const node = { 'user-agent': 'node', 'sec-fetch-mode': 'cors', 'accept-language': '*', accept: '*/*' }
  for (const headers of [...agents, faked, node]) {
    const verdict = await judge(form, await visitor({ dp_token: undefined }), from(undefined, headers))
    assert.equal(verdict.isHeld, true, JSON.stringify(headers))
    assert.deepEqual(kindsOf(verdict), ['no_token', 'no_proof'])
  }
})

test('browsers are recognised by what they send with forms and scripts, with and without https', () => {
  const { 'sec-fetch-site': _site, 'sec-fetch-mode': _mode, 'sec-fetch-dest': _dest, ...onHttp } = BROWSER_HEADERS
  assert.equal(looksLikeBrowser(BROWSER_HEADERS), true)
  assert.equal(looksLikeBrowser(onHttp), true)
  assert.equal(looksLikeBrowser({ ...BROWSER_HEADERS, origin: 'null' }), true)
  assert.equal(
    looksLikeBrowser({ ...BROWSER_HEADERS, accept: '*/*', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }),
    true,
  )
})

describe('each of these alone is enough to be held', () => {
  test('the hidden field is filled in', async () => {
    const { judge, visitor, from } = setUp()
    for (const filled of [{ dp_topic: 'Buy now' }, { _gotcha: 'x' }, { dp_topic: ['a'] }, { dp_topic: 1 }]) {
      const verdict = await judge(form, await visitor(filled), from())
      assert.ok(kindsOf(verdict).includes('honeypot') && verdict.isHeld, JSON.stringify(filled))
    }
    assert.equal((await judge(form, await visitor({ dp_topic: '  ' }), from())).isHeld, false)
  })

  test('it was sent at once', async () => {
    const { judge, tokens, visitor, from, pass } = setUp()
    const dp_token = tokens.create(form.publicId)
    pass(2_999)
    const sent = await visitor({ dp_token })
    pass(-5_000)
    assert.deepEqual(kindsOf(await judge(form, sent, from())), ['instant', 'no_proof'])
    pass(1)
    assert.deepEqual(kindsOf(await judge(form, sent, from())), ['no_proof'])
  })

  test('the token is invented, changed, or of another form or installation', async () => {
    const { judge, tokens, visitor, from } = setUp()
    const own = tokens.create(form.publicId)
    const changed = `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`
    const stranger = setUp('y'.repeat(40)).tokens.create(form.publicId)
    for (const dp_token of ['x', 'A'.repeat(64), changed, tokens.create(other), stranger, { a: 1 }, 5]) {
      const verdict = await judge(form, await visitor({ dp_token }), from())
      assert.ok(kindsOf(verdict).includes('bad_token') && verdict.isHeld, String(dp_token))
    }
  })

  test('the proof of work is not valid, not for this form, or used before', async () => {
    const { judge, proofs, visitor, from } = setUp()
    const dp_proof = await solve(await proofs.create(form.publicId))
    assert.equal((await judge(form, await visitor({ dp_proof }), from())).points, 0)
    assert.deepEqual(kindsOf(await judge(form, await visitor({ dp_proof }), from())), ['replayed_proof'])
    const challenge = await proofs.create(form.publicId)
    const solved = JSON.parse(atob(await solve(challenge)))
    const wrong = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64')
    const bad = {
      'of another form': await solve(await proofs.create(other)),
      'of another installation': await solve(await setUp('z'.repeat(40)).proofs.create(form.publicId)),
      unsolved: wrong({ challenge, solution: { counter: 1, derivedKey: '00' } }),
      'without a solution': wrong({ challenge }),
      easier: wrong({ ...solved, challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 1 } } }),
      'of another time': wrong({
        ...solved,
        challenge: { ...challenge, parameters: { ...challenge.parameters, data: { form: form.publicId, at: 9e15 } } },
      }),
      'not JSON': btoa('nothing'),
      null: btoa('null'),
      deep: btoa(`${'['.repeat(1500)}`),
      large: 'A'.repeat(100_000),
    }
    for (const [what, dp_proof] of Object.entries(bad)) {
      const verdict = await judge(form, await visitor({ dp_proof }), from())
      assert.deepEqual(kindsOf(verdict), ['bad_proof'], what)
      assert.equal(verdict.isHeld, true)
    }
  })

  test('the address is disposable, but not if it only hides another', async () => {
    const { judge, visitor, from } = setUp()
    const verdict = await judge(form, await visitor({ email: 'x@mailinator.com' }), from())
    assert.ok(verdict.isHeld && kindsOf(verdict).includes('disposable_address'))
    assert.equal(isDisposable('x@inbox.mailinator.com'), true)
    const relays = [
      'duck.com',
      'privaterelay.appleid.com',
      'mozmail.com',
      'simplelogin.com',
      'aleeas.com',
      'me.anonaddy.com',
    ]
    for (const domain of [...relays, 'gmail.com', 'example.com', 'mailinator.example.com', 'icloud.com']) {
      assert.equal(isDisposable(`ana@${domain}`), false, domain)
    }
  })

  test('a link in the name', async () => {
    const { judge, visitor, from } = setUp()
    for (const name of ['Win https://spam.example', 'www.spam.example', 'cheap-pills.com', 'see spam.shop/x']) {
      assert.ok((await judge(form, await visitor({ first_name: name }), from())).isHeld, name)
    }
    for (const name of ['Ana', 'J. R. R.', 'St. Com', 'Dr.Ana', 'Jean-Luc', 'عائشة', 'A.Link', 'Lee Jr.']) {
      assert.equal((await judge(form, await visitor({ first_name: name }), from())).isHeld, false, name)
    }
  })
})

test('the same long text with a link from many addresses is held from the fifth on, with small changes too', async () => {
  const { judge, visitor, from } = setUp()
  const held: boolean[] = []
  for (let i = 0; i < 8; i++) {
    const message = `Dear Sir, we sell ${i} links on https://spam.example, the best websites in the world!!${'!'.repeat(i)}`
    held.push((await judge(form, await visitor({ message }), from())).isHeld)
  }
  assert.deepEqual(held, [false, false, false, false, true, true, true, true])
  const short = await judge(form, await visitor({ message: 'Please call me back.' }), from())
  assert.equal(short.isHeld, false)
})

test('the same long text without a link is held only if there is no token either', async () => {
  const { judge, visitor, from } = setUp()
  const message = 'I would like to know more about the house with the large garden'
  for (let i = 0; i < 8; i++) assert.equal((await judge(form, await visitor({ message }), from())).isHeld, false)
  const plain = await judge(form, await visitor({ message, dp_token: undefined }), from(undefined, BROWSER_HEADERS))
  assert.deepEqual([kindsOf(plain), plain.isHeld], [['no_token', 'no_proof', 'repeated_text'], true])
})

test('a long text that the page fills in is not a repeated text', async () => {
  const { judge, visitor, from } = setUp()
  const topic = 'Landing page of the autumn campaign with the blue picture and the long title'
  for (let i = 0; i < 8; i++) assert.equal((await judge(form, await visitor({ topic }), from())).isHeld, false)
})

describe('floods', () => {
  const count = async (times: number, send: () => Promise<{ isHeld: boolean }>) => {
    let held = 0
    for (let i = 0; i < times; i++) if ((await send()).isHeld) held++
    return held
  }

  test('the third identical submission from one address is held', async () => {
    const { judge, visitor, from } = setUp()
    const said = { first_name: 'Ana', email: 'ana@example.com' }
    assert.equal(await count(6, async () => judge(form, await visitor(said), from('192.0.2.1'))), 4)
  })

  test('one page cannot be sent again and again', async () => {
    const { judge, tokens, visitor, from, pass } = setUp()
    const dp_token = tokens.create(form.publicId)
    pass(60_000)
    assert.equal(await count(50, async () => judge(form, await visitor({ dp_token }), from())), 46)
  })

  test('one address without proofs, with a new page each time', async () => {
    const { judge, visitor, from } = setUp()
    assert.equal(await count(100, async () => judge(form, await visitor(), from('192.0.2.1'))), 85)
  })

  test('one address as a browser would send it, without pages of ours', async () => {
    const { judge, visitor, from } = setUp()
    const send = async () => judge(form, await visitor({ dp_token: undefined }), from('192.0.2.1', BROWSER_HEADERS))
    assert.equal(await count(100, send), 92)
  })

  test('counts expire and never grow without bound', async () => {
    const { judge, visitor, from, pass } = setUp()
    const send = async () => judge(form, await visitor(), from('192.0.2.1'))
    await count(40, send)
    pass(HOUR_MS)
    assert.equal((await send()).isHeld, false)
    const tallies = createTallies(() => 0, 100)
    for (let i = 0; i < 1_000; i++) tallies.count('all', [String(i)], 1_000)
    assert.equal(tallies.size, 100)
    assert.equal(tallies.count('all', ['900'], 1_000), 2)
    assert.equal(tallies.count('all', ['899'], 1_000), 1)
  })

  test('a window that was opened again counts as a new one when the oldest are dropped', () => {
    let now = 0
    const tallies = createTallies(() => now, 3)
    const count = (who: string) => tallies.count('all', [who], 1_000)
    for (const who of ['a', 'b', 'c']) count(who)
    now = 2_000
    assert.equal(count('a'), 1)
    for (const who of ['d', 'e']) count(who)
    assert.deepEqual([count('a'), tallies.size], [2, 3])
  })
})

test('a page that was open for more than a day, or a clock that was set back, is not held', async () => {
  const { judge, tokens, visitor, from, pass } = setUp()
  const dp_token = tokens.create(form.publicId)
  pass(2 * DAY_MS)
  const old = await judge(form, await visitor({ dp_token }), from())
  assert.deepEqual([kindsOf(old), old.isHeld], [['stale_token', 'no_proof'], false])
  const ahead = await visitor({ dp_token: tokens.create(form.publicId) })
  pass(-HOUR_MS)
  assert.equal((await judge(form, ahead, from())).isHeld, false)
})

test('an expired proof of work is worthless', async () => {
  const { judge, proofs, visitor, from, pass } = setUp()
  const dp_proof = await solve(await proofs.create(form.publicId))
  pass(3 * HOUR_MS)
  const verdict = await judge(form, await visitor({ dp_proof }), from())
  assert.deepEqual([kindsOf(verdict), verdict.isHeld], [['no_proof'], false])
})

test('without protection nothing is held', async () => {
  const { judge, visitor, from } = setUp()
  const spam = await visitor({ dp_topic: 'x', dp_token: 'x', email: 'x@mailinator.com' })
  assert.deepEqual(await judge(withProtection('off'), spam, from()), { points: 0, isHeld: false, reasons: [] })
  assert.equal((await judge(withProtection(100), spam, from())).isHeld, false)
})

test('the setting is a level or a number of points', () => {
  const read = (value: unknown) => {
    const issues = createIssues()
    return { value: protection.read(issues, 'protection', value), problems: issues.count }
  }
  for (const value of ['off', 'normal', 'strict', 1, 100]) assert.deepEqual(read(value), { value, problems: 0 })
  assert.deepEqual(read(undefined), { value: 'normal', problems: 0 })
  for (const value of ['on', 0, 101, 1.5, {}, [], true]) assert.equal(read(value).problems, 1, String(value))
  assert.ok(thresholdOf('strict') < thresholdOf('normal'))
})

test('every reason is a sentence, and of a kind that lists can be filtered by', () => {
  for (const { kind, text, points } of Object.values(REASONS)) {
    assert.ok(REASON_KINDS.includes(kind))
    assert.match(text, /^[A-Z].*\.$/)
    assert.ok(points > 0)
  }
})
