import type { ReadyConnection } from '../../connections/connections.ts'
import type { Log } from '../../lib/log/log.ts'
import type { SafeFetch } from '../../lib/net/safe-fetch.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { MediaReader, OpenedMedia } from '../../media/reader.ts'
import { readLinkPreview } from '../../media/remote/link-preview.ts'
import { canShrink, shrinkImage } from '../../media/shrink/shrink.ts'
import { withProofs } from '../../platforms/calls/dpop.ts'
import type { Outgoing, PlatformContext } from '../../platforms/contract.ts'
import { shrinkTargetOf } from '../../platforms/files/file-rules.ts'
import type { Format } from '../../platforms/profile.ts'
import { profileOf, rulesFor } from '../../platforms/registry.ts'
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
  log: Log
  /** Where files are while they are open. */
  mediaDir: string
}

/** What an adapter may use for one attempt. Files are downloaded once and deleted by `close`. */
export function createContext(
  options: ContextOptions,
  connection: ReadyConnection,
): PlatformContext & { close(): Promise<void> } {
  const { clock, httpFor, mediaFetch, media, settingsFor } = options
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
    openMedia(url, limits) {
      const known = files.get(url)
      if (known) return known
      const opened = limits === undefined ? openSmall(options, connection, url) : options.media.open(url, limits)
      files.set(url, opened)
      return opened
    },
    async close() {
      for (const file of files.values()) await file.then((opened) => opened.close()).catch(() => {})
    },
  }
}

/** A picture that is larger than the provider takes as a smaller one; as it is where that cannot be made. */
async function openSmall(
  { media, mediaDir: dir, log }: ContextOptions,
  { provider, account }: ReadyConnection,
  url: string,
): Promise<OpenedMedia> {
  const opened = await media.open(url, { maxBytes: MEDIA_BYTES_MAX })
  const rules = rulesFor(profileOf(provider).format, { provider, limits: account.limits ?? null })
  const type = opened.type.replace(/^image\//, '')
  const { width, height } = opened.size ?? { width: null, height: null }
  const { bytes, isAnimated = null } = opened
  const target = shrinkTargetOf(rules.media, { type, bytes, width, height, isAnimated })
  if (target === null || !canShrink()) return opened
  try {
    const small = await shrinkImage({ dir, log }, opened, target)
    if (small === null) return opened
    await opened.close()
    return small
  } catch (error) {
    await opened.close()
    throw error
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
