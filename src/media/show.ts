import { KEPT_MS } from './clean-up.ts'
import { CONTENT_TYPES } from './facts/file-type.ts'
import type { TakenType } from './facts/soundness.ts'
import { ownUrlOf } from './own-url.ts'
import type { MediaRow } from './store.ts'

/** A file as the API shows it. */
export function show(row: MediaRow, baseUrl: string, duplicate = false) {
  const { id, file, type, bytes, width, height, duration_ms, name, alt_text, used_at, post_ids, created_at } = row
  return {
    id,
    url: ownUrlOf(baseUrl, file),
    type: CONTENT_TYPES[type as TakenType],
    bytes,
    width,
    height,
    duration_seconds: duration_ms === null ? null : duration_ms / 1_000,
    name,
    alt_text,
    duplicate,
    used_at: used_at?.toISOString() ?? null,
    post_ids,
    expires_at: expiryOf(row)?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  }
}

function expiryOf({ is_needed, touched_at, used_at }: MediaRow): Date | null {
  if (is_needed) return null
  return new Date(Math.max(touched_at.getTime(), used_at?.getTime() ?? 0) + KEPT_MS)
}
