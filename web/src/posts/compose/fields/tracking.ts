import type { Profile } from '../../../../../src/platforms/registry.ts'
import { composeText, type LoadTwitterText, type TrackLinks } from '../../../../../src/platforms/text/text.ts'
import { type TrackedText, type Tracking, trackText } from '../../../../../src/posts/tracking/tracked-text.ts'
import type { Workspace } from '../../../api/schema.ts'
import { type Parts, toTexts } from './counters.ts'

/** What the workspace and the installation say about links. */
type TrackingSettings = Pick<Workspace, 'track_links' | 'utm_campaign'> & {
  installation: Pick<Workspace['installation'], 'base_url' | 'link_base_url' | 'short_link_problem'>
}

/** What becomes of the links, as the server decides it; null when they stay as they are. */
export function trackingOf(choice: TrackLinks | null, settings: TrackingSettings | undefined): Tracking | null {
  if (settings === undefined) return null
  const { base_url: baseUrl, link_base_url: linkBaseUrl, short_link_problem: problem } = settings.installation
  const wanted = choice ?? settings.track_links
  if (wanted === 'off') return null
  const mode = wanted === 'short' && problem !== null ? 'utm' : wanted
  return { mode, campaign: settings.utm_campaign, linkBaseUrl, ownUrls: [baseUrl, linkBaseUrl] }
}

/** The text as the server will send it, with placeholders for the codes. */
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
