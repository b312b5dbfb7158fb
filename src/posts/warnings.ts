import { createHash } from 'node:crypto'
import { findNearest } from '../lib/nearest.ts'
import { isPrivateHost } from '../lib/net/url-guard.ts'
import { loadTwitterText } from '../lib/text/twitter-text.ts'
import { type Profile, profileFor, rulePrefixOf } from '../platforms/registry.ts'
import { FILE_TYPES, listTypes, type NamedFile } from '../platforms/shared/media.ts'
import { FORMATS, type Format } from '../platforms/shared/provider.ts'
import type { RuleId, Warn, Warning } from '../platforms/shared/rules.ts'
import { composeText } from '../platforms/shared/text.ts'
import { isMissed } from '../publishing/states.ts'
import { hasField, POST_FIELDS, TEXT_FIELD } from './fields.ts'
import type { PostInput } from './input.ts'
import { quote } from './readers.ts'

export interface WarningContext {
  /** Of the account, or of the format without one. */
  rules?: Profile
  now: Date
  lateWindowMs: number
  connected: boolean
  /** As it will be sent. Defaults to the text as given. */
  text?: string
  privateMedia?: boolean
  /** Our own files among the URLs, and why providers cannot fetch those; null when they can. */
  own?: { urls: ReadonlySet<string>; fetchProblem: string | null }
}

const UNKNOWN_FIELDS_LISTED_MAX = 20

/** What the platform would refuse or alter though the API accepts it. */
export function findWarnings(input: PostInput, unknownFields: string[], context: WarningContext): Warning[] {
  const warnings: Warning[] = []
  const warn: Warn = (rule, field, message) => warnings.push({ rule, field, message })
  checkUnknownFields(warn, input.platform, unknownFields)
  const { rules = profileFor(input.platform) } = context
  checkText(warn, context.text ?? composeText(input), rules)
  checkTags(warn, input, rules)
  checkMedia(warn, input, rules, context)
  checkAltTexts(warn, input, rules)
  checkSchedule(warn, input, rules, context)
  return warnings
}

function checkUnknownFields(warn: Warn, platform: Format, names: string[]): void {
  for (const name of names.slice(0, UNKNOWN_FIELDS_LISTED_MAX)) {
    warn('unknown_field', quote(name).slice(1, -1), describeUnknownField(platform, name))
  }
  const rest = names.length - UNKNOWN_FIELDS_LISTED_MAX
  if (rest > 0) warn('unknown_field', '', `Unknown fields not listed here: ${rest}. They were not stored either.`)
}

function describeUnknownField(platform: Format, name: string): string {
  if (name === 'platform') return `The platform is part of the path (${platform}); the one in the body was ignored.`
  const textField = TEXT_FIELD[platform]
  if (name === 'caption' || name === 'content') {
    return `Field "${name}" does not exist on ${platform} posts and was not stored. Their text goes in "${textField}".`
  }
  if (FORMATS.some((format) => hasField(format, name))) {
    return `Field "${name}" does not exist on ${platform} posts and was not stored.`
  }
  const nearest = findNearest(name, POST_FIELDS[platform])
  return `Unknown field ${quote(name)} was not stored.${nearest ? ` Did you mean "${nearest}"?` : ''}`
}

function checkText(warn: Warn, text: string, rules: Profile): void {
  if (text !== '') rules.text.check(text, warn, loadTwitterText)
}

// All punctuation but the underscore.
const TAG_END = /[!-/:-@[-^`{-~]/

function checkTags(warn: Warn, input: PostInput, rules: Profile): void {
  const { label, text } = rules
  for (const [index, tag] of (input.hashtags ?? []).entries()) {
    const mark = TAG_END.exec(tag)?.[0]
    if (mark === undefined) continue
    const message = `${label} ends a hashtag at "${mark}", so #${tag} will not be one tag.`
    warn('any.hashtag.characters', `hashtags[${index}]`, message)
  }
  for (const [index, handle] of (input.mentions ?? []).entries()) {
    if (!text.handle || text.handle.pattern.test(handle)) continue
    const message = `${quote(handle)} cannot be a handle on ${label} (${text.handle.words}); nobody is mentioned.`
    warn(`${rulePrefixOf(rules)}.mention.handle` as RuleId, `mentions[${index}]`, message)
  }
}

function checkSchedule(warn: Warn, input: PostInput, rules: Profile, context: WarningContext): void {
  const { now, lateWindowMs, connected } = context
  if (input.status !== 'scheduled') return
  if (!connected) {
    const message = `No ${rules.label} account is connected. The post is stored and waits; nothing goes out until one is connected.`
    warn('any.account.missing', 'status', message)
  }
  if (!input.scheduled_date) return
  if (input.scheduled_date >= now) return
  const outcome = isMissed(input.scheduled_date, now, lateWindowMs)
    ? 'The post counts as missed and waits for a person; set a new date to send it.'
    : 'The post goes out at once.'
  warn('any.schedule.past', 'scheduled_date', `scheduled_date is in the past. ${outcome}`)
}

