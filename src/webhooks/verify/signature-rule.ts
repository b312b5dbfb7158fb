import { type Issues, readObject } from '../../lib/issues.ts'
import { choice, everywhere, group, integer } from '../../lib/record/fields.ts'
import * as S from '../../lib/schema.ts'
import { countCodePoints } from '../../lib/text/text.ts'
import { type Code, type Message, message, type ValuesOf } from '../../messages/message.ts'
import { senderOf } from '../senders/registry.ts'
import { ENCODINGS, HASHES, type SignatureRule } from '../senders/shared/contract.ts'
import { codeOfText } from '../senders/shared/texts.ts'
import { isHeaderName } from './delivery-id.ts'
import { adjacentPlaces, PLACES, splitTemplate, TIMESTAMP } from './template.ts'

export const SECRET_MAX = 500
const HEADER_MAX = 100

const isAbsent = (value: unknown) => value === undefined || value === null

function headerName(schema: S.Schema, isRequired = false) {
  return everywhere<string | null>({
    schema,
    example: null,
    isRequired,
    read(issues, path, value) {
      const text = typeof value === 'string' ? value.trim() : ''
      if (isHeaderName(text)) return text.toLowerCase()
      if (!isAbsent(value)) issues.add(path, 'signature.not_header', { max: HEADER_MAX })
      else if (isRequired) issues.add(path, 'signature.header_required')
      return null
    },
  })
}

/** Not trimmed, because a space may be part of what is signed. */
function asciiText(max: number, fallback: string, words: S.Schema) {
  return everywhere<string>({
    schema: S.string({ maxLength: max, ...words }),
    example: fallback,
    isRequired: false,
    read(issues, path, value) {
      if (isAbsent(value)) return fallback
      if (typeof value === 'string' && value.length <= max && /^[\x20-\x7e]*$/.test(value)) return value
      issues.add(path, 'signature.not_ascii', { max })
      return fallback
    },
  })
}

