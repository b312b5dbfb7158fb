import { isUuid } from '../lib/ids.ts'
import { type Issues, nameOfType } from '../lib/issues.ts'
import { checkCharacters, countCodePoints, readText } from '../lib/text/text.ts'
import { parseDateTime } from '../lib/time/date-time.ts'
import { isTimeZone, zonedToInstant } from '../lib/time/time-zone.ts'
import type { Format } from '../platforms/profile.ts'
import {
  CONTENT_MAX,
  MEDIA_COUNTS,
  MEDIA_URL_MAX_LENGTH,
  MEDIA_URLS_MAX,
  PHOTO_MEDIA_TYPES,
  POST_FIELDS,
  READ_ONLY_FIELDS,
  REPLY_CONTROL_DEFAULT,
  REPLY_CONTROLS,
  STATUSES,
  type Status,
  TAG_MAX_LENGTH,
  TAGS_MAX,
  TEXT_FIELD,
  THREAD_MEDIA_TYPES,
} from './limits.ts'

export interface PostInput {
  platform: Format
  /** thread, photo */
  mediaType: string | null
  /** `caption` on photo */
  content: string | null
  /** null when absent; an empty array stays one */
  mediaUrls: string[] | null
  /** photo, professional */
  hashtags: string[] | null
  /** short */
  mentions: string[] | null
  /** thread */
  replyControl: string | null
  status: Status
  scheduledDate: Date | null
  /** The IANA zone in which the date was written. */
  timeZone: string | null
  /** The account that sends it; null for the platform's default one. */
  connectionId: string | null
}

export interface PostReading {
  input: PostInput
  /** Names that were sent but are not stored, in the order sent. */
  unknownFields: string[]
}

type Body = Record<string, unknown>

// Entries past these are not looked at one by one: the array is refused as a whole, and the answer stays small.
const ENTRIES_CHECKED_MAX = 100

/** Reads a create body. All broken rules go to `issues`; the input is meaningful only when issues.count is 0. */
export function readPost(issues: Issues, platform: Format, body: Body): PostReading {
  return readWhole(issues, platform, body, false)
}

/**
 * Reads a PATCH body (JSON merge: absent = unchanged, null = cleared) over an existing input, then checks the merged
 * whole by the rules of creation. The platform cannot change.
 */
export function readPostPatch(issues: Issues, current: PostInput, body: Body): PostReading {
  // The stored date has an offset (UTC), and a zone that is not sent with the date says nothing against one either. An
  // answer that is sent back as it was has both, and changes nothing.
  const sendsBoth = 'scheduled_date' in body && 'time_zone' in body
  const offsetAllowed = !sendsBoth || isScheduleOf(current, body)
  return readWhole(issues, current.platform, { ...toBody(current), ...body }, offsetAllowed)
}

function isScheduleOf(current: PostInput, body: Body): boolean {
  if (body.time_zone !== current.timeZone || typeof body.scheduled_date !== 'string') return false
  const sent = parseDateTime(body.scheduled_date.trim())
  return 'date' in sent && sent.date.getTime() === current.scheduledDate?.getTime()
}

