import type { Endpoint } from '../api/schema.ts'
import { formatSince } from '../parts/wall-clock.ts'

type HealthState = 'active' | 'failing' | 'paused' | 'disabled'

export function stateOf({ status, failing_since }: Pick<Endpoint, 'status' | 'failing_since'>): HealthState {
  return status === 'active' && failing_since !== null ? 'failing' : status
}

/** The API stops counting here. */
const WAITING_MAX = 1_000

export function countWaiting(waiting: number): string {
  if (waiting >= WAITING_MAX) return `${WAITING_MAX.toLocaleString()} events or more`
  return waiting === 1 ? '1 event' : `${waiting} events`
}

/** Empty when all is well. */
export function shortHealth(endpoint: Endpoint): string {
  switch (stateOf(endpoint)) {
    case 'disabled':
      return endpoint.reason ?? ''
    case 'paused':
      return endpoint.waiting > 0 ? `${verb(endpoint.waiting)} for it` : ''
    case 'failing':
      return `Began ${formatSince(endpoint.failing_since!)}; ${verb(endpoint.waiting)}`
    case 'active':
      return ''
  }
}

export function healthOf(endpoint: Endpoint): { title: string; text: string } {
  const { reason, failures, failing_since, waiting, resting_until, last_success_at } = endpoint
  switch (stateOf(endpoint)) {
    case 'disabled':
      return {
        title: 'Doorpost gave up on this endpoint',
        text: `${reason ?? ''} Nothing is kept back for it: turn it on again, then send what it missed.`.trim(),
      }
    case 'paused':
      return {
        title: 'Paused: nothing is sent',
        text:
          waiting === 0
            ? 'What happens from now on waits, and is sent when you resume.'
            : `${verb(waiting)}, and will be sent when you resume.`,
      }
    case 'failing': {
      const next =
        resting_until === null
          ? 'It is tried again by itself.'
          : `To spare it, the next message goes out ${formatSince(resting_until)}, and tells whether it works again.`
      return {
        title: `Failing: it began ${formatSince(failing_since!)}`,
        text: `${failures} ${failures === 1 ? 'attempt' : 'attempts'} in a row went wrong, and ${verb(waiting)}. ${next} After 5 days without a success it is disabled.`,
      }
    }
    case 'active':
      if (last_success_at === null) {
        return { title: 'Ready', text: 'Nothing was sent yet. Send a test to see whether it answers.' }
      }
      return {
        title: 'Works',
        text: waiting === 0 ? 'Everything it wants has been delivered.' : `${verb(waiting)} to be sent.`,
      }
  }
}

function verb(waiting: number): string {
  if (waiting === 0) return 'nothing waits'
  return `${countWaiting(waiting)} ${waiting === 1 ? 'waits' : 'wait'}`
}

/** A resting endpoint delays all its deliveries. */
export function nextOf(
  { next_at }: { next_at: string | null },
  { status, resting_until }: Pick<Endpoint, 'status' | 'resting_until'>,
  now = Date.now(),
): string {
  if (status === 'paused') return 'Sent when the endpoint is resumed'
  const at = Math.max(next_at ? Date.parse(next_at) : 0, resting_until ? Date.parse(resting_until) : 0)
  return at <= now ? 'Sent in a moment' : `Next attempt ${formatSince(new Date(at), now)}`
}
