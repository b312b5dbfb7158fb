import { providerOf } from '../../../../src/webhooks/senders/registry.ts'
import type { NewSignature, NewWebhook, Webhook, WebhookPatch } from '../../api/schema.ts'
import { changesOf } from '../../parts/changes.ts'
import { chosenSender, type PresetName, senderOfWebhook, toSignatureValues } from './senders.ts'

/** Secrets begin empty: stored ones are never shown. */
export const NEW_SOURCE = {
  name: '',
  sender: 'form',
  secret: '',
  verify_token: '',
  access_token: '',
  signature: toSignatureValues(null),
  preset: 'generic_form',
  delivery_id: '',
  max_kb: 1024 as number | string,
  rate_limit: '' as number | string,
  retention_days: '' as number | string,
  /** Stored secrets to remove. */
  forget: [] as string[],
}

export type SourceValues = typeof NEW_SOURCE

export function valuesOf(webhook: Webhook): SourceValues {
  const { name, signature: rule, delivery_id, max_bytes, rate_limit, retention_days } = webhook
  return {
    ...NEW_SOURCE,
    name,
    sender: senderOfWebhook(webhook).name,
    signature: toSignatureValues(rule),
    preset: '',
    delivery_id: delivery_id ?? '',
    max_kb: max_bytes / 1024,
    rate_limit: rate_limit ?? '',
    retention_days: retention_days ?? '',
  }
}

export function choiceOf(senderId: string): Pick<SourceValues, 'sender' | 'signature' | 'preset'> {
  const { name, signatures, mapping } = chosenSender(senderId)
  return { sender: name, signature: toSignatureValues(signatures?.[0]), preset: mapping?.preset ?? '' }
}

const orNull = (value: number | string) => (value === '' ? null : Number(value))

/** Empty inputs become null. */
function signatureOf({ signature }: SourceValues): NewSignature {
  return {
    ...signature,
    timestamp_header: signature.timestamp_header || null,
    id_header: signature.id_header || null,
    tolerance_seconds: orNull(signature.tolerance_seconds),
    header: signature.header || null,
  } as NewSignature
}

const limitsOf = ({ max_kb, rate_limit, retention_days }: SourceValues) => ({
  max_bytes: Math.round(Number(max_kb || 1024) * 1024),
  rate_limit: orNull(rate_limit),
  retention_days: orNull(retention_days),
})

export function toNewWebhook(values: SourceValues): NewWebhook {
  const { name, secret, verify_token, access_token, preset, delivery_id } = values
  const sender = chosenSender(values.sender)
  const provider = providerOf(sender) as Webhook['provider']
  return {
    name,
    provider,
    ...(sender.secret && secret && { secret }),
    ...(sender.verifyToken && verify_token && { verify_token }),
    ...(sender.accessToken && access_token && { access_token }),
    ...(provider === 'hmac' && { signature: signatureOf(values) }),
    ...(preset && { mapping: { preset: preset as PresetName } }),
    ...(delivery_id && { delivery_id }),
    ...limitsOf(values),
  }
}

const patchable = (values: SourceValues) => ({
  name: values.name,
  provider: providerOf(chosenSender(values.sender)) as Webhook['provider'],
  delivery_id: values.delivery_id || null,
  ...limitsOf(values),
})

export function toPatch(before: SourceValues, values: SourceValues): WebhookPatch {
  const { sender, signature } = changesOf(before, values)
  const secrets: WebhookPatch = {}
  for (const name of ['secret', 'verify_token', 'access_token'] as const) {
    if (values[name]) secrets[name] = values[name]
    else if (values.forget.includes(name)) secrets[name] = null
  }
  const isOtherRule = providerOf(chosenSender(values.sender)) === 'hmac' && (sender ?? signature) !== undefined
  return {
    ...changesOf(patchable(before), patchable(values)),
    ...(isOtherRule && { signature: signatureOf(values) }),
    ...secrets,
  }
}

const RENAMED: Record<string, string> = {
  provider: 'sender',
  max_bytes: 'max_kb',
  mapping: 'preset',
  signature: 'signature.header',
}

export function fieldFor(path: string): string | null {
  const field = RENAMED[path] ?? path
  return Object.hasOwn(NEW_SOURCE, field.replace(/^signature\.\w+$/, 'signature')) ? field : null
}
