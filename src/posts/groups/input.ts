import { isUuid } from '../../lib/ids.ts'
import { checkNames, createIssues, type Issues, quoteInput, readObject, typeOf } from '../../lib/issues.ts'
import { checkCharacters } from '../../lib/text/text.ts'
import { type Message, message } from '../../messages/message.ts'
import { sentence } from '../../messages/sentence.ts'
import { type PostAccount, profileFor, rulesFor } from '../../platforms/registry.ts'
import type { Format } from '../../platforms/shared/provider.ts'
import { guessMediaType, TEXT_FIELD } from '../fields.ts'
import { checkContentLength, isPostField, type PostInput, type PostReading, readPost, readPostPatch } from '../input.ts'
import { toNamedFile } from '../warnings.ts'
import { ACCOUNTS_MAX, SHARED_FIELDS } from './schemas.ts'

type Body = Record<string, unknown>

/** `broken` are shared fields that are reported once, not for each account. */
interface Shared {
  body: Body
  broken: ReadonlySet<string>
}

interface AccountEntry {
  connectionId: string
  overrides: Body
  /** accounts[1] */
  path: string
}

export interface GroupBody {
  shared: Shared
  entries: AccountEntry[]
}

export interface GroupAccount extends PostAccount {
  platform: Format
  /** X (@example) */
  name: string
}

export function readGroup(issues: Issues, body: Body): GroupBody {
  checkGroupNames(issues, body, 'accounts')
  return { shared: readShared(issues, body), entries: readEntries(issues, body.accounts) }
}

/** The shared fields with the overrides of one account. Null if there is no such account. */
export function readAccountPost(
  issues: Issues,
  { body, broken }: Shared,
  entry: AccountEntry,
  account: GroupAccount | undefined,
  checkTracking: (found: Issues, input: PostInput) => void,
): PostReading | null {
  const { connectionId, path } = entry
  if (account === undefined) {
    issues.add(`${path}.connection_id`, 'group.no_connection')
    return null
  }
  const { platform } = account
  const place = { path: `${path}.overrides`, of: account.name, sent: entry.overrides, broken }
  const own = toFields(issues, platform, entry.overrides, place.path)
  const whole: Body = { ...toCommon(platform, body, own), ...own, connection_id: connectionId }
  if (!('media_type' in own)) setMediaType(whole, platform, whole.media_urls)
  // An account with only its own date may write it with an offset.
  const offsetAllowed = 'scheduled_date' in own !== 'time_zone' in own
  const found = createIssues()
  const reading = readPost(found, platform, whole, { offsetAllowed, byAccount: true })
  checkContentLength(found, reading.input, rulesFor(platform, account))
  checkTracking(found, reading.input)
  if (!('media_type' in own)) explainMissingMedia(found, platform, whole.media_urls)
  passOn(issues, found, place)
  return { ...reading, account }
}

export interface GroupPatch {
  shared: Shared
  overrides: Map<string, Body>
}

export function readGroupPatch(issues: Issues, body: Body): GroupPatch {
  checkGroupNames(issues, body, 'overrides')
  return { shared: readShared(issues, body), overrides: readOverrides(issues, body.overrides) }
}

/** Issues of one post are reported at its place in the body. */
export async function readMember(
  issues: Issues,
  patch: GroupPatch,
  { id, platform, account }: { id: string; platform: Format; account: PostAccount | null },
  read: (found: Issues, toPatched: (current: PostInput) => PostReading) => Promise<PostReading>,
): Promise<PostReading> {
  const { body, broken } = patch.shared
  const sent = patch.overrides.get(id) ?? {}
  const place = { path: `overrides.${id}`, of: `the ${rulesFor(platform, account).label} post`, sent, broken }
  const own = toFields(issues, platform, sent, place.path)
  const change: Body = { ...toCommon(platform, body, own), ...own }
  const found = createIssues()
  const reading = await read(found, (current) => {
    const isGuessed = current.media_type === guessFor(platform, current.media_urls)
    const follows = 'media_urls' in change && !('media_type' in own) && isGuessed
    if (follows) setMediaType(change, platform, change.media_urls)
    const patched = readPostPatch(found, current, change)
    if (follows) explainMissingMedia(found, platform, change.media_urls)
    return { ...patched, account }
  })
  passOn(issues, found, place)
  return reading
}

