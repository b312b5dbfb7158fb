import type { ReadyConnection } from '../../connections/connections.ts'
import type { SafeFetch } from '../../lib/net/safe-fetch.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { MediaReader, OpenedMedia } from '../../media/reader.ts'
import { readLinkPreview } from '../../media/remote/link-preview.ts'
import { withProofs } from '../../platforms/calls/dpop.ts'
import type { Outgoing, PlatformContext } from '../../platforms/contract.ts'
import type { Format } from '../../platforms/profile.ts'
import type { SettingsFor } from '../../platforms/settings.ts'
import { composeText } from '../../platforms/text/text.ts'
import type { StoredOutgoing } from '../../posts/tracking/tracking.ts'
import type { HttpFor } from '../platform-access.ts'
import type { PublishRow } from '../store.ts'

// X takes videos of 512 MB, the largest of the files we upload ourselves.
const MEDIA_BYTES_MAX = 512 * 1024 * 1024

interface ContextOptions {
  clock: Clock
  httpFor: HttpFor
  mediaFetch: SafeFetch
  media: MediaReader
  settingsFor: SettingsFor
}

/** What an adapter may use for one attempt. Files are downloaded once and deleted by `close`. */
export function createContext(
  { clock, httpFor, mediaFetch, media, settingsFor }: ContextOptions,
  connection: ReadyConnection,
): PlatformContext & { close(): Promise<void> } {
  const settings = settingsFor(connection.provider, connection.app, connection.serviceUrl)
  if (settings === null) throw new Error(`the app of ${connection.provider} is not set up`)
  const now = () => new Date(clock.now())
  const http = httpFor(connection.provider, settings)
  const files = new Map<string, Promise<OpenedMedia>>()
  return {
    http: connection.proofKey === null ? http : withProofs(http, connection.proofKey, now),
    settings,
    now,
    account: connection.account,
    readLinkPreview: (url) => readLinkPreview(mediaFetch, url),
    publicUrl: media.publicUrl,
    openMedia(url, limits = { maxBytes: MEDIA_BYTES_MAX }) {
      const known = files.get(url)
      if (known) return known
      const opened = media.open(url, limits)
      files.set(url, opened)
      return opened
    },
    async close() {
      for (const file of files.values()) await file.then((opened) => opened.close()).catch(() => {})
    },
  }
}

export function toOutgoing(post: PublishRow): Outgoing {
  const mediaUrls = (post.media_urls as string[] | null) ?? []
  const outgoing = post.outgoing as StoredOutgoing | null
  const given = {
    content: post.content,
    hashtags: post.hashtags as string[] | null,
    mentions: post.mentions as string[] | null,
  }
  return {
    id: post.id,
    platform: post.platform as Format,
    mediaType: post.media_type,
    // Built once, when the post was scheduled: every attempt sends the same, and finds it again.
    text: outgoing?.text ?? composeText(given),
    links: outgoing?.links ?? [],
    mediaUrls,
    altTexts: mediaUrls.map((_, at) => (post.alt_texts as (string | null)[] | null)?.[at] ?? null),
    replyControl: post.reply_control,
  }
}
