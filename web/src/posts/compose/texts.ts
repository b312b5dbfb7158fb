import { countCodePoints } from '../../../../src/lib/text/text.ts'
import type { Profile } from '../../../../src/platforms/registry.ts'
import {
  composeText,
  type LoadTwitterText,
  type TextRules,
  type TrackLinks,
} from '../../../../src/platforms/shared/text.ts'
import { type TrackedText, type Tracking, trackText } from '../../../../src/posts/tracked-text.ts'
import type { Workspace } from '../../api/schema.ts'

/** Platforms count the text and its tags. */
export interface Parts {
  text: string
  hashtags: readonly string[]
  mentions: readonly string[]
}

function toTexts({ text, ...tags }: Parts) {
  return { content: text.trim(), ...tags }
}

export function wholeText(parts: Parts): string {
  return composeText(toTexts(parts))
}

/** `sent` is the text as it will be sent. */
export function countText(
  rules: TextRules,
  parts: Parts,
  load: LoadTwitterText,
  sent: string = wholeText(parts),
): { used: number; max: number } {
  const { max, count } = rules
  // Doorpost counts characters as typed, so a long link on X counts in full until it fits both.
  return { used: Math.max(count(sent, load), countCodePoints(parts.text.trim())), max }
}

type TrackingSettings = Pick<Workspace, 'track_links' | 'utm_campaign'> & {
  installation: Pick<Workspace['installation'], 'base_url' | 'link_base_url' | 'short_link_problem'>
}

/** Decides as the server does; null leaves links as they are. */
export function trackingOf(choice: TrackLinks | null, settings: TrackingSettings | undefined): Tracking | null {
  if (settings === undefined) return null
  const { base_url: baseUrl, link_base_url: linkBaseUrl, short_link_problem: problem } = settings.installation
  const wanted = choice ?? settings.track_links
  if (wanted === 'off') return null
  const mode = wanted === 'short' && problem !== null ? 'utm' : wanted
  return { mode, campaign: settings.utm_campaign, linkBaseUrl, ownUrls: [baseUrl, linkBaseUrl] }
}

/** As the server will send it, with placeholders for codes. */
export function outgoingText(
  parts: Parts,
  network: Profile,
  tracking: Tracking | null,
  load: LoadTwitterText,
): TrackedText {
  const post = toTexts(parts)
  if (tracking === null) return { text: composeText(post), links: [], tooLong: null, beyond: [] }
  return trackText(post, network, tracking, load)
}
