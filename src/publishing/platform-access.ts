import type { ReadyConnection } from '../connections/connections.ts'
import type { FindSavedApp } from '../connections/network-apps.ts'
import type { SettingsFor } from '../connections/options.ts'
import type { Log } from '../lib/log/log.ts'
import { createSafeFetch, type SafeFetch } from '../lib/net/safe-fetch.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { MediaReader, OpenedMedia } from '../media/reader.ts'
import { readLinkPreview } from '../media/remote/link-preview.ts'
import { canShrink, shrinkImage } from '../media/shrink/shrink.ts'
import { PROVIDERS, type Provider, profileOf, rulesFor } from '../platforms/registry.ts'
import { hostsOf, type PlatformApp, realSettings, sandboxSettings, serviceSettings } from '../platforms/settings.ts'
import { type ClockOffsets, createPlatformHttp } from '../platforms/shared/client.ts'
import type { Http, Outgoing, PlatformContext, PlatformSettings } from '../platforms/shared/contract.ts'
import { withProofs } from '../platforms/shared/dpop.ts'
import { shrinkTargetOf } from '../platforms/shared/file-rules.ts'
import type { AppKind, Format } from '../platforms/shared/provider.ts'
import { composeText } from '../platforms/shared/text.ts'
import type { StoredOutgoing } from '../posts/tracking.ts'
import type { PublishRow } from './store.ts'

export interface PlatformAccessOptions {
  /** From the environment. They win over those that were saved. */
  apps: Record<Provider, Partial<Record<AppKind, PlatformApp>>>
  findSavedApp: FindSavedApp
  apiVersions: Partial<Record<Provider, string>>
  /** Allows private networks, plain http and any port for media and for the servers of accounts. */
  allowPrivateNetworks: boolean
  /** The address of the simulators. If it is set, nothing leaves the machine. */
  sandboxUrl: string | null
  now: () => number
  clockOffsets?: ClockOffsets
  /** For the proof's negative controls. */
  wrapHttp?: ((http: Http) => Http) | undefined
}

const LOOK_UP_BYTES_MAX = 262_144

type SettingsWith = (place: { provider: Provider; kind: AppKind }, app: PlatformApp) => PlatformSettings
const NO_APP: PlatformApp = { clientId: '', clientSecret: '' }

/** Makes an HTTP client that sends tokens only to the hosts of these settings. */
type HttpFor = (provider: Provider, settings: PlatformSettings) => Http

export function createPlatformAccess(options: PlatformAccessOptions) {
  const { sandboxUrl, allowPrivateNetworks, now, clockOffsets, wrapHttp = (same) => same } = options
  const allowedOrigins = sandboxUrl === null ? [] : [sandboxUrl]
  const safeFetch = createSafeFetch({ allowedOrigins })
  // For addresses that people have entered.
  const mediaFetch = allowPrivateNetworks
    ? createSafeFetch({ allowedOrigins, allowPrivate: true, anyPort: true })
    : safeFetch
  const settingsWith: SettingsWith = ({ provider, kind }, app) =>
    sandboxUrl !== null
      ? sandboxSettings(provider, kind, sandboxUrl, app)
      : realSettings(provider, kind, app, options.apiVersions[provider])
  const settingsFor: SettingsFor = async (provider, kind = 'standard', serviceUrl = null, db) => {
    const { apps, service } = profileOf(provider)
    if (service ? kind !== 'standard' : !apps.includes(kind)) return null
    if (service) {
      return sandboxUrl !== null ? sandboxSettings(provider, kind, sandboxUrl) : serviceSettings(provider, serviceUrl)
    }
    const place = { provider, kind }
    const set = sandboxUrl === null ? options.apps[provider][kind] : undefined
    const app = set ?? (await options.findSavedApp(place, db))
    if (app !== null) return settingsWith(place, app)
    return sandboxUrl === null ? null : sandboxSettings(provider, kind, sandboxUrl)
  }
  const allowedHosts = PROVIDERS.filter((provider) => sandboxUrl !== null || !profileOf(provider).service).flatMap(
    (provider) => hostsOf(settingsWith({ provider, kind: 'standard' }, NO_APP), provider),
  )
  const offsets = clockOffsets === undefined ? {} : { offsets: clockOffsets }
  const http = wrapHttp(createPlatformHttp(safeFetch, { allowedHosts, now, ...offsets }))
  const httpFor: HttpFor = (provider, settings) => {
    if (sandboxUrl !== null || !profileOf(provider).service) return http
    // Without `offsets`, because the guard trusts the time of platforms, and anyone may run a server like this.
    const hosts = hostsOf(settings, provider)
    return wrapHttp(createPlatformHttp(mediaFetch, { allowedHosts: hosts, httpsOnly: !allowPrivateNetworks, now }))
  }
  const lookUpHttp: Http =
    sandboxUrl !== null
      ? http
      : createPlatformHttp(mediaFetch, {
          allowedHosts: 'any',
          httpsOnly: !allowPrivateNetworks,
          maxBytes: LOOK_UP_BYTES_MAX,
          now,
        })
  return { safeFetch, mediaFetch, settingsFor, settingsWith, http, httpFor, lookUpHttp }
}

/** The largest file that any platform takes is a video on X. */
const MEDIA_BYTES_MAX = 512 * 1024 * 1024

interface ContextOptions {
  clock: Clock
  httpFor: HttpFor
  mediaFetch: SafeFetch
  media: MediaReader
  settingsFor: SettingsFor
  log: Log
  mediaDir: string
}

/** Downloads each file once. `close` deletes them. Null if no app is set up. */
export async function createContext(
  options: ContextOptions,
  connection: ReadyConnection,
): Promise<(PlatformContext & { close(): Promise<void> }) | null> {
  const { clock, httpFor, mediaFetch, media, settingsFor } = options
  const settings = await settingsFor(connection.provider, connection.app, connection.serviceUrl)
  if (settings === null) return null
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

/** Shrinks a picture that is too large, if possible. */
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
    // Built once, so that every attempt sends and looks for the same text.
    text: outgoing?.text ?? composeText(given),
    links: outgoing?.links ?? [],
    mediaUrls,
    altTexts: mediaUrls.map((_, at) => (post.alt_texts as (string | null)[] | null)?.[at] ?? null),
    replyControl: post.reply_control,
  }
}
