import { maybeId, maybeTime } from '../http/schemas.ts'
import type { Issues } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import { checkCharacters, checkLength, countCodePoints } from '../lib/text/text.ts'
import { loadTwitterText } from '../lib/text/twitter-text.ts'
import { parseDateTime } from '../lib/time/date-time.ts'
import { ALT_TEXT_MAX, byFormat, type PostAccount, type Profile, profileFor } from '../platforms/registry.ts'
import { FORMATS, type Format } from '../platforms/shared/provider.ts'
import { TRACK_LINKS } from '../platforms/shared/text.ts'
import { READ_ONLY_FIELDS } from './assigned.ts'
import * as fields from './fields.ts'
import * as read from './readers.ts'

type Body = Record<string, unknown>

/** `soFar` holds the fields that were read before. */
interface Context extends ReadingRules {
  format: Format
  body: Body
  soFar: {
    media_type: string | null
    connection_id: string | null
    media_urls: string[] | null
    status: string
    time_zone: string | null
  }
}

type ColumnType = 'text' | 'uuid' | 'jsonb' | 'timestamptz'

interface PostField<C, T> {
  column: C
  /** The formats that have the field. */
  formats: readonly Format[]
  sent: S.Schema | ((format: Format) => S.Schema)
  shown: S.Schema
  read(issues: Issues, value: unknown, context: Context): T
}

/** Posts of all formats have the field if it names none. */
function field<C extends ColumnType, T>(
  column: C,
  more: Omit<PostField<C, T>, 'column' | 'formats'> & { formats?: readonly Format[] },
): PostField<C, T> {
  return { column, formats: FORMATS, ...more }
}

export const MediaUrlSchema = S.string({
  pattern: '^\\s*[hH][tT][tT][pP][sS]?://',
  maxLength: fields.MEDIA_URL_MAX_LENGTH,
})
const shownText = S.nullable('string')
const shownList = S.arrayOrNull(S.string())

const tags = (name: 'hashtags' | 'mentions', sign: string) =>
  field('jsonb', {
    formats: fields.FORMATS_OF[name],
    sent: S.optional(
      S.arrayOrNull(S.string({ minLength: 1, maxLength: fields.TAG_MAX_LENGTH, pattern: `^[^${sign}\\s][^\\s]*$` }), {
        maxItems: fields.TAGS_MAX,
        description: `Without the ${sign}. Appended to the text when it is published.`,
      }),
    ),
    shown: shownList,
    read: (issues, value) => read.readTags(issues, name, value),
  })

const MEDIA_TYPES_EXPLAINED: Partial<Record<Format, string>> = {
  thread: '`text` needs content and no media; `image` and `video` take 1 URL, `carousel` 2 to 10.',
  photo: '`feed_post` is an image, `reel` a video of up to 90 seconds; `carousel` takes 2 to 10 URLs.',
}

