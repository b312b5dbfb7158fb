import type { Post } from '../../api/schema.ts'
import { platformName, type State } from '../post.ts'

/** It was sent without an answer, and its account cannot be read: a person can fix that, or say what is there. */
export function awaitsAccount({ publication: { state, deferred_until, reason } }: Post): boolean {
  return state === 'confirming' && deferred_until === null && reason !== null
}

/** Where a post stands, and what happens next or what to do. `when` formats a time in the workspace's zone. */
export function sayState(post: Post, when: (at: string) => string): { title: string; next: string } {
  const platform = platformName(post)
  const { state, published_at, deferred_until } = post.publication
  const date = post.scheduled_date
  const isAhead = date !== null && Date.parse(date) > Date.now()
  const titles: Record<State, string> = {
    none: date ? `A draft, planned for ${when(date)}` : 'A draft without a date',
    waiting: isAhead ? `Goes out ${when(date)}` : 'About to be sent',
    preparing: 'Being prepared',
    sending: 'Being sent',
    confirming: awaitsAccount(post) ? 'Sent, but the account cannot be read' : 'Being checked',
    published: published_at ? `Published ${when(published_at)}` : 'Published',
    deferred: deferred_until ? `Postponed until ${when(deferred_until)}` : 'Postponed',
    held: 'Held: the account cannot post',
    missed: date ? `Missed: it should have gone out ${when(date)}` : 'Missed',
    failed: `${platform} did not take it`,
    unconfirmed: 'Nobody knows yet whether it is out',
    cancelled: 'Cancelled',
  }
  const next: Record<State, string> = {
    none: 'A draft does not go out by itself. Edit it to schedule it, or publish it now.',
    waiting: isAhead
      ? 'Doorpost sends it by itself then. Until it does, you can change, move or cancel it.'
      : `Its time has come. It goes to ${platform} in a moment.`,
    preparing: `Its files are on their way to ${platform}. Nothing can be seen there yet, and it can still be cancelled.`,
    sending: `${platform} has it now. The answer shows up here by itself.`,
    confirming: awaitsAccount(post)
      ? `Doorpost looks by itself when the account is connected again. Do not post it by hand before you have looked on ${platform}.`
      : `The answer of ${platform} was lost, so Doorpost looks there whether the post is out. That can take a quarter of an hour. Do not post it by hand meanwhile.`,
    published: `It is on ${platform}. From here on it can be changed only there.`,
    deferred: 'It is tried again by itself then. Nothing is needed from you.',
    held: 'Mend the account in the settings, under connections. If that is done soon the post goes out by itself; if it takes longer it counts as missed, and you decide.',
    missed: 'It came too late to be sent without asking you. Publish it now, or move it to another time.',
    failed: 'Nothing is out. Edit it and try again, or move it to another time.',
    unconfirmed: `Doorpost sent it and could not learn how it ended. It is not sent again, so that it is never posted twice. Look at the account on ${platform}, then say what you see.`,
    cancelled: 'It does not go out. Edit it to schedule it again, publish it now, or delete it.',
  }
  return { title: titles[state], next: next[state] }
}

const OUTCOMES: Record<string, [words: string, state: State]> = {
  published: ['Published', 'published'],
  failed: ['Refused', 'failed'],
  retry: ['Did not work, tried again later', 'deferred'],
  deferred: ['Postponed', 'deferred'],
  held: ['Held, the account cannot post', 'held'],
  unconfirmed: ['Ended without an answer', 'unconfirmed'],
  cancelled: ['Cancelled', 'cancelled'],
}

/** How an attempt ended, and the state in which it left the post. */
export function sayOutcome(outcome: string | null): [words: string, state: State] {
  return outcome === null ? ['Under way', 'sending'] : (OUTCOMES[outcome] ?? [outcome, 'sending'])
}

/** The steps of an attempt as the API names them. */
export function sayStep(step: string, platform: string): string {
  const words: Record<string, string> = {
    sending: `Sent to ${platform}`,
    'token refreshed': 'Renewed the approval of the account',
    'outcome unknown, asking the platform': `No clear answer. Looks on ${platform} whether the post is out`,
    'looked: found': `Looked: it is on ${platform}`,
    'looked: absent': `Looked: it is not on ${platform}`,
    'looked: not_seen': 'Looked: it cannot be seen yet',
    'looked: cannot_tell': `Looked: ${platform} does not let anybody tell`,
    'looked: failed': `Looked: ${platform} could not be read`,
    'the account cannot be read': 'The account cannot be read: looks when it can',
    'proved absent, sending again': 'Certain that nothing is out, so it is sent again',
    published: `${platform} has published it`,
    failed: 'Ended: not published',
    retry: 'Ended: tried again later',
    deferred: 'Ended: postponed',
    held: 'Ended: held',
    unconfirmed: 'Ended: a person has to look',
    cancelled: 'Cancelled by a person',
  }
  return words[step] ?? step
}

const CODES: Record<string, string> = {
  rejected_content: 'The content was refused',
  permission_missing: 'The account has not allowed this',
  duplicate_on_platform: 'The same text was posted already',
  auth_expired: 'The approval of the account ended',
  account_restricted: 'The account is restricted',
  out_of_credit: 'The plan of the account is used up',
  version_sunset: 'The platform has switched off what Doorpost speaks',
  rate_limited: 'The limit of the platform is reached',
  media_unreachable: 'A file could not be fetched',
  storage_away: 'The store for files does not answer',
  media_processing: 'A file could not be processed',
  platform_down_before_send: 'The platform could not be reached',
  not_ready: 'The platform was not ready',
  ambiguous: 'The answer was lost',
}

export function sayCode(code: string): string {
  return CODES[code] ?? code.replaceAll('_', ' ')
}
