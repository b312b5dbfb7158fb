import { keyOf, rule, type Sender } from '../shared/contract.ts'

/** The specification requires 24 to 64 bytes; keys of less than 16 can be guessed. */
const KEY_BYTES_MIN = 16

function signatureOf(family: string) {
  return rule({
    header: `${family}-signature`,
    prefix: 'v1,',
    encoding: 'base64',
    template: '{id}.{timestamp}.{body}',
    timestamp_header: `${family}-timestamp`,
    id_header: `${family}-id`,
  })
}

/**
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md. Svix, where the standard comes
 * from, has its own header names: https://docs.svix.com/receiving/verifying-payloads/how-manual. The libraries of both allow five minutes.
 */
export const standard: Sender = {
  name: 'standard',
  label: 'A sender of Standard Webhooks (such as Svix)',
  group: 'Anything else',
  signatures: [signatureOf('webhook'), signatureOf('svix')],
  secret: {
    key: 'base64',
    problem(secret) {
      const key = keyOf(secret, 'base64')
      if (key === null) return { code: 'webhook.secret_not_base64' }
      const bytes = Math.floor((key.length * 3) / 4)
      return bytes < KEY_BYTES_MIN ? { code: 'webhook.secret_too_short', values: { min: KEY_BYTES_MIN } } : null
    },
  },
}
