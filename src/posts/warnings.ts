import { createRequire } from 'node:module'
import { findNearest } from '../lib/nearest.ts'
import { countCodePoints } from '../lib/text.ts'
import { isMissed } from '../publishing/states.ts'
import { type PostInput, quote } from './input.ts'
import { CONTENT_MAX, PLATFORM_NAMES, type Platform, POST_FIELDS, TEXT_FIELD } from './limits.ts'
import { checkMedia } from './media-warnings.ts'
import type { RuleId, Warn, Warning } from './rules.ts'

export interface WarningContext {
  now: Date
  lateWindowMs: number
  /** Is an account of the platform connected? */
  connected: boolean
  /** Doorpost itself may read media from private networks (ALLOW_PRIVATE_NETWORKS). */
  privateMedia?: boolean
}

const UNKNOWN_FIELDS_LISTED_MAX = 20
const THREAD_LINKS_MAX = 5
const PHOTO_HASHTAGS_MAX = 30
/** Announced in December 2025 and rolled out account by account; the API's documents still say 30. */
const PHOTO_HASHTAGS_ANNOUNCED = 5
const PHOTO_MENTIONS_MAX = 20
const SHORT_CASHTAGS_MAX = 1

/** What the real platform would refuse or alter though the interface allows it, for drafts too. */
export function findWarnings(input: PostInput, unknownFields: string[], context: WarningContext): Warning[] {
  const warnings: Warning[] = []
  const warn: Warn = (rule, field, message) => warnings.push({ rule, field, message })
  checkUnknownFields(warn, input.platform, unknownFields)
  checkText(warn, input)
  checkTags(warn, input)
  checkMedia(warn, input, context.privateMedia === true)
  checkSchedule(warn, input, context)
  return warnings
}

/**
 * The text as it will be sent. Hashtags follow after an empty line, as people write them there; mentions after one
 * space, because every character counts on X.
 */
export function composeText(input: Pick<PostInput, 'content' | 'hashtags' | 'mentions'> & Partial<PostInput>): string {
  const hashtags = (input.hashtags ?? []).map((tag) => `#${tag}`).join(' ')
  const mentions = (input.mentions ?? []).map((handle) => `@${handle}`).join(' ')
  const text = [input.content, hashtags].filter(Boolean).join('\n\n')
  return [text, mentions].filter(Boolean).join(' ')
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
  } else if (hashtags > PHOTO_HASHTAGS_ANNOUNCED) {
    const message = `Instagram is limiting posts to ${PHOTO_HASHTAGS_ANNOUNCED} hashtags, but caption and hashtags hold ${hashtags}. Keep the ${PHOTO_HASHTAGS_ANNOUNCED} that fit best.`
    warn('photo.hashtags.announced', 'hashtags', message)
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
    `${PLATFORM_NAMES[platform]} allows ${max} characters, but ${field} with the hashtags appended has ${length}. ` +
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
    const message = `${PLATFORM_NAMES[input.platform]} ends a hashtag at "${mark}", so #${tag} will not be one tag.`
    warn('any.hashtag.characters', `hashtags[${index}]`, message)
  }
  for (const [index, handle] of (input.mentions ?? []).entries()) {
    if (/^[A-Za-z0-9_]{1,15}$/.test(handle)) continue
    const message = `${quote(handle)} cannot be a handle on X (1 to 15 letters, digits, underscores); nobody is mentioned.`
    warn('short.mention.handle', `mentions[${index}]`, message)
  }
}

function checkSchedule(warn: Warn, input: PostInput, { now, lateWindowMs, connected }: WarningContext): void {
  if (input.status !== 'scheduled') return
  if (!connected) {
    const name = PLATFORM_NAMES[input.platform]
    const message = `No ${name} account is connected. The post is stored and waits; nothing goes out until one is connected.`
    warn('any.account.missing', 'status', message)
  }
  if (!input.scheduledDate) return
  if (input.scheduledDate >= now) return
  const outcome = isMissed(input.scheduledDate, now, lateWindowMs)
    ? 'The post counts as missed and waits for a person; set a new date to send it.'
    : 'The post goes out at once.'
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
