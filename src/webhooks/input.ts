import { type Query, queryChoice, queryDate, queryText } from '../http/input/query.ts'
import { firstIdAt, isUuid } from '../lib/ids.ts'
import { checkNames, type Issues, nameOfType } from '../lib/issues.ts'
import { readText } from '../lib/text/text.ts'
import { type DeliveryFilter, MAPPING_STATES } from './delivery-store.ts'
import type { Mapping } from './mapping/contract.ts'
import { readFlag, readMapping } from './mapping/read-mapping.ts'
import { MAX_BYTES, NAME_MAX, RATE_LIMIT_MAX, RETENTION_DAYS_MAX, TOKEN_MAX, webhookWithUrl } from './schemas.ts'
import { PROVIDERS, type Provider } from './verify/contract.ts'
import { readSelector } from './verify/delivery-id.ts'
import { checkSecret, readSignatureRule, SECRET_MAX } from './verify/signature-rule.ts'

const text = (field: string, max: number) => (issues: Issues, value: unknown) => readText(issues, field, value, { max })
const integer = (field: string, max: number) => (issues: Issues, value: unknown) =>
  readInteger(issues, field, value, { min: 1, max })

/** What a person decides about a source: how each field of a body is read. */
const READERS = {
  name: (issues: Issues, value: unknown) => readText(issues, 'name', value, { max: NAME_MAX, required: true }) ?? '',
  provider: readProvider,
  secret: text('secret', SECRET_MAX),
  verify_token: text('verify_token', TOKEN_MAX),
  access_token: text('access_token', TOKEN_MAX),
  signature: readSignatureRule,
  delivery_id: readDeliveryId,
  max_bytes: (issues: Issues, value: unknown) => readInteger(issues, 'max_bytes', value, MAX_BYTES) ?? MAX_BYTES.max,
  rate_limit: integer('rate_limit', RATE_LIMIT_MAX),
  retention_days: integer('retention_days', RETENTION_DAYS_MAX),
  mapping: readMapping,
  paused: (issues: Issues, value: unknown) => readFlag(issues, 'paused', value),
}
const FIELDS = Object.keys(READERS) as Array<keyof typeof READERS>

export type SourceInput = { [Field in keyof typeof READERS]: ReturnType<(typeof READERS)[Field]> }
/** Fields that are not there stay as they are. */
export type SourceChange = Partial<SourceInput>

// A client may send back what it read: fields that the service assigns are ignored.
const ASSIGNED = new Set(Object.keys(webhookWithUrl.schema.properties as object))

/** Reads a create body. Every broken rule goes to `issues`; the result counts only when there are none. */
export function readSource(issues: Issues, body: Record<string, unknown>): SourceInput {
  checkNames(issues, body, FIELDS, ASSIGNED)
  const { provider = 'none', paused = false } = body
  const source = readFields(issues, FIELDS, { ...body, provider, paused }) as SourceInput
  checkSource(issues, source)
  return source
}

/** Reads a PATCH body. `checkSource` then checks the source as a whole. */
export function readSourceChange(issues: Issues, body: Record<string, unknown>): SourceChange {
  checkNames(issues, body, FIELDS, ASSIGNED)
  const sent = FIELDS.filter((field) => body[field] !== undefined)
  return readFields(issues, sent, body)
}

function readFields(issues: Issues, fields: typeof FIELDS, body: Record<string, unknown>): SourceChange {
  return Object.fromEntries(fields.map((field) => [field, READERS[field](issues, body[field])]))
}

/** What a change brings with it: a secret or a signature goes when the new provider has no use for it. */
export function completeChange(change: SourceChange, provider: string): SourceChange {
  const next = change.provider
  if (next === undefined || next === provider) return change
  return {
    ...(next === 'none' || next === 'microsoft' ? { secret: null } : {}),
    ...(next === 'hmac' ? {} : { signature: null }),
    ...change,
  }
}

/** The rules between fields. A source that seems to verify and does not would be worse than one that does not. */
export function checkSource(issues: Issues, source: Pick<SourceInput, 'provider' | 'secret' | 'signature'>): void {
  const { provider, secret, signature } = source
  if (provider === 'hmac' && signature === null && !Object.hasOwn(issues.details, 'signature')) {
    issues.add('signature', 'signature is required with provider hmac: say at least in which header it is.')
  }
  if (provider !== 'hmac' && signature !== null) {
    issues.add('signature', `signature is only for provider hmac; how ${provider} signs is known. Leave it out.`)
  }
  if (secret === null) return
  const problem = checkSecret(provider, secret)
  if (problem !== null) issues.add('secret', problem)
}

function readProvider(issues: Issues, value: unknown): Provider {
  if (PROVIDERS.includes(value as Provider)) return value as Provider
  issues.add('provider', `provider must be one of ${PROVIDERS.join(', ')}.`)
  return 'none'
}

function readDeliveryId(issues: Issues, value: unknown): string | null {
  const selector = readText(issues, 'delivery_id', value, { max: 255 })
  if (selector === null || readSelector(selector) !== null) return selector
  issues.add(
    'delivery_id',
    'delivery_id must say where the id is: header:NAME, query:NAME or body:/json/pointer, for example header:x-event-id.',
  )
  return null
}

function readInteger(issues: Issues, field: string, value: unknown, rule: { min: number; max: number }): number | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' && Number.isInteger(value) && value >= rule.min && value <= rule.max) return value
  const found = typeof value === 'number' ? '' : `, but it is ${nameOfType(value)}`
  issues.add(field, `${field} must be a whole number from ${rule.min} to ${rule.max}${found}.`)
  return null
}

export function readDeliveryFilter(issues: Issues, query: Query): DeliveryFilter {
  const verified = queryChoice(issues, query, 'verified', ['true', 'false'])
  const after = queryDate(issues, query, 'received_after')
  const before = queryDate(issues, query, 'received_before')
  return {
    search: queryText(issues, query, 'q'),
    deliveryId: queryText(issues, query, 'delivery_id'),
    verified: verified === null ? null : verified === 'true',
    mappingState: queryChoice(issues, query, 'mapping_state', MAPPING_STATES),
    fromId: after && firstIdAt(after.getTime()),
    belowId: before && firstIdAt(before.getTime()),
  }
}

export interface PreviewRequest {
  sample: { deliveryId: string } | { contentType: string | null; body: Buffer }
  /** Null for the one of the source. */
  mapping: Mapping | null
}

export function readPreview(issues: Issues, body: Record<string, unknown>): PreviewRequest {
  checkNames(issues, body, ['delivery_id', 'body', 'content_type', 'mapping'])
  const mapping = readMapping(issues, body.mapping)
  const contentType = readText(issues, 'content_type', body.content_type, { max: 255 })
  const deliveryId = readText(issues, 'delivery_id', body.delivery_id, { max: 255 })
  const tried = body.body
  if ((deliveryId === null) === (tried === undefined)) {
    issues.add('delivery_id', 'Send either delivery_id of a stored delivery, or body to try.')
  }
  if (deliveryId !== null) {
    if (!isUuid(deliveryId)) issues.add('delivery_id', 'delivery_id must be the id of a stored delivery.')
    return { sample: { deliveryId }, mapping }
  }
  const isText = typeof tried === 'string'
  const sample = Buffer.from(isText ? tried : JSON.stringify(tried ?? null))
  return { sample: { contentType: contentType ?? (isText ? null : 'application/json'), body: sample }, mapping }
}
