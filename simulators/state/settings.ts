import type { StateLog } from './state-log.ts'

type Republish = 'error' | 'same_id' | 'new_item'

/** A URL that begins with `prefix` has these properties, and is not fetched. */
interface StubUrl {
  prefix: string
  type: string
  bytes: number
  width: number | null
  height: number | null
  seconds: number | null
}

interface MetaSettings {
  client_id: string
  client_secret: string
  /** How long a container stays IN_PROGRESS. */
  text_processing_ms: number
  image_processing_ms: number
  video_processing_ms: number
  quota_total: number
  /** What happens when a container is published again. Not documented by Meta. */
  republish: Republish
}

export interface Settings {
  auto_approve: boolean
  /** Every call takes at least this long, plus a random part of up to `latency_spread_ms`, like a distant network. */
  latency_ms: number
  latency_spread_ms: number
  /** As on Meta, media are only fetched from public addresses, and from the simulators' own media server. */
  refuse_private_urls: boolean
  /** Fetches uploaded files from a Doorpost on this machine, as if it had a public address. */
  fetch_local_files: boolean
  fetch_timeout_ms: number
  fetch_max_bytes: number
  stub_urls: StubUrl[]
  threads: MetaSettings & { reply_quota_total: number; delete_quota_total: number }
  instagram: MetaSettings & {
    token_shape: 'data' | 'flat'
    /** Where a bad video is reported: in the answer to the creation, or in the container's status. */
    video_errors: 'status' | 'create'
    container_cap: number | null
  }
  linkedin: {
    client_id: string
    client_secret: string
    /** The app for pages. Community Management is its only product, so people cannot sign in with it. */
    pages_client_id: string
    pages_client_secret: string
    refresh_tokens: boolean
    oldest_version: string
    newest_version: string
    /** Tokens younger than this get error 65601, which users have reported after the exchange. */
    fresh_token_refused_ms: number
    part_bytes: number
    image_processing_ms: number
    video_processing_ms: number
    document_processing_ms: number
    duplicate_window_ms: number
    /** A deleted post still counts as the first of its duplicates. */
    ghosts: boolean
    cut_unescaped: boolean
    /** Links longer than this come back as lnkd.in; null for none. */
    shorten_links_over: number | null
    daily_posts: number | null
  }
  x: {
    client_id: string
    client_secret: string
    processing_ms: number
    processing_fails: boolean
    duplicate_window_ms: number
    /** Whether the duplicate rule includes posts with media. Not documented. */
    duplicate_covers_media: boolean
    duplicate_after_delete: boolean
    /** Lists contain the targets of t.co links. */
    link_entities: boolean
    credits_depleted: boolean
    max_cashtags: number
    posts_per_15_min: number
    deletes_per_15_min: number
    reads_per_15_min: number
    media_per_15_min: number
    posts_per_day: number
  }
  bluesky: {
    /** The app password of every account. */
    app_password: string
    /** PDS_BLOB_UPLOAD_LIMIT. */
    blob_upload_limit: number
    /** Metadata documents of apps. The simulator fetches nothing; apps that are not listed need no key. */
    app_documents: Record<string, unknown>[]
    /** The authorization server, if it is not the one that was asked. */
    issuer: string | null
    /** The account that is approved, whichever was chosen. */
    approves: string | null
  }
  mastodon: {
    client_id: string
    client_secret: string
    max_characters: number
    max_media: number
    image_bytes: number
    image_pixels: number
    video_bytes: number
    description_limit: number
    /** Accepts audio files, as servers do by default. */
    takes_audio: boolean
    /** Shows no information without a token (LIMITED_FEDERATION_MODE). */
    limited_federation: boolean
    /** Has no /api/v2/instance, like servers before 4.0. */
    old_instance: boolean
    processing_ms: number
    processing_fails: boolean
    /** Saves the post but not its key, like a slow server: mastodon/mastodon#21840. */
    forgets_keys: boolean
    /** Answers a repeated key with 500: mastodon/mastodon#40399. */
    repeat_fails: boolean
    posts_per_3_hours: number
    requests_per_5_min: number
    media_per_30_min: number
    apps_per_10_min: number
  }
}

