import { publishItem } from '../core/items.ts'
import { type Call, empty, type Reply, refuse } from '../http/call.ts'
import type { Account, PublicItem, PublicMedia } from '../state/records.ts'
import { actingFor, signedIn } from './access.ts'
import { readContent } from './content.ts'
import { duplicateError, fieldError, linkedinError, throttled } from './errors.ts'
import { readLittleText } from './little-text.ts'

const MAX_COMMENTARY = 3000
const FIELDS = [
  'author',
  'commentary',
  'visibility',
  'distribution',
  'lifecycleState',
  'isReshareDisabledByAuthor',
  'content',
  'contentCallToActionLabel',
  'contentLandingPage',
  'reshareContext',
  'adContext',
]
const REQUIRED = ['author', 'commentary', 'visibility', 'distribution', 'lifecycleState']
const VISIBILITIES = ['PUBLIC', 'CONNECTIONS', 'LOGGED_IN']

/** POST /rest/posts answers 201 without a body; the id is in a header. */
export function createPost(call: Call): Reply {
  const member = signedIn(call)
  const { fields } = call.body
  checkFields(call)
  const author = actingFor(call, member, String(fields.author), 'partnerApiPostsExternal.CREATE')
  const sent = String(fields.commentary)
  const { text } = readLittleText(sent, call.world.settings.current.linkedin.cut_unescaped)
  // Not documented whether LinkedIn counts before or after the escapes. Readers see the text after them.
  if ([...readLittleText(sent, false).text].length > MAX_COMMENTARY) {
    return fieldError('/commentary', 'FIELD_LENGTH_TOO_LONG', `field has more than ${MAX_COMMENTARY} characters`)
  }
  const content = readContent(call, String(fields.author))
  if (sent.trim() === '' && content.kind === 'text') {
    return fieldError('/commentary', 'FIELD_REQUIRED', 'field is required when there is no content')
  }
  checkDaily(call, author)
  const print = fingerprint(sent, content.media)
  const first = findDuplicate(call, author, print)
  if (first) return duplicateError(first.id)

  // Videos become "ugcPost", everything else "share".
  const urn = `urn:li:${content.kind === 'video' ? 'ugcPost' : 'share'}:${call.world.ids.number(7_300_000_000_000_000_000n)}`
  publishItem(call, {
    id: urn,
    accountId: author.id,
    kind: content.kind,
    text,
    sent,
    media: content.media,
    path: `/feed/update/${urn}/`,
    containerId: null,
    replyTo: null,
    details: {
      print,
      author: fields.author,
      visibility: fields.visibility,
      distribution: fields.distribution,
      content: fields.content,
    },
  })
  return empty(201, {
    'x-restli-id': urn,
    'x-linkedin-id': urn,
    location: `/rest/posts/${encodeURIComponent(urn)}`,
  })
}

function checkFields(call: Call): void {
  const { fields } = call.body
  const unknown = Object.keys(fields).filter((name) => !FIELDS.includes(name))
  if (unknown.length > 0) {
    const paths = unknown.map((name) => `/${name}`).join(', ')
    const message = `Unpermitted fields present in REQUEST_BODY: Data Processing Exception while processing fields [${paths}]`
    refuse(linkedinError({ status: 400, serviceErrorCode: 100, code: 'ILLEGAL_ARGUMENT', message }))
  }
  const missing = REQUIRED.find((name) => fields[name] === undefined || fields[name] === null)
  if (missing !== undefined) {
    refuse(fieldError(`/${missing}`, 'FIELD_REQUIRED', 'field is required but not found and has no default value'))
  }
  if (typeof fields.commentary !== 'string')
    refuse(fieldError('/commentary', 'FIELD_INVALID', 'field must be a string'))
  if (!VISIBILITIES.includes(String(fields.visibility))) {
    refuse(fieldError('/visibility', 'FIELD_INVALID', `"${String(fields.visibility)}" is not an enum symbol`))
  }
  if (fields.lifecycleState !== 'PUBLISHED') {
    refuse(fieldError('/lifecycleState', 'FIELD_INVALID', 'lifecycleState must be PUBLISHED on create'))
  }
  const feed = (fields.distribution as Record<string, unknown>).feedDistribution
  if (feed !== 'MAIN_FEED' && feed !== 'NONE') {
    refuse(fieldError('/distribution/feedDistribution', 'FIELD_INVALID', `"${String(feed)}" is not an enum symbol`))
  }
}

/** Limits reset at midnight UTC. */
function checkDaily(call: Call, author: Account): void {
  const { daily_posts: most } = call.world.settings.current.linkedin
  if (most === null) return
  const midnight = Math.floor(call.world.clock.now() / 86_400_000) * 86_400_000
  let count = 0
  for (const item of call.world.items.newest(`linkedin:${author.id}`)) {
    if (item.createdAt < midnight) break
    count += 1
  }
  if (count >= most) refuse(throttled())
}

/** Finds a post with the same text and media by the same author within the window. */
function findDuplicate(call: Call, author: Account, print: string): PublicItem | null {
  const { duplicate_window_ms: windowMs, ghosts } = call.world.settings.current.linkedin
  const since = call.world.clock.now() - windowMs
  for (const item of call.world.items.newest(`linkedin:${author.id}`)) {
    if (item.createdAt <= since) return null
    if (item.deletedAt !== null && !ghosts) continue
    if (item.details.print === print) return item
  }
  return null
}

function fingerprint(sent: string, media: PublicMedia[]): string {
  return JSON.stringify([sent.trim().replaceAll(/\s+/g, ' '), media.map((entry) => entry.key)])
}
