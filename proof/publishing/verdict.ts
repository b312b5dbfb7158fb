import type { SimulatorControl } from '../../simulators/client.ts'
import type { JournalEntry } from '../../simulators/core/journal.ts'
import type { Deps } from '../../src/app/deps.ts'
import { adapters } from '../../src/platforms/adapters.ts'
import { type Provider, profileOf } from '../../src/platforms/registry.ts'
import { altTextFor } from '../../src/platforms/shared/media.ts'
import { CALLS } from './faults/faults.ts'
import type { Entry } from './people/author.ts'
import { FINAL } from './people/person.ts'
import { isTracked, type PlannedPost, readText } from './plan.ts'

export interface Claim {
  what: string
  n: number
  violations: string[]
}

export interface Verdict {
  claims: Claim[]
  states: Record<string, number>
  perProvider: Record<string, Record<string, number>>
  /** Items that are public beyond the first time. */
  duplicates: number
  duplicatesPerProvider: Record<string, number>
  publicItems: number
  /** Number of visible calls by the simulators' outcome. */
  visibleCalls: Record<string, number>
  /** Reason → number of posts that failed or stayed unconfirmed. */
  reasons: Record<string, number>
  /** Published, but the platform did not return an id. */
  withoutId: number
  /** Posts whose visible call was made more than once. */
  sentAgain: number
}

interface Row {
  id: string
  number: number
  provider: string
  state: string
  platform_id: string | null
  reason: string | null
  sends: number
  /** Codes of its tracked links. */
  codes: string[]
  /** Steps of its attempts, in order. */
  steps: Step[]
}

interface Step {
  at: string
  step: string
}

