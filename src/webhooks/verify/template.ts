import { type Message, message } from '../../messages/message.ts'
import { type Rejection, reject, type SignatureRule } from '../senders/shared/contract.ts'
import { isPlain, PLAIN_MAX } from './checks.ts'

// What is signed: a template with placeholders.

export const TIMESTAMP = '{timestamp}'
export const PLACES = ['{body}', TIMESTAMP, '{id}', '{url}', '{method}'] as const
export type Place = (typeof PLACES)[number]

/** Splits into texts and placeholders in turn: '{timestamp}.{body}' → '', '{timestamp}', '.', '{body}', ''. */
export function splitTemplate(template: string): string[] {
  return template.split(/(\{(?:body|timestamp|id|url|method)\})/)
}

/** Two placeholders without text between them, in order. */
export function adjacentPlaces(split: readonly string[]): Array<[Place, Place]> {
  return split.flatMap((text, at): Array<[Place, Place]> => {
    const isGap = at % 2 === 0 && text === '' && at > 0 && at < split.length - 1
    return isGap ? [[split[at - 1] as Place, split[at + 1] as Place]] : []
  })
}

interface Values {
  timestamp: string
  id: string
  url: string
  method: string
  body: Buffer
}

/** The signed bytes in order, or why they are ambiguous: bytes must not move from one value to the next. */
export function fillTemplate(rule: SignatureRule, values: Values): Array<string | Buffer> | Rejection {
  if (rule.template === '{body}') return [values.body]
  const split = splitTemplate(rule.template)
  const pairs = adjacentPlaces(split)
  const touches = (place: Place) => pairs.some((pair) => pair.includes('{body}') && pair.includes(place))
  // The end of a JSON body closes its first bracket, so a body that is cut or extended is not JSON any more.
  if ((touches('{id}') || touches('{url}')) && !isJsonShaped(values.body)) {
    return reject('malformed_body', 'rejection.not_json_beside')
  }
  const parts: Array<string | Buffer> = []
  for (const [at, piece] of split.entries()) {
    const given = piece === TIMESTAMP ? values.timestamp : piece === '{id}' ? values.id : null
    if (given !== null) {
      const neighbours = [split[at - 1]!, split[at + 1]!].filter(Boolean)
      const isBeside = pairs.some((pair) => pair.includes(piece as Place)) && /[[\]{}"]/.test(given)
      // A value that contains the text next to it could be split elsewhere. A time that was checked has only one end.
      const isChecked = piece === TIMESTAMP && rule.tolerance_seconds !== null
      if (!isPlain(given) || isBeside || (!isChecked && neighbours.some((text) => given.includes(text)))) {
        return refuseValue(rule, piece === '{id}', neighbours)
      }
    }
    if (piece !== '') parts.push(valueAt(piece, values))
  }
  return parts
}

function valueAt(piece: string, { timestamp, id, url, method, body }: Values): string | Buffer {
  switch (piece as Place) {
    case '{body}':
      return body
    case '{timestamp}':
      return timestamp
    case '{id}':
      return id
    case '{url}':
      return url
    case '{method}':
      return method
    default:
      return piece
  }
}

function isJsonShaped(body: Buffer): boolean {
  const ends = `${String.fromCharCode(body[0] ?? 0)}${String.fromCharCode(body.at(-1) ?? 0)}`
  return ends === '{}' || ends === '[]'
}

function refuseValue(rule: SignatureRule, isId: boolean, neighbours: string[]): Rejection {
  const header = isId ? rule.id_header! : (rule.timestamp_header ?? rule.header)
  const texts = neighbours.map((text) => `"${text}"`).join(', ')
  const without: Message | '' = texts === '' ? '' : message('rejection.without', { texts })
  const values = { header, max: PLAIN_MAX, without }
  return isId
    ? reject('malformed_id', 'rejection.malformed_id', values)
    : reject('malformed_timestamp', 'rejection.malformed_timestamp', values)
}
