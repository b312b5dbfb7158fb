import { type Issues, readObject } from '../../lib/issues.ts'
import { choice, everywhere, group, integer } from '../../lib/record/fields.ts'
import * as S from '../../lib/schema.ts'
import { countCodePoints } from '../../lib/text/text.ts'
import { senderOf } from '../senders/registry.ts'
import { ENCODINGS, HASHES, type SignatureRule } from '../senders/shared/contract.ts'
import { isHeaderName } from './delivery-id.ts'
import { splitTemplate, TIMESTAMP } from './verify.ts'

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
      const form = 'such as X-Signature, of at most 100 characters'
      if (!isAbsent(value)) issues.add(path, `${path} must be the name of a header, ${form}.`)
      else if (isRequired) issues.add(path, `${path} is required. Send the name of the header with the signature.`)
      return null
    },
  })
}

/** Not trimmed: a space may belong to what is signed. */
function asciiText(max: number, fallback: string, words: S.Schema) {
  return everywhere<string>({
    schema: S.string({ maxLength: max, ...words }),
    example: fallback,
    isRequired: false,
    read(issues, path, value) {
      if (isAbsent(value)) return fallback
      if (typeof value === 'string' && value.length <= max && /^[\x20-\x7e]*$/.test(value)) return value
      issues.add(path, `${path} must be at most ${max} visible ASCII characters or spaces.`)
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
      'of the same header.',
  }),
  hash: choice(HASHES, { fallback: 'sha256', example: 'sha256' }),
  encoding: choice(ENCODINGS, { fallback: 'hex', example: 'hex' }),
  template: asciiText(200, '{body}', {
    description: 'What is signed.',
    examples: ['{body}', '{timestamp}.{body}', '{id}.{timestamp}.{body}'],
  }),
  timestamp_header: headerName(S.nullable('string', { maxLength: HEADER_MAX })),
  id_header: headerName(S.nullable('string', { maxLength: HEADER_MAX })),
  tolerance_seconds: integer({
    min: 1,
    max: 86_400,
    fallback: null,
    nullFor: 'any age',
    about: 'How far the timestamp may be from now. Null: as far as it likes.',
    example: null,
  }),
})

const ABOUT = 'How the sender signs, for provider hmac.'
const DEFAULTS = 'Left out: no prefix, sha256, hex, the template `{body}`, and no tolerance.'

export const signature = everywhere<SignatureRule | null>({
  schema: S.orNull(S.output('Signature', members.schema.properties as S.Fields, ABOUT)),
  sentSchema: S.orNull(S.input('NewSignature', members.sentSchema!.properties as S.Fields, `${ABOUT} ${DEFAULTS}`)),
  example: null,
  isRequired: false,
  read: readSignatureRule,
})

/** Adds a problem of a member, as the end of a sentence that begins with its name. */
type Refuse = (member: keyof SignatureRule, problem: string) => void

/** Null if it is absent or wrong. */
export function readSignatureRule(issues: Issues, path: string, value: unknown): SignatureRule | null {
  const before = issues.count
  const sent = readObject(issues, path, value, {})
  if (sent === null) return null
  const rule = members.read(issues, path, value) as SignatureRule
  const refuse: Refuse = (name, problem) => issues.add(`${path}.${name}`, `${path}.${name} ${problem}`)
  checkPlaces(refuse, rule)
  checkPrefix(refuse, rule)
  checkTemplate(refuse, rule, sent)
  return issues.count === before ? rule : null
}

/** A whole header is one value: a rule that reads two from it would refuse everything. */
function checkPlaces(refuse: Refuse, { header, timestamp_header, id_header }: SignatureRule): void {
  if (!header) return
  if (timestamp_header === header) {
    const how = 'Leave it out, and write prefix with {timestamp} in it, such as "t={timestamp},v1="'
    refuse('timestamp_header', `is the header of the signature. ${how}.`)
  }
  if (id_header === header || (id_header !== null && id_header === timestamp_header)) {
    refuse('id_header', 'must be a header of its own.')
  }
}

