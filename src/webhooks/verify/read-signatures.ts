import { encodedLength, isShaped, type Rejection, reject, type SignatureRule } from '../senders/shared/contract.ts'
import { TIMESTAMP } from './template.ts'

type Read = { signatures: string[]; timestamp?: string } | Rejection

/** A prefix such as "t={timestamp},v1=": named values in any order, of which the signature may occur several times. */
const NAMED = /^(\w+)=\{timestamp\}([,;])(\w+)=$/

/**
 * Reads the header that carries the signature. There may be several while a secret is rolled: after "t={timestamp},v1="
 * and the like, or after "v1," with spaces between. Other schemes beside them, such as v0, prove nothing.
 */
export function readSignatures(value: string, rule: SignatureRule, isCustom: boolean): Read {
  const { prefix } = rule
  const named = NAMED.exec(prefix)
  if (named !== null) return readNamed(value, rule, isCustom, named)
  const timestamp = prefix.includes(TIMESTAMP) ? timestampIn(prefix, value) : ''
  const before = prefix.replace(TIMESTAMP, () => timestamp)
  const items = prefix.endsWith(',') ? value.split(' ').filter((item) => item.startsWith(before)) : [value]
  const signatures = items.map((item) => digitsOf(item.slice(before.length), rule, isCustom))
  const isWhole = items.length > 0 && items.every((item) => item.startsWith(before))
  return isWhole && signatures.every((each) => isShaped(each, rule))
    ? { signatures, timestamp }
    : malformed(rule, isCustom)
}

function readNamed(value: string, rule: SignatureRule, isCustom: boolean, named: RegExpExecArray): Read {
  const [, timeName, separator, signatureName] = named as unknown as [string, string, string, string]
  let timestamp: string | null = null
  const signatures: string[] = []
  for (const item of value.split(separator)) {
    const [, name, text = ''] = /^(\w+)=(.*)$/s.exec(item) ?? []
    // If a proxy joined two headers, there is a space here, or a second time.
    if (name === undefined || (name === timeName && timestamp !== null)) return malformed(rule, isCustom)
    if (name === timeName) timestamp = text
    if (name !== signatureName) continue
    const signature = digitsOf(text, rule, isCustom)
    if (!isShaped(signature, rule)) return malformed(rule, isCustom)
    signatures.push(signature)
  }
  if (signatures.length === 0) return malformed(rule, isCustom)
  if (timestamp) return { signatures, timestamp }
  return reject('missing_timestamp', 'rejection.no_time', { header: rule.header, name: timeName })
}

/** Some senders write hex in upper case. Mixed case means that the signature was changed. */
function digitsOf(text: string, { encoding }: SignatureRule, isCustom: boolean): string {
  return isCustom && encoding === 'hex' && /^[0-9A-F]+$/.test(text) ? text.toLowerCase() : text
}

function malformed(rule: SignatureRule, isCustom: boolean): Rejection {
  const { header, prefix, hash, encoding } = rule
  if (isCustom) return reject('malformed_signature', 'rejection.not_by_rule', { header, prefix, hash, encoding })
  const said = encoding === 'hex' ? 'rejection.not_hex' : 'rejection.not_base64'
  return reject('malformed_signature', said, { header, prefix, length: encodedLength(hash, encoding) })
}

/** The text at {timestamp}, up to the text that follows it. */
function timestampIn(prefix: string, value: string): string {
  const [before, after] = prefix.split(TIMESTAMP)
  const end = after ? value.indexOf(after, before!.length) : -1
  return end === -1 ? '' : value.slice(before!.length, end)
}
