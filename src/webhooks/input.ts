import { isUuid } from '../lib/ids.ts'
import { checkNames, type Issues } from '../lib/issues.ts'
import { readText } from '../lib/text/text.ts'
import { mapping as mappingField } from './mapping/mapping.ts'
import { type NewSource, type SourceChange, webhook } from './schemas.ts'
import { senderOf } from './senders/registry.ts'
import type { Mapping } from './senders/shared/mapping.ts'
import { checkSecret } from './verify/signature-rule.ts'

export function readSource(issues: Issues, body: Record<string, unknown>): NewSource {
  const source = webhook.readNew(issues, body)
  checkSource(issues, source)
  return source
}

/** A secret or a signature that the new sender has no use for is removed. */
export function completeChange(change: SourceChange, provider: string): SourceChange {
  const next = change.provider
  if (next === undefined || next === provider) return change
  return {
    ...(senderOf(next)?.secret ? {} : { secret: null }),
    ...(next === 'hmac' ? {} : { signature: null }),
    ...change,
  }
}

/** The rules between fields. A source that seems to verify and does not is worse than one that does not. */
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

export interface PreviewRequest {
  sample: { deliveryId: string } | { contentType: string | null; body: Buffer }
  /** Null for the one of the source. */
  mapping: Mapping | null
}

export function readPreview(issues: Issues, body: Record<string, unknown>): PreviewRequest {
  checkNames(issues, body, ['delivery_id', 'body', 'content_type', 'mapping'])
  const mapping = mappingField.read(issues, 'mapping', body.mapping)
  const contentType = readText(issues, 'content_type', body.content_type, { max: 255 })
  const deliveryId = readText(issues, 'delivery_id', body.delivery_id, { max: 255 })
  const tried = body.body
  if ((deliveryId === null) === (tried === undefined)) {
    issues.add('delivery_id', 'webhook.preview_choice')
  }
  if (deliveryId !== null) {
    if (!isUuid(deliveryId)) issues.add('delivery_id', 'webhook.preview_not_id')
    return { sample: { deliveryId }, mapping }
  }
  const isText = typeof tried === 'string'
  const sample = Buffer.from(isText ? tried : JSON.stringify(tried ?? null))
  return { sample: { contentType: contentType ?? (isText ? null : 'application/json'), body: sample }, mapping }
}
