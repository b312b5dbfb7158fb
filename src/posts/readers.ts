import { isUuid } from '../lib/ids.ts'
import { type Issues, nameOfType } from '../lib/issues.ts'
import { checkCharacters, checkLength, readText } from '../lib/text/text.ts'
import { parseDateTime } from '../lib/time/date-time.ts'
import { isTimeZone, type LocalTime, zonedToInstant } from '../lib/time/time-zone.ts'
import { ALT_TEXT_MAX } from '../platforms/registry.ts'
import type { Format } from '../platforms/shared/provider.ts'
import * as fields from './fields.ts'

// Reads the fields of a post. Every broken rule becomes an issue, and null is then returned.

/** Longer arrays are refused as a whole, so that the answer stays small. */
export const ENTRIES_CHECKED_MAX = 100

/** A client's text for a message: shortened, without control characters. */
export function quote(text: string): string {
  const printable = text
    .slice(0, 200)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\ufffd')
  const characters = Array.from(printable)
  return characters.length > 60 ? `"${characters.slice(0, 60).join('')}…"` : `"${printable}"`
}

function refuse(issues: Issues, field: string, problem: string): null {
  issues.add(field, `${field} ${problem}`)
  return null
}

export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

interface WordRule<T> {
  /** The value of the word; undefined when it is not allowed. */
  find(word: string): T | undefined
  wanted: string
  advice?: string
}

function readWord<T>(issues: Issues, field: string, value: unknown, { find, wanted, advice = '' }: WordRule<T>) {
  if (isAbsent(value)) return null
  const word = typeof value === 'string' ? value.trim() : null
  const found = word === null ? undefined : find(word)
  if (found !== undefined) return found
  const actual = word === null ? nameOfType(value) : quote(word)
  return refuse(issues, field, `must be ${wanted}, but it is ${actual}.${advice}`)
}

export function readChoice<T extends string>(
  issues: Issues,
  field: string,
  value: unknown,
  allowed: readonly T[],
): T | null {
  const find = (word: string) => allowed.find((each) => each === word)
  return readWord(issues, field, value, { find, wanted: `one of ${allowed.join(', ')}` })
}

export function readTimeZone(issues: Issues, value: unknown): string | null {
  const find = (word: string) => (isTimeZone(word) ? word : undefined)
  const wanted = 'the IANA name of a time zone, such as Europe/Lisbon'
  return readWord(issues, 'time_zone', value, { find, wanted })
}

export function readConnectionId(issues: Issues, value: unknown): string | null {
  const find = (word: string) => (isUuid(word) ? word.toLowerCase() : undefined)
  const wanted = 'the id of a connected account, a UUID'
  return readWord(issues, 'connection_id', value, { find, wanted, advice: ' List them at GET /v1/connections.' })
}

export function readMediaType(issues: Issues, platform: Format, value: unknown): string | null {
  const allowed = Object.keys(fields.MEDIA_COUNTS[platform])
  if (isAbsent(value)) return refuse(issues, 'media_type', `is required. Send one of ${allowed.join(', ')}.`)
  return readChoice(issues, 'media_type', value, allowed)
}

export function readContent(
  issues: Issues,
  value: unknown,
  { platform, mediaType, max }: { platform: Format; mediaType: string | null; max: number },
): string | null {
  const field = fields.TEXT_FIELD[platform]
  if (mediaType === 'text' && isAbsent(value)) {
    return refuse(issues, field, 'is required when media_type is text. Send a non-empty string.')
  }
  return readText(issues, field, value, { max, required: fields.TEXT_REQUIRED[platform] })
}

type CheckEntry = (issues: Issues, field: string, text: string) => void

function readEntries(issues: Issues, field: string, value: unknown, check: CheckEntry): string[] | null {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value))
    return refuse(issues, field, `must be an array of strings, but it is ${nameOfType(value)}.`)
  const texts: string[] = []
  for (const [index, entry] of value.slice(0, ENTRIES_CHECKED_MAX).entries()) {
    const path = `${field}[${index}]`
    if (typeof entry !== 'string') {
      refuse(issues, path, `must be a string, but it is ${nameOfType(entry)}.`)
      continue
    }
    const text = entry.trim()
    if (text === '') refuse(issues, path, 'must not be blank. Leave the entry out.')
    else check(issues, path, text)
    texts.push(text)
  }
  return texts
}

// Messages never repeat a URL: it may hold a password or a signature.
function checkMediaUrl(issues: Issues, field: string, text: string): void {
  checkLength(issues, field, text, fields.MEDIA_URL_MAX_LENGTH)
  if (!checkCharacters(issues, field, text)) return
  // `new URL` drops tabs and line breaks and takes \ for /, and what it then reads is not what was stored.
  if (/[\s\p{Cc}\\]/u.test(text)) {
    refuse(issues, field, 'must not hold white space, control characters or backslashes. Percent-encode them.')
    return
  }
  // The scheme with its slashes is required because `new URL` also takes "http:host" and "http:///host".
  const url = /^https?:\/\/[^/?#]/i.test(text) ? URL.parse(text) : null
  if (!url) refuse(issues, field, 'must be an absolute URL that starts with https:// or http://.')
  else if (url.username !== '' || url.password !== '') {
    refuse(issues, field, 'must not hold a user name or password. Use an address that needs none.')
  }
}

export function readAltTexts(issues: Issues, value: unknown, count: number): (string | null)[] | null {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value)) {
    return refuse(issues, 'alt_texts', `must be an array of strings or null, but it is ${nameOfType(value)}.`)
  }
  if (value.length > count) {
    const files = count === 1 ? '1 file' : `${count} files`
    const problem = `has ${value.length} entries, but media_urls has ${files}. Send one for each file at most.`
    return refuse(issues, 'alt_texts', problem)
  }
  return value.map((entry, at) => readText(issues, `alt_texts[${at}]`, entry, { max: ALT_TEXT_MAX }))
}

