import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** What an endpoint checks our signatures with, as Standard Webhooks writes it. */
export function createSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/** Whose secret it is, for the SecretBox. The old one of a rotation has the same. */
export function secretContext(endpointId: string): string {
  return `event_endpoint/${endpointId}/secret`
}

export interface Signed {
  id: string
  /** Seconds since 1970, of this attempt. */
  timestamp: number
  body: string
}

/** The header webhook-signature: one signature for each secret (https://www.standardwebhooks.com, 1.0.0). */
export function sign({ id, timestamp, body }: Signed, secrets: readonly string[]): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
}