function readWhole(issues: Issues, platform: Format, body: Body, offsetAllowed: boolean): PostReading {
  const mediaType = readMediaType(issues, platform, body)
  const content = readContent(issues, platform, mediaType, body)
  const mediaUrls = readEntries(issues, 'media_urls', body.media_urls, checkMediaUrl)
  checkMediaCount(issues, platform, mediaType, body.media_urls)
  const status = readChoice(issues, 'status', body.status, STATUSES) ?? 'draft'
  const timeZone = readTimeZone(issues, body.time_zone)
  const zone = { sent: !isAbsent(body.time_zone), name: timeZone, offsetAllowed }

  const input: PostInput = {
    platform,
    mediaType,
    content,
    mediaUrls,
    hashtags: has(platform, 'hashtags') ? readTags(issues, 'hashtags', body.hashtags) : null,
    mentions: has(platform, 'mentions') ? readTags(issues, 'mentions', body.mentions) : null,
    replyControl: has(platform, 'reply_control')
      ? (readChoice(issues, 'reply_control', body.reply_control, REPLY_CONTROLS) ?? REPLY_CONTROL_DEFAULT)
      : null,
    status,
    scheduledDate: readScheduledDate(issues, status, body.scheduled_date, zone),
    timeZone,
    connectionId: readConnectionId(issues, body.connection_id),
  }
  return { input, unknownFields: listUnknownFields(issues, platform, body) }
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

function has(platform: Format, field: string): boolean {
  return POST_FIELDS[platform].includes(field)
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

function readMediaType(issues: Issues, platform: Format, body: Body): string | null {
  if (!has(platform, 'media_type')) return null
  const allowed = platform === 'thread' ? THREAD_MEDIA_TYPES : PHOTO_MEDIA_TYPES
  if (isAbsent(body.media_type)) {
    issues.add('media_type', `media_type is required. Send one of ${allowed.join(', ')}.`)
    return null
  }
  return readChoice<string>(issues, 'media_type', body.media_type, allowed)
}

function readContent(issues: Issues, platform: Format, mediaType: string | null, body: Body): string | null {
  const field = TEXT_FIELD[platform]
  const value = body[field]
  if (platform === 'thread' && mediaType === 'text' && isAbsent(value)) {
    issues.add(field, `${field} is required when media_type is text. Send a non-empty string.`)
    return null
  }
  const required = platform === 'professional' || platform === 'short'
  return readText(issues, field, value, { max: CONTENT_MAX[platform], required })
}

function readChoice<T extends string>(issues: Issues, field: string, value: unknown, allowed: readonly T[]): T | null {
  if (isAbsent(value)) return null
  const text = typeof value === 'string' ? value.trim() : null
  const choice = allowed.find((each) => each === text)
  if (choice !== undefined) return choice
  const actual = text === null ? nameOfType(value) : quote(text)
  issues.add(field, `${field} must be one of ${allowed.join(', ')}, but it is ${actual}.`)
  return null
}

type CheckEntry = (issues: Issues, field: string, text: string) => void

/** Reads an array of non-blank strings, trimmed; the rules of one entry are `check`'s. */
function readEntries(issues: Issues, field: string, value: unknown, check: CheckEntry): string[] | null {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value)) {
    issues.add(field, `${field} must be an array of strings, but it is ${nameOfType(value)}.`)
    return null
  }
  const texts: string[] = []
  for (const [index, entry] of value.slice(0, ENTRIES_CHECKED_MAX).entries()) {
    const path = `${field}[${index}]`
    if (typeof entry !== 'string') {
      issues.add(path, `${path} must be a string, but it is ${nameOfType(entry)}.`)
      continue
    }
    const text = entry.trim()
    if (text === '') issues.add(path, `${path} must not be blank. Leave the entry out.`)
    else check(issues, path, text)
    texts.push(text)
  }
  return texts
}