/** The one description of what a caller decides about a post, in the order of responses. */
export const postFields = {
  media_type: field('text', {
    formats: fields.FORMATS_OF.media_type,
    sent: (format) => S.oneOf(Object.keys(fields.MEDIA_COUNTS[format]), { description: MEDIA_TYPES_EXPLAINED[format] }),
    shown: shownText,
    read: (issues, value, { format }) => read.readMediaType(issues, format, value),
  }),
  content: field('text', {
    sent(format) {
      const limits = { maxLength: fields.CONTENT_MAX[format], description: 'The text, counted in Unicode code points.' }
      if (fields.TEXT_REQUIRED[format]) return S.string({ minLength: 1, ...limits })
      return S.optional(S.nullable('string', limits))
    },
    shown: shownText,
    read(issues, value, { format: platform, byAccount, soFar }) {
      // The limit of a named account is checked when the account is known: see checkContentLength.
      const max = byAccount && soFar.connection_id !== null ? Infinity : fields.CONTENT_MAX[platform]
      return read.readContent(issues, value, { platform, mediaType: soFar.media_type, max })
    },
  }),
  media_urls: field('jsonb', {
    sent(format) {
      const maxItems = fields.MEDIA_URLS_MAX[format]
      const description = 'Absolute http(s) URLs that the platform can fetch.'
      if (format === 'photo') return S.array(MediaUrlSchema, { minItems: 1, maxItems, description })
      return S.optional(S.arrayOrNull(MediaUrlSchema, { maxItems, description }))
    },
    shown: shownList,
    read: (issues, value, { format, soFar }) => read.readMediaUrls(issues, format, soFar.media_type, value),
  }),
  alt_texts: field('jsonb', {
    sent: (format) =>
      S.optional(
        S.arrayOrNull(S.nullable('string', { maxLength: ALT_TEXT_MAX }), {
          maxItems: fields.MEDIA_URLS_MAX[format],
          description:
            'What the files show, for people who cannot see it, in the order of media_urls; null for a file without one. ' +
            'Left out, uploaded files bring their own.',
        }),
      ),
    shown: S.arrayOrNull(S.nullable('string')),
    read: (issues, value, { soFar }) => read.readAltTexts(issues, value, soFar.media_urls?.length ?? 0),
  }),
  hashtags: tags('hashtags', '#'),
  mentions: tags('mentions', '@'),
  reply_control: field('text', {
    formats: fields.FORMATS_OF.reply_control,
    sent: S.optional(
      S.oneOfOrNull(fields.REPLY_CONTROLS, `Who may reply; ${fields.REPLY_CONTROL_DEFAULT} when left out.`),
    ),
    shown: shownText,
    read: (issues, value): string | null =>
      read.readChoice(issues, 'reply_control', value, fields.REPLY_CONTROLS) ?? fields.REPLY_CONTROL_DEFAULT,
  }),
  status: field('text', {
    sent: S.optional(
      S.oneOfOrNull(fields.STATUSES, '`scheduled` needs scheduled_date. A new post is a draft when it is left out.'),
    ),
    shown: S.oneOf(fields.STATUSES),
    read: (issues, value) => read.readChoice(issues, 'status', value, fields.STATUSES) ?? 'draft',
  }),
  scheduled_date: field('timestamptz', {
    sent: S.optional(
      S.nullable('string', {
        $id: 'PostDate',
        examples: ['2027-01-04T09:00:00Z'],
        description:
          'ISO 8601 date and time. An offset is honoured, none means UTC. With time_zone it is a local time without an ' +
          'offset: one that daylight saving skips is refused, of one that comes twice the first counts. On a draft it is a plan.',
      }),
    ),
    shown: maybeTime('In UTC, whatever the time_zone.'),
    read: (issues, value, { body, soFar, offsetAllowed }) =>
      read.readScheduledDate(issues, value, {
        isRequired: soFar.status === 'scheduled',
        sendsZone: !read.isAbsent(body.time_zone),
        zone: soFar.time_zone,
        offsetAllowed,
      }),
  }),
  time_zone: field('text', {
    sent: S.optional(
      S.nullable('string', {
        $id: 'PostTimeZone',
        maxLength: fields.TIME_ZONE_MAX_LENGTH,
        examples: ['Europe/Lisbon'],
        description:
          'The IANA name of the zone in which scheduled_date is written. A change of it alone does not move the date.',
      }),
    ),
    shown: shownText,
    read: read.readTimeZone,
  }),
  connection_id: field('uuid', {
    sent: S.optional(
      S.nullable('string', {
        format: 'uuid',
        examples: ['019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9020'],
        description: "The connected account that sends the post. Left out, the platform's default account does.",
      }),
    ),
    shown: maybeId(),
    read: read.readConnectionId,
  }),
  track_links: field('text', {
    sent: S.optional(
      S.oneOfOrNull(
        TRACK_LINKS,
        'Links in the text: `off` leaves them alone, `utm` says in them where they stood, `short` counts clicks. Left out, the ' +
          'setting of the workspace counts.',
      ),
    ),
    shown: S.oneOfOrNull(TRACK_LINKS, 'As it was sent; null for the setting of the workspace.'),
    read: (issues, value) => read.readChoice(issues, 'track_links', value, TRACK_LINKS),
  }),
}

type PostFields = typeof postFields
type PostColumn = keyof PostFields
export const INPUT_COLUMNS = Object.keys(postFields) as PostColumn[]
/** The others are read in the light of these. */
const READ_FIRST = ['media_type', 'connection_id', 'time_zone'] as const satisfies PostColumn[]
const READ_ORDER = new Set<PostColumn>([...READ_FIRST, ...INPUT_COLUMNS])
type ColumnsOf<C> = { [N in PostColumn]: PostFields[N]['column'] extends C ? N : never }[PostColumn]

export function columnsOf<C extends ColumnType>(type: C): ColumnsOf<C>[] {
  return INPUT_COLUMNS.filter((name) => postFields[name].column === type) as ColumnsOf<C>[]
}

/** A post that passed the rules, as it is stored. Fields that its format does not have are null. */
export type PostInput = { platform: Format } & { [N in PostColumn]: ReturnType<PostFields[N]['read']> }

export function columnOf(name: string): PostColumn {
  return name === 'caption' ? 'content' : (name as PostColumn)
}

export function nameOf(column: PostColumn, format: Format): string {
  return column === 'content' ? fields.TEXT_FIELD[format] : column
}

/** Whether posts of some format have a field of this name. */
export function isPostField(name: string): boolean {
  return Object.hasOwn(postFields, columnOf(name))
}

