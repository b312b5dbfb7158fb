import { createHash } from 'node:crypto'
import { quoteInput } from '../lib/issues.ts'
import { findNearest } from '../lib/nearest.ts'
import { isPrivateHost } from '../lib/net/url-guard.ts'
import { loadTwitterText } from '../lib/text/twitter-text.ts'
import { type Message, message } from '../messages/message.ts'
import { type Profile, profileFor } from '../platforms/registry.ts'
import { FILE_TYPES, listTypes, type NamedFile } from '../platforms/shared/media.ts'
import type { Format } from '../platforms/shared/provider.ts'
import type { RuleId, Warn, Warning } from '../platforms/shared/rules.ts'
import { composeText } from '../platforms/shared/text.ts'
import { isMissed } from '../publishing/states.ts'
import { TEXT_FIELD } from './fields.ts'
import { isPostField, POST_FIELDS, type PostInput } from './input.ts'

export interface WarningContext {
  /** Defaults to the format's first provider. */
  rules?: Profile
  now: Date
  lateWindowMs: number
  connected: boolean
  /** As it will be sent. Defaults to the text as given. */
  text?: string
  privateMedia?: boolean
  /** Our own files among the URLs, and why providers cannot fetch those; null if they can. */
  own?: { urls: ReadonlySet<string>; fetchProblem: Message | null }
}

const UNKNOWN_FIELDS_LISTED_MAX = 20

/** Lists everything that the platform would refuse or change although the API accepts it. */
export function findWarnings(input: PostInput, unknownFields: string[], context: WarningContext): Warning[] {
  const warnings: Warning[] = []
  const warn: Warn = (rule, field, said) => warnings.push({ rule, field, message: said })
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
    warn('unknown_field', quoteInput(name).slice(1, -1), describeUnknownField(platform, name))
  }
  const rest = names.length - UNKNOWN_FIELDS_LISTED_MAX
  if (rest > 0) warn('unknown_field', '', message('warning.more_unknown_fields', { count: rest }))
}

function describeUnknownField(platform: Format, name: string): Message {
  if (name === 'platform') return message('warning.platform_in_body', { platform })
  if (name === 'caption' || name === 'content') {
    return message('warning.other_text_field', { name, platform, text_field: TEXT_FIELD[platform] })
  }
  if (isPostField(name)) return message('warning.field_of_others', { name, platform })
  const nearest = findNearest(name, POST_FIELDS[platform])
  if (!nearest) return message('warning.unknown_field', { name: quoteInput(name) })
  return message('warning.misspelt_field', { name: quoteInput(name), nearest })
}

function checkText(warn: Warn, text: string, rules: Profile): void {
  if (text !== '') rules.text.check(text, warn, loadTwitterText)
}