/** A timestamp in the prefix has to end somewhere, and be the only one. */
function checkPrefix(refuse: Refuse, { prefix, timestamp_header }: SignatureRule): void {
  const parts = prefix.split(TIMESTAMP)
  if (parts.length === 1) return
  if (parts.length > 2) refuse('prefix', 'must hold {timestamp} once.')
  if (parts.at(-1) === '') refuse('prefix', 'needs text between {timestamp} and the signature.')
  if (timestamp_header !== null) refuse('timestamp_header', 'has no use when the prefix holds {timestamp}.')
}

/** Everything of the rule has its place in the template, and nothing in it can be cut in two ways. */
function checkTemplate(refuse: Refuse, rule: SignatureRule, sent: Record<string, unknown>): void {
  const split = splitTemplate(rule.template)
  const places = split.filter((_, i) => i % 2 === 1)
  const times = (place: string) => places.filter((each) => each === place).length
  if (times('{body}') !== 1) refuse('template', 'must hold {body} once.')
  if (times('{timestamp}') > 1 || times('{id}') > 1) refuse('template', 'must hold {timestamp} and {id} once.')
  const hasBraces = split.some((text, i) => i % 2 === 0 && /[{}]/.test(text))
  if (hasBraces) refuse('template', 'may hold {body}, {timestamp} and {id}, but no other braces.')
  for (const [place, name] of [
    [TIMESTAMP, 'timestamp_header'],
    ['{id}', 'id_header'],
  ] as const) {
    const inPrefix = place === TIMESTAMP && rule.prefix.includes(place)
    const isSent = inPrefix || !isAbsent(sent[name])
    if (isSent && times(place) === 0) {
      const other = inPrefix ? 'take it out of prefix' : `leave ${name} out`
      refuse('template', `must hold ${place}: what is not signed proves nothing. Or ${other}.`)
    } else if (!isSent && times(place) > 0) {
      refuse(name, `is required, because the template holds ${place}.`)
    }
  }
  if (rule.tolerance_seconds !== null && times(TIMESTAMP) === 0) {
    refuse('tolerance_seconds', 'needs {timestamp} in the template.')
  }
  checkGaps(refuse, rule, split)
}

function checkGaps(refuse: Refuse, { tolerance_seconds }: SignatureRule, split: string[]): void {
  for (let i = 2; i < split.length - 1; i += 2) {
    if (split[i] !== '') continue
    // Digits of a bounded number next to the body are what some senders do, and leave next to nothing to move.
    const pair = [split[i - 1], split[i + 1]]
    if (tolerance_seconds !== null && pair.includes(TIMESTAMP) && pair.includes('{body}')) continue
    const advice = pair.includes('{id}') ? '' : ', or set tolerance_seconds'
    refuse('template', `needs text between ${pair.join(' and ')}, so that none passes for the other${advice}.`)
  }
}

/** Returns what is wrong with a secret, as a sentence that does not repeat it, or null. */
export function checkSecret(provider: string, secret: string): string | null {
  const sender = senderOf(provider)
  if (sender?.secret === undefined) {
    if (!sender?.verifyToken)
      return 'secret has no use without a provider. Choose the provider that signs, or leave it out.'
    const { label } = sender.verifyToken
    return `secret has no use with provider ${provider}, which does not sign. Send its ${label} as verify_token.`
  }
  if (secret.trim() === '') return 'secret must not be blank. Copy it from the sender.'
  const length = countCodePoints(secret)
  if (length > SECRET_MAX) return `secret must be at most ${SECRET_MAX} characters, but it has ${length}.`
  if (/[\u0000-\u001f\u007f]/.test(secret) || !secret.isWellFormed()) {
    return 'secret holds a line break or another control character. Copy it again, without the line end.'
  }
  if (PLACEHOLDER.test(secret)) return 'secret is the placeholder of an example. Copy the real one from the sender.'
  return sender.secret.problem?.(secret) ?? null
}

/** "whsec_..." from a document, "<secret>", "YOUR_SECRET_HERE": no sender signs with these. */
const PLACEHOLDER = /\.{3}$|…$|^<[^<>]*>$|^your[_-](?:[^\W_]*[_-])*secret(?:[_-]here)?$/i
