import { type Pool, type Tx, transaction } from '../db/database.ts'
import type { Emit } from '../events/emit.ts'
import { forgetEndpointAnswers, forgetEvents, removeReceived, removeRecords, selectSpellings } from './erase-store.ts'
import type { Erasure } from './input.ts'
import { findMentions, type Mention, walkByKey } from './mention-store.ts'
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
    const mentions = await transaction(pool, (tx) => findAllMentions(tx, person))
    const erased = Object.fromEntries(TRACES.map((trace) => [trace, 0])) as Erased
    for (let more = true; more; ) {
      const counts = await transaction(pool, (tx) => eraseStep(tx, person, takeStep(mentions)))
      for (const trace of Object.keys(counts) as Trace[]) erased[trace] += counts[trace]!
      more = counts.contacts === STEP || Object.values(mentions).some((list) => list.length > 0)
    }
    return erased
  }

  async function eraseStep(tx: Tx, person: Person, mentions: Mentions): Promise<Partial<Erased>> {
    const { workspaceId, emailKey } = person
    const counts: Partial<Erased> = {}
    const runErasers = async (areFirst: boolean, contactIds: string[]) => {
      for (const { trace, comesFirst = false, erase } of erasers) {
        if (comesFirst === areFirst) counts[trace] = await erase(tx, { ...person, contactIds })
      }
    }
    await runErasers(true, [])
    // First as well: whoever is making a contact of one of them has it locked, and that contact is found below.
    counts.deliveries = await removeReceived(tx, 'webhook_deliveries', workspaceId, mentions.deliveries)
    counts.rejections = await removeReceived(tx, 'webhook_rejections', workspaceId, mentions.rejections)
    const records = await removeRecords(tx, workspaceId, emailKey, STEP)
    const origins = records.flatMap(({ webhook_id, delivery_id }) =>
      webhook_id === null || delivery_id === null ? [] : [{ source_id: webhook_id, id: delivery_id }],
    )
    counts.contacts = records.length
    counts.deliveries += await removeReceived(tx, 'webhook_deliveries', workspaceId, origins)
    const contactIds = idsOf(records)
    const deliveryIds = idsOf([...mentions.deliveries, ...origins])
    const eventIds = idsOf(mentions.events)
    counts.events = await forgetEvents(tx, workspaceId, { subjectIds: contactIds, eventIds })
    const subjectIds = [...contactIds, ...deliveryIds]
    counts.endpoint_answers = await forgetEndpointAnswers(tx, workspaceId, { subjectIds, eventIds })
    await runErasers(false, contactIds)
    // After the forgetting: these stay.
    const told = records.map(({ id, version }) => {
      const subject = { workspaceId, subjectId: id, subjectVersion: version + 1 }
      return { ...subject, type: 'contact.deleted' as const, data: { id, deleted: true } }
    })
    await emit(tx, ...told)
    return counts
  }
}

type Mentions = Record<'deliveries' | 'rejections' | 'events', Mention[]>

function idsOf(rows: ReadonlyArray<{ id: string }>): string[] {
  return rows.map(({ id }) => id)
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
async function findAllMentions(tx: Tx, person: Person): Promise<Mentions> {
  await walkByKey(tx)
  const deliveries = await findMentions(tx, 'webhook_deliveries', person)
  const rejections = await findMentions(tx, 'webhook_rejections', person)
  const waiting = await findMentions(tx, 'event_outbox', person)
  return { deliveries, rejections, events: [...waiting, ...(await findMentions(tx, 'events', person))] }
}
