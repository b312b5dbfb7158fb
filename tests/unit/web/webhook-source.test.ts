import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { providerOf, SENDERS, senderOf } from '../../../src/webhooks/senders/registry.ts'
import { rule } from '../../../src/webhooks/senders/shared/contract.ts'
import { verify } from '../../../src/webhooks/verify/verify.ts'
import type { Webhook } from '../../../web/src/api/schema.ts'
import { curlFor } from '../../../web/src/webhooks/source/curl.ts'
import { senderOfWebhook, toSignatureValues } from '../../../web/src/webhooks/source/senders.ts'
import { choiceOf, fieldFor, NEW_SOURCE, toNewWebhook, toPatch } from '../../../web/src/webhooks/source/source-form.ts'

const BODY = { text: 'it\'s "quoted" `$HOME` \\ ü' }
const HEX_SECRET = 'f0e1d2c3b4a5968778695a4b3c2d1e0f'
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

/** The arguments of curl, from a shell in which curl only prints. */
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

const TIMED = rule({
  header: 'x-sig',
  prefix: 'v=',
  hash: 'sha512',
  template: '{id}.{timestamp}.{body}',
  timestamp_header: 'x-time',
  id_header: 'x-id',
  tolerance_seconds: 60,
})

test('the displayed commands sign as the server expects, for every sender', () => {
  const signing = SENDERS.filter(({ signatures, name }) => signatures !== undefined || name === 'hmac')
  assert.ok(signing.length >= 22)
  for (const sender of signing) {
    const signature = sender.signatures?.[0] ?? TIMED
    const secret = sender.secret?.key === 'hex' ? HEX_SECRET : SECRET
    const script = curlFor({
      url: 'https://example.com/x',
      sender,
      signature: toSignatureValues(signature),
      secret,
      verifyToken: '',
      body: BODY,
    })
    const { headers, body } = run(script)
    const verifier = { sender: providerOf(sender), secrets: [secret], verifyToken: null, signature }
    const verdict = verify(
      verifier,
      { method: 'POST', url: 'https://example.com/x', headers, query: '', body },
      Date.now(),
    )
    assert.deepEqual(verdict, { ok: true, verified: true }, sender.name)
    assert.deepEqual(JSON.parse(body.toString()), BODY)
  }
})

test('the command for Microsoft sends the clientState that was entered', () => {
  const sender = senderOf('microsoft')!
  const options = { url: 'https://example.com/x', sender, signature: toSignatureValues(null), secret: '' }
  const { body } = run(curlFor({ ...options, verifyToken: 'state-1', body: { value: [{ clientState: 'other' }] } }))
  const verifier = { sender: 'microsoft', secrets: [], verifyToken: 'state-1', signature: null }
  const verdict = verify(verifier, { method: 'POST', url: '', headers: [], query: '', body }, Date.now())
  assert.deepEqual(verdict, { ok: true, verified: true })
})

test('a webhook is recognised by the sender that it was created for', () => {
  const webhookOf = (provider: string, header?: string, preset?: string) =>
    ({ provider, signature: header ? { header } : null, mapping: preset ? { preset } : null }) as unknown as Webhook
  for (const sender of SENDERS) {
    const found = senderOfWebhook(webhookOf(providerOf(sender), undefined, sender.mapping?.preset))
    assert.equal(found.name, sender.name)
  }
  assert.equal(senderOfWebhook(webhookOf('none', undefined, 'generic_form')).name, 'form')
  assert.equal(senderOfWebhook(webhookOf('none', undefined, 'shopify')).name, 'none')
  assert.equal(senderOfWebhook(webhookOf('shopify', undefined, 'generic_form')).name, 'shopify')
  assert.equal(senderOfWebhook(webhookOf('hmac', 'TALLY-signature', 'tally')).name, 'tally', 'one of 0.2')
  assert.equal(senderOfWebhook(webhookOf('hmac', 'x-nobody', 'tally')).name, 'hmac')
  assert.equal(senderOfWebhook(webhookOf('hmac', 'x-signature', 'generic_form')).name, 'hmac')
})

test('a form is sent as the sender sends it, and a fixed secret where the sender puts it', () => {
  const command = (name: string, secret: string) =>
    curlFor({
      url: 'https://example.com/x',
      sender: senderOf(name)!,
      signature: toSignatureValues(null),
      secret,
      verifyToken: '',
      body: { 'a[b]': "it's" },
    })
  assert.equal(command('mailchimp', ''), "curl 'https://example.com/x' \\\n  --data-urlencode 'a[b]=it'\\''s'")
  assert.equal(command('jotform', ''), "curl 'https://example.com/x' \\\n  --form-string 'a[b]=it'\\''s'")
  assert.match(command('unbounce', 's3'), /^SECRET='s3'\ncurl 'https:.*' -H "Authorization: Bearer \$SECRET" \\/)
  assert.doesNotMatch(command('unbounce', ''), /SECRET/)
  assert.match(command('pipedrive', 's3'), / -u "doorpost:\$SECRET" /)
  assert.match(command('google_ads', 's3'), /"google_key":"s3"/)
})

test('a new webhook only sends the secrets that its sender has', () => {
  const typed = { ...NEW_SOURCE, name: 'Shop', secret: 's', verify_token: 'v', access_token: 'a', rate_limit: '60' }
  const secretsOf = (sender: string) => {
    const { secret, verify_token, access_token } = toNewWebhook({ ...typed, ...choiceOf(sender) })
    return [secret, verify_token, access_token]
  }
  assert.deepEqual(secretsOf('form'), [undefined, undefined, undefined])
  assert.deepEqual(secretsOf('stripe'), ['s', undefined, undefined])
  assert.deepEqual(secretsOf('jotform'), [undefined, undefined, undefined])
  assert.deepEqual(secretsOf('meta'), ['s', 'v', 'a'])
  assert.deepEqual(secretsOf('microsoft'), [undefined, 'v', undefined])
  assert.equal(toNewWebhook(typed).rate_limit, 60)
})

test('a patch contains what was changed; a secret is replaced, deleted or left alone', () => {
  const before = { ...NEW_SOURCE, ...choiceOf('stripe'), name: 'Shop' }
  assert.deepEqual(toPatch(before, before), {})
  assert.deepEqual(toPatch(before, { ...before, name: 'Store', max_kb: 2 }), { name: 'Store', max_bytes: 2048 })
  assert.deepEqual(toPatch(before, { ...before, secret: 'new', forget: ['secret', 'verify_token'] }), {
    secret: 'new',
    verify_token: null,
  })
})

test('errors of the API appear beside the fields of the form', () => {
  const paths = ['max_bytes', 'provider', 'signature', 'signature.hash', 'odd']
  assert.deepEqual(paths.map(fieldFor), ['max_kb', 'sender', 'signature.header', 'signature.hash', null])
})
