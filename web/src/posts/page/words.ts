import type { Post } from '../../api/schema.ts'
import { platformName } from '../post.ts'

interface StateWords {
  title: string
  /** What happens next, or what to do. */
  next: string
}

/** The state of a post as one would tell a colleague. `when` writes a time in the workspace's zone. */
export function sayState(post: Post, when: (at: string) => string): StateWords {
  const platform = platformName(post)
  const { state, published_at, deferred_until } = post.publication
  const date = post.scheduled_date
  switch (state) {
    case 'none':
      return {
        title: date ? `A draft, planned for ${when(date)}` : 'A draft without a date',
        next: 'A draft does not go out by itself. Edit it to schedule it, or publish it now.',
      }
    case 'waiting':
      if (date === null || Date.parse(date) <= Date.now()) {
        return { title: 'About to be sent', next: `Its time has come. It goes to ${platform} in a moment.` }
      }
      return {
        title: `Goes out ${when(date)}`,
        next: 'Doorpost sends it by itself then. Until it does, you can change, move or cancel it.',
      }
    case 'preparing':
      return {
        title: 'Being prepared',
        next: `Its files are on their way to ${platform}. Nothing can be seen there yet, and it can still be cancelled.`,
      }
    case 'sending':
      return { title: 'Being sent', next: `${platform} has it now. The answer shows up here by itself.` }
    case 'confirming':
      return {
        title: 'Being checked',
        next: `The answer of ${platform} was lost, so Doorpost looks there whether the post is out. That can take a quarter of an hour. Do not post it by hand meanwhile.`,
      }
    case 'published':
      return {
        title: published_at ? `Published ${when(published_at)}` : 'Published',
        next: `It is on ${platform}. From here on it can be changed only there.`,
      }
    case 'deferred':
      return {
        title: deferred_until ? `Postponed until ${when(deferred_until)}` : 'Postponed',
        next: 'It is tried again by itself then. Nothing is needed from you.',
      }
    case 'held':
      return {
        title: 'Held: the account cannot post',
        next: 'Mend the account in the settings, under connections. If that is done soon the post goes out by itself; if it takes longer it counts as missed, and you decide.',
      }
    case 'missed':
      return {
        title: date ? `Missed: it should have gone out ${when(date)}` : 'Missed',
        next: 'It came too late to be sent without asking you. Publish it now, or move it to another time.',
      }
    case 'failed':
      return {
        title: `${platform} did not take it`,
        next: 'Nothing is out. Edit it and try again, or move it to another time.',
      }
    case 'unconfirmed':
      return {
        title: 'Nobody knows yet whether it is out',
        next: `Doorpost sent it and could not learn how it ended. It is not sent again, so that it is never posted twice. Look at the account on ${platform}, then say what you see.`,
      }
    case 'cancelled':
      return {
        title: 'Cancelled',
        next: 'It does not go out. Edit it to schedule it again, publish it now, or delete it.',
      }
  }
}

const OUTCOMES: Record<string, string> = {
  published: 'Published',
  failed: 'Refused',
  retry: 'Did not work, tried again later',
  deferred: 'Postponed',
  held: 'Held, the account cannot post',
  unconfirmed: 'Ended without an answer',
  cancelled: 'Cancelled',
}

export function sayOutcome(outcome: string | null): string {
  return outcome === null ? 'Under way' : (OUTCOMES[outcome] ?? outcome)
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
  media_processing: 'A file could not be processed',
  platform_down_before_send: 'The platform could not be reached',
  not_ready: 'The platform was not ready',
  ambiguous: 'The answer was lost',
}

export function sayCode(code: string): string {
  return CODES[code] ?? code.replaceAll('_', ' ')
}
