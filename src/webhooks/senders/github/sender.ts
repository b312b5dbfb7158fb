import { rule, type Sender } from '../shared/contract.ts'

/**
 * https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries,
 * https://docs.github.com/webhooks/webhook-events-and-payloads for the headers and the payload (issues, opened).
 */
export const github: Sender = {
  name: 'github',
  label: 'GitHub',
  group: 'Platforms and shops',
  signatures: [rule({ header: 'x-hub-signature-256', prefix: 'sha256=' })],
  secret: {},
  deliveryId: 'header:x-github-delivery',
}
