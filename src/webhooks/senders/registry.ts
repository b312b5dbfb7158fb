import { calendly } from './calendly/sender.ts'
import { form } from './form/sender.ts'
import { github } from './github/sender.ts'
import { hmac } from './hmac/sender.ts'
import { linkedin } from './linkedin/sender.ts'
import { meta } from './meta/sender.ts'
import { microsoft } from './microsoft/sender.ts'
import { none } from './none/sender.ts'
import type { Sender } from './shared/contract.ts'
import type { Mapping } from './shared/mapping.ts'
import { shopify } from './shopify/sender.ts'
import { slack } from './slack/sender.ts'
import { standard } from './standard/sender.ts'
import { stripe } from './stripe/sender.ts'
import { tally } from './tally/sender.ts'
import { typeform } from './typeform/sender.ts'
import { x } from './x/sender.ts'

/** The only list of senders, in the order of the dashboard. */
export const SENDERS: readonly Sender[] = [
  typeform,
  tally,
  calendly,
  form,
  meta,
  stripe,
  shopify,
  github,
  slack,
  linkedin,
  x,
  microsoft,
  standard,
  hmac,
  none,
]

const byName = new Map(SENDERS.map((sender) => [sender.name, sender]))

/** Undefined for a sender of a later version. */
export function senderOf(name: string): Sender | undefined {
  return byName.get(name)
}

/** The value of `provider` in the API. */
export function providerOf(sender: Sender): string {
  return sender.provider ?? sender.name
}

export const SENDER_NAMES = SENDERS.filter((sender) => providerOf(sender) === sender.name).map(({ name }) => name)

export interface Preset {
  sender: Sender
  title: string
  description: string
  mapping: Mapping
}

/** Mappings that fit every delivery of a sender, by the name of the preset. */
export const PRESETS: Readonly<Record<string, Preset>> = Object.fromEntries(SENDERS.flatMap(presetOf))
export const PRESET_NAMES = Object.keys(PRESETS)

function presetOf(sender: Sender): Array<[string, Preset]> {
  if (sender.mapping === undefined) return []
  const { preset, title = sender.label, description, when = null, answers, fields } = sender.mapping
  return [[preset, { sender, title, description, mapping: { preset, each: null, when, answers, fields, rest: true } }]]
}
