import assert from 'node:assert/strict'
import { createHmac, hash } from 'node:crypto'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { sentence } from '../../../../src/messages/sentence.ts'
import { SENDER_NAMES } from '../../../../src/webhooks/senders/registry.ts'
import type { RejectionCode, SignatureRule } from '../../../../src/webhooks/senders/shared/contract.ts'
import { verificationOf } from '../../../../src/webhooks/sources.ts'
import type { Incoming, Verifier } from '../../../../src/webhooks/verify/checks.ts'
import { verify } from '../../../../src/webhooks/verify/verify.ts'

// Every sender that signs, with every kind of error. The signatures are computed here as the senders document, with
// independent code.

const AT = 1_700_000_000
const NOW = AT * 1000 + 400
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const OLD_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const BODY = Buffer.from('{"id": "evt_1",\n "amount": 1.50, "name": "Zo\\u00eb Müller"}')

interface Message {
  secret: string
  body: Buffer
  timestamp: string
  id: string
}

interface Sender {
  name: string
  provider: string
  rule?: SignatureRule
  hash: 'sha256' | 'sha1' | 'sha512'
  encoding: 'hex' | 'base64'
  signed(message: Message): Buffer
  key?(secret: string): Buffer
  /** The signature header around the digits. */
  wrap(digits: string, message: Message): string
  header: string
  timestamp?: { header: string | null; tolerance: boolean }
  idHeader?: string
}

const join = (...parts: Array<string | Buffer>) => Buffer.concat(parts.map((part) => Buffer.from(part)))
const onlyBody = ({ body }: Message) => body
const bare = (digits: string) => digits
const after = (prefix: string) => (digits: string) => prefix + digits

function standard(family: 'webhook' | 'svix'): Sender {
  return {
    name: family === 'webhook' ? 'standard' : 'standard (svix)',
    provider: 'standard',
    hash: 'sha256',
    encoding: 'base64',
    key: (secret) => Buffer.from(secret.replace('whsec_', ''), 'base64'),
    signed: ({ id, timestamp, body }) => join(id, '.', timestamp, '.', body),
    wrap: after('v1,'),
    header: `${family}-signature`,
    timestamp: { header: `${family}-timestamp`, tolerance: true },
    idHeader: `${family}-id`,
  }
}

function custom(template: string, changes: Partial<SignatureRule> = {}): Sender {
  const rule: SignatureRule = {
    header: 'x-signature',
    prefix: '',
    hash: 'sha256',
    encoding: 'hex',
    template,
    timestamp_header: template.includes('{timestamp}') ? 'x-timestamp' : null,
    id_header: template.includes('{id}') ? 'x-id' : null,
    tolerance_seconds: null,
    ...changes,
  }
  return {
    name: `hmac ${rule.prefix}${template} ${rule.hash} ${rule.encoding} ${rule.tolerance_seconds ?? ''}`.trim(),
    provider: 'hmac',
    rule,
    hash: rule.hash,
    encoding: rule.encoding,
    signed({ body, timestamp, id }) {
      const [start = '', end = ''] = template.replace('{timestamp}', timestamp).replace('{id}', id).split('{body}')
      return join(start, body, end)
    },
    wrap: after(rule.prefix),
    header: rule.header,
    ...(rule.timestamp_header && {
      timestamp: { header: rule.timestamp_header, tolerance: rule.tolerance_seconds !== null },
    }),
    ...(rule.id_header && { idHeader: rule.id_header }),
  }
}

const hub = { hash: 'sha256', encoding: 'hex', signed: onlyBody, wrap: after('sha256=') } as const

