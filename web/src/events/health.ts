import { plural, t } from '@lingui/core/macro'
import type { Endpoint } from '../api/schema.ts'
import { formatNumber } from '../parts/locale.ts'
import { formatSince } from '../parts/wall-clock.ts'

type HealthState = 'active' | 'failing' | 'paused' | 'disabled'

export function stateOf({ status, failing_since }: Pick<Endpoint, 'status' | 'failing_since'>): HealthState {
  return status === 'active' && failing_since !== null ? 'failing' : status
}

/** The API stops counting here. */
const WAITING_MAX = 1_000

/** Empty when all is well. */
export function shortHealth(endpoint: Endpoint): string {
  switch (stateOf(endpoint)) {
    case 'disabled':
      return endpoint.reason ?? ''
    case 'paused':
      return endpoint.waiting > 0 ? waits(endpoint.waiting) : ''
    case 'failing':
      return t`Began ${formatSince(endpoint.failing_since!)}. ${waits(endpoint.waiting)}`
    case 'active':
      return ''
  }
}

export function healthOf(endpoint: Endpoint): { title: string; text: string } {
  const { reason, failures, failing_since, waiting, resting_until, last_success_at } = endpoint
  switch (stateOf(endpoint)) {
    case 'disabled':
      return {
        title: t`Doorpost gave up on this endpoint`,
        text: [reason, t`Nothing is kept back for it: turn it on again, then send what it missed.`]
          .filter(Boolean)
          .join(' '),
      }
    case 'paused':
      return {
        title: t`Paused: nothing is sent`,
        text:
          waiting === 0
            ? t`What happens from now on waits, and is sent when you resume.`
            : `${waits(waiting)} ${plural(waiting, { one: 'It is sent when you resume.', other: 'They are sent when you resume.' })}`,
      }
    case 'failing': {
      const next =
        resting_until === null
          ? t`Doorpost tries again automatically.`
          : t`To spare it, the next message goes out ${formatSince(resting_until)}, and tells whether it works again.`
      return {
        title: t`Failing: it began ${formatSince(failing_since!)}`,
        text: [
          plural(failures, { one: '# attempt went wrong.', other: '# attempts in a row went wrong.' }),
          waits(waiting),
          next,
          t`After 5 days without a success it is disabled.`,
        ].join(' '),
      }
    }
    case 'active':
      if (last_success_at === null) {
        return { title: t`Ready`, text: t`Nothing was sent yet. Send a test to see whether it answers.` }
      }
      return {
        title: t`Works`,
        text: waiting === 0 ? t`Everything it wants has been delivered.` : waits(waiting),
      }
  }
}

function waits(waiting: number): string {
  if (waiting === 0) return t`Nothing waits.`
  if (waiting >= WAITING_MAX) return t`${formatNumber(WAITING_MAX)} events or more wait.`
  return plural(waiting, { one: '# event waits.', other: '# events wait.' })
}

/** A resting endpoint delays all its deliveries. */
export function nextOf(
  { next_at }: { next_at: string | null },
  { status, resting_until }: Pick<Endpoint, 'status' | 'resting_until'>,
  now = Date.now(),
): string {
  if (status === 'paused') return t`Sent when the endpoint is resumed`
  const at = Math.max(next_at ? Date.parse(next_at) : 0, resting_until ? Date.parse(resting_until) : 0)
  return at <= now ? t`Sent in a moment` : t`Next attempt ${formatSince(new Date(at), now)}`
}