function checkGroupNames(issues: Issues, body: Body, more: 'accounts' | 'overrides'): void {
  const foreign = Object.keys(body).filter((name) => name !== 'connection_id' && isOfSomeFormat(name))
  for (const name of foreign) {
    if (name === 'caption') issues.add(name, 'group.not_shared_text')
    else issues.add(name, 'group.not_shared', { place: OWN_PLACE[more] })
  }
  checkNames(issues, body, [...SHARED_FIELDS, more], new Set(foreign))
}

const OWN_PLACE = { accounts: message('group.place_accounts'), overrides: message('group.place_overrides') }

function isOfSomeFormat(name: string): boolean {
  return isPostField(name) && !SHARED_FIELDS.includes(name)
}

/** Wrong types and characters are reported once for all accounts. */
function readShared(issues: Issues, body: Body): Shared {
  const broken = new Set<string>()
  const { content, media_urls } = body
  if (content !== undefined && content !== null) {
    const before = issues.count
    if (typeof content === 'string') checkCharacters(issues, 'content', content)
    else issues.add('content', 'field.not_text', { found: typeOf(content) })
    if (issues.count > before) broken.add('content').add('caption')
  }
  if (media_urls !== undefined && media_urls !== null && !Array.isArray(media_urls)) {
    issues.add('media_urls', 'field.not_texts', { found: typeOf(media_urls) })
    broken.add('media_urls')
  }
  const sent = SHARED_FIELDS.filter((field) => body[field] !== undefined)
  return { body: Object.fromEntries(sent.map((field) => [field, body[field]])), broken }
}

const EXAMPLE = '{"connection_id": "…", "overrides": {"content": "…"}}'

function readEntries(issues: Issues, value: unknown): AccountEntry[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > ACCOUNTS_MAX) {
    const wanted = { max: ACCOUNTS_MAX, example: EXAMPLE }
    if (Array.isArray(value)) issues.add('accounts', 'group.wrong_account_count', { ...wanted, count: value.length })
    else issues.add('accounts', 'group.no_accounts', { ...wanted, found: typeOf(value ?? null) })
    return []
  }
  const firstWith = new Map<string, string>()
  return value.flatMap((entry, index) => readEntry(issues, entry, `accounts[${index}]`, firstWith) ?? [])
}

function readEntry(issues: Issues, entry: unknown, path: string, firstWith: Map<string, string>): AccountEntry | null {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    issues.add(path, 'group.not_account', { example: EXAMPLE, found: typeOf(entry) })
    return null
  }
  const { connection_id: id, overrides = null, ...others } = entry as Body
  for (const name of Object.keys(others).slice(0, 20)) {
    const isMisplaced = isOfSomeFormat(name) || name === 'content'
    issues.add(path, isMisplaced ? 'group.misplaced_field' : 'group.unknown_field', { name: quoteInput(name) })
  }
  const own = readOwn(issues, overrides, `${path}.overrides`)
  if (typeof id !== 'string' || !isUuid(id.trim())) {
    issues.add(`${path}.connection_id`, 'group.not_connection_id')
    return null
  }
  const connectionId = id.trim().toLowerCase()
  const first = firstWith.get(connectionId)
  if (first !== undefined) {
    issues.add(`${path}.connection_id`, 'group.account_twice', { first })
    return null
  }
  firstWith.set(connectionId, path)
  return { connectionId, overrides: own, path }
}

function readOwn(issues: Issues, value: unknown, path: string): Body {
  return readObject(issues, path, value, { shape: message('group.overrides_wanted') }) ?? {}
}

