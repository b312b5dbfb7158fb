import { plural, t } from '@lingui/core/macro'
import type { Attention } from '../api/schema.ts'
import { formatNumber } from '../parts/locale.ts'
import { plainReason, technicalReason } from '../parts/reasons.ts'
import { formatSince } from '../parts/wall-clock.ts'
import { type Addressed, type NetworkOf, useNetworkOf } from '../posts/accounts.ts'

export interface Line {
  id: string
  tone: 'bad' | 'warn'
  title: string
  hint: string
  /** What the server says, for owners, if `hint` says it in other words. */
  technical?: string | null
  to: string
  search?: Record<string, string>
  /** The action that the row offers without opening the post. */
  act?: { verb: 'retry' | 'publish'; postId: string }
}

type PostState = keyof Attention['posts']
/** "Bluesky" */
type NameOf = (post: Addressed) => string

interface PostWords {
  tone: Line['tone']
  /** One post, on a network. */
  one: (network: string) => string
  many: (count: string) => string
  hint: string
}

const postWords = (): Record<PostState, PostWords> => ({
  failed: {
    tone: 'bad',
    one: (network) => t`A post failed on ${network}`,
    many: (count) => t`${count} posts failed`,
    hint: t`Read why, change it if needed, and try again.`,
  },
  unconfirmed: {
    tone: 'bad',
    one: (network) => t`A post may or may not be out on ${network}`,
    many: (count) => t`${count} posts may or may not be out`,
    hint: t`Look on the network, then say what you found.`,
  },
  missed: {
    tone: 'warn',
    one: (network) => t`A post missed its time on ${network}`,
    many: (count) => t`${count} posts missed their time`,
    hint: t`Publish it now or give it a new date.`,
  },
  confirming: {
    tone: 'bad',
    one: (network) => t`A post may be out and waits for its account on ${network}`,
    many: (count) => t`${count} posts may be out and wait for their account`,
    hint: t`Connect the account again, and Doorpost looks. Or open the posts and say what you found.`,
  },
  held: {
    tone: 'warn',
    one: (network) => t`A post waits for its account on ${network}`,
    many: (count) => t`${count} posts wait for their account`,
    hint: t`They wait until the account works again.`,
  },
})

/** Everything that needs attention, worst first. Accounts are only read if one is named. */
export function useLines(report: Attention): Line[] {
  const enabled = report.connections.length > 0 || Object.values(report.posts).some(({ count }) => count > 0)
  return toLines(report, useNetworkOf({ enabled }))
}

function toLines(report: Attention, networkOf: NetworkOf): Line[] {
  const { backups, uploads, failed_mails: mails, held_submissions: held } = report
  const words = postWords()
  const nameOf: NameOf = (post) => networkOf(post).label
  const lines: Array<Line | null | undefined | false> = [
    backups && {
      id: 'backups',
      tone: 'bad',
      title: backups.code === 'failed' ? t`The last backup failed` : t`Backups are overdue`,
      hint: t`See why, and make one now. If you cannot, ask the operator of Doorpost.`,
      technical: backups.reason,
      to: '/settings/backups',
    },
    uploads && {
      id: 'uploads',
      tone: 'bad',
      title: t`Files cannot be stored`,
      hint: plainReason(uploads)!,
      technical: technicalReason(uploads),
      to: '/media',
    },
    ...Object.entries(report.posts).map(([state, part]) => postLine(state as PostState, part, words, nameOf)),
    ...report.connections.map((connection) => connectionLine(connection, nameOf)),
    ...(report.rejections ?? []).map(rejectionLine),
    ...(report.unmapped ?? []).map(({ webhook_id, name, count }) => ({
      id: `unmapped ${webhook_id}`,
      tone: 'warn' as const,
      title: plural(count, {
        one: `${name}: a delivery did not become a contact`,
        other: `${name}: # deliveries did not become a contact`,
      }),
      hint: t`Say which part is what, then read again what was missed.`,
      to: `/webhooks/${webhook_id}`,
      search: { mapping: 'failed' },
    })),
    ...(report.endpoints ?? []).map(endpointLine),
    mails?.newest && {
      id: 'failed mails',
      tone: 'warn',
      title: plural(mails.count, {
        one: 'A mail could not be sent in the last week',
        other: '# mails could not be sent in the last week',
      }),
      hint: plainReason(mails.newest) ?? t`The mail server did not take it. Check the address.`,
      technical: technicalReason(mails.newest),
      to: placeOf(mails.newest),
    },
    !!held?.count && {
      id: 'held submissions',
      tone: 'warn',
      title: plural(held.count, {
        one: 'A submission of a form is suspicious',
        other: '# submissions of forms are suspicious',
      }),
      hint: t`They look like spam. Accept those that are not: the others go by themselves after 30 days.`,
      to: '/forms/held',
    },
  ]
  const found = lines.filter((line) => !!line)
  return [...found.filter(({ tone }) => tone === 'bad'), ...found.filter(({ tone }) => tone === 'warn')]
}