const KINDS = {
  image: 'jpg jpeg jpe jfif png gif webp heic heif avif bmp tif tiff svg'.split(' '),
  video: 'mp4 m4v mov webm avi mkv mpg mpeg wmv flv 3gp ogv'.split(' '),
  audio: 'mp3 m4a wav ogg oga opus flac'.split(' '),
  document: ['pdf'],
  other: 'doc docx ppt pptx xls xlsx txt zip'.split(' '),
}

const KIND_OF_MEDIA_TYPE: Record<string, 'image' | 'video'> = {
  image: 'image',
  video: 'video',
  feed_post: 'image',
  reel: 'video',
}

function checkMedia(warn: Warn, input: PostInput, rules: Profile, { privateMedia = false, own }: WarningContext): void {
  const { label, media } = rules
  const files: NamedFile[] = []
  for (const [index, text] of (input.media_urls ?? []).entries()) {
    const url = URL.parse(text)
    if (!url) continue
    const field = `media_urls[${index}]`
    if (own?.urls.has(text)) {
      if (!media.uploaded && own.fetchProblem !== null) {
        warn('any.media.not_fetchable', field, `${label} fetches ${field} itself. ${own.fetchProblem}`)
      }
    } else if (isPrivateHost(url.hostname) && !(privateMedia && media.uploaded)) {
      const message = `${field} is on a private host, which ${label} cannot reach. Use a public address.`
      warn('any.media.url.private', field, message)
    }
    const file = toNamedFile(url)
    checkFileType(warn, input, rules, field, file)
    files.push(file)
  }
  media.checkMix?.(files, warn)
}

function checkAltTexts(warn: Warn, { media_urls: urls, alt_texts: texts }: PostInput, rules: Profile): void {
  const { label, media } = rules
  for (const [index, text] of (texts ?? []).entries()) {
    const url = URL.parse(urls?.[index] ?? '')
    if (text === null || url === null || media.altText === undefined) continue
    const field = `alt_texts[${index}]`
    const { kind } = toNamedFile(url)
    const { max, kinds } = media.altText
    if (kind === 'video' && !kinds.includes(kind)) {
      warn('any.alt_text.video', field, `${label} takes no alt text for videos, so ${field} is not sent.`)
    } else if (text.length > max && [...text].length > max) {
      const message = `${label} takes ${max} characters of alt text, and ${field} has ${[...text].length}: the rest is cut off.`
      warn(`${rulePrefixOf(rules)}.alt_text.max` as RuleId, field, message)
    }
  }
}

/** By the ending of its name. */
export function toNamedFile(url: URL): NamedFile {
  const extension = /\.([a-z0-9]{2,5})$/i.exec(url.pathname)?.[1]?.toLowerCase() ?? ''
  const kind = (['image', 'video', 'audio', 'document', 'other'] as const).find((each) =>
    KINDS[each].includes(extension),
  )
  return kind === undefined ? { extension: null, kind: null } : { extension, kind }
}

function checkFileType(warn: Warn, input: PostInput, rules: Profile, field: string, file: NamedFile) {
  const { extension, kind } = file
  if (kind === null) return
  const { media_type: mediaType } = input
  const refuse = (kindOfRule: 'image' | 'video' | 'audio', problem: string) =>
    warn(`${rulePrefixOf(rules)}.${kindOfRule}.type` as RuleId, field, `${field} ends in .${extension}, ${problem}.`)
  const wanted = mediaType === null ? undefined : KIND_OF_MEDIA_TYPE[mediaType]
  if (wanted !== undefined && kind !== wanted) {
    return refuse(wanted, `but media_type ${mediaType} takes ${wanted === 'image' ? 'an image' : 'a video'}`)
  }
  const { label, media } = rules
  const takesDocuments = media.document !== undefined
  const isUnknown = kind === 'other' || (kind === 'document' && !takesDocuments)
  if (isUnknown || (kind === 'audio' && !media.audio)) {
    return refuse('image', `which is neither an image nor a video${takesDocuments ? ' nor a PDF' : ''}`)
  }
  if (kind === 'document') return
  const { types } = media[kind]!
  if (types.some((type) => FILE_TYPES[type].extensions.some((each) => each === extension))) return
  const only = kind === 'image' && types.length === 1 ? 'only ' : ''
  refuse(kind, `but ${label} takes ${only}${listTypes(types, 'and')} ${kind === 'audio' ? 'sounds' : `${kind}s`}`)
}

/** Identifies the text on an account, without the codes of its links. */
export function fingerprintOf(input: PostInput, rules: Profile, account: { id: string } | null): Buffer | null {
  if (!rules.refusesRepeats) return null
  return createHash('sha256')
    .update(`${input.platform}\n${account?.id ?? ''}\n${composeText(input).normalize('NFC')}`)
    .digest()
}

export function expiryWarning(worksUntil: Date): Warning {
  const message = `The approval of the account ends at ${worksUntil.toISOString()}, before this date. Connect the account again by then.`
  return { rule: 'any.account.expires', field: 'scheduled_date', message }
}

export function repeatWarning(rules: Profile, earlierId: string): Warning {
  const message = `${rules.label} refuses a text it has just seen, and post ${earlierId} has the same one within a day. Change the text or the date.`
  return { rule: `${rulePrefixOf(rules)}.duplicate` as RuleId, field: 'content', message }
}
