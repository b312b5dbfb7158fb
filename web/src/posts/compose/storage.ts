import { PLATFORMS, type Platform } from '../../parts/platforms.tsx'
import type { Draft } from './draft.ts'

interface Kept {
  draft: Draft
  savedAt: string
}

// The number changes when the shape of a draft does: what an older dashboard kept is then left alone.
const PREFIX = 'doorpost.compose.1.'

/** In this browser, so that a reload or a closed window loses nothing. Storage may be full or switched off. */
export const storage = {
  read(key: string): Kept | null {
    try {
      const kept = JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null') as Kept | null
      // Older dashboards kept no requests.
      return kept && isDraft(kept.draft) ? { ...kept, draft: { ...kept.draft, sent: kept.draft.sent ?? {} } } : null
    } catch {
      return null
    }
  },
  write(key: string, draft: Draft): void {
    try {
      localStorage.setItem(PREFIX + key, JSON.stringify({ draft, savedAt: new Date().toISOString() }))
    } catch {}
  },
  clear(key: string): void {
    try {
      localStorage.removeItem(PREFIX + key)
    } catch {}
  },
  /** Those that were chosen last time, for the next post. */
  lastPlatforms(): Platform[] {
    try {
      const names: unknown = JSON.parse(localStorage.getItem(`${PREFIX}platforms`) ?? '[]')
      return PLATFORMS.filter((platform) => Array.isArray(names) && names.includes(platform))
    } catch {
      return []
    }
  },
  keepPlatforms(platforms: readonly Platform[]): void {
    try {
      localStorage.setItem(`${PREFIX}platforms`, JSON.stringify(platforms))
    } catch {}
  },
}

function isDraft(value: unknown): value is Draft {
  const draft = value as Draft
  const texts = [draft.text, draft.date, draft.time, draft.zone]
  return (
    texts.every((text) => typeof text === 'string') &&
    Array.isArray(draft.media) &&
    Array.isArray(draft.platforms) &&
    PLATFORMS.every((platform) => Array.isArray(draft.own[platform].hashtags))
  )
}
