import { activecampaign } from './activecampaign/sender.ts'
import { brevo } from './brevo/sender.ts'
import { calcom } from './calcom/sender.ts'
import { calendly } from './calendly/sender.ts'
import { contactForm7 } from './contact_form_7/sender.ts'
import { elementor } from './elementor/sender.ts'
import { fillout } from './fillout/sender.ts'
import { form } from './form/sender.ts'
import { framer } from './framer/sender.ts'
import { github } from './github/sender.ts'
import { googleAds } from './google_ads/sender.ts'
import { gravityForms } from './gravity_forms/sender.ts'
import { hmac } from './hmac/sender.ts'
import { hubspot } from './hubspot/sender.ts'
import { intercom } from './intercom/sender.ts'
import { jotform } from './jotform/sender.ts'
import { kit } from './kit/sender.ts'
import { lemonSqueezy } from './lemon_squeezy/sender.ts'
import { linkedin } from './linkedin/sender.ts'
import { mailchimp } from './mailchimp/sender.ts'
import { meta } from './meta/sender.ts'
import { microsoft } from './microsoft/sender.ts'
import { none } from './none/sender.ts'
import { paddle } from './paddle/sender.ts'
import { pipedrive } from './pipedrive/sender.ts'
import type { Sender } from './shared/contract.ts'
import type { Mapping } from './shared/mapping.ts'
import { shopify } from './shopify/sender.ts'
import { slack } from './slack/sender.ts'
import { squarespace } from './squarespace/sender.ts'
import { standard } from './standard/sender.ts'
import { stripe } from './stripe/sender.ts'
import { tally } from './tally/sender.ts'
import { token } from './token/sender.ts'
import { typeform } from './typeform/sender.ts'
import { unbounce } from './unbounce/sender.ts'
import { webflow } from './webflow/sender.ts'
import { woocommerce } from './woocommerce/sender.ts'
import { wpforms } from './wpforms/sender.ts'
import { x } from './x/sender.ts'
import { zendesk } from './zendesk/sender.ts'

/** The only list of senders, in the order of the dashboard. */
export const SENDERS: readonly Sender[] = [
  typeform,
  tally,
  calendly,
  calcom,
  jotform,
  fillout,
  webflow,
  framer,
  elementor,
  gravityForms,
  wpforms,
  contactForm7,
  unbounce,
  form,
  meta,
  googleAds,
  linkedin,
  stripe,
  shopify,
  woocommerce,
  paddle,
  lemonSqueezy,
  squarespace,
  github,
  slack,
  x,
  microsoft,
  mailchimp,
  brevo,
  kit,
  activecampaign,
  hubspot,
  pipedrive,
  intercom,
  zendesk,
  standard,
  hmac,
  token,
  none,
]

const byName = new Map(SENDERS.map((sender) => [sender.name, sender]))

/** Undefined for a sender of a later version. */
export function senderOf(name: string): Sender | undefined {
  return byName.get(name)
}

/** How senders write what people filled in. */
export const FIELD_NAMES = SENDERS.flatMap(({ fieldNames }) => fieldNames ?? [])

/** The value of `provider` in the API. */
export function providerOf(sender: Sender): string {
  return sender.provider ?? sender.name
}

export const SENDER_NAMES = SENDERS.filter((sender) => providerOf(sender) === sender.name).map(({ name }) => name)

export interface Preset {
  sender: Sender
  mapping: Mapping
}

/** Mappings that fit every delivery of a sender, by the name of the preset. */
export const PRESETS: Readonly<Record<string, Preset>> = Object.fromEntries(SENDERS.flatMap(presetOf))
export const PRESET_NAMES = Object.keys(PRESETS)

function presetOf(sender: Sender): Array<[string, Preset]> {
  if (sender.mapping === undefined) return []
  const { preset, each = null, when = null, answers, fields, rest = true } = sender.mapping
  return [[preset, { sender, mapping: { preset, each, when, answers, fields, rest } }]]
}
