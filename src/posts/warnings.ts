import { createRequire } from 'node:module'
import ipaddr from 'ipaddr.js'
import { countCodePoints } from '../lib/text.ts'
import { type PostInput, quote } from './input.ts'
import { CONTENT_MAX, type Platform, POST_FIELDS, TEXT_FIELD } from './limits.ts'

/** Every rule a warning can name, for the documentation; the duplicates are found where earlier posts are known. */
export const RULES = {
  unknown_field: 'The body holds a field that posts of this platform do not have; it was not stored.',
  'any.account.missing': 'The post is scheduled, but no account of the platform is connected, so it waits.',
  'any.hashtag.characters': 'A hashtag holds punctuation, at which platforms end the tag.',
  'any.media.url.private': 'A media URL names a private host, which no platform can fetch from.',
  'any.schedule.past': 'The scheduled date is past: the post goes out at once, or is missed when it is too late.',
  'thread.text.max': 'Threads allows 500 characters and counts an emoji as its UTF-8 bytes.',
  'thread.links.max': 'Threads refuses a post with more than 5 different links.',
  'thread.image.type': 'Threads takes JPEG and PNG images.',
  'thread.video.type': 'Threads takes MP4 and MOV videos.',
  'photo.caption.max': 'Instagram allows 2,200 characters, hashtags included.',
  'photo.hashtags.max': 'Instagram allows 30 hashtags, those in the caption included.',
  'photo.mentions.max': 'Instagram allows 20 mentions.',
  'photo.image.type': 'Instagram takes JPEG images only.',
  'photo.video.type': 'Instagram takes MP4 and MOV videos; a reel is a video.',
  'professional.text.max': 'LinkedIn allows 3,000 characters, hashtags included.',
  'professional.image.type': 'LinkedIn takes JPEG, PNG and GIF images.',
  'professional.video.type': 'LinkedIn takes MP4 videos.',
  'professional.duplicate': 'LinkedIn refuses a text it has just seen; another post has the same one within a day.',
  'professional.mix': 'LinkedIn takes either images or one video, not both and not several videos.',
  'short.text.weighted':
    'X allows a weighted length of 280, in which many characters and all emoji count 2 and a link 23.',
  'short.text.characters': 'X refuses text with certain invisible characters (U+FEFF, U+FFFE, U+FFFF).',
  'short.mention.handle': 'A handle on X is 1 to 15 letters, digits and underscores.',
  'short.image.type': 'X takes JPEG, PNG, GIF and WebP images.',
  'short.video.type': 'X takes MP4 and MOV videos.',
  'short.media.mix': 'X takes up to 4 images, or 1 GIF, or 1 video.',
  'short.duplicate': 'X refuses a text it has just seen; another post has the same one within a day.',
  'short.cashtags.max': 'X allows 1 cashtag in a post made through its API.',
  'short.cost.url': 'On the pay-per-use plan of X a post with a link costs $0.200 instead of $0.015.',
} as const satisfies Record<string, string>

export type RuleId = keyof typeof RULES

export interface Warning {
  rule: RuleId
  field: string
  message: string
}

export interface WarningContext {
  now: Date
  lateWindowMs: number
  /** Is an account of the platform connected? */
  connected: boolean
}

type Warn = (rule: RuleId, field: string, message: string) => void

const UNKNOWN_FIELDS_LISTED_MAX = 20
const THREAD_LINKS_MAX = 5
const PHOTO_HASHTAGS_MAX = 30
const PHOTO_MENTIONS_MAX = 20
const SHORT_IMAGES_MAX = 4
const SHORT_CASHTAGS_MAX = 1

const NAMES: Record<Platform, string> = {
  thread: 'Threads',
  photo: 'Instagram',
  professional: 'LinkedIn',
  short: 'X',
}

/** What the real platform would refuse or alter though the interface allows it, for drafts too. */
export function findWarnings(input: PostInput, unknownFields: string[], context: WarningContext): Warning[] {
  const warnings: Warning[] = []
  const warn: Warn = (rule, field, message) => warnings.push({ rule, field, message })
  checkUnknownFields(warn, input.platform, unknownFields)
  checkText(warn, input)
  checkTags(warn, input)
  checkMedia(warn, input)
  checkSchedule(warn, input, context)
  return warnings
}

/**
 * The text as it will be sent. Hashtags follow after an empty line, as people write them there; mentions after one
 * space, because every character counts on X.
 */
export function composeText(input: PostInput): string {
  const hashtags = (input.hashtags ?? []).map((tag) => `#${tag}`).join(' ')
  const mentions = (input.mentions ?? []).map((handle) => `@${handle}`).join(' ')
  const text = [input.content, hashtags].filter(Boolean).join('\n\n')
  return [text, mentions].filter(Boolean).join(' ')
}

