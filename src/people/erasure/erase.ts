import type { Tx } from '../../db/database.ts'
import { lockWork } from '../../db/statements/counts.ts'
import type { Emit } from '../../events/emit.ts'
import { findMentions, type Mention, type PlaceName, redact, walkByKey } from './mentions.ts'
import { type Erased, TRACES } from './schemas.ts'
import * as store from './store.ts'

export interface Person {
  workspaceId: string
  /** Several if records with other addresses were merged with one of these. */
  emailKeys: readonly string[]
  /** Every spelling of the addresses, with ASCII letters in lower case. */
  spellings: readonly string[]
  /** Every text that mentions an address contains one of these in lower case. */
  needles: readonly string[]
  isMention: (text: string) => boolean
}

export interface EraseParts {
  emit: Emit
  /** Blanks the rows of running imports that mention the person. Returns their number. */
  blankRows: (tx: Tx, person: Person) => Promise<number>
  /** Removes submissions of the person, and those that mention them and are not a contact yet. Returns their number. */
  removeSubmissions: (
    tx: Tx,
    person: { workspaceId: string; emailKey: string },
    mentioning: readonly string[],
  ) => Promise<number>
  /** Adds up the waiting counts of contacts created at these times, so that nothing of them is left there. */
  addUpErased: (tx: Tx, workspaceId: string, times: readonly string[]) => Promise<void>
}

/** The current phase, the key after which it continues, and what was found so far. */
export interface Progress {
  phase: string | null
  after: string[] | null
  /** Records without events. Their deletion causes none either. */
  quiet: string[]
  lookedAt: number
  erased: Erased
}

export const NOTHING = Object.fromEntries(TRACES.map((trace) => [trace, 0])) as Erased

/**
 * Deliveries and submissions come before the records, because they could still become one: a delivery that is being
 * turned into a contact is locked, and that contact is found afterwards. Notes come after the records, whose own notes
 * are deleted with them. The records come again at the end, for those created meanwhile.
 */
const PHASES = [
  'webhook_deliveries',
  'webhook_rejections',
  'submissions',
  'records',
  'event_outbox',
  'events',
  'contact_notes',
  'views',
  'late_records',
  'end',
] as const
type Phase = (typeof PHASES)[number]

// Larger transactions would hold up the intake of contacts, which shares their counters.
const STEP = 1_000
const STEP_MS = 200

/** Continues for a moment, in the caller's transaction. For most people that completes it. */
export async function eraseSome(parts: EraseParts, tx: Tx, person: Person, progress: Progress): Promise<Progress> {
  const until = performance.now() + STEP_MS
  await walkByKey(tx)
  let now: Progress = { ...progress, phase: progress.phase ?? PHASES[0], quiet: [...progress.quiet] }
  while (now.phase !== 'end' && performance.now() < until) {
    const { found, looked, after } = await eraseStep(parts, tx, person, now)
    const erased = { ...now.erased }
    for (const trace of TRACES) erased[trace] += found[trace] ?? 0
    const phase = after === null ? PHASES[PHASES.indexOf(now.phase as Phase) + 1]! : now.phase
    now = { ...now, phase, after, lookedAt: now.lookedAt + looked, erased }
    if ((found.contacts ?? 0) >= STEP) break
  }
  return now
}

interface Step {
  found: Partial<Erased>
  looked: number
  after: string[] | null
}

async function eraseStep(parts: EraseParts, tx: Tx, person: Person, progress: Progress): Promise<Step> {
  const phase = progress.phase as Exclude<Phase, 'end'>
  switch (phase) {
    case 'records':
    case 'late_records': {
      const found = await eraseRecords(parts, tx, person, progress.quiet)
      return { found, looked: found.contacts, after: found.contacts >= STEP ? [] : null }
    }
    case 'views':
      return {
        found: { views: await store.removeViews(tx, person.workspaceId, person.isMention) },
        looked: 0,
        after: null,
      }
    default: {
      const { mentions, looked, after } = await findMentions(tx, phase, person, progress.after)
      return { found: await eraseMentions(parts, tx, person, progress.quiet, phase, mentions), looked, after }
    }
  }
}

/**
 * Erases mentions that no record leads to: in deliveries that became no contact, or of an address that was changed
 * since.
 */
