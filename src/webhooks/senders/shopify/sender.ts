import { rule, type Sender } from '../shared/contract.ts'

/**
 * https://shopify.dev/docs/apps/build/webhooks/verify-deliveries for the signature and the id of a delivery,
 * https://shopify.dev/docs/apps/build/webhooks/delivery-structure for the payload (orders/create).
 */
export const shopify: Sender = {
  name: 'shopify',
  label: 'Shopify',
  group: 'Platforms and shops',
  enterAt: 'In Shopify, open Settings, Notifications, Webhooks, and create one with this URL and the format JSON.',
  signatures: [rule({ header: 'x-shopify-hmac-sha256', encoding: 'base64' })],
  secret: { is: 'the client secret of the app at Shopify, or the one shown below the list of webhooks' },
  deliveryId: 'header:x-shopify-webhook-id',
}