export function readMediaUrls(issues: Issues, platform: Format, mediaType: string | null, value: unknown) {
  const urls = readEntries(issues, 'media_urls', value, checkMediaUrl)
  checkMediaCount(issues, platform, mediaType, value)
  return urls
}

function checkMediaCount(issues: Issues, platform: Format, mediaType: string | null, value: unknown): void {
  if (value !== undefined && value !== null && !Array.isArray(value)) return
  const count = value?.length ?? 0
  const limit = fields.MEDIA_URLS_MAX[platform]
  const refuseUrls = (problem: string) => void refuse(issues, 'media_urls', problem)
  if (count > limit) refuseUrls(`must have at most ${limit} URLs, but it has ${count}.`)

  const bounds = mediaType === null ? undefined : fields.MEDIA_COUNTS[platform][mediaType]
  if (!bounds) {
    if (platform === 'photo' && count === 0) refuseUrls('is required. Send at least 1 URL.')
    return
  }
  const [least, most] = bounds
  if (count >= least && count <= most) return
  const wanted = least === most ? 'exactly 1 URL' : `${least} to ${most} URLs`
  if (most === 0) refuseUrls(`is not allowed when media_type is ${mediaType}. Leave it out or send null.`)
  else if (count === 0) refuseUrls(`is required when media_type is ${mediaType}. Send ${wanted}.`)
  else if (count < least || most < limit) {
    refuseUrls(`must have ${wanted} when media_type is ${mediaType}, but it has ${count}.`)
  }
}

// Both widths: Japanese keyboards write ＃ and ＠.
const SIGNS = { hashtags: { sign: '#', prefix: /^[#＃]/ }, mentions: { sign: '@', prefix: /^[@＠]/ } } as const

export function readTags(issues: Issues, field: keyof typeof SIGNS, value: unknown): string[] | null {
  const { sign, prefix } = SIGNS[field]
  const tags = readEntries(issues, field, value, (_, path, text) => {
    if (prefix.test(text)) {
      refuse(issues, path, `must be written without the ${sign} prefix, which is added at publication.`)
    }
    if (checkCharacters(issues, path, text) && /\s/.test(text)) {
      refuse(issues, path, `must not hold white space. Send each of the ${field} as an entry of its own.`)
    }
    checkLength(issues, path, text, fields.TAG_MAX_LENGTH)
  })
  if (Array.isArray(value) && value.length > fields.TAGS_MAX) {
    refuse(issues, field, `must have at most ${fields.TAGS_MAX} entries, but it has ${value.length}.`)
  }
  return tags
}

const HAS_OFFSET = /^[^Tt]*[Tt].*[Zz+-]/

interface DateRules {
  isRequired: boolean
  sendsZone: boolean
  /** Null also when the zone that was sent does not exist. */
  zone: string | null
  /** The date may have an offset beside a zone. */
  offsetAllowed: boolean
}

export function readScheduledDate(issues: Issues, value: unknown, rules: DateRules): Date | null {
  const { isRequired, sendsZone, zone, offsetAllowed } = rules
  const refuseDate = (problem: string) => refuse(issues, 'scheduled_date', problem)
  if (isAbsent(value)) {
    if (!isRequired) return null
    return refuseDate('is required when status is scheduled. Send a date and time such as 2026-07-01T09:30:00Z.')
  }
  if (typeof value !== 'string') {
    return refuseDate(`must be a string such as "2026-07-01T09:30:00Z", but it is ${nameOfType(value)}.`)
  }
  const text = value.trim()
  const result = parseDateTime(text)
  if ('problem' in result) {
    const form = sendsZone && !offsetAllowed ? ' With time_zone it is written without Z or offset.' : ''
    return refuseDate(`${result.problem}.${form}`)
  }
  if (!sendsZone) return result.date
  if (HAS_OFFSET.test(text)) {
    if (offsetAllowed) return result.date
    return refuseDate(
      'must be a local time such as 2026-07-01T09:30:00 when time_zone is sent, but it has an offset. Drop the offset or time_zone.',
    )
  }
  if (zone === null) return null
  const local = toInstant(result.date, zone)
  if ('problem' in local) return refuseDate(`is not possible: ${local.problem}`)
  const year = local.date.getUTCFullYear()
  return year >= 1970 && year <= 9999 ? local.date : refuseDate('must lie in the years 1970 to 9999 (in UTC).')
}

const LOCAL_PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second', 'ms'] as const

/** `wall` is the local time, written as if it were UTC. */
function toInstant(wall: Date, zone: string) {
  const numbers = wall.toISOString().match(/\d+/g)!.map(Number)
  const local = Object.fromEntries(LOCAL_PARTS.map((part, at) => [part, numbers[at]]))
  return zonedToInstant(local as unknown as LocalTime, zone)
}