const SENDERS: Sender[] = [
  standard('webhook'),
  standard('svix'),
  {
    name: 'stripe',
    provider: 'stripe',
    hash: 'sha256',
    encoding: 'hex',
    signed: ({ timestamp, body }) => join(timestamp, '.', body),
    wrap: (digits, { timestamp }) => `t=${timestamp},v1=${digits},v0=${'0'.repeat(64)}`,
    header: 'stripe-signature',
    timestamp: { header: null, tolerance: true },
  },
  { ...hub, name: 'github', provider: 'github', header: 'x-hub-signature-256' },
  { ...hub, name: 'meta', provider: 'meta', header: 'x-hub-signature-256' },
  { ...hub, name: 'x', provider: 'x', encoding: 'base64', header: 'x-twitter-webhooks-signature' },
  { ...hub, name: 'shopify', provider: 'shopify', encoding: 'base64', wrap: bare, header: 'x-shopify-hmac-sha256' },
  {
    ...hub,
    name: 'linkedin',
    provider: 'linkedin',
    signed: ({ body }) => join('hmacsha256=', body),
    wrap: bare,
    header: 'x-li-signature',
  },
  {
    name: 'slack',
    provider: 'slack',
    hash: 'sha256',
    encoding: 'hex',
    signed: ({ timestamp, body }) => join('v0:', timestamp, ':', body),
    wrap: after('v0='),
    header: 'x-slack-signature',
    timestamp: { header: 'x-slack-request-timestamp', tolerance: true },
  },
  custom('{body}'),
  custom('{body}', { hash: 'sha1', prefix: 'sha1=' }),
  custom('{body}', { hash: 'sha512', encoding: 'base64', prefix: 'HMAC ' }),
  custom('{timestamp}.{body}', { tolerance_seconds: 300 }),
  custom('{timestamp}{body}', { tolerance_seconds: 300, encoding: 'base64' }),
  custom('{id}.{timestamp}.{body}', { tolerance_seconds: 300 }),
  custom('v0:{timestamp}:{body}', { prefix: 'v0=' }),
  custom('{body}|{timestamp}|{id}', { hash: 'sha512' }),
  inOneHeader(300),
  inOneHeader(null),
]

/** Like Calendly and Paddle: the time is in the header of the signature. */
function inOneHeader(toleranceSeconds: number | null): Sender {
  const prefix = 't={timestamp},v1='
  return {
    ...custom('{timestamp}.{body}', { prefix, timestamp_header: null, tolerance_seconds: toleranceSeconds }),
    wrap: (digits, { timestamp }) => `t=${timestamp},v1=${digits}`,
    timestamp: { header: null, tolerance: toleranceSeconds !== null },
  }
}

function digitsOf(sender: Sender, message: Message, hashName: string = sender.hash): string {
  const key = sender.key?.(message.secret) ?? message.secret
  return createHmac(hashName, key).update(sender.signed(message)).digest(sender.encoding)
}

function messageOf(changes: Partial<Message> = {}): Message {
  return { secret: SECRET, body: BODY, timestamp: String(AT), id: 'msg_1', ...changes }
}

function send(sender: Sender, message: Message, signature = sender.wrap(digitsOf(sender, message), message)): Incoming {
  const headers: Array<[string, string]> = [['content-type', 'application/json']]
  if (sender.idHeader) headers.push([sender.idHeader, message.id])
  if (sender.timestamp?.header) headers.push([sender.timestamp.header, message.timestamp])
  headers.push([sender.header, signature], ['user-agent', 'sender'])
  return { method: 'POST', url: 'https://example.com/hook', headers, query: '', body: message.body }
}

function verifierOf(sender: Sender, secrets: readonly string[] = [SECRET]): Verifier {
  return { sender: sender.provider, secrets, verifyToken: null, signature: sender.rule ?? null }
}

function withHeader(incoming: Incoming, name: string, ...values: string[]): Incoming {
  const others = incoming.headers.filter(([each]) => each !== name)
  return { ...incoming, headers: [...others, ...values.map((value) => [name, value] as const)] }
}