function defaultSettings(): Settings {
  const app = { client_id: 'sandbox-app', client_secret: 'sandbox-secret' }
  const meta = { ...app, text_processing_ms: 0, image_processing_ms: 0, video_processing_ms: 0 }
  return {
    auto_approve: false,
    latency_ms: 0,
    latency_spread_ms: 0,
    refuse_private_urls: true,
    fetch_local_files: true,
    fetch_timeout_ms: 5_000,
    fetch_max_bytes: 32 * 1024 * 1024,
    stub_urls: [],
    threads: { ...meta, quota_total: 250, republish: 'error', reply_quota_total: 1_000, delete_quota_total: 100 },
    instagram: {
      ...meta,
      quota_total: 50,
      republish: 'error',
      token_shape: 'data',
      video_errors: 'status',
      container_cap: null,
    },
    linkedin: {
      ...app,
      pages_client_id: 'sandbox-pages-app',
      pages_client_secret: 'sandbox-secret',
      refresh_tokens: false,
      oldest_version: '202507',
      // Far in the future: a simulator must not stop working because a year has passed.
      newest_version: '209912',
      fresh_token_refused_ms: 0,
      part_bytes: 4_194_304,
      image_processing_ms: 0,
      video_processing_ms: 0,
      document_processing_ms: 0,
      duplicate_window_ms: 86_400_000,
      ghosts: true,
      cut_unescaped: true,
      shorten_links_over: 26,
      daily_posts: null,
    },
    x: {
      ...app,
      processing_ms: 0,
      processing_fails: false,
      duplicate_window_ms: 12 * 3_600_000,
      duplicate_covers_media: true,
      duplicate_after_delete: false,
      link_entities: true,
      credits_depleted: false,
      max_cashtags: 1,
      posts_per_15_min: 100,
      deletes_per_15_min: 50,
      reads_per_15_min: 900,
      media_per_15_min: 1_875,
      posts_per_day: 10_000,
    },
    bluesky: {
      app_password: 'sandbox-app-password',
      blob_upload_limit: 52_428_800,
      app_documents: [],
      issuer: null,
      approves: null,
    },
    mastodon: {
      ...app,
      max_characters: 500,
      max_media: 4,
      image_bytes: 16 * 1024 * 1024,
      video_bytes: 99 * 1024 * 1024,
      image_pixels: 33_177_600,
      description_limit: 1_500,
      takes_audio: true,
      limited_federation: false,
      old_instance: false,
      processing_ms: 0,
      processing_fails: false,
      forgets_keys: false,
      repeat_fails: false,
      posts_per_3_hours: 300,
      requests_per_5_min: 300,
      media_per_30_min: 30,
      apps_per_10_min: 5,
    },
  }
}

export type SettingsPatch = {
  [K in keyof Settings]?: Settings[K] extends unknown[] ? Settings[K] : Partial<Settings[K]>
}

export interface SettingsBox {
  readonly current: Settings
  /** Returns unknown names; if there are any, nothing is changed. */
  patch(patch: SettingsPatch): string[]
  reset(): void
}

export function createSettings(initial: SettingsPatch, log: StateLog): SettingsBox {
  let current = merge(defaultSettings(), initial)
  log.onReplay('settings', (_id, value) => {
    current = merge(defaultSettings(), value as SettingsPatch)
  })
  return {
    get current() {
      return current
    },
    patch(patch) {
      const unknown = unknownNames(patch, current)
      if (unknown.length > 0) return unknown
      current = merge(current, patch)
      log.append({ t: 'settings', id: 'all', v: current })
      return []
    },
    reset: () => {
      current = merge(defaultSettings(), initial)
    },
  }
}

function merge(base: Settings, patch: SettingsPatch): Settings {
  const merged: Record<string, unknown> = { ...base }
  for (const [name, value] of Object.entries(patch)) {
    merged[name] = isGroup(value) ? { ...(merged[name] as object), ...value } : value
  }
  return merged as unknown as Settings
}

function unknownNames(patch: object, known: object, prefix = ''): string[] {
  return Object.entries(patch).flatMap(([name, value]) => {
    if (!Object.hasOwn(known, name)) return [prefix + name]
    const inner = (known as Record<string, unknown>)[name]
    return isGroup(inner) ? (isGroup(value) ? unknownNames(value, inner, `${prefix}${name}.`) : [prefix + name]) : []
  })
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