/** The fields that a client may send, by format. */
export const POST_FIELDS: Record<Format, readonly string[]> = byFormat(({ format }) =>
  INPUT_COLUMNS.filter((column) => postFields[column].formats.includes(format)).map((column) => nameOf(column, format)),
)

interface ReadingRules {
  /** Allows an offset in the date beside a zone, because they come from different places. */
  offsetAllowed: boolean
  /** Leaves the length of a text for a named account to checkContentLength, which needs the account. */
  byAccount: boolean
}

export interface PostReading {
  input: PostInput
  unknownFields: string[]
  /** The alt texts were not sent: they follow the files. */
  altTextsFollow: boolean
  account?: PostAccount | null
}

/** Reads a create body. Ignore the result if there are issues. */
export function readPost(issues: Issues, platform: Format, body: Body, rules: Partial<ReadingRules> = {}): PostReading {
  const soFar = {} as Context['soFar'] & Body
  const context = { format: platform, body, soFar, offsetAllowed: false, byAccount: false, ...rules }
  for (const column of READ_ORDER) {
    const { formats, read } = postFields[column]
    const isThere = formats.includes(platform)
    ;(soFar as Body)[column] = isThere ? read(issues, body[nameOf(column, platform)], context) : null
  }
  const input = { platform, ...soFar } as PostInput
  return { input, unknownFields: listUnknownFields(issues, platform, body), altTextsFollow: false }
}

/** A PATCH body (JSON merge: null clears) over the stored input: the merged whole must obey the rules of creation. */
export function readPostPatch(issues: Issues, current: PostInput, body: Body): PostReading {
  // The stored date is in UTC. A response that is sent back unchanged has both an offset and a zone.
  const sendsBoth = 'scheduled_date' in body && 'time_zone' in body
  const offsetAllowed = !sendsBoth || isScheduleOf(current, body)
  const whole = { ...showFields(current), alt_texts: followUrls(current, body), ...body }
  const reading = readPost(issues, current.platform, whole, { offsetAllowed, byAccount: true })
  return { ...reading, altTextsFollow: !('alt_texts' in body) }
}

/** A post as the API shows it; its fields depend on the format. */
export type Post = Record<string, unknown> & { id: string | null }

/** The fields of a post as its format names them. */
export function showFields(input: PostInput): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const name of POST_FIELDS[input.platform]) {
    shown[name] = showValue(input[columnOf(name)])
  }
  return shown
}

export function showValue<T>(value: T | Date): T | string {
  return value instanceof Date ? value.toISOString() : value
}

/** If only the files change, each alt text stays with its file. */
function followUrls({ media_urls, alt_texts }: PostInput, { media_urls: sent }: Body): (string | null)[] | null {
  if (alt_texts === null || sent === undefined) return alt_texts
  const texts = new Map(media_urls?.map((url, at) => [url, alt_texts[at] ?? null]))
  const followed = Array.isArray(sent)
    ? sent.slice(0, read.ENTRIES_CHECKED_MAX).map((url) => texts.get(typeof url === 'string' ? url.trim() : '') ?? null)
    : []
  return followed.some((text) => text !== null) ? followed : null
}

function isScheduleOf(current: PostInput, body: Body): boolean {
  if (body.time_zone !== current.time_zone || typeof body.scheduled_date !== 'string') return false
  const sent = parseDateTime(body.scheduled_date.trim())
  return 'date' in sent && sent.date.getTime() === current.scheduled_date?.getTime()
}

function listUnknownFields(issues: Issues, platform: Format, body: Body): string[] {
  return Object.keys(body).filter((name) => {
    if (!checkCharacters(issues, 'body', name)) return false
    if (name === 'platform') return !read.isAbsent(body.platform) && body.platform !== platform
    return !POST_FIELDS[platform].includes(name) && !READ_ONLY_FIELDS.has(name)
  })
}

/**
 * The limit of the format applies to every post. Another provider of the format may accept more, by its own counting.
 */
export function checkContentLength(issues: Issues, { platform, content }: PostInput, rules: Profile | null): void {
  if (content === null) return
  const name = fields.TEXT_FIELD[platform]
  const others = rules !== null && rules.name !== profileFor(platform).name ? rules.text : null
  if (others === null) {
    checkLength(issues, name, content, fields.CONTENT_MAX[platform])
    return
  }
  const length = countCodePoints(content)
  if (length <= fields.CONTENT_MAX[platform]) return
  // Counting by other rules takes time, and a text of this length is too long under all of them.
  const used = length > fields.CONTENT_LONGEST ? length : others.count(content, loadTwitterText)
  if (used <= others.max) return
  issues.add(name, 'post.text_too_long', { max: others.max, network: rules!.label, used })
}