/** The code of the refusal, or "verified". Every refusal is a sentence that reveals nothing. */
function outcome(verifier: Verifier, incoming: Incoming, now = NOW): RejectionCode | 'verified' | 'unverified' {
  const verdict = verify(verifier, incoming, now)
  if (verdict.ok) return verdict.verified ? 'verified' : 'unverified'
  const reason = sentence(verdict.reason)
  assert.match(reason, /^[A-Z].{20,}\.$/)
  for (const secret of verifier.secrets) if (secret.trim() !== '') assert.ok(!reason.includes(secret))
  assert.doesNotMatch(reason, /[0-9a-f]{40}|[A-Za-z0-9+/]{27}=/)
  return verdict.code
}

type Outcome = ReturnType<typeof outcome>

for (const sender of SENDERS) {
  describe(`what ${sender.name} sends`, () => {
    const verifier = verifierOf(sender)
    const good = messageOf()
    const digits = digitsOf(sender, good)
    const wrapped = (text: string) => send(sender, good, sender.wrap(text, good))
    const check = (name: string, incoming: Incoming, expected: Outcome, by = verifier) =>
      test(`${name}: ${expected}`, () => assert.equal(outcome(by, incoming), expected))

    const bodies: Array<[string, Buffer]> = [
      ['JSON', BODY],
      ['an empty body', Buffer.alloc(0)],
      ['CRLF', Buffer.from('{"a":\r\n1}\r\n')],
      ['LF', Buffer.from('{"a":\n1}\n')],
      ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d])],
      ['1 MiB', Buffer.alloc(1_048_576, '{ab}')],
      ['gzip', gzipSync(BODY)],
    ]
    for (const [name, body] of bodies) check(`valid with ${name}`, send(sender, messageOf({ body })), 'verified')

    const otherBody = (sent: Buffer, signed = BODY) => ({ ...send(sender, messageOf({ body: signed })), body: sent })
    check(
      'one byte of the body changed',
      otherBody(Buffer.from(BODY.toString().replace('1.50', '1.51'))),
      'wrong_signature',
    )
    check('a byte more', otherBody(join(BODY, '\n')), 'wrong_signature')
    check('the body left out', otherBody(Buffer.alloc(0)), 'wrong_signature')
    check('JSON written again', otherBody(Buffer.from(JSON.stringify(JSON.parse(BODY.toString())))), 'wrong_signature')
    check('CRLF made LF', otherBody(Buffer.from('{}\n'), Buffer.from('{}\r\n')), 'wrong_signature')
    check('another invalid byte', otherBody(Buffer.from([0x7b, 0xfe]), Buffer.from([0x7b, 0xff])), 'wrong_signature')
    check('gzip unpacked', otherBody(BODY, gzipSync(BODY)), 'wrong_signature')

    const last = digits.search(/=*$/) - 1
    const other = digits[last] === '4' ? '8' : '4'
    check('one digit changed', wrapped(digits.slice(0, last) + other + digits.slice(last + 1)), 'wrong_signature')
    check('a digit less', wrapped(digits.slice(1)), 'malformed_signature')
    check('a digit more', wrapped(`${digits}0`), 'malformed_signature')
    check('no digits', wrapped(''), sender.wrap('', good) === '' ? 'missing_signature' : 'malformed_signature')
    check('other characters', wrapped(`${'zz'.repeat(digits.length / 2 - 1)}..`), 'malformed_signature')
    check('wide characters', wrapped('\u0161'.repeat(digits.length)), 'malformed_signature')
    const upper = sender.encoding === 'base64' ? 'wrong_signature' : sender.rule ? 'verified' : 'malformed_signature'
    check('upper case', wrapped(digits.toUpperCase()), upper)
    if (sender.encoding === 'hex') {
      const mixed = digits.replace(/[a-f]/, (letter) => letter.toUpperCase())
      check('mixed case', wrapped(mixed), 'malformed_signature')
      check('in base64', wrapped(Buffer.from(digits, 'hex').toString('base64')), 'malformed_signature')
    } else {
      check('in hex', wrapped(Buffer.from(digits, 'base64').toString('hex')), 'malformed_signature')
      check('without padding', wrapped(digits.replaceAll('=', '')), 'malformed_signature')
    }
    const otherHash = sender.hash === 'sha1' ? 'sha256' : 'sha1'
    check(`signed by ${otherHash}`, wrapped(digitsOf(sender, good, otherHash)), 'malformed_signature')
    check('without a secret, a plain hash', wrapped(hash(sender.hash, BODY, sender.encoding)), 'wrong_signature')

    const whole = sender.wrap(digits, good)
    check('signature missing', withHeader(send(sender, good), sender.header), 'missing_signature')
    check('signature empty', withHeader(send(sender, good), sender.header, ''), 'missing_signature')
    check('signature twice', withHeader(send(sender, good), sender.header, whole, whole), 'repeated_header')
    check('a second one, empty', withHeader(send(sender, good), sender.header, whole, ''), 'repeated_header')
    // Spaces separate the signatures of Standard Webhooks.
    const spaced = sender.provider === 'standard' ? 'verified' : 'malformed_signature'
    check('a space ahead', withHeader(send(sender, good), sender.header, ` ${whole}`), spaced)
    check('a space behind', wrapped(`${digits} `), spaced)
    check('a space inside', wrapped(`${digits.slice(0, 8)} ${digits.slice(8)}`), 'malformed_signature')
    const joined = withHeader(send(sender, good), sender.header, `${whole}, ${whole}`)
    check('twice, joined by a proxy', joined, 'malformed_signature')
    check('another prefix', withHeader(send(sender, good), sender.header, `md5=${digits}`), 'malformed_signature')
    check('only spaces', withHeader(send(sender, good), sender.header, '   '), 'malformed_signature')

    const byOld = send(sender, messageOf({ secret: OLD_SECRET }))
    check('the old secret while both are valid', byOld, 'verified', verifierOf(sender, [SECRET, OLD_SECRET]))
    check(
      'the new secret while both are valid',
      send(sender, good),
      'verified',
      verifierOf(sender, [SECRET, OLD_SECRET]),
    )
    check('the old secret afterwards', byOld, 'wrong_signature')
    check('an empty old secret', send(sender, good), 'verified', verifierOf(sender, ['', SECRET]))
    const byNothing = send(sender, messageOf({ secret: '' }))
    check('signed with an empty old secret', byNothing, 'wrong_signature', verifierOf(sender, [SECRET, '']))
    for (const secrets of [[], [''], ['', '  ']]) {
      const forged = send(sender, messageOf({ secret: secrets.at(-1) ?? '' }))
      check(`secrets ${JSON.stringify(secrets)}`, forged, 'no_secret', verifierOf(sender, secrets))
    }

    if (sender.timestamp) {
      const at = (timestamp: string) => send(sender, messageOf({ timestamp }))
      const bounded = sender.timestamp.tolerance
      const times: Array<[string, Outcome]> = [
        [String(AT - 299), 'verified'],
        [String(AT - 300), 'verified'],
        [String(AT - 301), 'too_old'],
        [String(AT + 299), 'verified'],
        [String(AT + 300), 'verified'],
        [String(AT + 301), 'too_new'],
        ['0', 'too_old'],
        [`${AT}.5`, 'malformed_timestamp'],
        [`-${AT}`, 'malformed_timestamp'],
        [`+${AT}`, 'malformed_timestamp'],
        [`0${AT}`, 'malformed_timestamp'],
        ['1.7e9', 'malformed_timestamp'],
        ['0x6553f100', 'malformed_timestamp'],
        [String(AT * 1000), 'verified'],
        [String(AT * 1000 - 300_001), 'too_old'],
        [String(AT * 10), 'too_new'],
        [String(AT * 100), 'malformed_timestamp'],
        [String(AT).padEnd(20, '0'), 'malformed_timestamp'],
        ['NaN', 'malformed_timestamp'],
        ['2023-11-14T22:13:20Z', 'verified'],
        ['2023-11-14T23:13:20.250+01:00', 'verified'],
        ['2023-11-14T22:08:19Z', 'too_old'],
        ['2023-11-14T22:13:20', 'malformed_timestamp'],
        ['2023-13-14T22:13:20Z', 'malformed_timestamp'],
        ['2023-11-14', 'malformed_timestamp'],
      ]
      if (bounded) for (const [timestamp, expected] of times) check(`timestamp ${timestamp}`, at(timestamp), expected)
      const { header } = sender.timestamp
      if (header !== null) {
        check('timestamp missing', withHeader(send(sender, good), header), 'missing_timestamp')
        check('timestamp empty', withHeader(send(sender, good), header, ''), 'missing_timestamp')
        check('timestamp twice', withHeader(send(sender, good), header, String(AT), String(AT)), 'repeated_header')
        check('timestamp of later', withHeader(send(sender, good), header, String(AT + 1)), 'wrong_signature')
        check('timestamp with a space', at(`${AT} `), 'malformed_timestamp')
      }
    }
    if (sender.idHeader) {
      const { idHeader } = sender
      const next = sender.rule?.template.endsWith('|{id}') ? '|' : '.'
      check(`id with "${next}"`, send(sender, messageOf({ id: `msg${next}1` })), 'malformed_id')
      check('id with a space', send(sender, messageOf({ id: 'msg 1' })), 'malformed_id')
      check('id of 256 characters', send(sender, messageOf({ id: 'm'.repeat(256) })), 'malformed_id')
      check('id of 255 characters', send(sender, messageOf({ id: 'm'.repeat(255) })), 'verified')
      check('id missing', withHeader(send(sender, good), idHeader), 'missing_id')
      check('id twice', withHeader(send(sender, good), idHeader, 'msg_1', 'msg_1'), 'repeated_header')
      check('another id', withHeader(send(sender, good), idHeader, 'msg_2'), 'wrong_signature')
    }

    test('it proves nothing to a source of another sender with the same secret', () => {
      for (const reader of SENDERS) {
        const isHub = reader.header === sender.header && reader.provider !== 'hmac'
        if (reader.provider === sender.provider || isHub) continue
        assert.notEqual(outcome(verifierOf(reader), send(sender, good)), 'verified', reader.name)
      }
    })

    test('any bit of the body, the signature, the id or the timestamp counts', () => {
      const property = fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), fc.nat(), (bytes, pick) => {
        const body = join('{', Buffer.from(bytes), '}')
        const incoming = send(sender, messageOf({ body }))
        assert.equal(outcome(verifier, incoming), 'verified')
        const flipped = Buffer.from(body)
        flipped[Math.floor(pick / 8) % body.length]! ^= 1 << (pick % 8)
        assert.notEqual(outcome(verifier, { ...incoming, body: flipped }), 'verified')
        for (const name of [sender.header, sender.idHeader, sender.timestamp?.header]) {
          if (!name) continue
          const value = incoming.headers.find(([each]) => each === name)![1]
          // Stripe's old scheme follows at the end, and is ignored.
          const length = sender.provider === 'stripe' ? value.indexOf(',v0=') : value.length
          const at = Math.floor(pick / 8) % length
          const code = value.charCodeAt(at) ^ (1 << (pick % 8))
          const changed = value.slice(0, at) + String.fromCharCode(code) + value.slice(at + 1)
          assert.notEqual(outcome(verifier, withHeader(incoming, name, changed)), 'verified', `${name}: ${changed}`)
        }
      })
      fc.assert(property, { numRuns: 150 })
    })
  })
}

