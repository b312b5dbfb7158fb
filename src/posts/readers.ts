import { isUuid } from '../lib/ids.ts'
import { describeFound, type Issues, typeOf } from '../lib/issues.ts'
import { checkCharacters, checkLength, readText } from '../lib/text/text.ts'
import { parseDateTime } from '../lib/time/date-time.ts'
import { isTimeZone, type LocalTime, zonedToInstant } from '../lib/time/time-zone.ts'
import { type Code, message, type ValuesOf, withField } from '../messages/message.ts'
import { ALT_TEXT_MAX } from '../platforms/registry.ts'
import type { Format } from '../platforms/shared/provider.ts'
import * as fields from './fields.ts'

// Reads the fields of a post. Adds every broken rule as an issue, and then returns null.

/** Longer arrays are refused as a whole, so that the response stays small. */
export const ENTRIES_CHECKED_MAX = 100

function refuse<C extends Code>(issues: Issues, field: string, code: C, ...values: ValuesOf<C, 'field'>): null {
  issues.add(field, code, ...values)
  return null
}

export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

export function readChoice<T extends string>(
  issues: Issues,
  field: string,
  value: unknown,
  allowed: readonly T[],
): T | null {
  if (isAbsent(value)) return null
  const found = allowed.find((each) => typeof value === 'string' && each === value.trim())
  return (
    found ?? refuse(issues, field, 'field.not_choice', { choices: allowed.join(', '), found: describeFound(value) })
  )
}

export function readTimeZone(issues: Issues, value: unknown): string | null {
  if (isAbsent(value)) return null
  if (typeof value === 'string' && isTimeZone(value.trim())) return value.trim()
  return refuse(issues, 'time_zone', 'field.not_time_zone', { found: describeFound(value) })
}

export function readConnectionId(issues: Issues, value: unknown): string | null {
  if (isAbsent(value)) return null
  if (typeof value === 'string' && isUuid(value.trim())) return value.trim().toLowerCase()
  return refuse(issues, 'connection_id', 'post.not_connection_id', { found: describeFound(value) })
}

export function readMediaType(issues: Issues, platform: Format, value: unknown): string | null {
  const allowed = Object.keys(fields.MEDIA_COUNTS[platform])
  if (!isAbsent(value)) return readChoice(issues, 'media_type', value, allowed)
  return refuse(issues, 'media_type', 'post.media_type_required', { choices: allowed.join(', ') })
}

export function readContent(
  issues: Issues,
  value: unknown,
  { platform, mediaType, max }: { platform: Format; mediaType: string | null; max: number },
): string | null {
  const field = fields.TEXT_FIELD[platform]
  if (mediaType === 'text' && isAbsent(value)) return refuse(issues, field, 'post.text_required')
  return readText(issues, field, value, { max, required: fields.TEXT_REQUIRED[platform] })
}

type CheckEntry = (issues: Issues, field: string, text: string) => void

function readEntries(issues: Issues, field: string, value: unknown, check: CheckEntry): string[] | null {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value)) return refuse(issues, field, 'field.not_texts', { found: typeOf(value) })
  const texts: string[] = []
  for (const [index, entry] of value.slice(0, ENTRIES_CHECKED_MAX).entries()) {
    const path = `${field}[${index}]`
    if (typeof entry !== 'string') {
      issues.add(path, 'field.not_text', { found: typeOf(entry) })
      continue
    }
    const text = entry.trim()
    if (text === '') issues.add(path, 'post.blank_entry')
    else check(issues, path, text)
    texts.push(text)
  }
  return texts
}

