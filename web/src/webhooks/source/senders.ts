import type { MappingPreset, Webhook } from '../../api/schema.ts'

export type Provider = Webhook['provider']
export type PresetName = MappingPreset['preset']

export const PLAIN_SIGNATURE = {
  header: '',
  prefix: '',
  hash: 'sha256',
  encoding: 'hex',
  template: '{body}',
  timestamp_header: '',
  id_header: '',
  tolerance_seconds: '' as number | '',
}

export type SignatureValues = typeof PLAIN_SIGNATURE

/** Somebody who sends, as people know it. Several of them sign by a rule of their own (provider `hmac`). */
export interface Sender {
  id: string
  label: string
  provider: Provider
  signature?: Partial<SignatureValues>
  /** The mapping that usually fits its deliveries. */
  preset?: PresetName
  /** What the sender calls its secret, and where it is found. */
  secret?: string
  enterAt: string
}

/** The provider defaults to the id. */
type NamedSender = Sender | (Omit<Sender, 'id' | 'provider'> & { id: Provider; provider?: undefined })

const GROUPS: Record<string, NamedSender[]> = {
  'Forms and bookings': [
    {
      id: 'typeform',
      label: 'Typeform',
      provider: 'hmac',
      signature: { header: 'typeform-signature', prefix: 'sha256=', encoding: 'base64' },
      preset: 'typeform',
      secret: 'The secret that you enter at the webhook in Typeform.',
      enterAt: 'In Typeform, open the form, then Connect, Webhooks, Add a webhook. Enter the URL and the secret there.',
    },
    {
      id: 'tally',
      label: 'Tally',
      provider: 'hmac',
      signature: { header: 'tally-signature', encoding: 'base64' },
      preset: 'tally',
      secret: 'The signing secret that you enter at the webhook in Tally.',
      enterAt: 'In Tally, open the form, then Integrations, Webhooks. Enter the URL and the signing secret there.',
    },
    {
      id: 'calendly',
      label: 'Calendly',
      provider: 'hmac',
      signature: {
        header: 'calendly-webhook-signature',
        prefix: 't={timestamp},v1=',
        template: '{timestamp}.{body}',
        tolerance_seconds: 180,
      },
      preset: 'calendly',
      secret: 'The signing key of the webhook subscription at Calendly.',
      enterAt:
        'Calendly takes webhooks through its API: create a webhook subscription with this URL and a signing key.',
    },
    {
      id: 'form',
      label: 'A form of our own website',
      provider: 'none',
      preset: 'generic_form',
      enterAt: 'Enter the URL as the address to which your form or form service sends.',
    },
  ],
  'Platforms and shops': [
    {
      id: 'meta',
      label: 'Facebook and Instagram (Meta)',
      preset: 'meta_lead_ads',
      secret: 'The app secret, in the basic settings of your app at Meta.',
      enterAt:
        'In your app at Meta, open Webhooks, choose Page, and subscribe to leadgen with this URL and the verify token.',
    },
    {
      id: 'stripe',
      label: 'Stripe',
      preset: 'stripe_checkout',
      secret: 'The signing secret of the endpoint at Stripe. It begins with whsec_.',
      enterAt:
        'In Stripe, open Developers, Webhooks, Add endpoint, and enter the URL. Stripe then shows the signing secret: enter it in the settings here.',
    },
    {
      id: 'shopify',
      label: 'Shopify',
      secret: 'The client secret of the app at Shopify, or the one shown below the list of webhooks.',
      enterAt: 'In Shopify, open Settings, Notifications, Webhooks, and create one with this URL and the format JSON.',
    },
    {
      id: 'github',
      label: 'GitHub',
      secret: 'The secret that you enter at the webhook on GitHub.',
      enterAt: 'On GitHub, open the repository, then Settings, Webhooks, Add webhook. Choose application/json.',
    },
    {
      id: 'slack',
      label: 'Slack',
      secret: 'The signing secret, in the basic information of your app at Slack.',
      enterAt:
        'In your app at Slack, open Event Subscriptions and enter this as the request URL. It is confirmed at once.',
    },
    {
      id: 'linkedin',
      label: 'LinkedIn',
      secret: 'The client secret of your app at LinkedIn.',
      enterAt: 'In your app at LinkedIn, open Webhooks and enter this URL. It is confirmed at once.',
    },
    {
      id: 'x',
      label: 'X',
      secret: 'The API secret key (consumer secret) of your app at X.',
      enterAt: 'Register the URL with the Account Activity API of X. It is confirmed at once.',
    },
    {
      id: 'microsoft',
      label: 'Microsoft 365',
      enterAt: 'Create a subscription at Microsoft Graph with this as its notificationUrl, and the same clientState.',
    },
  ],
  'Anything else': [
    {
      id: 'standard',
      label: 'A sender of Standard Webhooks (such as Svix)',
      secret: 'As the sender shows it: whsec_ and letters, or the letters alone.',
      enterAt: 'Enter the URL where the sender asks for the endpoint.',
    },
    {
      id: 'hmac',
      label: 'Another sender that signs',
      secret: 'What the sender signs with. It is called signing secret, key or token there.',
      enterAt: 'Enter the URL where the sender asks for the webhook or endpoint.',
    },
    {
      id: 'none',
      label: 'A sender that does not sign',
      enterAt: 'Enter the URL where the sender asks for the webhook or endpoint.',
    },
  ],
}

export const SENDERS: readonly Sender[] = Object.values(GROUPS)
  .flat()
  .map((sender) => (sender.provider === undefined ? { ...sender, provider: sender.id } : sender))

export function senderOf(id: string): Sender {
  return SENDERS.find((sender) => sender.id === id) ?? SENDERS.at(-1)!
}

/** Who a stored webhook is for: the one whose signature rule it has, else the first of its provider. */
export function senderOfWebhook({ provider, signature, mapping }: Webhook): Sender {
  const header = String(signature?.header ?? '').toLowerCase()
  if (provider === 'hmac') return SENDERS.find((each) => each.signature?.header === header) ?? senderOf('hmac')
  if (provider === 'none') return senderOf(mapping?.preset === 'generic_form' ? 'form' : 'none')
  return senderOf(provider)
}

export function senderChoices() {
  return Object.entries(GROUPS).map(([group, senders]) => ({
    group,
    items: senders.map(({ id, label }) => ({ value: id, label })),
  }))
}

export function hasSecret(provider: Provider): boolean {
  return provider !== 'none' && provider !== 'microsoft'
}

/** What Meta calls verify token and Microsoft clientState. */
export function hasVerifyToken(provider: Provider): boolean {
  return provider === 'meta' || provider === 'microsoft'
}

/** It has to verify deliveries but has no secret yet, so it refuses all of them. */
export function lacksSecret(webhook: Webhook): boolean {
  if (webhook.provider === 'microsoft') return !webhook.has_verify_token
  return webhook.provider !== 'none' && !webhook.has_secret
}

export const PRESET_WORDS: Record<PresetName, string> = {
  meta_lead_ads: 'Leads of Facebook and Instagram forms, with the campaign they came from.',
  typeform: 'Answers of a Typeform, by the titles of their questions, with its hidden fields.',
  tally: 'Answers of a Tally form, by the labels of their questions, with its hidden fields.',
  calendly: 'People who book a meeting, with their answers and where they came from. Cancellations are skipped.',
  stripe_checkout: 'Customers who paid at Stripe Checkout, with the amount. Other events are skipped.',
  generic_form:
    'Any form with usual field names, such as name, email and company. Everything else is kept as additional fields.',
}
