import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createIssues } from '../../../../src/lib/issues.ts'
import { sentence, sentences } from '../../../../src/messages/sentence.ts'
import { SENDER_NAMES } from '../../../../src/webhooks/senders/registry.ts'
import { checkSecret, readSignatureRule } from '../../../../src/webhooks/verify/signature-rule.ts'

const PLAIN = {
  header: 'x-signature',
  prefix: '',
  hash: 'sha256',
  encoding: 'hex',
  template: '{body}',
  timestamp_header: null,
  id_header: null,
  tolerance_seconds: null,
}

function read(value: unknown) {
  const issues = createIssues()
  const rule = readSignatureRule(issues, 'signature', value)
  return { rule, details: sentences(issues.details) }
}

describe('a signature rule', () => {
  const good: Array<[string, object, object]> = [
    ['only a header', { header: 'X-Signature' }, PLAIN],
    ['nulls for what is not said', { ...PLAIN, hash: null, encoding: null, prefix: null, template: null }, PLAIN],
    ['a prefix with a space', { header: ' X-Sig ', prefix: 'HMAC ' }, { ...PLAIN, header: 'x-sig', prefix: 'HMAC ' }],
    ['sha1', { ...PLAIN, hash: 'sha1', encoding: 'base64' }, { ...PLAIN, hash: 'sha1', encoding: 'base64' }],
    ...[
      { template: '{timestamp}.{body}', timestamp_header: 'x-time', tolerance_seconds: 300 },
      { template: '{timestamp}.{body}', timestamp_header: 'x-time' },
      { template: '{timestamp}{body}', timestamp_header: 'x-time', tolerance_seconds: 1 },
      { template: '{body}{timestamp}', timestamp_header: 'x-time', tolerance_seconds: 86_400 },
      { template: '{id}.{timestamp}.{body}', timestamp_header: 'x-time', id_header: 'x-id', tolerance_seconds: 5 },
      { template: 'v0:{timestamp}:{body}', timestamp_header: 'x-time' },
      { template: '{id}\\{body}', id_header: 'x-id' },
      { template: '{timestamp}.{body}', prefix: 't={timestamp},v1=' },
      { template: '{timestamp}:{body}', prefix: 'ts={timestamp};h1=', tolerance_seconds: 5 },
      { template: '{body}{id}', id_header: 'x-id' },
      { template: '{url}{body}' },
      { template: '{method}{url}{body}{timestamp}', timestamp_header: 'x-time', tolerance_seconds: 300 },
      { template: '{id}{timestamp}{body}', timestamp_header: 'x-time', id_header: 'x-id', tolerance_seconds: 600 },
    ].map((part): [string, object, object] => [JSON.stringify(part), { ...PLAIN, ...part }, { ...PLAIN, ...part }]),
  ]
  for (const [name, sent, shown] of good) {
    test(`${name} is accepted, and shown as it can be sent again`, () => {
      const { rule, details } = read(sent)
      assert.deepEqual(details, {})
      assert.deepEqual(rule, shown)
      assert.deepEqual(read(rule).rule, rule)
    })
  }

  const timed = { ...PLAIN, template: '{timestamp}.{body}', timestamp_header: 'x-time' }
  const bad: Array<[string, unknown, string[]]> = [
    ['a string', 'x-signature', ['signature']],
    ['a list', [], ['signature']],
    ['nothing in it', {}, ['signature.header']],
    ['no header', { ...PLAIN, header: null }, ['signature.header']],
    ['an empty header', { ...PLAIN, header: '' }, ['signature.header']],
    ['a header with a colon', { ...PLAIN, header: 'x-sig:' }, ['signature.header']],
    ['a header that is a number', { ...PLAIN, header: 1 }, ['signature.header']],
    ['a long header', { ...PLAIN, header: 'a'.repeat(101) }, ['signature.header']],
    ['a prefix that is not ASCII', { ...PLAIN, prefix: 'ä' }, ['signature.prefix']],
    ['a long prefix', { ...PLAIN, prefix: 'a'.repeat(51) }, ['signature.prefix']],
    ['another hash', { ...PLAIN, hash: 'md5' }, ['signature.hash']],
    ['another encoding', { ...PLAIN, encoding: 'base64url' }, ['signature.encoding']],
    ['no body', { ...PLAIN, template: 'x' }, ['signature.template']],
    ['an empty template', { ...PLAIN, template: '' }, ['signature.template']],
    ['two bodies', { ...PLAIN, template: '{body}.{body}' }, ['signature.template']],
    ['two timestamps', { ...timed, template: '{timestamp}.{timestamp}.{body}' }, ['signature.template']],
    ['an unknown place', { ...PLAIN, template: '{path}.{body}' }, ['signature.template']],
    ['two methods', { ...PLAIN, template: '{method}{method}{body}' }, ['signature.template']],
    ['a line break', { ...PLAIN, template: 'a\n{body}' }, ['signature.template']],
    ['a timestamp that is not signed', { ...PLAIN, timestamp_header: 'x-time' }, ['signature.template']],
    ['an id that is not signed', { ...PLAIN, id_header: 'x-id' }, ['signature.template']],
    ['a timestamp from nowhere', { ...timed, timestamp_header: null }, ['signature.timestamp_header']],
    ['an id from nowhere', { ...PLAIN, template: '{id}.{body}' }, ['signature.id_header']],
    ['a tolerance of nothing', { ...PLAIN, tolerance_seconds: 300 }, ['signature.tolerance_seconds']],
    ['no tolerance at all', { ...timed, tolerance_seconds: 0 }, ['signature.tolerance_seconds']],
    ['half a second', { ...timed, tolerance_seconds: 0.5 }, ['signature.tolerance_seconds']],
    ['more than a day', { ...timed, tolerance_seconds: 86_401 }, ['signature.tolerance_seconds']],
    ['a tolerance that is text', { ...timed, tolerance_seconds: '300' }, ['signature.tolerance_seconds']],
    ['a timestamp that runs into the body', { ...timed, template: '{timestamp}{body}' }, ['signature.template']],
    [
      'an id that runs into the URL',
      { ...PLAIN, template: '{id}{url}.{body}', id_header: 'x-id' },
      ['signature.template'],
    ],
    [
      'an id that runs into a timestamp of any age',
      { ...timed, template: '{id}{timestamp}.{body}', id_header: 'x-id' },
      ['signature.template'],
    ],
    ['an unknown field', { ...PLAIN, tolerance: 300 }, ['signature.tolerance']],
    [
      'a timestamp where the signature is',
      { ...timed, timestamp_header: 'X-Signature' },
      ['signature.timestamp_header'],
    ],
    [
      'an id where the timestamp is',
      { ...timed, template: '{id}.{timestamp}.{body}', id_header: 'x-time' },
      ['signature.id_header'],
    ],
    ['a timestamp in two places', { ...timed, prefix: 't={timestamp},' }, ['signature.timestamp_header']],
    ['a prefix whose timestamp is not signed', { ...PLAIN, prefix: 't={timestamp},' }, ['signature.template']],
    [
      'a prefix whose timestamp runs into the signature',
      { ...timed, timestamp_header: null, prefix: 't={timestamp}' },
      ['signature.prefix'],
    ],
    [
      'a prefix with two timestamps',
      { ...timed, timestamp_header: null, prefix: '{timestamp},{timestamp},' },
      ['signature.prefix'],
    ],
    [
      'everything at once',
      { prefix: 1, hash: 1, encoding: 1, template: 1, timestamp_header: 1, id_header: 1, tolerance_seconds: -1 },
      [
        'signature.prefix',
        'signature.hash',
        'signature.encoding',
        'signature.template',
        'signature.timestamp_header',
        'signature.id_header',
        'signature.tolerance_seconds',
        'signature.header',
      ],
    ],
  ]
  for (const [name, sent, fields] of bad) {
    test(`${name} is refused at ${fields.join(', ')}`, () => {
      const { rule, details } = read(sent)
      assert.equal(rule, null)
      assert.deepEqual(Object.keys(details).sort(), [...fields].sort())
      for (const message of Object.values(details).flat())
        assert.match(message, /^(?:signature|There is no such field).*[.?]$/)
    })
  }

  test('null is no rule', () => {
    assert.deepEqual(read(null), { rule: null, details: {} })
    assert.deepEqual(read(undefined), { rule: null, details: {} })
  })

  test('other mistakes of the request do not make it wrong', () => {
    const issues = createIssues()
    issues.add('name', 'field.required')
    assert.notEqual(readSignatureRule(issues, 'signature', PLAIN), null)
  })

  test('no input makes it throw, and what it accepts it accepts again', () => {
    const template = fc
      .array(fc.constantFrom('{body}', '{id}', '{timestamp}', '.', 'v0:', '{', ''))
      .map((parts) => parts.join(''))
    const value = fc.record(
      {
        header: fc.oneof(fc.constant('x-a'), fc.anything()),
        template: fc.oneof(template, fc.anything()),
        timestamp_header: fc.constantFrom('x-time', null),
        id_header: fc.constantFrom('x-id', null),
        tolerance_seconds: fc.constantFrom(300, null),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(value, fc.anything()), (sent) => {
        const { rule, details } = read(sent)
        if (rule === null) return
        assert.deepEqual(details, {})
        assert.deepEqual(read(rule).rule, rule)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('a secret', () => {
  const strong = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const unsigned = ['none', 'microsoft', 'jotform', 'elementor', 'mailchimp', 'activecampaign']
  const signing: string[] = SENDER_NAMES.filter((sender) => !unsigned.includes(sender))

  test('is accepted by every sender that signs, and by no other', () => {
    for (const sender of SENDER_NAMES) {
      const secret = sender === 'squarespace' ? 'f0'.repeat(16) : strong
      assert.equal(checkSecret(sender, secret) === null, signing.includes(sender), sender)
    }
  })

  const rows: Array<[string, string, boolean]> = [
    ...signing.flatMap(
      (sender): Array<[string, string, boolean]> => [
        [sender, '', false],
        [sender, '   ', false],
        [sender, `${strong}\n`, false],
        [sender, 'a\u0000b', false],
        [sender, '\ud800'.repeat(20), false],
        [sender, 'A'.repeat(504), false],
        [sender, '😀'.repeat(501), false],
      ],
    ),
    ['github', "It's a Secret to Everybody", true],
    ['github', 'Größe', true],
    ['github', '😀'.repeat(500), true],
    ['standard', strong.slice(6), true],
    ['standard', 'whsec_', false],
    ['standard', 'whsec_not base64', false],
    ['standard', 'whsec_MfKQ9r8G-YqrTwjUPD8ILPZIo2LaLa_w', false],
    ['standard', Buffer.alloc(15, 1).toString('base64'), false],
    ['standard', Buffer.alloc(16, 1).toString('base64'), true],
    ['standard', 'whpk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', false],
    ['squarespace', 'f0'.repeat(16), true],
    ['squarespace', 'f0'.repeat(15), false],
    ['squarespace', 'not hex, but long enough otherwise', false],
    ['stripe', 'whsec_test', true],
    ['stripe', 'sk_live_abc', false],
    ['stripe', 'rk_live_abc', false],
  ]
  for (const [sender, secret, isGood] of rows) {
    test(`${sender} ${JSON.stringify(secret.slice(0, 30))}: ${isGood ? 'taken' : 'refused'}`, () => {
      const problem = checkSecret(sender, secret)
      assert.equal(problem === null, isGood)
      if (problem === null) return
      const said = sentence(problem)
      assert.match(said, /^secret .*\.$/)
      if (secret.trim().length >= 8) assert.ok(!said.includes(secret.trim()))
    })
  }
})