async function eraseMentions(
  { removeSubmissions }: EraseParts,
  tx: Tx,
  person: Person,
  quiet: string[],
  place: PlaceName,
  mentions: readonly Mention[],
): Promise<Partial<Erased>> {
  const { workspaceId } = person
  const ids = idsOf(mentions)
  switch (place) {
    case 'webhook_deliveries':
      return removeDeliveries(tx, workspaceId, mentions)
    case 'webhook_rejections':
      return { rejections: await store.removeReceived(tx, place, workspaceId, mentions) }
    case 'submissions':
      await collectQuiet(tx, person, quiet)
      return { submissions: await forEachKey(person, (each) => removeSubmissions(tx, each, ids)) }
    case 'event_outbox':
    case 'events':
      return forgetTold(tx, workspaceId, { subjectIds: [], eventIds: ids })
    case 'contact_notes':
      return { notes: await store.rewriteNotes(tx, workspaceId, ids, (text) => redact(text, person)) }
  }
}

async function eraseRecords(
  { emit, blankRows, removeSubmissions, addUpErased }: EraseParts,
  tx: Tx,
  person: Person,
  quiet: string[],
): Promise<Partial<Erased> & { contacts: number }> {
  const { workspaceId, emailKeys, spellings, needles, isMention } = person
  await collectQuiet(tx, person, quiet)
  const import_rows = await blankRows(tx, person)
  const submissions = await forEachKey(person, (each) => removeSubmissions(tx, each, []))
  const mails = await forEachKey(person, ({ emailKey }) => store.removeMails(tx, workspaceId, emailKey))
  const merged = await store.selectMergedRecords(tx, workspaceId, emailKeys, STEP)
  const records = await store.removeRecords(tx, workspaceId, emailKeys, STEP)
  await addUpErased(tx, workspaceId, [...new Set(records.map(({ created_at }) => created_at))])
  const origins = [...records, ...merged].flatMap(({ webhook_id, delivery_id }) =>
    webhook_id === null || delivery_id === null ? [] : [{ source_id: webhook_id, id: delivery_id }],
  )
  const contactIds = idsOf([...records, ...merged])
  const received = await removeDeliveries(tx, workspaceId, origins)
  const told = await forgetTold(tx, workspaceId, { subjectIds: contactIds, eventIds: [] })
  const answered = await store.forgetStoredAnswers(tx, workspaceId, { contactIds, spellings, needles, isMention })
  // After forgetTold, so that these events stay.
  const known = records.filter(({ id }) => !quiet.includes(id))
  const events = known.map(({ id, version }) => {
    const subject = { workspaceId, subjectId: id, subjectVersion: version + 1 }
    return { ...subject, type: 'contact.deleted' as const, data: { id, deleted: true } }
  })
  await emit(tx, ...events)
  const endpoint_answers = received.endpoint_answers + told.endpoint_answers
  const stored_answers = received.stored_answers + answered
  return {
    contacts: records.length + merged.length,
    import_rows,
    submissions,
    mails,
    ...received,
    ...told,
    endpoint_answers,
    stored_answers,
  }
}

/** Call it before the submissions are removed: they say which records are quiet. */
async function collectQuiet(tx: Tx, { workspaceId, emailKeys }: Person, quiet: string[]): Promise<void> {
  // Taken before any record is locked, because counting contacts locks in the same order.
  await lockWork(tx, 'folds')
  for (const emailKey of emailKeys) {
    const found = await store.selectQuiet(tx, workspaceId, emailKey)
    quiet.push(...found.filter((id) => !quiet.includes(id)))
  }
}

async function forEachKey(
  { workspaceId, emailKeys }: Person,
  remove: (person: { workspaceId: string; emailKey: string }) => Promise<number>,
): Promise<number> {
  let count = 0
  for (const emailKey of emailKeys) count += await remove({ workspaceId, emailKey })
  return count
}

async function removeDeliveries(tx: Tx, workspaceId: string, received: readonly Mention[]) {
  const deliveries = await store.removeReceived(tx, 'webhook_deliveries', workspaceId, received)
  const ids = idsOf(received)
  const endpoint_answers = await store.forgetEndpointAnswers(tx, workspaceId, { subjectIds: ids, eventIds: [] })
  const stored_answers = await store.removeAnswersAboutDeliveries(tx, workspaceId, ids)
  return { deliveries, endpoint_answers, stored_answers }
}

async function forgetTold(tx: Tx, workspaceId: string, which: store.Events) {
  const events = await store.forgetEvents(tx, workspaceId, which)
  return { events, endpoint_answers: await store.forgetEndpointAnswers(tx, workspaceId, which) }
}

function idsOf(rows: ReadonlyArray<{ id: string }>): string[] {
  return rows.map(({ id }) => id)
}