describe('several signatures', () => {
  const [standardSender, stripe] = [SENDERS[0]!, SENDERS[2]!]
  const good = messageOf()
  const wrong = messageOf({ secret: OLD_SECRET })

  test('Standard Webhooks: one of them must match, and other versions prove nothing', () => {
    const right = `v1,${digitsOf(standardSender, good)}`
    const rows: Array<[string, Outcome]> = [
      [`v1,${digitsOf(standardSender, wrong)} ${right}`, 'verified'],
      [`v1a,${'A'.repeat(86)}== ${right}`, 'verified'],
      [`v1,short ${right}`, 'malformed_signature'],
      [`v1,${digitsOf(standardSender, wrong)}`, 'wrong_signature'],
      [right.replace('v1,', 'v1a,'), 'malformed_signature'],
      [right.replace('v1,', 'v2,'), 'malformed_signature'],
      [right.replace('v1,', 'V1,'), 'malformed_signature'],
      [right.replace('v1,', 'v1='), 'malformed_signature'],
      [right.replace('v1,', ''), 'malformed_signature'],
    ]
    for (const [value, expected] of rows) {
      assert.equal(outcome(verifierOf(standardSender), send(standardSender, good, value)), expected, value)
    }
  })

  test('Standard Webhooks: id, timestamp and signature are of one family', () => {
    const svix = send(SENDERS[1]!, good)
    assert.equal(outcome(verifierOf(standardSender), withHeader(svix, 'webhook-id', 'msg_2')), 'verified')
    assert.equal(
      outcome(verifierOf(standardSender), withHeader(svix, 'webhook-signature', 'v1,no')),
      'malformed_signature',
    )
  })

  test('a standard secret that is not base64 verifies nothing', () => {
    for (const secret of ['whsec_', 'whsec_*', 'whsec_A', 'whsec_====']) {
      const forged = send(standardSender, messageOf({ secret }))
      assert.equal(outcome(verifierOf(standardSender, [secret]), forged), 'wrong_signature', secret)
    }
    const unpadded = `whsec_${Buffer.from('a key of 20 bytes !!').toString('base64').replaceAll('=', '')}`
    const incoming = send(standardSender, messageOf({ secret: unpadded }))
    assert.equal(outcome(verifierOf(standardSender, [unpadded]), incoming), 'verified')
  })

  test('Stripe: several v1 while a secret is rolled, and v0 proves nothing', () => {
    const [right, other] = [digitsOf(stripe, good), digitsOf(stripe, wrong)]
    const rows: Array<[string, Outcome]> = [
      [`t=${AT},v1=${other},v1=${right}`, 'verified'],
      [`v1=${right},t=${AT}`, 'verified'],
      [`t=${AT},v1=no,v1=${right}`, 'malformed_signature'],
      [`t=${AT},v0=${right}`, 'malformed_signature'],
      [`t=${AT},v1=${other}`, 'wrong_signature'],
      [`t=${AT}`, 'malformed_signature'],
      [`v1=${right}`, 'missing_timestamp'],
      [`t=,v1=${right}`, 'missing_timestamp'],
      [`t=${AT},t=${AT},v1=${right}`, 'malformed_signature'],
      [`t=${AT},t=${AT + 1},v1=${right}`, 'malformed_signature'],
      [`t=${AT}, v1=${right}`, 'malformed_signature'],
      [`t=${AT},=${right}`, 'malformed_signature'],
      [`t=${AT};v1=${right}`, 'malformed_signature'],
      [`${AT},${right}`, 'malformed_signature'],
      [',,,', 'malformed_signature'],
      [`t=${AT + 1},v1=${right}`, 'wrong_signature'],
    ]
    for (const [value, expected] of rows) {
      assert.equal(outcome(verifierOf(stripe), send(stripe, good, value)), expected, value)
    }
  })

  test('GitHub: the old SHA-1 header alone is not a signature', () => {
    const github = SENDERS.find(({ name }) => name === 'github')!
    const old = `sha1=${createHmac('sha1', SECRET).update(BODY).digest('hex')}`
    const incoming = withHeader(withHeader(send(github, good), github.header), 'x-hub-signature', old)
    assert.equal(outcome(verifierOf(github), incoming), 'missing_signature')
  })

  test('X: a word that the URL check would sign is not a delivery', () => {
    const x = SENDERS.find(({ name }) => name === 'x')!
    for (const word of ['12345', 'ZDU1YjE3MzktNmI1Yi00MDA2', 'a'.repeat(256)]) {
      assert.equal(outcome(verifierOf(x), send(x, messageOf({ body: Buffer.from(word) }))), 'malformed_body')
    }
  })
})