// A URL is never repeated in a message: it may hold a password or a signature.
function checkMediaUrl(issues: Issues, field: string, text: string): void {
  const length = countCodePoints(text)
  if (length > MEDIA_URL_MAX_LENGTH) {
    issues.add(field, `${field} must be at most ${MEDIA_URL_MAX_LENGTH} characters, but it has ${length}.`)
  }
  if (!checkCharacters(issues, field, text)) return
  // `new URL` drops tabs and line breaks and takes \ for /, and what it then reads is not what was stored.
  if (/[\s\p{Cc}\\]/u.test(text)) {
    issues.add(field, `${field} must not hold white space, control characters or backslashes. Percent-encode them.`)
    return
  }
  // The scheme with its slashes is asked for because `new URL` also takes "http:host" and "http:///host".
  const url = /^https?:\/\/[^/?#]/i.test(text) ? URL.parse(text) : null
  if (!url) {
    issues.add(field, `${field} must be an absolute URL that starts with https:// or http://.`)
    return
  }
  if (url.username !== '' || url.password !== '') {
    issues.add(field, `${field} must not hold a user name or password. Use an address that needs none.`)
  }
}

function checkMediaCount(issues: Issues, platform: Format, mediaType: string | null, value: unknown): void {
  if (value !== undefined && value !== null && !Array.isArray(value)) return
  const count = value?.length ?? 0
  const limit = MEDIA_URLS_MAX[platform]
  if (count > limit) issues.add('media_urls', `media_urls must have at most ${limit} URLs, but it has ${count}.`)

  const bounds = mediaType === null ? undefined : MEDIA_COUNTS[platform]?.[mediaType]
  if (!bounds) {
    if (platform === 'photo' && count === 0) issues.add('media_urls', 'media_urls is required. Send at least 1 URL.')
    return
  }
  const [least, most] = bounds
  if (count >= least && count <= most) return
  if (most === 0) {
    issues.add('media_urls', `media_urls is not allowed when media_type is ${mediaType}. Leave it out or send null.`)
    return
  }
  const wanted = least === most ? 'exactly 1 URL' : `${least} to ${most} URLs`
  if (count === 0) {
    issues.add('media_urls', `media_urls is required when media_type is ${mediaType}. Send ${wanted}.`)
  } else if (count < least || most < limit) {
    issues.add('media_urls', `media_urls must have ${wanted} when media_type is ${mediaType}, but it has ${count}.`)
  }
}

const SIGNS = { hashtags: '#', mentions: '@' } as const
// Both widths: Japanese keyboards write ＃ and ＠.
const PREFIXES = { hashtags: /^[#＃]/, mentions: /^[@＠]/ } as const

function readTags(issues: Issues, field: 'hashtags' | 'mentions', value: unknown): string[] | null {
  const tags = readEntries(issues, field, value, (_, path, text) => {
    if (PREFIXES[field].test(text)) {
      issues.add(path, `${path} must be written without the ${SIGNS[field]} prefix, which is added at publication.`)
    }
    if (checkCharacters(issues, path, text) && /\s/.test(text)) {
      issues.add(path, `${path} must not hold white space. Send each of the ${field} as an entry of its own.`)
    }
    const length = countCodePoints(text)
    if (length > TAG_MAX_LENGTH) {
      issues.add(path, `${path} must be at most ${TAG_MAX_LENGTH} characters, but it has ${length}.`)
    }
  })
  if (Array.isArray(value) && value.length > TAGS_MAX) {
    issues.add(field, `${field} must have at most ${TAGS_MAX} entries, but it has ${value.length}.`)
  }
  return tags
}

interface ZoneOfDate {
  sent: boolean
  /** Null when none was sent, or one that does not exist. */
  name: string | null
  /** May the date have an offset all the same? */
  offsetAllowed: boolean
}

function readScheduledDate(issues: Issues, status: Status, value: unknown, zone: ZoneOfDate): Date | null {
  const field = 'scheduled_date'
  if (isAbsent(value)) {
    if (status === 'scheduled') {
      issues.add(
        field,
        `${field} is required when status is scheduled. Send a date and time such as 2026-07-01T09:30:00Z.`,
      )
    }
    return null
  }
  if (typeof value !== 'string') {
    issues.add(field, `${field} must be a string such as "2026-07-01T09:30:00Z", but it is ${nameOfType(value)}.`)
    return null
  }
  const text = value.trim()
  const result = parseDateTime(text)
  if ('problem' in result) {
    const form = zone.sent && !zone.offsetAllowed ? ' With time_zone it is written without Z or offset.' : ''
    issues.add(field, `${field} ${result.problem}.${form}`)
    return null
  }
  if (!zone.sent) return result.date
  if (HAS_OFFSET.test(text)) {
    if (zone.offsetAllowed) return result.date
    issues.add(
      field,
      `${field} must be a local time such as 2026-07-01T09:30:00 when time_zone is sent, but it has an offset. Drop the offset or time_zone.`,
    )
    return null
  }
  return zone.name === null ? null : readLocal(issues, field, result.date, zone.name)
}

const HAS_OFFSET = /[Tt].*[Zz+-]/

/** `wall` is the local time, written as if it were UTC. */
function readLocal(issues: Issues, field: string, wall: Date, zone: string): Date | null {
  const local = {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
    ms: wall.getUTCMilliseconds(),
  }
  const result = zonedToInstant(local, zone)
  if ('problem' in result) {
    issues.add(field, `${field} is not possible: ${result.problem}`)
    return null
  }
  const year = result.date.getUTCFullYear()
  if (year >= 1970 && year <= 9999) return result.date
  issues.add(field, `${field} must lie in the years 1970 to 9999 (in UTC).`)
  return null
}

function readTimeZone(issues: Issues, value: unknown): string | null {
  const field = 'time_zone'
  if (isAbsent(value)) return null
  const name = typeof value === 'string' ? value.trim() : null
  if (name !== null && isTimeZone(name)) return name
  const actual = name === null ? nameOfType(value) : quote(name)
  issues.add(field, `${field} must be the IANA name of a time zone, such as Europe/Lisbon, but it is ${actual}.`)
  return null
}

function readConnectionId(issues: Issues, value: unknown): string | null {
  const field = 'connection_id'
  if (isAbsent(value)) return null
  const id = typeof value === 'string' ? value.trim() : null
  if (id !== null && isUuid(id)) return id.toLowerCase()
  const actual = id === null ? nameOfType(value) : quote(id)
  issues.add(
    field,
    `${field} must be the id of a connected account, a UUID, but it is ${actual}. List them at GET /v1/connections.`,
  )
  return null
}

function listUnknownFields(issues: Issues, platform: Format, body: Body): string[] {
  return Object.keys(body).filter((field) => {
    if (!checkCharacters(issues, 'body', field)) return false
    if (field === 'platform') return !isAbsent(body.platform) && body.platform !== platform
    return !has(platform, field) && !READ_ONLY_FIELDS.includes(field)
  })
}

function toBody(input: PostInput): Body {
  const body: Body = {
    media_type: input.mediaType,
    [TEXT_FIELD[input.platform]]: input.content,
    media_urls: input.mediaUrls,
    hashtags: input.hashtags,
    mentions: input.mentions,
    reply_control: input.replyControl,
    status: input.status,
    scheduled_date: input.scheduledDate?.toISOString(),
    time_zone: input.timeZone,
    connection_id: input.connectionId,
  }
  return Object.fromEntries(Object.entries(body).filter(([field]) => has(input.platform, field)))
}