/** Compares what is really public with what Doorpost says, and with what was requested. */
export async function judge(deps: Deps, control: SimulatorControl, entries: readonly Entry[]): Promise<Verdict> {
  const rows = await readRows(deps)
  const items = await control.public()
  const journal = await control.journal()
  const rowsOf = groupBy(rows, (row) => row.number)
  const itemsOf = groupBy(items, (item) => readText(item.sent)?.number ?? -1)
  const publicOf = (number: number) => itemsOf.get(number) ?? []
  const stepsOf = (number: number) => rowsOf.get(number)?.flatMap(({ steps }) => steps) ?? []
  const show = (row: Row) => `post ${row.number} (${row.provider}, ${row.id}) is ${row.state}: ${row.reason ?? ''}`
  const check = <T>(what: string, all: readonly T[], problem: (one: T) => string | null): Claim => ({
    what,
    n: all.length,
    violations: all.map(problem).filter((text) => text !== null),
  })
  const acknowledged = entries.filter(({ id }) => id !== null)
  const inState = (...states: string[]) => rows.filter(({ state }) => states.includes(state))
  const visible = visibleCallsOf(journal)
  const repeated = [...itemsOf.values()].flatMap((own) => own.slice(1))

  const claims: Claim[] = [
    check('every acknowledged post is stored', acknowledged, ({ id, planned }) => {
      return rowsOf.get(planned.number)?.some((row) => row.id === id) ? null : `post ${planned.number} (${id}) is gone`
    }),
    check('posts composed together are all stored, or none is', entries, ({ planned: { group, number } }) => {
      if (group === null) return null
      const of = entries.filter((entry) => entry.planned.group === group)
      const stored = of.filter((entry) => rowsOf.has(entry.planned.number)).length
      return stored === 0 || stored === of.length
        ? null
        : `post ${number}: ${stored} of ${of.length} in its group are stored`
    }),
    check('repeated requests created no second post', entries, ({ planned }) => {
      const count = rowsOf.get(planned.number)?.length ?? 0
      return count <= 1 ? null : `post ${planned.number} is stored ${count} times`
    }),
    check('every post reached a final state', rows, (row) =>
      FINAL.some((state) => state === row.state) ? null : show(row),
    ),
    check('published: public exactly once', inState('published'), (row) => {
      const count = publicOf(row.number).length
      return count === 1 ? null : `${show(row)} and public ${count} times`
    }),
    check('a tracked link has one code, and the public post contains it', inState('published'), (row) => {
      const wanted = isTracked(row.number) ? 1 : 0
      const isOut = publicOf(row.number).every(({ sent }) => row.codes.every((code) => sent.includes(`/l/${code}`)))
      return row.codes.length === wanted && isOut ? null : `${show(row)} with the codes ${row.codes.join(', ')}`
    }),
    check('failed, cancelled, missed: not public', inState('failed', 'cancelled', 'missed'), (row) => {
      const count = publicOf(row.number).length
      return count === 0 ? null : `${show(row)} but public ${count} times`
    }),
    check('failed, unconfirmed, missed: with a reason', inState('failed', 'unconfirmed', 'missed'), (row) => {
      return row.reason ? null : show(row)
    }),
    check('unconfirmed: public at most once', inState('unconfirmed'), (row) => {
      const count = publicOf(row.number).length
      return count <= 1 ? null : `${show(row)} and public ${count} times`
    }),
    check('no post is public twice', [...itemsOf], ([number, own]) => {
      return own.length <= 1
        ? null
        : `post ${number} is public ${own.length} times: ${own.map(({ id }) => id).join(', ')}`
    }),
    check('nothing is public but our posts', items, (item) => {
      return rowsOf.has(readText(item.sent)?.number ?? -1) ? null : `${item.platform} ${item.id}: ${item.sent}`
    }),
    check('the stored id is that of the public post', inState('published'), (row) => {
      if (row.platform_id === null) return null
      const known = publicOf(row.number).some(({ id }) => row.platform_id === id || row.platform_id!.endsWith(`:${id}`))
      return known ? null : `${show(row)} with the id ${row.platform_id}`
    }),
    check('no second visible call without a look in between', [...visible], ([number, calls]) => {
      return unseenRepeat(number, calls, journal, stepsOf(number))
    }),
    check(
      'a cancelled post is never public',
      entries.filter(({ cancelled }) => cancelled),
      ({ planned }) => {
        const count = publicOf(planned.number).length
        return count === 0 ? null : `post ${planned.number} was cancelled and is public ${count} times`
      },
    ),
    check('an edited post goes out as last acknowledged', acknowledged, ({ planned, edition, editionTried }) => {
      const wrong = publicOf(planned.number).find((item) => {
        const shown = readText(item.sent)!.edition
        return shown < edition || shown > editionTried
      })
      return wrong ? `post ${planned.number} has edition ${edition} but shows ${wrong.sent}` : null
    }),
    check('public with all its files and alt texts, in order', acknowledged, ({ planned }) => {
      const wanted = JSON.stringify(filesOf(planned))
      const shown = publicOf(planned.number).map(({ media }) =>
        JSON.stringify(media.map(({ kind, alt }) => [kind, alt])),
      )
      const wrong = shown.find((each) => each !== wanted)
      return wrong ? `post ${planned.number} (${planned.provider}) has ${wanted} but shows ${wrong}` : null
    }),
  ]
  return {
    claims,
    states: countBy(rows, (row) => row.state),
    perProvider: Object.fromEntries(
      [...groupBy(rows, (row) => row.provider)].map(([provider, own]) => [provider, countBy(own, (row) => row.state)]),
    ),
    duplicates: repeated.length,
    duplicatesPerProvider: countBy(repeated, ({ platform }) => platform),
    publicItems: items.length,
    visibleCalls: countBy([...visible.values()].flat(), (call) => call.outcome),
    reasons: countBy(
      inState('failed', 'unconfirmed', 'missed'),
      (row) => `${row.provider} ${row.state}: ${row.reason}`,
    ),
    withoutId: inState('published').filter((row) => row.platform_id === null).length,
    sentAgain: [...visible.values()].filter((calls) => calls.length > 1).length,
  }
}

/** What a reader sees: not every network has alt texts for every kind of file. */
function filesOf({ files, provider }: PlannedPost): Array<[kind: string, alt: string | null]> {
  const { media } = profileOf(provider)
  return files.map(({ kind, altText }) => [kind, kind === 'document' ? altText : altTextFor(media, kind, altText)])
}

