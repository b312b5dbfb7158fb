import type { Issues } from '../lib/issues.ts'
import { type NewSource, previewRequest, type SourceChange, webhook } from './schemas.ts'
import { senderOf } from './senders/registry.ts'
import { checkSecret } from './verify/signature-rule.ts'

export function readSource(issues: Issues, body: Record<string, unknown>): NewSource {
  const source = webhook.readNew(issues, body)
  checkSource(issues, source)
  return source
}

/** Removes a secret or a signature that the new sender does not use. */
export function completeChange(change: SourceChange, provider: string): SourceChange {
  const next = change.provider
  if (next === undefined || next === provider) return change
  return {
    ...(senderOf(next)?.secret ? {} : { secret: null }),
    ...(next === 'hmac' ? {} : { signature: null }),
    ...change,
  }
}

/** The rules between fields. A source that only seems to verify is worse than one that does not verify. */
export function checkSource(issues: Issues, source: Pick<NewSource, 'provider' | 'secret' | 'signature'>): void {
  const { provider, secret, signature } = source
  if (provider === 'hmac' && signature === null && !Object.hasOwn(issues.details, 'signature')) {
    issues.add('signature', 'webhook.signature_required')
  }
  if (provider !== 'hmac' && signature !== null) {
    issues.add('signature', 'webhook.signature_unused', { provider })
  }
  const problem = secret === null ? null : checkSecret(provider, secret)
  if (problem !== null) issues.add('secret', problem)
}

/** A null mapping means the one of the source. */
export function readPreview(issues: Issues, sent: Record<string, unknown>) {
  const { delivery_id: deliveryId, body, content_type, mapping } = previewRequest.read(issues, sent)
  if ((deliveryId === null) === (body === undefined)) issues.add('delivery_id', 'webhook.preview_choice')
  const isText = typeof body === 'string'
  const sample = {
    content_type: content_type ?? (isText ? null : 'application/json'),
    body: Buffer.from(isText ? body : JSON.stringify(body ?? null)),
  }
  return { mapping, deliveryId, sample }
}
