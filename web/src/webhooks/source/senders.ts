import { PRESETS, SENDERS, senderOf } from '../../../../src/webhooks/senders/registry.ts'
import { rule, type Sender, type SignatureRule } from '../../../../src/webhooks/senders/shared/contract.ts'
import type { MappingPreset, Webhook } from '../../api/schema.ts'

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

export function senderChoices() {
  const groups = Object.entries(Object.groupBy(SENDERS, ({ group }) => group))
  return groups.map(([group, senders]) => ({
    group,
    items: senders.map(({ name, label }) => ({ value: name, label })),
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

export function describePreset(preset: string): string {
  return PRESETS[preset]?.description ?? ''
}