describe('a custom rule', () => {
  test('without a rule, or with an incomplete one, nothing is verified', () => {
    const sender = custom('{timestamp}.{body}', { tolerance_seconds: 300 })
    const incoming = send(sender, messageOf())
    const rules: Array<SignatureRule | null> = [
      null,
      { ...sender.rule!, template: 'fixed' },
      { ...sender.rule!, template: '{timestamp}' },
      { ...sender.rule!, template: '{body}' },
      { ...sender.rule!, timestamp_header: null },
      { ...sender.rule!, template: '{body}', timestamp_header: null },
      { ...sender.rule!, template: '{id}.{timestamp}.{body}' },
    ]
    for (const signature of rules) assert.equal(outcome({ ...verifierOf(sender), signature }, incoming), 'no_rule')
  })

  test('bytes do not move between the parts', () => {
    const sender = custom('{timestamp}:{body}')
    const incoming = send(sender, messageOf({ timestamp: 'a', body: Buffer.from('b:c') }))
    const moved = { ...withHeader(incoming, 'x-timestamp', 'a:b'), body: Buffer.from('c') }
    assert.equal(outcome(verifierOf(sender), incoming), 'verified')
    assert.equal(outcome(verifierOf(sender), moved), 'malformed_timestamp')
  })

  test('the content of a header is not read as a template', () => {
    const sender = custom('{id}.{timestamp}.{body}')
    assert.equal(
      outcome(verifierOf(sender), send(sender, messageOf({ id: '$&', timestamp: '{id}' }))),
      'wrong_signature',
    )
    const literal = join('{timestamp}', '.', '1', '.', BODY)
    const digits = createHmac('sha256', SECRET).update(literal).digest('hex')
    const incoming = send(sender, messageOf({ id: '{timestamp}', timestamp: '1' }), digits)
    assert.equal(outcome(verifierOf(sender), incoming), 'verified')
  })
})

