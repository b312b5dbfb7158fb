import { type Code, type Message, message } from '../messages/message.ts'
import type { Finding } from '../platforms/shared/contract.ts'

/** How an attempt ends. */
export type AttemptOutcome = 'published' | 'failed' | 'retry' | 'deferred' | 'held' | 'unconfirmed' | 'cancelled'

type Look = `looked: ${Finding['kind']}`

/** The steps of an attempt, as rows hold them and programs read them. Their wording is part of the interface. */
export type Step =
  | AttemptOutcome
  | Look
  | `refused as a repeat, ${Look}`
  | 'sending'
  | 'token refreshed'
  | 'outcome unknown, asking the platform'
  | 'the account cannot be read'
  | 'proved absent, sending again'
  | 'too late after the marker: not sent, starting again'

const REPEAT = 'refused as a repeat, '

type PlainStep = Exclude<Step, `${typeof REPEAT}${string}`>

const CODES = {
  sending: 'step.sending',
  'token refreshed': 'step.token_refreshed',
  'outcome unknown, asking the platform': 'step.outcome_unknown',
  'looked: found': 'step.looked_found',
  'looked: absent': 'step.looked_absent',
  'looked: not_seen': 'step.looked_not_seen',
  'looked: cannot_tell': 'step.looked_cannot_tell',
  'looked: failed': 'step.looked_failed',
  'the account cannot be read': 'step.account_unreadable',
  'proved absent, sending again': 'step.sending_again',
  'too late after the marker: not sent, starting again': 'step.too_late',
  published: 'step.published',
  failed: 'step.failed',
  retry: 'step.retry',
  deferred: 'step.deferred',
  held: 'step.held',
  unconfirmed: 'step.unconfirmed',
  cancelled: 'step.cancelled',
} as const satisfies Record<PlainStep, Code>

/** For people. A step of a newer version is shown as it is. */
export function explainStep(step: string, network: string): Message | string {
  if (step.startsWith(REPEAT)) {
    const look = explainStep(step.slice(REPEAT.length), network)
    return typeof look === 'string' ? step : message('step.repeat', { look })
  }
  const code: Code | undefined = CODES[step as PlainStep]
  return code === undefined ? step : { code, values: { network } }
}
