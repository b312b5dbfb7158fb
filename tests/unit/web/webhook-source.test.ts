import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import type { Hash } from '../../../src/webhooks/verify/contract.ts'
import { verify } from '../../../src/webhooks/verify/verify.ts'
import type { Webhook } from '../../../web/src/api/schema.ts'
import { curlFor } from '../../../web/src/webhooks/source/curl.ts'
import { PLAIN_SIGNATURE, type Provider, SENDERS, senderOfWebhook } from '../../../web/src/webhooks/source/senders.ts'
import { choiceOf, fieldFor, NEW_SOURCE, toNewWebhook, toPatch } from '../../../web/src/webhooks/source/source-form.ts'

const BODY = { text: 'it\'s "quoted" `$HOME` \\ ü' }
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

/** What curl would be given, from a shell in which curl only prints. */
function run(script: string): { headers: Array<[string, string]>; body: Buffer } {
  const words = execFileSync('bash', ['-c', `curl() { printf '%s\\0' "$@"; }\n${script}`])
    .toString()
    .split('\0')
  const headers = words.flatMap((word, at): Array<[string, string]> => {
    if (words[at - 1] !== '-H') return []
    const [name = '', ...value] = word.split(': ')
    return [[name.toLowerCase(), value.join(': ')]]
  })
  return { headers, body: Buffer.from(words[words.indexOf('--data-binary') + 1]!) }
}

const RULE = { ...PLAIN_SIGNATURE, header: 'x-sig', prefix: 'v=', hash: 'sha512', template: '{id}.{timestamp}.{body}' }
const TIMED = { ...RULE, timestamp_header: 'x-time', id_header: 'x-id', tolerance_seconds: 60 as const }

test('the commands that are shown sign as the server wants it, whoever the sender is', () => {
  const signing = [...new Set(SENDERS.map(({ provider }) => provider))].filter(
    (provider) => provider !== 'none' && provider !== 'microsoft',
  )
  assert.ok(signing.length >= 8)
  for (const provider of signing) {
    const signature = provider === 'hmac' ? TIMED : null
    const script = curlFor({
      url: 'https://example.com/x',
      provider,
      signature,
      secret: SECRET,
      verifyToken: '',
      body: BODY,
    })
    const { headers, body } = run(script)
    const verifier = {
      provider,
      secrets: [SECRET],
      verifyToken: null,
      signature: signature && {
        header: signature.header,
        prefix: signature.prefix,
        hash: signature.hash as Hash,
        encoding: 'hex' as const,
        template: signature.template,
        timestampHeader: signature.timestamp_header,
        idHeader: signature.id_header,
        toleranceSeconds: signature.tolerance_seconds,
      },
    }
    const verdict = verify(verifier, { method: 'POST', headers, query: '', body }, Date.now())
    assert.deepEqual(verdict, { ok: true, verified: true }, provider)
    assert.deepEqual(JSON.parse(body.toString()), BODY)
  }
})

test('a webhook is known again by the sender that it was made for', () => {
  const webhookOf = (provider: Provider, header?: string, preset?: string) =>
    ({ provider, signature: header ? { header } : null, mapping: preset ? { preset } : null }) as unknown as Webhook
  for (const { id, provider, signature } of SENDERS.filter(({ provider }) => provider !== 'none')) {
    if (provider === 'hmac' && !signature?.header) continue
    assert.equal(senderOfWebhook(webhookOf(provider, signature?.header?.toUpperCase())).provider, provider, id)
  }
  assert.equal(senderOfWebhook(webhookOf('none', undefined, 'generic_form')).id, 'form')
  assert.equal(senderOfWebhook(webhookOf('hmac', 'x-nobody')).id, 'hmac')
})

test('a new webhook sends only the secrets that its sender has', () => {
  const typed = { ...NEW_SOURCE, name: 'Shop', secret: 's', verify_token: 'v', access_token: 'a', rate_limit: '60' }
  const secretsOf = (sender: string) => {
    const { secret, verify_token, access_token } = toNewWebhook({ ...typed, ...choiceOf(sender) })
    return [secret, verify_token, access_token]
  }
  assert.deepEqual(secretsOf('form'), [undefined, undefined, undefined])
  assert.deepEqual(secretsOf('stripe'), ['s', undefined, undefined])
  assert.deepEqual(secretsOf('meta'), ['s', 'v', 'a'])
  assert.deepEqual(secretsOf('microsoft'), [undefined, 'v', undefined])
  assert.equal(toNewWebhook(typed).rate_limit, 60)
})

test('a patch has what was changed; a secret is replaced, forgotten or left alone', () => {
  const before = { ...NEW_SOURCE, ...choiceOf('stripe'), name: 'Shop' }
  assert.deepEqual(toPatch(before, before), {})
  assert.deepEqual(toPatch(before, { ...before, name: 'Store', max_kb: 2 }), { name: 'Store', max_bytes: 2048 })
  assert.deepEqual(toPatch(before, { ...before, secret: 'new', forget: ['secret', 'verify_token'] }), {
    secret: 'new',
    verify_token: null,
  })
})

test('errors of the API stand beside the fields of the form', () => {
  const paths = ['max_bytes', 'provider', 'signature', 'signature.hash', 'odd']
  assert.deepEqual(paths.map(fieldFor), ['max_kb', 'sender', 'signature.header', 'signature.hash', null])
})
