import { fieldErrors, messageOf } from '../../api/client.ts'
import type { NewSignature, NewWebhook, Webhook, WebhookPatch } from '../../api/schema.ts'
import {
  hasSecret,
  hasVerifyToken,
  PLAIN_SIGNATURE,
  type PresetName,
  type SignatureValues,
  senderOf,
  senderOfWebhook,
} from './senders.ts'

/** A webhook as it stands in a form. Secrets begin empty: what is stored is never shown. */
export interface SourceValues {
  name: string
  sender: string
  secret: string
  verify_token: string
  access_token: string
  signature: SignatureValues
  preset: string
  delivery_id: string
  max_kb: number | string
  rate_limit: number | string
  retention_days: number | string
  /** Stored secrets to remove. */
  forget: string[]
}

export const NEW_SOURCE: SourceValues = {
  name: '',
  sender: 'form',
  secret: '',
  verify_token: '',
  access_token: '',
  signature: PLAIN_SIGNATURE,
  preset: 'generic_form',
  delivery_id: '',
  max_kb: 1024,
  rate_limit: '',
  retention_days: '',
  forget: [],
}

export function valuesOf(webhook: Webhook): SourceValues {
  const rule = webhook.signature
  return {
    ...NEW_SOURCE,
    name: webhook.name,
    sender: senderOfWebhook(webhook).id,
    signature: rule
      ? {
          ...rule,
          timestamp_header: rule.timestamp_header ?? '',
          id_header: rule.id_header ?? '',
          tolerance_seconds: rule.tolerance_seconds ?? '',
        }
      : PLAIN_SIGNATURE,
    preset: '',
    delivery_id: webhook.delivery_id ?? '',
    max_kb: webhook.max_bytes / 1024,
    rate_limit: webhook.rate_limit ?? '',
    retention_days: webhook.retention_days ?? '',
  }
}

export function choiceOf(senderId: string): Pick<SourceValues, 'sender' | 'signature' | 'preset'> {
  const sender = senderOf(senderId)
  return {
    sender: sender.id,
    signature: { ...PLAIN_SIGNATURE, ...sender.signature },
    preset: sender.preset ?? '',
  }
}

const orNull = (value: number | string) => (value === '' ? null : Number(value))

/** What the person has left out is sent as null, and the API says what it needs. */
function signatureOf({ signature }: SourceValues): NewSignature {
  return {
    ...signature,
    timestamp_header: signature.timestamp_header || null,
    id_header: signature.id_header || null,
    tolerance_seconds: orNull(signature.tolerance_seconds),
    header: signature.header || null,
  } as NewSignature
}

export function toNewWebhook(values: SourceValues): NewWebhook {
  const { provider } = senderOf(values.sender)
  return {
    name: values.name,
    provider,
    ...(hasSecret(provider) && values.secret ? { secret: values.secret } : {}),
    ...(hasVerifyToken(provider) && values.verify_token ? { verify_token: values.verify_token } : {}),
    ...(provider === 'meta' && values.access_token ? { access_token: values.access_token } : {}),
    ...(provider === 'hmac' ? { signature: signatureOf(values) } : {}),
    ...(values.preset ? { mapping: { preset: values.preset as PresetName } } : {}),
    ...(values.delivery_id ? { delivery_id: values.delivery_id } : {}),
    max_bytes: Math.round(Number(values.max_kb || 1024) * 1024),
    rate_limit: orNull(values.rate_limit),
    retention_days: orNull(values.retention_days),
  }
}

/** Only what was changed, so that nobody's change of another field is undone. */
export function toPatch(before: SourceValues, values: SourceValues): WebhookPatch {
  const { provider } = senderOf(values.sender)
  const isOther = <K extends keyof SourceValues>(name: K) =>
    JSON.stringify(before[name]) !== JSON.stringify(values[name])
  const secrets: WebhookPatch = {}
  for (const name of ['secret', 'verify_token', 'access_token'] as const) {
    if (values[name]) secrets[name] = values[name]
    else if (values.forget.includes(name)) secrets[name] = null
  }
  return {
    ...(isOther('name') ? { name: values.name } : {}),
    ...(isOther('sender') && senderOf(before.sender).provider !== provider ? { provider } : {}),
    ...(provider === 'hmac' && (isOther('signature') || isOther('sender')) ? { signature: signatureOf(values) } : {}),
    ...secrets,
    ...(isOther('delivery_id') ? { delivery_id: values.delivery_id || null } : {}),
    ...(isOther('max_kb') ? { max_bytes: Math.round(Number(values.max_kb || 1024) * 1024) } : {}),
    ...(isOther('rate_limit') ? { rate_limit: orNull(values.rate_limit) } : {}),
    ...(isOther('retention_days') ? { retention_days: orNull(values.retention_days) } : {}),
  }
}

const RENAMED: Record<string, string> = { provider: 'sender', max_bytes: 'max_kb', mapping: 'preset' }
const SHOWN =
  /^(?:name|sender|secret|verify_token|access_token|signature(?:\.\w+)?|preset|delivery_id|max_kb|rate_limit|retention_days)$/

/** Sorts the API's messages by the fields of the form; the rest is shown for the form as a whole. */
export function sortErrors(errors: Record<string, string>): { fields: Record<string, string>; others: string[] } {
  const fields: Record<string, string> = {}
  const others: string[] = []
  for (const [name, text] of Object.entries(errors)) {
    const field = name === 'signature' ? 'signature.header' : (RENAMED[name] ?? name)
    if (SHOWN.test(field)) fields[field] = text
    else others.push(text)
  }
  return { fields, others }
}

/** Adds the message of the refusal itself when no field has one. */
export function placeErrors(error: unknown) {
  const { fields, others } = sortErrors(fieldErrors(error))
  return { fields, others: Object.keys(fields).length > 0 ? others : [...others, messageOf(error)] }
}
