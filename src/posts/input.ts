import { isUuid } from '../lib/ids.ts'
import { type Issues, nameOfType } from '../lib/issues.ts'
import { checkCharacters, checkLength, countCodePoints, readText } from '../lib/text/text.ts'
import { loadTwitterText } from '../lib/text/twitter-text.ts'
import { parseDateTime } from '../lib/time/date-time.ts'
import { isTimeZone, type LocalTime, zonedToInstant } from '../lib/time/time-zone.ts'
import { ALT_TEXT_MAX, type PostAccount, type Profile, profileFor } from '../platforms/registry.ts'
import type { Format } from '../platforms/shared/provider.ts'
import { TRACK_LINKS } from '../platforms/shared/text.ts'
import * as fields from './fields.ts'

/** `unknownFields` are names that were sent but are not stored, in the order sent. */
export type PostReading = ReturnType<typeof readWhole> & {
  /** The account that the post names, where it was read already. */
  account?: PostAccount | null
}

type Body = Record<string, unknown>

// Entries past these are not checked one by one: the array is refused as a whole, and the answer stays small.
const ENTRIES_CHECKED_MAX = 100

/**
 * Reads a create body. All broken rules go to `issues`; the input is meaningful only when issues.count is 0. With
 * `byAccount` the length of a text for a named account is left to checkContentLength, which needs that account; the four
 * endpoints of the interface have one limit for each format. With `offsetAllowed` the date may have an offset beside a
 * zone, because they do not come from the same place.
 */
export function readPost(issues: Issues, platform: Format, body: Body, rules: Partial<ReadingRules> = {}): PostReading {
  return readWhole(issues, platform, body, { offsetAllowed: false, byAccount: false, ...rules })
}

/** A PATCH body (JSON merge: null clears) over the stored input: the merged whole must obey the rules of creation. */
export function readPostPatch(issues: Issues, current: fields.PostInput, body: Body): PostReading {
  // The stored date has an offset (UTC), and so may a date that is sent without a zone. An answer that is sent back
  // unchanged has both, and changes nothing.
  const sendsBoth = 'scheduled_date' in body && 'time_zone' in body
  const offsetAllowed = !sendsBoth || isScheduleOf(current, body)
  const alt_texts = followUrls(current, body)
  const whole = { ...fields.showFields(current), alt_texts, ...body }
  const reading = readWhole(issues, current.platform, whole, { offsetAllowed, byAccount: true })
  return { ...reading, altTextsFollow: !('alt_texts' in body) }
}

/** Where only the files are changed, each alt text stays with its file. */
function followUrls({ media_urls, alt_texts }: fields.PostInput, { media_urls: sent }: Body): (string | null)[] | null {
  if (alt_texts === null || sent === undefined) return alt_texts
  const texts = new Map(media_urls?.map((url, at) => [url, alt_texts[at] ?? null]))
  const followed = Array.isArray(sent)
    ? sent.slice(0, ENTRIES_CHECKED_MAX).map((url) => texts.get(typeof url === 'string' ? url.trim() : '') ?? null)
    : []
  return followed.some((text) => text !== null) ? followed : null
}

function isScheduleOf(current: fields.PostInput, body: Body): boolean {
  if (body.time_zone !== current.time_zone || typeof body.scheduled_date !== 'string') return false
  const sent = parseDateTime(body.scheduled_date.trim())
  return 'date' in sent && sent.date.getTime() === current.scheduled_date?.getTime()
}

interface ReadingRules {
  offsetAllowed: boolean
  byAccount: boolean
}

function readWhole(issues: Issues, platform: Format, body: Body, { offsetAllowed, byAccount }: ReadingRules) {
  const media_type = readMediaType(issues, platform, body.media_type)
  const connection_id = readConnectionId(issues, body.connection_id)
  const text = body[fields.TEXT_FIELD[platform]]
  const content = readContent(issues, platform, media_type, text, byAccount && connection_id !== null)
  const media_urls = readEntries(issues, 'media_urls', body.media_urls, checkMediaUrl)
  checkMediaCount(issues, platform, media_type, body.media_urls)
  const status = readChoice(issues, 'status', body.status, fields.STATUSES) ?? 'draft'
  const time_zone = readTimeZone(issues, body.time_zone)
  const input: fields.PostInput = {
    platform,
    media_type,
    content,
    media_urls,
    alt_texts: readAltTexts(issues, body.alt_texts, media_urls?.length ?? 0),
    hashtags: readTags(issues, platform, 'hashtags', body.hashtags),
    mentions: readTags(issues, platform, 'mentions', body.mentions),
    reply_control: fields.hasField(platform, 'reply_control')
      ? (readChoice(issues, 'reply_control', body.reply_control, fields.REPLY_CONTROLS) ?? fields.REPLY_CONTROL_DEFAULT)
      : null,
    status,
    scheduled_date: readScheduledDate(issues, body, status, time_zone, offsetAllowed),
    time_zone,
    connection_id,
    track_links: readChoice(issues, 'track_links', body.track_links, TRACK_LINKS),
  }
  return {
    input,
    unknownFields: listUnknownFields(issues, platform, body),
    /** The alt texts were not sent: they follow the files. */
    altTextsFollow: false,
  }
}

