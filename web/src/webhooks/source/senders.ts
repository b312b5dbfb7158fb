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

/** Several senders share the provider hmac or none. */
export function senderOfWebhook({ provider, signature, mapping }: Webhook): Sender {
  const header = String(signature?.header ?? '').toLowerCase()
  const isOf = (sender: Sender) =>
    provider === 'hmac'
      ? sender.signatures?.[0]?.header === header
      : sender.mapping !== undefined && sender.mapping.preset === mapping?.preset
  return SENDERS.find((sender) => sender.provider === provider && isOf(sender)) ?? chosenSender(provider)
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
  return secret ? !has_secret : verifyToken !== undefined && !has_verify_token
}

export function describePreset(preset: string): string {
  return PRESETS[preset]?.description ?? ''
}
