import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { rule } from '../../../../src/webhooks/senders/shared/contract.ts'
import type { Verifier } from '../../../../src/webhooks/verify/checks.ts'
import { verify } from '../../../../src/webhooks/verify/verify.ts'

const AT = 1_700_000_000
const PLAIN = rule({ header: 'x-signature' })

describe('published signatures verify', () => {
  const slackBody =
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar' +
    '&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com' +
    '%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.' +
    '803a0bc887a14d10d2c447fce8b6703c'
  const jefe = 'what do ya want for nothing?'
  const vectors: Array<[string, Verifier, Record<string, string>, string, number]> = [
    [
      'the vector of Standard Webhooks',
      { sender: 'standard', secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], verifyToken: null, signature: null },
      {
        'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp': '1614265330',
        'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      },
      '{"test": 2432232314}',
      1_614_265_330,
    ],
    [
      "GitHub's documentation",
      { sender: 'github', secrets: ["It's a Secret to Everybody"], verifyToken: null, signature: null },
      { 'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17' },
      'Hello, World!',
      AT,
    ],
    [
      "Slack's documentation",
      { sender: 'slack', secrets: ['8f742231b10e8888abcd99yyyzzz85a5'], verifyToken: null, signature: null },
      {
        'x-slack-request-timestamp': '1531420618',
        'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
      },
      slackBody,
      1_531_420_618,
    ],
    // Computed with openssl, because these senders publish none.
    [
      'LinkedIn, signed behind its prefix',
      { sender: 'linkedin', secrets: ['client-secret-1'], verifyToken: null, signature: null },
      { 'x-li-signature': '3a12ffe051e802d5dc7d4335f91722835713c6f5b7c38ac23e30c11ac6eb0530' },
      '{"type":"LEAD_ACTION"}',
      AT,
    ],
    [
      'X',
      { sender: 'x', secrets: ['consumer-secret-1'], verifyToken: null, signature: null },
      { 'x-twitter-webhooks-signature': 'sha256=ds/8VY/62Y0u+5V1uvdI/I2QgO8nKXuRpFzPKXhar7s=' },
      '{"type":"LEAD_ACTION"}',
      AT,
    ],
    [
      'Stripe',
      { sender: 'stripe', secrets: ['whsec_stripe-1'], verifyToken: null, signature: null },
      { 'stripe-signature': 't=1700000000,v1=efee3046b118acc43694c4b5a547ac2dbb4c37b6e73a6b9abe3981c0ad0478d0' },
      '{"type":"LEAD_ACTION"}',
      AT,
    ],
    ...(
      [
        ['sha1', 'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79'],
        ['sha256', '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
        [
          'sha512',
          '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737',
        ],
      ] as const
    ).map(
      ([name, digits]) =>
        [
          `RFC 2202 and 4231, ${name}`,
          {
            sender: 'hmac',
            secrets: ['Jefe'],
            verifyToken: null,
            signature: { ...PLAIN, hash: name },
          } satisfies Verifier,
          { 'x-signature': digits },
          jefe,
          AT,
        ] as [string, Verifier, Record<string, string>, string, number],
    ),
  ]
  for (const [name, verifier, headers, body, at] of vectors) {
    test(name, () => {
      const incoming = { method: 'POST', url: '', headers: Object.entries(headers), query: '', body: Buffer.from(body) }
      assert.deepEqual(verify(verifier, incoming, at * 1000), { ok: true, verified: true })
      assert.equal(verify(verifier, { ...incoming, body: Buffer.from(`${body} `) }, at * 1000).ok, false)
    })
  }
})
