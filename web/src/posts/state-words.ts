import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { Post } from '../api/schema.ts'
import type { State } from './post.ts'

/** It was sent without a response, and the account cannot be read. */
export function awaitsAccount({ publication: { state, deferred_until, reason } }: Post): boolean {
  return state === 'confirming' && deferred_until === null && reason !== null
}

/** `when` formats a time. */
export function titleOfState(post: Post, platform: string, when: (at: string) => string): string {
  const { state, published_at, deferred_until } = post.publication
  const date = post.scheduled_date === null ? null : when(post.scheduled_date)
  const isAhead = post.scheduled_date !== null && Date.parse(post.scheduled_date) > Date.now()
  switch (state) {
    case 'none':
      return date === null ? t`A draft without a date` : t`A draft, planned for ${date}`
    case 'waiting':
      return isAhead && date !== null ? t`Goes out ${date}` : t`About to be sent`
    case 'preparing':
      return t`Being prepared`
    case 'sending':
      return t`Being sent`
    case 'confirming':
      return awaitsAccount(post) ? t`Sent, but the account cannot be read` : t`Being checked`
    case 'published': {
      const at = published_at === null ? null : when(published_at)
      return at === null ? t`Published` : t`Published ${at}`
    }
    case 'deferred': {
      const at = deferred_until === null ? null : when(deferred_until)
      return at === null ? t`Postponed` : t`Postponed until ${at}`
    }
    case 'held':
      return t`Waiting for the account`
    case 'missed':
      return date === null ? t`Missed` : t`Missed: it should have gone out ${date}`
    case 'failed':
      return t`${platform} did not take it`
    case 'unconfirmed':
      return t`We don’t know yet whether it is out`
    case 'cancelled':
      return t`Cancelled`
  }
}

/** What happens now, or what the person can do. */
export function adviceOfState(post: Post, platform: string): string {
  const isAhead = post.scheduled_date !== null && Date.parse(post.scheduled_date) > Date.now()
  switch (post.publication.state) {
    case 'none':
      return t`A draft stays here until you schedule it or publish it.`
    case 'waiting':
      return isAhead
        ? t`It goes out by itself. Until then you can change, move or cancel it.`
        : t`It goes to ${platform} in a moment.`
    case 'preparing':
      return t`Its files are on their way to ${platform}. Nobody can see it there yet, and you can still cancel it.`
    case 'sending':
      return t`${platform} has it now. The answer appears here by itself.`
    case 'confirming':
      return awaitsAccount(post)
        ? t`Doorpost checks as soon as the account is connected again. Look on ${platform} before you post it by hand.`
        : t`The answer of ${platform} was lost, so Doorpost checks there whether the post is out. That can take a quarter of an hour. Please don’t post it by hand meanwhile.`
    case 'published':
      return t`From here on it can only be changed on ${platform}.`
    case 'deferred':
      return t`Doorpost tries again automatically. You don’t need to do anything.`
    case 'held':
      return t`Reconnect the account. If that happens soon, the post goes out by itself; otherwise you decide when.`
    case 'missed':
      return t`It was too late to send it without asking you. Publish it now, or move it to another time.`
    case 'failed':
      return t`Nothing is out. Edit it and try again, or move it to another time.`
    case 'unconfirmed':
      return t`It was sent, but no answer came back. It is not sent again, so that it never appears twice. Look at the account on ${platform}, then say what you see.`
    case 'cancelled':
      return t`It does not go out. Edit it to schedule it again, publish it now, or delete it.`
  }
}

/** The last line of the timeline; null if nothing comes next. */
export function nextOf(post: Post, when: (at: string) => string): string | null {
  const { state, deferred_until } = post.publication
  const date = post.scheduled_date === null ? null : when(post.scheduled_date)
  const again = deferred_until === null ? null : when(deferred_until)
  if (state === 'deferred' && again !== null) return t`Tried again ${again}`
  if (state === 'waiting' && date !== null) return t`Goes out ${date}`
  if (state === 'held') return t`Continues when the account can post again`
  if (state === 'missed' || state === 'unconfirmed') return t`You decide`
  return null
}

const OUTCOMES: Record<string, [words: MessageDescriptor, state: State]> = {
  published: [msg`Published`, 'published'],
  failed: [msg({ message: 'Refused', comment: 'A network refused a post' }), 'failed'],
  retry: [msg`Did not work; tried again later`, 'deferred'],
  deferred: [msg`Postponed`, 'deferred'],
  held: [msg`Waited: the account could not post`, 'held'],
  unconfirmed: [msg`Ended without an answer`, 'unconfirmed'],
  cancelled: [msg`Cancelled`, 'cancelled'],
}

const UNDER_WAY: [words: MessageDescriptor, state: State] = [msg`Under way`, 'sending']

export function outcomeOf(outcome: string | null): [words: MessageDescriptor, state: State] {
  return OUTCOMES[outcome ?? ''] ?? UNDER_WAY
}

const CODES: Record<string, MessageDescriptor> = {
  rejected_content: msg`The content was refused`,
  permission_missing: msg`The account has not allowed this`,
  duplicate_on_platform: msg`The same text was posted already`,
  auth_expired: msg`The connection of the account has expired`,
  account_restricted: msg`The account is restricted`,
  out_of_credit: msg`The plan of the account is used up`,
  version_sunset: msg`The network has switched off the interface that Doorpost uses`,
  rate_limited: msg`The limit of the network is reached`,
  media_unreachable: msg`A file could not be fetched`,
  storage_away: msg`The store for files does not answer`,
  media_processing: msg`A file could not be processed`,
  platform_down_before_send: msg`The network could not be reached`,
  not_ready: msg`The network was not ready`,
  ambiguous: msg`The answer was lost`,
}

/** Null if only programs know the code. */
export function wordsOfCode(code: string): MessageDescriptor | null {
  return CODES[code] ?? null
}