// All punctuation but the underscore.
const TAG_END = /[!-/:-@[-^`{-~]/

function checkTags(warn: Warn, input: PostInput, rules: Profile): void {
  const { label: network, text } = rules
  for (const [index, tag] of (input.hashtags ?? []).entries()) {
    const mark = TAG_END.exec(tag)?.[0]
    if (mark === undefined) continue
    warn('any.hashtag.characters', `hashtags[${index}]`, message('warning.hashtag_ends', { network, mark, tag }))
  }
  for (const [index, handle] of (input.mentions ?? []).entries()) {
    if (!text.handle || text.handle.pattern.test(handle)) continue
    const said = message('warning.not_handle', { handle: quoteInput(handle), network, rule: text.handle.words })
    warn(`${rules.rulePrefix}.mention.handle` as RuleId, `mentions[${index}]`, said)
  }
}

function checkSchedule(warn: Warn, input: PostInput, rules: Profile, context: WarningContext): void {
  const { now, lateWindowMs, connected } = context
  if (input.status !== 'scheduled') return
  if (!connected) warn('any.account.missing', 'status', message('warning.no_account', { network: rules.label }))
  const { scheduled_date: date } = input
  if (date === null || date >= now) return
  const said = message(isMissed(date, now, lateWindowMs) ? 'warning.missed' : 'warning.past')
  warn('any.schedule.past', 'scheduled_date', said)
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
  const { label: network, media } = rules
  const files: NamedFile[] = []
  for (const [index, text] of (input.media_urls ?? []).entries()) {
    const url = URL.parse(text)
    if (!url) continue
    const field = `media_urls[${index}]`
    if (own?.urls.has(text)) {
      if (!media.uploaded && own.fetchProblem !== null) {
        const said = message('warning.not_fetchable', { network, field, problem: own.fetchProblem })
        warn('any.media.not_fetchable', field, said)
      }
    } else if (isPrivateHost(url.hostname) && !(privateMedia && media.uploaded)) {
      warn('any.media.url.private', field, message('warning.private_host', { field, network }))
    }
    const file = toNamedFile(url)
    checkFileType(warn, input, rules, field, file)
    files.push(file)
  }
  media.checkMix?.(files, warn)
}

function checkAltTexts(warn: Warn, { media_urls: urls, alt_texts: texts }: PostInput, rules: Profile): void {
  const { label: network, media } = rules
  for (const [index, text] of (texts ?? []).entries()) {
    const url = URL.parse(urls?.[index] ?? '')
    if (text === null || url === null || media.altText === undefined) continue
    const field = `alt_texts[${index}]`
    const { kind } = toNamedFile(url)
    const { max, kinds } = media.altText
    if (kind === 'video' && !kinds.includes(kind)) {
      warn('any.alt_text.video', field, message('warning.no_video_alt_text', { network, field }))
    } else if (text.length > max && [...text].length > max) {
      const said = message('warning.alt_text_cut', { network, max, field, length: [...text].length })
      warn(`${rules.rulePrefix}.alt_text.max` as RuleId, field, said)
    }
  }
}

/** The kind follows from the extension. */
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
  const { label: network, media } = rules
  const ending = { field, ending: extension! }
  const refuse = (kindOfRule: 'image' | 'video' | 'audio', said: Message) =>
    warn(`${rules.rulePrefix}.${kindOfRule}.type` as RuleId, field, said)
  const wanted = mediaType === null ? undefined : KIND_OF_MEDIA_TYPE[mediaType]
  if (wanted !== undefined && kind !== wanted) {
    const code = wanted === 'image' ? 'warning.not_an_image' : 'warning.not_a_video'
    return refuse(wanted, message(code, { ...ending, media_type: mediaType! }))
  }
  const takesDocuments = media.document !== undefined
  const isUnknown = kind === 'other' || (kind === 'document' && !takesDocuments)
  if (isUnknown || (kind === 'audio' && !media.audio)) {
    return refuse('image', message(takesDocuments ? 'warning.not_media_or_pdf' : 'warning.not_media', ending))
  }
  if (kind === 'document') return
  const { types } = media[kind]!
  if (types.some((type) => FILE_TYPES[type].extensions.some((each) => each === extension))) return
  const code = kind === 'image' && types.length === 1 ? 'warning.one_image_type' : WRONG_ENDING[kind]
  refuse(kind, message(code, { ...ending, network, types: listTypes(types, 'and') }))
}

const WRONG_ENDING = {
  image: 'warning.image_type',
  video: 'warning.video_type',
  audio: 'warning.audio_type',
} as const

/** Identifies the text on an account, without the codes of its links. */
export function fingerprintOf(input: PostInput, rules: Profile, account: { id: string } | null): Buffer | null {
  if (!rules.refusesRepeats) return null
  return createHash('sha256')
    .update(`${input.platform}\n${account?.id ?? ''}\n${composeText(input).normalize('NFC')}`)
    .digest()
}

export function expiryWarning(worksUntil: Date): Warning {
  const said = message('warning.account_expires', { at: worksUntil.toISOString() })
  return { rule: 'any.account.expires', field: 'scheduled_date', message: said }
}

export function repeatWarning(rules: Profile, id: string): Warning {
  const rule = `${rules.rulePrefix}.duplicate` as RuleId
  return { rule, field: 'content', message: message('warning.repeat', { network: rules.label, id }) }
}