/** The client's own word inside a message: cut, and free of what can be neither stored nor printed. */
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

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

interface WordRule<T> {
  /** What the word stands for; undefined when it is not allowed. */
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

function readChoice<T extends string>(issues: Issues, field: string, value: unknown, allowed: readonly T[]): T | null {
  const find = (word: string) => allowed.find((each) => each === word)
  return readWord(issues, field, value, { find, wanted: `one of ${allowed.join(', ')}` })
}

function readTimeZone(issues: Issues, value: unknown): string | null {
  const find = (word: string) => (isTimeZone(word) ? word : undefined)
  const wanted = 'the IANA name of a time zone, such as Europe/Lisbon'
  return readWord(issues, 'time_zone', value, { find, wanted })
}

function readConnectionId(issues: Issues, value: unknown): string | null {
  const find = (word: string) => (isUuid(word) ? word.toLowerCase() : undefined)
  const wanted = 'the id of a connected account, a UUID'
  return readWord(issues, 'connection_id', value, { find, wanted, advice: ' List them at GET /v1/connections.' })
}

function readMediaType(issues: Issues, platform: Format, value: unknown): string | null {
  if (!fields.hasField(platform, 'media_type')) return null
  const allowed = Object.keys(fields.MEDIA_COUNTS[platform])
  if (isAbsent(value)) return refuse(issues, 'media_type', `is required. Send one of ${allowed.join(', ')}.`)
  return readChoice(issues, 'media_type', value, allowed)
}

function readContent(
  issues: Issues,
  platform: Format,
  mediaType: string | null,
  value: unknown,
  hasAccount: boolean,
): string | null {
  const field = fields.TEXT_FIELD[platform]
  if (mediaType === 'text' && isAbsent(value)) {
    return refuse(issues, field, 'is required when media_type is text. Send a non-empty string.')
  }
  // How long it may be on an account is known when the account is: see checkContentLength.
  const max = hasAccount ? Infinity : fields.CONTENT_MAX[platform]
  return readText(issues, field, value, { max, required: fields.TEXT_REQUIRED[platform] })
}

/** The interface's limit holds for every post. A provider beside the format's first one may take more, by its own counting. */
export function checkContentLength(issues: Issues, input: fields.PostInput, rules: Profile | null): void {
  const { platform, content } = input
  if (content === null) return
  const others = rules !== null && rules.name !== profileFor(platform).name ? rules.text : null
  if (others === null) {
    checkLength(issues, fields.TEXT_FIELD[platform], content, fields.CONTENT_MAX[platform])
    return
  }
  const length = countCodePoints(content)
  if (length <= fields.CONTENT_MAX[platform]) return
  // Counting by other rules takes time, and so long a text is too long by all of them.
  const used = length > fields.CONTENT_LONGEST ? length : others.count(content, loadTwitterText)
  if (used <= others.max) return
  const problem = `must be at most ${others.max} characters long, as ${rules!.label} counts them, but it has ${used}.`
  refuse(issues, fields.TEXT_FIELD[platform], problem)
}

type CheckEntry = (issues: Issues, field: string, text: string) => void

/** Reads an array of non-blank strings, trimmed. `check` has the rules for one entry. */
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

// A URL is never repeated in a message: it may hold a password or a signature.
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

function readAltTexts(issues: Issues, value: unknown, count: number): (string | null)[] | null {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value)) {
    return refuse(issues, 'alt_texts', `must be an array of strings or null, but it is ${nameOfType(value)}.`)
  }
  if (value.length > count) {
    const files = count === 1 ? '1 file' : `${count} files`
    return refuse(
      issues,
      'alt_texts',
      `has ${value.length} entries, but media_urls has ${files}. Send one for each file at most.`,
    )
  }
  return value.map((entry, at) => readText(issues, `alt_texts[${at}]`, entry, { max: ALT_TEXT_MAX }))
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

function readTags(issues: Issues, platform: Format, field: keyof typeof SIGNS, value: unknown): string[] | null {
  if (!fields.hasField(platform, field)) return null
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

/** `zone` is null when none was sent, or one that does not exist. `offsetAllowed`: the date may have one beside a zone. */
function readScheduledDate(issues: Issues, body: Body, status: string, zone: string | null, offsetAllowed: boolean) {
  const { scheduled_date: value, time_zone } = body
  const refuseDate = (problem: string) => refuse(issues, 'scheduled_date', problem)
  if (isAbsent(value)) {
    if (status !== 'scheduled') return null
    return refuseDate('is required when status is scheduled. Send a date and time such as 2026-07-01T09:30:00Z.')
  }
  if (typeof value !== 'string') {
    return refuseDate(`must be a string such as "2026-07-01T09:30:00Z", but it is ${nameOfType(value)}.`)
  }
  const text = value.trim()
  const result = parseDateTime(text)
  const sendsZone = !isAbsent(time_zone)
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

function listUnknownFields(issues: Issues, platform: Format, body: Body): string[] {
  return Object.keys(body).filter((field) => {
    if (!checkCharacters(issues, 'body', field)) return false
    if (field === 'platform') return !isAbsent(body.platform) && body.platform !== platform
    return !fields.hasField(platform, field) && !fields.READ_ONLY_FIELDS.includes(field)
  })
}
