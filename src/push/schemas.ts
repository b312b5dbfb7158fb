import { createECDH } from 'node:crypto'
import { maybeTime, Timestamp, Uuid } from '../http/schemas.ts'
import { checkNames, type Issues, readObject } from '../lib/issues.ts'
import { checkPublicUrl } from '../lib/net/url-guard.ts'
import { computed, flag } from '../lib/record/fields.ts'
import { type ChangeOf, record } from '../lib/record/record.ts'
import * as S from '../lib/schema.ts'

export const browser = record('Browser', {
  id: computed(Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9095'),
  current: computed(S.boolean('It belongs to the session of this request.'), true),
  service: computed(S.string('The host that carries the notifications to it.'), 'updates.push.services.mozilla.com'),
  user_agent: computed(
    S.nullable('string', 'What the browser calls itself.'),
    'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  ),
  created_at: computed(Timestamp, '2026-11-15T09:30:00.000Z'),
  last_sent_at: computed(maybeTime('When a notification last reached its push service.'), null),
})

export const notifications = record(
  'Notifications',
  {
    public_key: computed(
      S.string('The `applicationServerKey` that browsers subscribe with, as base64url.'),
      'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U',
    ),
    words: flag({
      about:
        'Notifications show the name of the lead and what they wrote. Otherwise only that there is one, and the form.',
      example: false,
      refusesNull: true,
    }),
    mail_suggested: flag({
      about:
        'True once there is a lead, if the person never had mail about leads and has not put this suggestion away. Send false to do that.',
      example: false,
      refusesNull: true,
    }),
    browsers: computed<Array<ReturnType<typeof browser.show>>>(S.array(browser.schema, 'Newest first.'), [
      browser.example,
    ]),
  },
  { change: 'Only what changes.', refusesAssigned: true },
)
export type NotificationsChange = ChangeOf<typeof notifications>

const ENDPOINT_MAX = 2_000
const PUBLIC_KEY_BYTES = 65
const AUTH_BYTES = 16

export const NewBrowserSchema = S.input(
  'NewBrowser',
  {
    endpoint: S.string({ maxLength: ENDPOINT_MAX, description: 'Where its push service takes notifications.' }),
    keys: S.closed({
      p256dh: S.string('Its public key, as base64url.'),
      auth: S.string('Its secret, as base64url.'),
    }),
    expirationTime: S.optional({ type: ['number', 'null'], description: 'Browsers send it along; it is not used.' }),
  },
  { additionalProperties: false, description: 'What `PushSubscription.toJSON()` gives.' },
)

export const newBrowserExample = {
  endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABh',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
}

/** As web-push takes it. */
export interface PushAddress {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

export function readBrowser(issues: Issues, body: Record<string, unknown>, allowPrivate: boolean): PushAddress {
  checkNames(issues, body, ['endpoint', 'keys', 'expirationTime'])
  const endpoint = typeof body.endpoint === 'string' && body.endpoint.length <= ENDPOINT_MAX ? body.endpoint : ''
  const [problem] = checkPublicUrl(endpoint, { httpsOnly: !allowPrivate, ports: null, allowPrivate })
  if (problem !== undefined) issues.add('endpoint', 'push.wrong_endpoint', { problem })
  const keys = readObject(issues, 'keys', body.keys, { known: ['p256dh', 'auth'] }) ?? {}
  const { p256dh, auth } = keys
  if (!isPublicKey(p256dh)) issues.add('keys.p256dh', 'push.wrong_key')
  if (bytesOf(auth)?.length !== AUTH_BYTES) issues.add('keys.auth', 'push.wrong_key')
  return { endpoint, keys: { p256dh: String(p256dh), auth: String(auth) } }
}

/** A point on the curve: others would fail at every notification. */
function isPublicKey(value: unknown): boolean {
  const bytes = bytesOf(value)
  if (bytes?.length !== PUBLIC_KEY_BYTES) return false
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(bytes)
    return true
  } catch {
    return false
  }
}

function bytesOf(value: unknown): Buffer | null {
  return typeof value === 'string' && /^[\w-]{1,200}$/.test(value) ? Buffer.from(value, 'base64url') : null
}

export const testResult = S.exampledOutput('BrowserTest', {
  sent: [S.boolean('The push service took it. It shows it when the browser is running.'), true],
  problem: [S.nullable('string', 'What went wrong, and what to do.'), null as string | null],
})