function readOverrides(issues: Issues, value: unknown): Map<string, Body> {
  const all = readOwn(issues, value ?? null, 'overrides')
  const entries = Object.entries(all)
  if (entries.length > ACCOUNTS_MAX) {
    issues.add('overrides', 'group.too_many_overrides', { max: ACCOUNTS_MAX, count: entries.length })
    return new Map()
  }
  return new Map(
    entries.flatMap(([name, own]) => {
      const id = name.toLowerCase()
      if (isUuid(id)) return [[id, readOwn(issues, own, `overrides.${id}`)]]
      issues.add('overrides', 'group.override_not_id', { name: quoteInput(name) })
      return []
    }),
  )
}

/** Renames `content` for the format. */
function toFields(issues: Issues, platform: Format, { content, ...others }: Body, path: string): Body {
  const textField = TEXT_FIELD[platform]
  if ('connection_id' in others) {
    issues.add(`${path}.connection_id`, 'group.account_fixed', { path, id: '{id}' })
  }
  const { connection_id: _, ...rest } = others
  if (content === undefined) return rest
  if (textField !== 'content' && textField in rest) {
    issues.add(`${path}.content`, 'group.text_twice', { path, name: textField })
  }
  return { ...rest, [textField]: content }
}

/** Alt texts belong to their files. */
function toCommon(platform: Format, { content, ...body }: Body, own: Body): Body {
  const { alt_texts, ...rest } = body
  const common = 'media_urls' in own ? rest : body
  return content === undefined ? common : { ...common, [TEXT_FIELD[platform]]: content }
}

function guessFor(platform: Format, urls: unknown): string | null {
  const list = Array.isArray(urls) ? urls : []
  const first = typeof list[0] === 'string' ? URL.parse(list[0].trim()) : null
  return guessMediaType(platform, list.length, first !== null && toNamedFile(first).kind === 'video')
}

function setMediaType(body: Body, platform: Format, urls: unknown): void {
  const guess = guessFor(platform, urls)
  if (guess !== null) body.media_type = guess
}

/** The media type was guessed, so the message does not name it. */
function explainMissingMedia(found: Issues, platform: Format, urls: unknown): void {
  const isEmpty = urls === undefined || urls === null || (Array.isArray(urls) && urls.length === 0)
  if (platform !== 'photo' || !isEmpty || !('media_urls' in found.details)) return
  const network = profileFor(platform).label
  found.details.media_urls = [message('group.media_required', { field: 'media_urls', network })]
}

interface Place {
  path: string
  of: string
  /** Sent for this post alone. */
  sent: Body
  broken: ReadonlySet<string>
}

const SCHEDULE = ['status', 'scheduled_date', 'time_zone']

/** Reports the issues of one post: those of shared fields once, others with its account. */
function passOn(issues: Issues, found: Issues, { path, of, sent, broken }: Place): void {
  for (const [field, all] of Object.entries(found.details)) {
    const root = /^\w*/.exec(field)![0]
    const isText = root === 'content' || root === 'caption'
    const isOwn = root in sent || (isText && 'content' in sent)
    if (!isOwn && broken.has(root)) continue
    const name = isText && !(root in sent) ? 'content' : field
    const place = `${path}.${name}`
    for (const said of all) {
      if (isOwn) issues.add(place, renamed(said, field, place))
      else if (isForAll(field, root, sent)) addOnce(issues, field, said)
      else issues.add(place, 'group.for_post', { post: of, problem: renamed(said, field, name) })
    }
  }
}

/** The same problem of a field with another name. */
function renamed(said: Message, field: string, name: string): Message {
  if (!sentence(said).startsWith(field)) return message('group.at_field', { field: name, problem: said })
  return { ...said, values: { ...said.values, field: name } }
}

function isForAll(field: string, root: string, sent: Body): boolean {
  if (SCHEDULE.includes(root)) return !SCHEDULE.some((name) => name in sent)
  return root === 'alt_texts' || root === 'track_links' || field.startsWith('media_urls[')
}

function addOnce(issues: Issues, field: string, said: Message): void {
  if (!issues.details[field]?.map((each) => sentence(each)).includes(sentence(said))) issues.add(field, said)
}