async function readRows({ pool }: Deps): Promise<Row[]> {
  const { rows } = await pool.query<Omit<Row, 'number'> & { content: string }>(
    `select post.id, coalesce(account.provider, 'none') as provider, publication_state as state, platform_id, reason, sends, content,
            array(select code from links where links.post_id = post.id) as codes,
            array(select step
                    from post_attempts attempt, jsonb_array_elements(attempt.steps) step
                   where attempt.post_id = post.id
                   order by step->>'at') as steps
       from posts post left join connections account on account.id = post.connection_id`,
  )
  return rows.map(({ content, ...row }) => ({ ...row, number: readText(content)?.number ?? -1 }))
}

/**
 * Calls that make something public, by post and in order. A container is identified by the text that it was created
 * with.
 */
function visibleCallsOf(journal: readonly JournalEntry[]): Map<number, JournalEntry[]> {
  const containers = new Map<string, number>()
  const calls = new Map<number, JournalEntry[]>()
  for (const entry of journal) {
    if (entry.call === 'create_container' && entry.effect !== null) {
      const number = readText(wordsOf(entry))?.number
      if (number !== undefined) containers.set(entry.effect, number)
    }
    if (!isVisible(entry)) continue
    const container = containerOf(entry)
    const number = container === null ? readText(wordsOf(entry))?.number : containers.get(container)
    if (number !== undefined) calls.set(number, [...(calls.get(number) ?? []), entry])
  }
  return calls
}

/**
 * After a call that may have had an effect, the platform must be read before the next one. Where a repeat has no
 * further effect, a read while the first call was in flight is enough.
 */
function unseenRepeat(
  number: number,
  calls: readonly JournalEntry[],
  journal: readonly JournalEntry[],
  steps: readonly Step[],
): string | null {
  for (const [at, second] of calls.entries()) {
    const first = calls[at - 1]
    if (first === undefined || isRefusal(first)) continue
    const container = containerOf(first)
    const begunAt = steps.findLast((each) => each.step === 'sending' && each.at <= first.at)?.at ?? first.at
    const isKeyed = adapters[first.platform as Provider].idempotentSend === true
    const between = journal.filter(
      ({ platform, seq, at }) =>
        platform === first.platform && seq < second.seq && (seq > first.seq || (isKeyed && at >= begunAt)),
    )
    const looked = between.some(
      (entry) =>
        (['list', 'records.get'].includes(entry.call) && [first, second].some((call) => isSameCaller(entry, call))) ||
        (entry.call === 'container_status' && container !== null && entry.path.includes(container)),
    )
    if (looked) continue
    const show = ({ at, call, seq, account, outcome }: JournalEntry) =>
      `${at} ${call} ${seq} of ${account} (${outcome})`
    const noted = steps.map(({ at, step }) => `${at} ${step}`).join(', ')
    return `post ${number}: ${show(first)}, then ${show(second)} unseen; between: ${between.map(show).join(', ')}; steps: ${noted}`
  }
  return null
}

/** An interrupted call is identified only by its token, and one after a refresh only by its account. */
function isSameCaller(one: JournalEntry, other: JournalEntry): boolean {
  return (one.account !== null && one.account === other.account) || (one.token !== null && one.token === other.token)
}

function isVisible({ platform, call }: JournalEntry): boolean {
  return CALLS[platform as keyof typeof CALLS]?.visible === call
}

/** The platform refused, and the client received that answer. */
function isRefusal({ outcome, status }: JournalEntry): boolean {
  if (status === null || status < 400 || status >= 500) return false
  return ['refused', 'rate_limited', 'not_ready', 'lost_container', 'token_revoked'].includes(outcome)
}

function wordsOf({ query, body }: JournalEntry): string {
  return JSON.stringify([query, body])
}

function containerOf({ query, body }: JournalEntry): string | null {
  const id = query.creation_id ?? (body as Record<string, unknown> | null)?.creation_id
  return typeof id === 'string' ? id : null
}

function groupBy<T, K>(values: readonly T[], keyOf: (value: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}

function countBy<T>(values: readonly T[], keyOf: (value: T) => string): Record<string, number> {
  return Object.fromEntries([...groupBy(values, keyOf)].map(([key, group]) => [key, group.length]).sort())
}