/** The known name that `name` looks like a slip of: other case or separators, or at most 2 edits (1 in a short name). */
export function findNearest(name: string, known: readonly string[]): string | null {
  if (name.length > 40) return null
  const plain = toPlain(name)
  if (plain === '') return null
  let best = plain.length < 5 ? 2 : 3
  let nearest: string | null = null
  for (const each of known) {
    const distance = measureDistance(plain, toPlain(each))
    if (distance < best) {
      best = distance
      nearest = each
    }
  }
  return nearest
}

function checkUnknownFields(warn: Warn, platform: Platform, names: string[]): void {
  for (const name of names.slice(0, UNKNOWN_FIELDS_LISTED_MAX)) {
    warn('unknown_field', quote(name).slice(1, -1), describeUnknownField(platform, name))
  }
  const rest = names.length - UNKNOWN_FIELDS_LISTED_MAX
  if (rest > 0) warn('unknown_field', '', `Unknown fields not listed here: ${rest}. They were not stored either.`)
}

function describeUnknownField(platform: Platform, name: string): string {
  if (name === 'platform') return `The platform is part of the path (${platform}); the one in the body was ignored.`
  const textField = TEXT_FIELD[platform]
  if (name === 'caption' || name === 'content') {
    return `Field "${name}" does not exist on ${platform} posts and was not stored. Their text goes in "${textField}".`
  }
  if (Object.values(POST_FIELDS).some((fields) => fields.includes(name))) {
    return `Field "${name}" does not exist on ${platform} posts and was not stored.`
  }
  const nearest = findNearest(name, POST_FIELDS[platform])
  return `Unknown field ${quote(name)} was not stored.${nearest ? ` Did you mean "${nearest}"?` : ''}`
}

function checkText(warn: Warn, input: PostInput): void {
  const text = composeText(input)
  if (text === '') return
  switch (input.platform) {
    case 'thread':
      checkThreadText(warn, text)
      break
    case 'photo':
      checkPhotoText(warn, text)
      break
    case 'professional':
      checkLength(warn, 'professional', 'professional.text.max', text)
      break
    case 'short':
      checkShortText(warn, text)
      break
    default:
      input.platform satisfies never
  }
}

function checkThreadText(warn: Warn, text: string): void {
  const max = CONTENT_MAX.thread
  const length = countThreadLength(text)
  if (length > max) {
    warn(
      'thread.text.max',
      'content',
      `Threads counts an emoji as its UTF-8 bytes (the stricter reading of its rules): content counts ${length} of ` +
        `${max} and may be refused. Use fewer emoji or less text.`,
    )
  }
  // Six links hold six dots: without them the detector need not be loaded.
  if (text.split('.').length - 1 <= THREAD_LINKS_MAX) return
  const links = new Set(loadTwitterText().extractUrls(text)).size
  if (links > THREAD_LINKS_MAX) {
    const message = `Threads refuses more than ${THREAD_LINKS_MAX} different links, but content has ${links}.`
    warn('thread.links.max', 'content', message)
  }
}