test('a source whose sender does not sign accepts everything as unverified', () => {
  const verifier: Verifier = { sender: 'none', secrets: [SECRET], verifyToken: null, signature: null }
  assert.equal(outcome(verifier, send(SENDERS[0]!, messageOf())), 'unverified')
  assert.deepEqual(
    SENDER_NAMES.filter((provider) => verificationOf(provider, true) === 'unverified'),
    ['jotform', 'elementor', 'mailchimp', 'activecampaign', 'none'],
  )
})

test('no input makes it throw, or passes by chance', () => {
  const names = [...new Set(SENDERS.flatMap((each) => [each.header, each.idHeader, each.timestamp?.header]))]
  const value = fc.oneof(fc.string({ unit: 'binary', maxLength: 100 }), fc.constantFrom(String(AT), 'v1,', 't=1,v1='))
  const headers = fc.array(fc.tuple(fc.constantFrom(...names.filter((name) => typeof name === 'string')), value))
  const property = fc.property(headers, fc.uint8Array({ maxLength: 300 }), (sent, bytes) => {
    const incoming: Incoming = { method: 'POST', url: '', headers: sent, query: '', body: Buffer.from(bytes) }
    for (const sender of SENDERS) assert.notEqual(outcome(verifierOf(sender), incoming), 'verified')
  })
  fc.assert(property, { numRuns: 500 })
})