function rejectionLine({ webhook_id, name, count, newest }: NonNullable<Attention['rejections']>[number]): Line {
  const reason = plainReason(newest)!
  return {
    id: `rejected ${webhook_id}`,
    tone: 'bad',
    title: plural(count, {
      one: `${name} refused a delivery in the last 24 hours`,
      other: `${name} refused # deliveries in the last 24 hours`,
    }),
    hint: t`${reason} See what came, and accept what is yours.`,
    technical: technicalReason(newest),
    to: `/webhooks/${webhook_id}`,
    search: { tab: 'rejected' },
  }
}

/** Most mails are about a contact. */
function placeOf({ contact_id, form_id }: { contact_id: string | null; form_id: string | null }): string {
  if (contact_id !== null) return `/contacts/${contact_id}`
  return form_id === null ? '/settings/team' : `/forms/${form_id}`
}

/** One post is quoted; several are counted and link to the list. */
function postLine(
  state: PostState,
  { count, newest: [post] }: Attention['posts'][PostState],
  words: Record<PostState, PostWords>,
  nameOf: NameOf,
): Line | null {
  if (count === 0 || post === undefined) return null
  const { tone, one, many, hint } = words[state]
  if (count === 1) {
    const what = one(nameOf(post))
    const line = { id: post.id, tone, title: post.text ? t`${what}: “${post.text}”` : what, to: `/posts/${post.id}` }
    const verb = state === 'failed' ? 'retry' : state === 'missed' ? 'publish' : null
    return {
      ...line,
      hint: plainReason(post) ?? hint,
      technical: technicalReason(post),
      ...(verb && { act: { verb, postId: post.id } }),
    }
  }
  const title = many(countUpTo(count))
  if (state === 'confirming') return { id: state, tone, title, hint, to: '/settings/connections' }
  return { id: state, tone, title, hint, to: '/posts', search: { view: 'list', state } }
}

/** The API counts to a thousand. */
function countUpTo(count: number): string {
  const thousand = formatNumber(1_000)
  return count >= 1_000 ? t`${thousand} or more` : formatNumber(count)
}

function connectionLine(connection: Attention['connections'][number], nameOf: NameOf): Line {
  const { id, platform, handle, name, problem, works_until } = connection
  const reason = plainReason(connection)
  const network = nameOf({ platform, connection_id: id })
  const account = name ?? handle ?? ''
  const line = { id, to: '/settings/connections', technical: technicalReason(connection) }
  if (problem === 'needs_reconnect') {
    const title = t`Connect ${account} on ${network} again`
    return { ...line, tone: 'bad', title, hint: reason ?? t`Its posts wait until you connect it again.` }
  }
  if (problem === 'held') {
    const hint = reason ?? t`Its posts wait. See what the network wants from you.`
    return { ...line, tone: 'warn', title: t`${network} restricts the account ${account}`, hint }
  }
  const when = works_until ? formatSince(works_until) : t`soon`
  const hint = reason ?? t`Connect it again before then, so that no post has to wait.`
  return { ...line, tone: 'warn', title: t`The approval of ${account} on ${network} ends ${when}`, hint }
}

function endpointLine({ id, url, status, failing_since }: NonNullable<Attention['endpoints']>[number]): Line {
  const to = `/events/endpoints/${id}`
  if (status === 'disabled') {
    const hint = t`Turn it on again when it works, and send what it missed.`
    return { id, tone: 'bad', title: t`Doorpost gave up on ${url}`, hint, to }
  }
  const since = failing_since ? formatSince(failing_since) : null
  const hint = t`See what it answers; Doorpost tries again automatically.`
  const began = since === null ? hint : t`It began ${since}. ${hint}`
  return { id, tone: 'warn', title: t`${url} does not take what is sent to it`, hint: began, to }
}