// Messages never repeat a URL: it may contain a password or a signature.
function checkMediaUrl(issues: Issues, field: string, text: string): void {
  checkLength(issues, field, text, fields.MEDIA_URL_MAX_LENGTH)
  if (!checkCharacters(issues, field, text)) return
  // `new URL` drops tabs and line breaks and reads \ as /, so its result would differ from what was stored.
  if (/[\s\p{Cc}\\]/u.test(text)) {
    issues.add(field, 'post.url_characters')
    return
  }
  // The scheme with its slashes is required, because `new URL` also accepts "http:host" and "http:///host".
  const url = /^https?:\/\/[^/?#]/i.test(text) ? URL.parse(text) : null
  if (!url) issues.add(field, 'post.url_relative')
  else if (url.username !== '' || url.password !== '') issues.add(field, 'post.url_password')
}

export function readAltTexts(issues: Issues, value: unknown, count: number): (string | null)[] | null {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value)) return refuse(issues, 'alt_texts', 'post.alt_texts_not_texts', { found: typeOf(value) })
  if (value.length > count) {
    return refuse(issues, 'alt_texts', 'post.too_many_alt_texts', { count: value.length, files: count })
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
  if (count > limit) issues.add('media_urls', 'post.too_many_urls', { max: limit, count })
  const bounds = mediaType === null ? undefined : fields.MEDIA_COUNTS[platform][mediaType]
  if (mediaType === null || !bounds) {
    if (platform === 'photo' && count === 0) issues.add('media_urls', 'post.url_required')
    return
  }
  const [least, most] = bounds
  if (count >= least && count <= most) return
  const wanted = least === most ? message('post.one_url') : message('post.several_urls', { least, most })
  const values = { media_type: mediaType, wanted }
  if (most === 0) issues.add('media_urls', 'post.urls_not_allowed', { media_type: mediaType })
  else if (count === 0) issues.add('media_urls', 'post.urls_required', values)
  else if (count < least || most < limit) issues.add('media_urls', 'post.wrong_url_count', { ...values, count })
}

// Both widths: Japanese keyboards write ＃ and ＠.
const SIGNS = { hashtags: { sign: '#', prefix: /^[#＃]/ }, mentions: { sign: '@', prefix: /^[@＠]/ } } as const

export function readTags(issues: Issues, field: keyof typeof SIGNS, value: unknown): string[] | null {
  const { sign, prefix } = SIGNS[field]
  const tags = readEntries(issues, field, value, (_, path, text) => {
    if (prefix.test(text)) issues.add(path, 'post.tag_with_sign', { sign })
    if (checkCharacters(issues, path, text) && /\s/.test(text)) {
      issues.add(path, 'post.tag_with_space', { list: field })
    }
    checkLength(issues, path, text, fields.TAG_MAX_LENGTH)
  })
  if (Array.isArray(value) && value.length > fields.TAGS_MAX) {
    issues.add(field, 'post.too_many_tags', { max: fields.TAGS_MAX, count: value.length })
  }
  return tags
}

const HAS_OFFSET = /^[^Tt]*[Tt].*[Zz+-]/

interface DateRules {
  isRequired: boolean
  sendsZone: boolean
  /** Also null if the zone that was sent does not exist. */
  zone: string | null
  /** The date may have an offset beside a zone. */
  offsetAllowed: boolean
}

export function readScheduledDate(issues: Issues, value: unknown, rules: DateRules): Date | null {
  const { isRequired, sendsZone, zone, offsetAllowed } = rules
  const field = 'scheduled_date'
  if (isAbsent(value)) return isRequired ? refuse(issues, field, 'post.date_required') : null
  if (typeof value !== 'string') return refuse(issues, field, 'post.date_not_text', { found: typeOf(value) })
  const text = value.trim()
  const result = parseDateTime(text)
  if ('problem' in result) {
    if (!sendsZone || offsetAllowed) issues.add(field, result.problem)
    else issues.add(field, 'post.local_date_wrong', { problem: withField(result.problem, field) })
    return null
  }
  if (!sendsZone) return result.date
  if (HAS_OFFSET.test(text)) {
    return offsetAllowed ? result.date : refuse(issues, field, 'post.date_with_offset')
  }
  if (zone === null) return null
  const local = toInstant(result.date, zone)
  if ('problem' in local) return refuse(issues, field, 'post.date_impossible', { problem: local.problem })
  const year = local.date.getUTCFullYear()
  return year >= 1970 && year <= 9999 ? local.date : refuse(issues, field, 'time.out_of_range')
}

const LOCAL_PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second', 'ms'] as const

/** `wall` is the local time, written as if it were UTC. */
function toInstant(wall: Date, zone: string) {
  const numbers = wall.toISOString().match(/\d+/g)!.map(Number)
  const local = Object.fromEntries(LOCAL_PARTS.map((part, at) => [part, numbers[at]]))
  return zonedToInstant(local as unknown as LocalTime, zone)
}
