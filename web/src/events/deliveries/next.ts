import type { Endpoint } from '../../api/schema.ts'
import { formatSince } from '../../parts/wall-clock.ts'

/** When a waiting delivery is sent. A resting endpoint delays all its deliveries. */
export function nextOf(
  { next_at }: { next_at: string | null },
  { status, resting_until }: Pick<Endpoint, 'status' | 'resting_until'>,
  now = Date.now(),
): string {
  if (status === 'paused') return 'Sent when the endpoint is resumed'
  const at = Math.max(next_at ? Date.parse(next_at) : 0, resting_until ? Date.parse(resting_until) : 0)
  return at <= now ? 'Sent in a moment' : `Next attempt ${formatSince(new Date(at), now)}`
}