function checkPhotoText(warn: Warn, text: string): void {
  checkLength(warn, 'photo', 'photo.caption.max', text)
  const hashtags = countMatches(text, /[#＃](?=[\p{L}\p{M}\p{N}\p{Extended_Pictographic}_])/gu)
  if (hashtags > PHOTO_HASHTAGS_MAX) {
    const message = `Instagram allows ${PHOTO_HASHTAGS_MAX} hashtags in all, but caption and hashtags hold ${hashtags}.`
    warn('photo.hashtags.max', 'hashtags', message)
  }
  // An e-mail address is no mention.
  const mentions = countMatches(text, /(?<![\p{L}\p{N}_.])[@＠](?=[A-Za-z0-9_.])/gu)
  if (mentions > PHOTO_MENTIONS_MAX) {
    const message = `Instagram allows ${PHOTO_MENTIONS_MAX} mentions, but caption has ${mentions}.`
    warn('photo.mentions.max', 'caption', message)
  }
}

function checkLength(warn: Warn, platform: 'photo' | 'professional', rule: RuleId, text: string): void {
  const length = countCodePoints(text)
  const max = CONTENT_MAX[platform]
  if (length <= max) return
  const field = TEXT_FIELD[platform]
  warn(
    rule,
    field,
    `${NAMES[platform]} allows ${max} characters, but ${field} with the hashtags appended has ${length}. ` +
      `Shorten the text or send fewer hashtags.`,
  )
}

function checkShortText(warn: Warn, text: string): void {
  const { parseTweet, extractUrls, extractCashtags } = loadTwitterText()
  const max = CONTENT_MAX.short
  const { weightedLength, valid } = parseTweet(text)
  if (weightedLength > max) {
    warn(
      'short.text.weighted',
      'content',
      `X weighs characters (emoji and many scripts count 2, a link 23): content with the mentions appended has ` +
        `${weightedLength} of ${max} and will be refused. Shorten it.`,
    )
  }
  if (!valid && /[\ufeff\ufffe\uffff]/.test(text)) {
    warn(
      'short.text.characters',
      'content',
      'X refuses the invisible characters U+FEFF, U+FFFE and U+FFFF. Remove them.',
    )
  }
  const cashtags = extractCashtags(text).length
  if (cashtags > SHORT_CASHTAGS_MAX) {
    const message = `X allows ${SHORT_CASHTAGS_MAX} cashtag in a post made through its API, but content has ${cashtags}.`
    warn('short.cashtags.max', 'content', message)
  }
  if (extractUrls(text).length > 0) {
    const message = 'A link makes the post cost $0.200 instead of $0.015 on the pay-per-use plan of X.'
    warn('short.cost.url', 'content', message)
  }
}

// Underscore is the one punctuation mark that does not end a tag.
const TAG_END = /[!-/:-@[-^`{-~]/

function checkTags(warn: Warn, input: PostInput): void {
  for (const [index, tag] of (input.hashtags ?? []).entries()) {
    const mark = TAG_END.exec(tag)?.[0]
    if (mark === undefined) continue
    const message = `${NAMES[input.platform]} ends a hashtag at "${mark}", so #${tag} will not be one tag.`
    warn('any.hashtag.characters', `hashtags[${index}]`, message)
  }
  for (const [index, handle] of (input.mentions ?? []).entries()) {
    if (/^[A-Za-z0-9_]{1,15}$/.test(handle)) continue
    const message = `${quote(handle)} cannot be a handle on X (1 to 15 letters, digits, underscores); nobody is mentioned.`
    warn('short.mention.handle', `mentions[${index}]`, message)
  }
}

type Kind = 'image' | 'video' | 'other'

const KINDS: Record<Kind, string[]> = {
  image: 'jpg jpeg jpe jfif png gif webp heic heif avif bmp tif tiff svg'.split(' '),
  video: 'mp4 m4v mov webm avi mkv mpg mpeg wmv flv 3gp ogv'.split(' '),
  other: 'pdf doc docx ppt pptx xls xlsx txt zip mp3 m4a wav ogg'.split(' '),
}
const JPEG = ['jpg', 'jpeg', 'jpe', 'jfif']

const TYPES: Record<Platform, { image: string[]; video: string[]; imageNames: string; videoNames: string }> = {
  thread: { image: [...JPEG, 'png'], video: ['mp4', 'mov'], imageNames: 'JPEG and PNG', videoNames: 'MP4 and MOV' },
  photo: { image: JPEG, video: ['mp4', 'mov'], imageNames: 'only JPEG', videoNames: 'MP4 and MOV' },
  professional: {
    image: [...JPEG, 'png', 'gif'],
    video: ['mp4'],
    imageNames: 'JPEG, PNG and GIF',
    videoNames: 'MP4',
  },
  short: {
    image: [...JPEG, 'png', 'gif', 'webp'],
    video: ['mp4', 'mov'],
    imageNames: 'JPEG, PNG, GIF and WebP',
    videoNames: 'MP4 and MOV',
  },
}

/** The media types that take one kind of file only. */
const KIND_OF_MEDIA_TYPE: Record<string, 'image' | 'video'> = {
  image: 'image',
  video: 'video',
  feed_post: 'image',
  reel: 'video',
}

interface Medium {
  /** Of the path, in lower case; null when it tells nothing, as in /media/42. */
  extension: string | null
  kind: Kind | null
}

function checkMedia(warn: Warn, input: PostInput): void {
  const media: Medium[] = []
  for (const [index, text] of (input.mediaUrls ?? []).entries()) {
    const url = URL.parse(text)
    if (!url) continue
    const field = `media_urls[${index}]`
    if (isPrivateHost(url.hostname)) {
      const message = `${field} is on a private host, which ${NAMES[input.platform]} cannot reach. Use a public address.`
      warn('any.media.url.private', field, message)
    }
    const medium = toMedium(url)
    checkFileType(warn, input, field, medium)
    media.push(medium)
  }
  if (input.platform === 'professional') checkProfessionalMix(warn, media)
  if (input.platform === 'short') checkShortMix(warn, media)
}

function toMedium(url: URL): Medium {
  const extension = /\.([a-z0-9]{2,5})$/i.exec(url.pathname)?.[1]?.toLowerCase()
  for (const kind of ['image', 'video', 'other'] as const) {
    if (extension !== undefined && KINDS[kind].includes(extension)) return { extension, kind }
  }
  return { extension: null, kind: null }
}

function checkFileType(warn: Warn, input: PostInput, field: string, { extension, kind }: Medium): void {
  if (kind === null || extension === null) return
  const { platform, mediaType } = input
  const types = TYPES[platform]
  const wanted = mediaType === null ? undefined : KIND_OF_MEDIA_TYPE[mediaType]
  if (wanted !== undefined && kind !== wanted) {
    const message = `${field} ends in .${extension}, but media_type ${mediaType} takes ${wanted === 'image' ? 'an image' : 'a video'}.`
    warn(`${platform}.${wanted}.type`, field, message)
    return
  }
  if (kind === 'other') {
    const message = `${field} ends in .${extension}, which is neither an image nor a video.`
    warn(`${platform}.image.type`, field, message)
    return
  }
  if (types[kind].includes(extension)) return
  const names = kind === 'image' ? types.imageNames : types.videoNames
  const message = `${field} ends in .${extension}, but ${NAMES[platform]} takes ${names} ${kind}s.`
  warn(`${platform}.${kind}.type`, field, message)
}

function checkProfessionalMix(warn: Warn, media: Medium[]): void {
  const videos = media.filter(({ kind }) => kind === 'video').length
  if (videos === 0 || media.length === 1) return
  const actual = videos === media.length ? `${videos} videos` : `${videos} of ${media.length} files are videos`
  const message = `LinkedIn takes either images or one video in a post, but media_urls has ${actual}. Make several posts.`
  warn('professional.mix', 'media_urls', message)
}

function checkShortMix(warn: Warn, media: Medium[]): void {
  const isMoving = ({ kind, extension }: Medium) => kind === 'video' || extension === 'gif'
  if (media.length <= SHORT_IMAGES_MAX && !(media.length > 1 && media.some(isMoving))) return
  const moving = media.filter(isMoving).length
  const actual = moving === 0 ? `${media.length} files` : `${media.length} files, ${moving} of them GIF or video`
  const message = `X takes up to ${SHORT_IMAGES_MAX} images, or 1 GIF, or 1 video in a post, but media_urls has ${actual}.`
  warn('short.media.mix', 'media_urls', message)
}

const PRIVATE_SUFFIX = /(^|\.)(localhost|local|internal|lan|home\.arpa|test|invalid)$/

/** By the name alone, without a look-up: what resolves to a private address is found when the file is fetched. */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  // `process` reads ::ffff:10.0.0.1 as the IPv4 address it is.
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() !== 'unicast'
  return !host.includes('.') || PRIVATE_SUFFIX.test(host)
}

function checkSchedule(warn: Warn, input: PostInput, { now, lateWindowMs, connected }: WarningContext): void {
  if (input.status !== 'scheduled') return
  if (!connected) {
    const name = NAMES[input.platform]
    const message = `No ${name} account is connected. The post is stored and waits; nothing goes out until one is connected.`
    warn('any.account.missing', 'status', message)
  }
  if (!input.scheduledDate) return
  const lateMs = now.getTime() - input.scheduledDate.getTime()
  if (lateMs <= 0) return
  const outcome =
    lateMs <= lateWindowMs
      ? 'The post goes out at once.'
      : 'The post counts as missed and waits for a person; set a new date to send it.'
  warn('any.schedule.past', 'scheduled_date', `scheduled_date is in the past. ${outcome}`)
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

function countThreadLength(text: string): number {
  const rest = text.replace(/\p{RGI_Emoji}/gv, '')
  return countCodePoints(rest) + Buffer.byteLength(text) - Buffer.byteLength(rest)
}

type TwitterText = Pick<typeof import('twitter-text'), 'parseTweet' | 'extractUrls' | 'extractCashtags'>
let twitterText: TwitterText | undefined

/**
 * CommonJS, and it brings core-js 2: about 55 ms and 6 MB for these three files, 100 ms and 20 MB for the whole
 * package. So only these are loaded, at the first post that needs them.
 */
function loadTwitterText(): TwitterText {
  if (!twitterText) {
    const require = createRequire(import.meta.url)
    twitterText = {
      parseTweet: require('twitter-text/dist/parseTweet.js'),
      extractUrls: require('twitter-text/dist/extractUrls.js'),
      extractCashtags: require('twitter-text/dist/extractCashtags.js'),
    }
  }
  return twitterText
}

function toPlain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours. */
function measureDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, substitution)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast[j - 2]! + 1)
      row.push(cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.length]!
}
