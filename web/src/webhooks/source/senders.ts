import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { PRESETS, SENDERS, senderOf } from '../../../../src/webhooks/senders/registry.ts'
import { rule, type Sender, type SignatureRule } from '../../../../src/webhooks/senders/shared/contract.ts'
import { codeOfText, type SenderText } from '../../../../src/webhooks/senders/shared/texts.ts'
import type { MappingPreset, Webhook } from '../../api/schema.ts'
import { spoken } from '../../parts/spoken.ts'

export type PresetName = MappingPreset['preset']

/** Null becomes ''. */
export type SignatureValues = { [N in keyof SignatureRule]: NonNullable<SignatureRule[N]> | '' }

export function toSignatureValues(signature: SignatureRule | null | undefined): SignatureValues {
  const entries = Object.entries(signature ?? rule({ header: '' }))
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? ''])) as SignatureValues
}

/** Unknown ones use the last sender, which does not sign. */
export function chosenSender(name: string): Sender {
  return senderOf(name) ?? SENDERS.at(-1)!
}

/**
 * A form of the own website has the provider none, and its preset. Webhooks of version 0.2 for Typeform, Tally and
 * Calendly have the provider hmac with their rule.
 */
export function senderOfWebhook({ provider, signature, mapping }: Webhook): Sender {
  const preset = PRESETS[String(mapping?.preset)]?.sender
  const header = String(signature?.header ?? '').toLowerCase()
  const isOfPreset = provider === 'hmac' ? preset?.signatures?.[0]?.header === header : preset?.provider === provider
  return preset && isOfPreset ? preset : chosenSender(provider)
}

/** Labels that are words. The others are names of products. */
const LABELS: Record<string, string> = spoken({
  elementor: msg`Elementor forms`,
  form: msg`A form of our own website`,
  google_ads: msg`Google Ads lead forms`,
  hmac: msg`Another sender that signs`,
  meta: msg`Facebook and Instagram (Meta)`,
  none: msg`A sender that does not sign`,
  squarespace: msg`Squarespace orders`,
  standard: msg`A sender of Standard Webhooks (such as Svix)`,
  token: msg`Another sender with a password or header`,
})

const GROUPS: Record<Sender['group'], string> = spoken({
  'Forms and bookings': msg`Forms and bookings`,
  'Newsletters and customers': msg`Newsletters and customers`,
  'Platforms and shops': msg`Platforms and shops`,
  'Anything else': msg`Anything else`,
})

export const labelOfSender = ({ name, label }: Sender): string => LABELS[name] ?? label

export function senderChoices() {
  const groups = Object.entries(Object.groupBy(SENDERS, ({ group }) => group))
  return groups.map(([group, senders]) => ({
    group: GROUPS[group as Sender['group']],
    items: senders.map((sender) => ({ value: sender.name, label: labelOfSender(sender) })),
  }))
}

/** It must verify deliveries but has no secret, so it refuses all. */
export function lacksSecret({ provider, has_secret, has_verify_token }: Webhook): boolean {
  const { secret, verifyToken } = chosenSender(provider)
  if (secret) return !has_secret && !secret.isOptional
  return verifyToken !== undefined && !has_verify_token
}

/** A sender with a mapping of its own needs no other. */
export function fitsSender(preset: string, sender: string): boolean {
  const own = chosenSender(sender).mapping?.preset
  return own === undefined || own === 'generic_form' || own === preset
}

/** In the language of the page: web/texts.ts adds these to its texts. */
export function tellOfSender(sender: Sender, text: SenderText): string {
  return i18n._(codeOfText(sender, text))
}

export function describePreset(preset: string): string {
  const sender = PRESETS[preset]?.sender
  return sender ? tellOfSender(sender, 'description') : ''
}

export function titleOfPreset({ preset, title }: MappingPreset): string {
  const sender = PRESETS[preset]?.sender
  if (sender === undefined) return title
  const own = codeOfText(sender, 'title')
  return i18n.messages[own] === undefined ? labelOfSender(sender) : i18n._(own)
}
