import type { Sent } from './posts.ts'
import { SPAM_KINDS } from './spammers.ts'
import type { SpamStage } from './stage.ts'
import { HONEST_KINDS } from './visitors.ts'

export interface SpamVerdict {
  claims: Array<{ what: ClaimName; n: number; violations: string[] }>
  /** By kind: how many were acknowledged, and how many of those were held. */
  kinds: Array<{ kind: string; acknowledged: number; held: number }>
}

export type ClaimName =
  | 'every submission was acknowledged'
  | 'no honest submission is held'
  | 'at least 95 % of the spam is held'
  | 'every acknowledged submission is stored once, as a contact or held'
  | 'held or not, a program gets the same answer'
  | 'held submissions made no event'
  | 'every held submission can be accepted, and then makes its event'

const HELD_SHARE = 0.95

interface Stored {
  contacts: Map<string, number>
  held: Map<string, number>
}

/** Compares what was sent with the outcome, then accepts everything that is held. */
export async function judgeSpamRun(stage: SpamStage, sent: readonly Sent[]): Promise<SpamVerdict> {
  const before = await readStored(stage)
  const eventsBefore = await countEvents(stage)
  const heldOf = heldCounter(before)
  const kinds = [...HONEST_KINDS, ...SPAM_KINDS].map((kind) => {
    const own = sent.filter((each) => each.kind === kind && each.isAcknowledged)
    return { kind, acknowledged: own.length, held: own.filter(heldOf).length }
  })
  const spam = kinds.filter(({ kind }) => (SPAM_KINDS as readonly string[]).includes(kind))
  const sum = (name: 'acknowledged' | 'held') => spam.reduce((total, each) => total + each[name], 0)
  const contactsBefore = total(before.contacts)
  const heldBefore = total(before.held)

  await acceptAll(stage)
  const after = await readStored(stage)
  const eventsAfter = await countEvents(stage)

  const honestHeld = sent.filter(({ isHonest, email }) => isHonest && before.held.has(email))
  const share = sum('held') / Math.max(1, sum('acknowledged'))
  return {
    kinds,
    claims: [
      claim('every submission was acknowledged', sent.length, refusals(sent)),
      claim('no honest submission is held', sent.filter(({ isHonest }) => isHonest).length, honestHeld.map(name)),
      claim(
        'at least 95 % of the spam is held',
        sum('acknowledged'),
        share >= HELD_SHARE ? [] : [`only ${(share * 100).toFixed(1)} % is held`],
      ),
      claim('every acknowledged submission is stored once, as a contact or held', sent.length, lost(sent, before)),
      claim('held or not, a program gets the same answer', sent.length, differentAnswers(sent)),
      claim(
        'held submissions made no event',
        heldBefore,
        eventsBefore === contactsBefore ? [] : [`${contactsBefore} contacts, but ${eventsBefore} events`],
      ),
      claim('every held submission can be accepted, and then makes its event', heldBefore, [
        ...(total(after.held) === 0 ? [] : [`${total(after.held)} are still held`]),
        ...(total(after.contacts) === contactsBefore + heldBefore ? [] : [`${total(after.contacts)} contacts`]),
        ...(eventsAfter === total(after.contacts) ? [] : [`${eventsAfter} events`]),
      ]),
    ],
  }
}

const claim = (what: ClaimName, n: number, violations: string[]) => ({ what, n, violations })
const total = (counts: Map<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0)
const name = ({ kind, email }: Sent) => `${kind}: ${email}`

/** If several share an address, counts as many as are held. */
function heldCounter({ held }: Stored): (sent: Sent) => boolean {
  const left = new Map(held)
  return ({ email }) => {
    const count = left.get(email) ?? 0
    left.set(email, count - 1)
    return count > 0
  }
}

function refusals(sent: readonly Sent[]): string[] {
  return sent
    .filter(({ isAcknowledged }) => !isAcknowledged)
    .map((each) => `${name(each)}: ${each.answer.slice(0, 300)}`)
}

function lost(sent: readonly Sent[], { contacts, held }: Stored): string[] {
  const acknowledged = Map.groupBy(
    sent.filter(({ isAcknowledged }) => isAcknowledged),
    ({ email }) => email,
  )
  return [...acknowledged].flatMap(([email, own]) => {
    const stored = (contacts.get(email) ?? 0) + (held.get(email) ?? 0)
    return stored === own.length ? [] : [`${name(own[0]!)}: ${own.length} acknowledged, ${stored} stored`]
  })
}

/** Compares the answers that programs got. A browser sees only the thank-you text. */
function differentAnswers(sent: readonly Sent[]): string[] {
  const answers = new Set(sent.map(({ answer }) => answer).filter((answer) => answer.startsWith('201')))
  return answers.size <= 1 ? [] : [...answers]
}

async function readStored(stage: SpamStage): Promise<Stored> {
  return {
    contacts: countEmails(await readAll(stage, '/v1/contacts?limit=1000'), ({ email }) => email),
    held: countEmails(
      await readAll(stage, `/v1/held?limit=1000&form_id=${stage.form.id}`),
      ({ contact }) => contact.email,
    ),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: rows of any list
function countEmails(rows: any[], emailOf: (row: any) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(emailOf(row), (counts.get(emailOf(row)) ?? 0) + 1)
  return counts
}

async function readAll({ call }: SpamStage, path: string) {
  const rows = []
  let cursor: string | null = null
  do {
    const { data, pagination } = await call(
      'GET',
      `${path}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    rows.push(...data)
    cursor = pagination.next_cursor
  } while (cursor !== null)
  return rows
}

/** An event waits in the outbox until it has its position in the feed. */
async function countEvents(stage: SpamStage): Promise<number> {
  return (
    await stage.sql(
      `select ((select count(*) from event_outbox where type = 'contact.created')
           + (select count(*) from events where type = 'contact.created'))::int as count`,
    )
  )[0].count
}

async function acceptAll({ call, form }: SpamStage): Promise<void> {
  let remaining = 1
  while (remaining > 0) remaining = (await call('POST', '/v1/held/accept', { form_id: form.id })).data.remaining
}