/** Only the header is required: most senders sign the body with HMAC-SHA256 in hex. */
const members = group({
  header: headerName(
    S.string({ maxLength: HEADER_MAX, description: 'The header with the signature.', examples: ['x-signature'] }),
    true,
  ),
  prefix: asciiText(50, '', {
    description:
      'What stands before the signature there, such as `sha256=`. One such as `t={timestamp},v1=` takes the timestamp out ' +
      'of the same header, which may then have several signatures.',
  }),
  hash: choice(HASHES, { fallback: 'sha256', example: 'sha256' }),
  encoding: choice(ENCODINGS, { fallback: 'hex', example: 'hex' }),
  template: asciiText(200, '{body}', {
    description: `What is signed, with ${PLACES.map((place) => `\`${place}\``).join(', ')}.`,
    examples: ['{body}', '{timestamp}.{body}', '{id}.{timestamp}.{body}'],
  }),
  timestamp_header: headerName(S.nullable('string', { maxLength: HEADER_MAX })),
  id_header: headerName(S.nullable('string', { maxLength: HEADER_MAX })),
  tolerance_seconds: integer({
    min: 1,
    max: 86_400,
    fallback: null,
    nullFor: message('field.null_any_age'),
    about: 'How far the timestamp (seconds, milliseconds or ISO 8601) may be from now. Null: as far as it likes.',
    example: null,
  }),
})

const ABOUT = 'How the sender signs, if `provider` is `hmac`.'
const DEFAULTS = 'Left out: no prefix, sha256, hex, the template `{body}`, and no tolerance.'

export const signature = everywhere<SignatureRule | null>({
  schema: S.orNull(S.output('Signature', members.schema.properties as S.Fields, ABOUT)),
  sentSchema: S.orNull(S.input('NewSignature', members.sentSchema!.properties as S.Fields, `${ABOUT} ${DEFAULTS}`)),
  example: null,
  isRequired: false,
  read: readSignatureRule,
})

type Refuse = <C extends Code>(member: keyof SignatureRule, code: C, ...values: ValuesOf<C, 'field'>) => void

export function readSignatureRule(issues: Issues, path: string, value: unknown): SignatureRule | null {
  const before = issues.count
  const sent = readObject(issues, path, value, {})
  if (sent === null) return null
  const rule = members.read(issues, path, value) as SignatureRule
  const refuse: Refuse = (name, code, ...values) => issues.add(`${path}.${name}`, code, ...values)
  checkPlaces(refuse, rule)
  checkPrefix(refuse, rule)
  checkTemplate(refuse, rule, sent)
  return issues.count === before ? rule : null
}

/** A whole header is one value: a rule that reads two from it would refuse everything. */
function checkPlaces(refuse: Refuse, { header, timestamp_header, id_header }: SignatureRule): void {
  if (!header) return
  if (timestamp_header === header) {
    refuse('timestamp_header', 'signature.timestamp_in_header', { place: TIMESTAMP, example: 't={timestamp},v1=' })
  }
  if (id_header === header || (id_header !== null && id_header === timestamp_header)) {
    refuse('id_header', 'signature.id_header_shared')
  }
}

/** A timestamp in the prefix must have an end, and be the only one. */
function checkPrefix(refuse: Refuse, { prefix, timestamp_header }: SignatureRule): void {
  const parts = prefix.split(TIMESTAMP)
  if (parts.length === 1) return
  if (parts.length > 2) refuse('prefix', 'signature.place_once', { place: TIMESTAMP })
  if (parts.at(-1) === '') refuse('prefix', 'signature.prefix_end', { place: TIMESTAMP })
  if (timestamp_header !== null) refuse('timestamp_header', 'signature.timestamp_in_prefix', { place: TIMESTAMP })
}

/** Every part of the rule must be in the template, and the signed text must not be splittable in two ways. */
function checkTemplate(refuse: Refuse, rule: SignatureRule, sent: Record<string, unknown>): void {
  const split = splitTemplate(rule.template)
  const places = split.filter((_, i) => i % 2 === 1)
  const times = (place: string) => places.filter((each) => each === place).length
  if (times('{body}') !== 1) refuse('template', 'signature.place_once', { place: '{body}' })
  const repeated = PLACES.find((place) => place !== '{body}' && times(place) > 1)
  if (repeated) refuse('template', 'signature.place_once', { place: repeated })
  const hasBraces = split.some((text, i) => i % 2 === 0 && /[{}]/.test(text))
  if (hasBraces) refuse('template', 'signature.other_braces', { places: PLACES.join(', ') })
  for (const [place, name] of [
    [TIMESTAMP, 'timestamp_header'],
    ['{id}', 'id_header'],
  ] as const) {
    const inPrefix = place === TIMESTAMP && rule.prefix.includes(place)
    const isSent = inPrefix || !isAbsent(sent[name])
    if (isSent && times(place) === 0) {
      if (inPrefix) refuse('template', 'signature.unsigned_prefix', { place })
      else refuse('template', 'signature.unsigned_header', { place, header: name })
    } else if (!isSent && times(place) > 0) {
      refuse(name, 'signature.header_for_place', { place })
    }
  }
  if (rule.tolerance_seconds !== null && times(TIMESTAMP) === 0) {
    refuse('tolerance_seconds', 'signature.tolerance_unused', { place: TIMESTAMP })
  }
  checkGaps(refuse, rule, split)
}

/**
 * Without text between them, a value could give bytes to the next one. A timestamp that must be near now cannot, and a
 * body beside an id or URL must be JSON (see template.ts). The method is the same for all deliveries.
 */
function checkGaps(refuse: Refuse, { tolerance_seconds }: SignatureRule, split: string[]): void {
  for (const pair of adjacentPlaces(split)) {
    const [first, second] = pair
    if (pair.includes('{method}')) continue
    if (pair.includes(TIMESTAMP)) {
      if (tolerance_seconds === null) refuse('template', 'signature.gap_or_tolerance', { first, second })
    } else if (!pair.includes('{body}')) {
      refuse('template', 'signature.gap', { first, second })
    }
  }
}

export function checkSecret(provider: string, secret: string): Message | null {
  const sender = senderOf(provider)
  if (sender?.secret === undefined) {
    if (!sender?.verifyToken) return message('webhook.secret_without_provider')
    return message('webhook.secret_unused', { provider, token: { code: codeOfText(sender, 'verify_label') } })
  }
  if (secret.trim() === '') return message('webhook.secret_blank')
  const length = countCodePoints(secret)
  if (length > SECRET_MAX) return message('webhook.secret_too_long', { max: SECRET_MAX, length })
  if (/[\u0000-\u001f\u007f]/.test(secret) || !secret.isWellFormed()) {
    return message('webhook.secret_control_character')
  }
  if (PLACEHOLDER.test(secret)) return message('webhook.secret_placeholder')
  return sender.secret.problem?.(secret) ?? null
}

/** "whsec_..." from a document, "<secret>", "YOUR_SECRET_HERE": no sender signs with these. */
const PLACEHOLDER = /\.{3}$|…$|^<[^<>]*>$|^your[_-](?:[^\W_]*[_-])*secret(?:[_-]here)?$/i
