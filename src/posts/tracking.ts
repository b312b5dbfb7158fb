import type { Db, Pool, Tx } from '../db/database.ts'
import { createBatcher } from '../db/writes/batcher.ts'
import { cutText } from '../lib/text/text.ts'
import { loadTwitterText } from '../lib/text/twitter-text.ts'
import { type LinkReach, shortLinkProblem } from '../links/redirect.ts'
import type { Utm } from '../links/target.ts'
import { type Message, message } from '../messages/message.ts'
import type { Profile } from '../platforms/registry.ts'
import type { Warning } from '../platforms/shared/rules.ts'
import { composeText, type TrackLinks } from '../platforms/shared/text.ts'
import { TEXT_FIELD } from './fields.ts'
import type { PostInput } from './input.ts'
import { LINKS_MAX, type TrackedLink, type TrackedText, type Tracking, trackText, utmOf } from './tracked-text.ts'

export interface StoredOutgoing {
  text: string
  links: TrackedLink[]
}

/** The text of a post before its links have codes. */
export interface TextPlan extends TrackedText {
  warnings: Warning[]
  tracking: Tracking | null
  rules: Profile
  post: Pick<PostInput, 'content' | 'hashtags' | 'mentions'>
}

export interface TrackingSettings {
  track_links: TrackLinks
  utm_campaign: string | null
}

interface WantedLink {
  target: string
  utm: Utm
}

interface TrackingOptions extends LinkReach {
  pool: Pool
  baseUrl: string
  settingsOf: (db: Db, workspaceIds: readonly string[]) => Promise<TrackingSettings[]>
  links: {
    /** In the order given. Known links keep their codes. */
    allotIn(tx: Tx, workspaceId: string, postId: string, wanted: readonly WantedLink[]): Promise<PostLink[]>
    keepOnlyIn(tx: Tx, workspaceId: string, postId: string, kept: readonly string[]): Promise<void>
  }
}

interface PostLink {
  id: string
  code: string
  target: string
}

/** Every link has a dot or a scheme. */
const MAYBE_LINK = /\S\.\S|:\/\//

export type PostTracking = ReturnType<typeof createTracking>

/** The only place that builds a tracked text. */
export function createTracking({ pool, baseUrl, linkBaseUrl, isSandbox, settingsOf, links }: TrackingOptions) {
  const ownUrls = [...new Set([baseUrl, linkBaseUrl])]
  const shortProblem = shortLinkProblem({ linkBaseUrl, isSandbox })
  const settings = createBatcher({ write: (ids: readonly string[]) => settingsOf(pool, ids), lanes: 1 })

  return {
    /** Null if they work. */
    shortProblem,

    /** The text with placeholders for the codes. Stores nothing. */
    async plan(db: Db, workspaceId: string, input: PostInput, rules: Profile): Promise<TextPlan> {
      const { content, hashtags, mentions, track_links: own } = input
      const post = { content, hashtags, mentions }
      const untouched = {
        text: composeText(post),
        links: [],
        tooLong: null,
        beyond: [],
        warnings: [],
        tracking: null,
        rules,
        post,
      }
      if (content === null || own === 'off' || !MAYBE_LINK.test(content)) return untouched
      const decided = db === pool ? await settings.add(workspaceId) : (await settingsOf(db, [workspaceId]))[0]!
      const wanted = own ?? decided.track_links
      if (wanted === 'off') return untouched
      const mode = wanted === 'short' && shortProblem !== null ? 'utm' : wanted
      const tracking = { mode, campaign: decided.utm_campaign, linkBaseUrl, ownUrls }
      const tracked = trackText(post, rules, tracking, loadTwitterText)
      const warnings = findTrackingWarnings(tracked, {
        field: TEXT_FIELD[input.platform],
        label: rules.label,
        mode,
        shortProblem: mode === wanted ? null : shortProblem,
      })
      return { ...tracked, warnings, tracking, rules, post }
    },

    forgetIn: (tx: Tx, workspaceId: string, postId: string) => links.keepOnlyIn(tx, workspaceId, postId, []),

    /**
     * Gives the links their codes, in the transaction that schedules the post; null if the text stays as given. With
     * `isUnsent`, codes that the text no longer has are forgotten.
     */
    async allotIn(
      tx: Tx,
      { workspaceId, postId, isUnsent }: { workspaceId: string; postId: string; isUnsent: boolean },
      { tracking, rules, post, links: wanted }: TextPlan,
    ): Promise<StoredOutgoing | null> {
      if (tracking === null || wanted.length === 0) {
        if (isUnsent) await links.keepOnlyIn(tx, workspaceId, postId, [])
        return null
      }
      const utm = utmOf(rules.name, tracking)
      const tagged = wanted.map(({ target }) => ({ target, utm }))
      const allotted = await links.allotIn(tx, workspaceId, postId, tagged)
      const kept = allotted.map(({ id }) => id)
      if (isUnsent) await links.keepOnlyIn(tx, workspaceId, postId, kept)
      const codes = new Map(allotted.map(({ target, code }) => [target, code]))
      const { text, links: tracked } = trackText(post, rules, tracking, loadTwitterText, codes)
      return { text, links: tracked }
    },
  }
}

interface TrackingContext {
  field: string
  label: string
  mode: Tracking['mode']
  shortProblem: Message | null
}

function findTrackingWarnings(
  { tooLong, links, beyond }: TrackedText,
  { field, label, mode, shortProblem }: TrackingContext,
): Warning[] {
  const warnings: Warning[] = []
  if (tooLong !== null) {
    const code = mode === 'utm' ? 'warning.tagged_too_long' : 'warning.tracked_too_long'
    warnings.push({ rule: 'any.links.length', field, message: message(code, { field, network: label, ...tooLong }) })
  } else if (shortProblem !== null && links.length > 0) {
    const said = message('warning.no_short_links', { problem: shortProblem })
    warnings.push({ rule: 'any.links.address', field: 'track_links', message: said })
  }
  if (beyond.length > 0 && tooLong === null) {
    const values = { field, max: LINKS_MAX, next: LINKS_MAX + 1, link: cutText(beyond[0]!, 200) }
    warnings.push({ rule: 'any.links.max', field, message: message('warning.too_many_links', values) })
  }
  return warnings
}
