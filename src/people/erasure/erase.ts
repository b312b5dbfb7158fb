import { type Pool, type Tx, transaction } from '../../db/database.ts'
import { lockLeadQueue } from '../../db/statements/counts.ts'
import type { Emit } from '../../events/emit.ts'
import type { Erasure } from '../input.ts'
import { type Erased, TRACES } from '../schemas.ts'
import { findMentions, type Mention, walkByKey } from './mention-store.ts'
import { createMention, needlesOf, redact, spellingsOf } from './mentions.ts'
import * as store from './store.ts'

/** Who is to be erased, and how to find what mentions them. */
interface Person {
  workspaceId: string
  emailKey: string
  /** Every way the address is written, ASCII letters in lower case. */
  spellings: readonly string[]
  /** One of them is, in lower case, in every text that mentions the address. */
  needles: readonly string[]
  isMention: (text: string) => boolean
}

export interface EraseOptions {
  pool: Pool
  emit: Emit
  /** Blanks the rows of imports under way that mention the person. Returns how many there were. */
  blankRows: (tx: Tx, person: Person) => Promise<number>
  /** Removes what the person sent with forms, and what mentions them and is no contact yet. Returns how many there were. */
  removeSubmissions: (
    tx: Tx,
    person: Pick<Person, 'workspaceId' | 'emailKey'>,
    mentioning: readonly string[],
  ) => Promise<number>
  /** Adds up what waits to be counted of contacts that were created at these times, so that nothing of them is left there. */
  addUpErased: (tx: Tx, workspaceId: string, times: readonly string[]) => Promise<void>
  /** Called afterwards: takes the files that came with it out of the store. */
  removeFiles: () => Promise<void>
}

// Larger transactions would hold back the intake of contacts, which shares their counters.
const STEP = 1_000

/**
 * One transaction for a person with up to a thousand records, then another for the next thousand: each takes records
 * together with all that is left of them elsewhere, so whatever ends it in between, a second call does the rest.
 */
export function createErase({ pool, emit, blankRows, removeSubmissions, addUpErased, removeFiles }: EraseOptions) {
  return async (workspaceId: string, { email, emailKey }: Erasure): Promise<Erased> => {
    const spellings = spellingsOf(emailKey, [email, ...(await store.selectSpellings(pool, workspaceId, emailKey))])
    const needles = needlesOf(spellings)
    const person = { workspaceId, emailKey, spellings, needles, isMention: createMention(spellings) }
    const mentions = await transaction(pool, (tx) => findAllMentions(tx, person))
    const quiet = new Set<string>()
    const erased = Object.fromEntries(TRACES.map((trace) => [trace, 0])) as Erased
    for (let more = true; more; ) {
      const counts = await transaction(pool, (tx) => eraseStep(tx, person, takeStep(mentions), quiet))
      for (const trace of TRACES) erased[trace] += counts[trace]
      more = counts.contacts === STEP || Object.values(mentions).some((list) => list.length > 0)
    }
    await removeFiles()
    return erased
  }

  /** `quiet` collects records that nobody was told of; that they are gone is not told either. */
  async function eraseStep(tx: Tx, person: Person, mentions: Mentions, quiet: Set<string>): Promise<Erased> {
    const { workspaceId, emailKey, spellings, needles } = person
    // Before any record is locked: whoever counts contacts locks them in this order too.
    await lockLeadQueue(tx)
    // Their submissions say it, which are gone after the first step.
    for (const id of await store.selectQuiet(tx, workspaceId, emailKey)) quiet.add(id)
    // Rows and deliveries before the records: they could still become one. Whoever makes a contact of one of them has it
    // locked, and that contact is found below.
    const import_rows = await blankRows(tx, person)
    const submissions = await removeSubmissions(tx, person, idsOf(mentions.submissions))
    const mentioning = await store.removeReceived(tx, 'webhook_deliveries', workspaceId, mentions.deliveries)
    const rejections = await store.removeReceived(tx, 'webhook_rejections', workspaceId, mentions.rejections)
    const mails = await store.removeMails(tx, workspaceId, emailKey)
    const records = await store.removeRecords(tx, workspaceId, emailKey, STEP)
    await addUpErased(tx, workspaceId, [...new Set(records.map(({ created_at }) => created_at))])
    const origins = records.flatMap(({ webhook_id, delivery_id }) =>
      webhook_id === null || delivery_id === null ? [] : [{ source_id: webhook_id, id: delivery_id }],
    )
    const deliveries = mentioning + (await store.removeReceived(tx, 'webhook_deliveries', workspaceId, origins))
    const contactIds = idsOf(records)
    // After the records, whose notes are gone with them.
    const notes = await store.rewriteNotes(tx, workspaceId, idsOf(mentions.notes), (text) => redact(text, person))
    const views = await store.removeViews(tx, workspaceId, person.isMention)
    const subjectIds = [...contactIds, ...idsOf([...mentions.deliveries, ...origins])]
    const eventIds = idsOf(mentions.events)
    const events = await store.forgetEvents(tx, workspaceId, { subjectIds: contactIds, eventIds })
    const endpoint_answers = await store.forgetEndpointAnswers(tx, workspaceId, { subjectIds, eventIds })
    const stored_answers = await store.forgetStoredAnswers(tx, workspaceId, { contactIds, spellings, needles })
    // After forgetEvents, so that these stay.
    const known = records.filter(({ id }) => !quiet.has(id))
    const told = known.map(({ id, version }) => {
      const subject = { workspaceId, subjectId: id, subjectVersion: version + 1 }
      return { ...subject, type: 'contact.deleted' as const, data: { id, deleted: true } }
    })
    await emit(tx, ...told)
    const contacts = records.length
    const received = { submissions, import_rows, deliveries, rejections }
    const sent = { events, endpoint_answers, stored_answers, mails }
    return { contacts, ...received, notes, views, ...sent }
  }
}

type Mentions = Record<'deliveries' | 'rejections' | 'notes' | 'submissions' | 'events', Mention[]>

function idsOf(rows: ReadonlyArray<{ id: string }>): string[] {
  return rows.map(({ id }) => id)
}

/** Takes the next ones out of the lists. */
function takeStep(mentions: Mentions): Mentions {
  return {
    deliveries: mentions.deliveries.splice(0, STEP),
    rejections: mentions.rejections.splice(0, STEP),
    notes: mentions.notes.splice(0, STEP),
    submissions: mentions.submissions.splice(0, STEP),
    events: mentions.events.splice(0, STEP),
  }
}

/** Mentions that no record leads to: in deliveries that became no contact, or of an address that was changed since. */
async function findAllMentions(tx: Tx, person: Person): Promise<Mentions> {
  await walkByKey(tx)
  const deliveries = await findMentions(tx, 'webhook_deliveries', person)
  const rejections = await findMentions(tx, 'webhook_rejections', person)
  const notes = await findMentions(tx, 'contact_notes', person)
  const submissions = await findMentions(tx, 'submissions', person)
  const waiting = await findMentions(tx, 'event_outbox', person)
  return {
    deliveries,
    rejections,
    notes,
    submissions,
    events: [...waiting, ...(await findMentions(tx, 'events', person))],
  }
}
