import { type Pool, type Tx, transaction } from '../db/database.ts'
import type { Emit } from '../events/emit.ts'
import {
  forgetEndpointAnswers,
  forgetEvents,
  type ReceivedRef,
  removeReceived,
  removeRecords,
  selectSpellings,
} from './erase-store.ts'
import type { Erasure } from './input.ts'
import { type Candidate, lookAtEvents, lookAtReceived, START, type Step, walkByKey } from './mention-store.ts'
import { createMention, needlesOf, spellingsOf } from './mentions.ts'
import { type Erased, TRACES, type Trace } from './schemas.ts'

/** What is known of the person when one step of the erasure runs. */
export interface Traces {
  workspaceId: string
  emailKey: string
  /** Every way the address is written, ASCII letters in lower case. */
  spellings: readonly string[]
  /** One of them is, in lower case, in every text that mentions the address. */
  needles: readonly string[]
  isMention: (text: string) => boolean
  /** Records that go in this step. */
  contactIds: readonly string[]
}

type Person = Omit<Traces, 'contactIds'>

/** Takes a person out of what else is kept. It may run several times for one person. */
export interface Eraser {
  trace: Trace
  /** Before the records go: what it erases could still become one of them. */
  comesFirst?: true
  /** Returns how many rows it erased. */
  erase(tx: Tx, traces: Traces): Promise<number>
}

export interface EraseOptions {
  pool: Pool
  emit: Emit
  /** For what is kept beyond contacts, deliveries and events. */
  erasers: readonly Eraser[]
}

// Larger transactions would hold back the intake of contacts, which shares their counters.
const STEP = 1_000

/**
 * One transaction for a person with up to a thousand records, then another for the next thousand: each takes records
 * together with all that is left of them elsewhere, so whatever ends it in between, a second call does the rest.
 */
export function createErase({ pool, emit, erasers }: EraseOptions) {
  return async (workspaceId: string, { email, emailKey }: Erasure): Promise<Erased> => {
    const spellings = spellingsOf(emailKey, [email, ...(await selectSpellings(pool, workspaceId, emailKey))])
    const needles = needlesOf(spellings)
    const person = { workspaceId, emailKey, spellings, needles, isMention: createMention(spellings) }
    const mentions = await transaction(pool, (tx) => findMentions(tx, person))
    const erased = Object.fromEntries(Object.keys(TRACES).map((trace) => [trace, 0])) as Erased
    for (let more = true; more; ) {
      const counts = await transaction(pool, (tx) => eraseStep(tx, person, takeStep(mentions)))
      for (const [trace, count] of counts) erased[trace] += count
      const records = counts.find(([trace]) => trace === 'contacts')![1]
      more = records === STEP || Object.values(mentions).some((list) => list.length > 0)
    }
    return erased
  }

  async function eraseStep(tx: Tx, person: Person, mentions: Mentions): Promise<Array<[Trace, number]>> {
    const { workspaceId, emailKey } = person
    const counts: Array<[Trace, number]> = []
    for (const { trace, comesFirst, erase } of erasers) {
      if (comesFirst) counts.push([trace, await erase(tx, { ...person, contactIds: [] })])
    }
    // First as well: whoever is making a contact of one of them has it locked, and that contact is found below.
    let deliveries = await removeReceived(tx, 'webhook_deliveries', workspaceId, mentions.deliveries)
    const rejections = await removeReceived(tx, 'webhook_rejections', workspaceId, mentions.rejections)
    const records = await removeRecords(tx, workspaceId, emailKey, STEP)
    const origins = records.flatMap(({ webhook_id, delivery_id }) =>
      webhook_id === null || delivery_id === null ? [] : [{ sourceId: webhook_id, id: delivery_id }],
    )
    deliveries += await removeReceived(tx, 'webhook_deliveries', workspaceId, origins)
    const contactIds = records.map(({ id }) => id)
    const events = { subjectIds: contactIds, eventIds: mentions.events.map(({ id }) => id) }
    const deliveryIds = [...mentions.deliveries, ...origins].map(({ id }) => id)
    counts.push(
      ['contacts', records.length],
      ['deliveries', deliveries],
      ['rejections', rejections],
      ['events', await forgetEvents(tx, workspaceId, events)],
      [
        'endpoint_answers',
        await forgetEndpointAnswers(tx, workspaceId, { ...events, subjectIds: [...contactIds, ...deliveryIds] }),
      ],
    )
    for (const { trace, comesFirst, erase } of erasers) {
      if (!comesFirst) counts.push([trace, await erase(tx, { ...person, contactIds })])
    }
    // After the forgetting: these stay.
    const type = 'contact.deleted' as const
    const told = records.map(({ id, version }) => ({
      subjectId: id,
      subjectVersion: version + 1,
      data: { id, deleted: true },
    }))
    await emit(tx, ...told.map((each) => ({ ...each, workspaceId, type })))
    return counts
  }
}

interface Mentions {
  deliveries: ReceivedRef[]
  rejections: ReceivedRef[]
  events: Array<{ id: string }>
}

/** Takes the next ones out of the lists. */
function takeStep(mentions: Mentions): Mentions {
  return {
    deliveries: mentions.deliveries.splice(0, STEP),
    rejections: mentions.rejections.splice(0, STEP),
    events: mentions.events.splice(0, STEP),
  }
}

/** Where the address stands, though no record leads there: deliveries that became no contact, addresses changed since. */
async function findMentions(tx: Tx, { workspaceId, needles, isMention }: Person): Promise<Mentions> {
  await walkByKey(tx)
  const search = async (look: (after: typeof START) => Promise<Step>): Promise<Candidate[]> => {
    const found: Candidate[] = []
    for (let after: Step['last'] = START; after !== null; ) {
      const step = await look(after)
      for (const candidate of step.candidates) {
        if (candidate.texts.some(isMention)) found.push({ ...candidate, texts: [] })
      }
      after = step.last
    }
    return found
  }
  const received = async (table: 'webhook_deliveries' | 'webhook_rejections') =>
    (await search((after) => lookAtReceived(tx, table, workspaceId, needles, after))).map(({ source_id, id }) => ({
      sourceId: source_id!,
      id,
    }))
  return {
    deliveries: await received('webhook_deliveries'),
    rejections: await received('webhook_rejections'),
    events: [
      ...(await search((after) => lookAtEvents(tx, 'event_outbox', workspaceId, needles, after))),
      ...(await search((after) => lookAtEvents(tx, 'events', workspaceId, needles, after))),
    ],
  }
}
