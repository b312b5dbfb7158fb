import { type ContactInput, eachField } from '../contact-fields.ts'
import { type Db, type Pool, type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import type { Beside } from '../db/statements/arrays.ts'
import { createBatcher } from '../db/writes/batcher.ts'
import { listInParts, type PageRequest } from '../http/pagination.ts'
import type { FileKeeper, StoredFiles } from './arrival/files.ts'
import { type OpenForm, openForm } from './form-cache.ts'
import { thanksOf } from './page.ts'
import { type Judgement, NOT_SUSPICIOUS } from './protection/judge.ts'
import { findForm } from './store.ts'
import type { ReadContact, SubmissionInput } from './submission-input.ts'
import * as store from './submission-store.ts'

interface LeadOrigin {
  workspaceId: string
  keyId: null
  formId: string
}

interface NewLead {
  origin: LeadOrigin
  input: ContactInput
}

type CreatedLeads = Array<{ id: string; json: string }>
type CreateLeads<T> = (db: Db, leads: ReadonlyArray<NewLead & { beside: T }>) => Promise<CreatedLeads>

export interface StoredLead {
  form: OpenForm
  submissionId: string
  /** In the JSON that the API shows. */
  contact: { id: string; json: string }
  input: ContactInput
  /** The client's address, which is not stored; null if the submission was accepted later. */
  client: string | null
}

export interface SubmissionsOptions extends Pick<Parts, 'pool' | 'reads' | 'jobs' | 'clock' | 'ids'> {
  contacts: {
    read: ReadContact
    /**
     * Adds the link of the code. Called before a transaction, because an open one must not wait for a second
     * connection.
     */
    withLink(origin: LeadOrigin, input: ContactInput): LeadOrigin | Promise<LeadOrigin>
    createEachIn(tx: Tx, leads: readonly NewLead[]): Promise<CreatedLeads>
    prepareCreate<T>(name: string, beside: Beside<T>): CreateLeads<T>
  }
  /** `leadsIn` writes the mails of new leads, in the transaction that stores the leads. */
  mail: { isSet: boolean; leadsIn(tx: Tx, leads: readonly StoredLead[]): Promise<void> }
  files: FileKeeper
}

interface Draft {
  form: OpenForm
  row: store.NewSubmission
  lead: NewLead
  stored: StoredFiles | null
  client: string | null
}

const PURGE_STEP = 500
const ACCEPTED_AT_ONCE = 100
/**
 * The most in one transaction, because others wait for the counters it locks. A single one spends most of its time on
 * the commit.
 */
const ACCEPTED_TOGETHER = 20

export type Submissions = ReturnType<typeof openSubmissions>

/** Shared by the functions below: the options, the batches of new submissions, and counts for the metrics. */
export function openSubmissions(options: SubmissionsOptions) {
  const createLeads = options.contacts.prepareCreate('submissions.accept', store.insertAccepted)
  const writing = { ...options, createLeads }
  const intake = createBatcher<Draft, void>({
    write: async (drafts) => {
      if (isOneStatement(options, drafts)) await createLeads(options.pool, drafts.map(toLead))
      else await transaction(options.pool, (tx) => writeIn(writing, tx, drafts))
      return new Array<void>(drafts.length)
    },
    sizeOf: ({ row }) => row.payload?.length ?? 0,
  })
  return { ...writing, intake, outcomes: { accepted: 0, held: 0, test: 0 } }
}

interface Writing extends SubmissionsOptions {
  /** Writes leads and their submissions in one statement. */
  createLeads: CreateLeads<{ submission: store.NewSubmission }>
}

/** Finds the link that led to a submission. Call it before a transaction is open. */
export function findOrigin({ contacts }: Submissions, form: OpenForm, input: SubmissionInput) {
  return contacts.withLink(originOf(form.workspaceId, form.formId), input.contact)
}

interface Found {
  judgement: Judgement
  origin: LeadOrigin
  client: string
  stored?: StoredFiles | null
}

/** Resolves after the commit, which concurrent submissions share. With `tx`, writes in that transaction instead. */
export async function submit(deps: Submissions, form: OpenForm, input: SubmissionInput, found: Found, tx: Tx | null) {
  const { judgement, origin, client, stored = null } = found
  const row = store.toRow(deps.ids.next(), form, input, judgement)
  const draft = { form, row, lead: { origin, input: input.contact }, stored, client }
  await (tx === null ? deps.intake.add(draft) : writeIn(deps, tx, [draft]))
  deps.outcomes[row.state]++
  return {
    id: row.id,
    received_at: new Date(row.createdAt).toISOString(),
    redirect_url: input.redirectUrl,
    message: thanksOf(form),
  }
}

/** The same path, but it creates no contact, is not counted, and is removed after a day. */
export async function submitTest(deps: Submissions, form: OpenForm, input: SubmissionInput) {
  const row = store.toRow(deps.ids.next(), form, input, NOT_SUSPICIOUS, 'test')
  const lead = { origin: originOf(form.workspaceId, form.formId), input: input.contact }
  await deps.intake.add({ form, row, lead, stored: null, client: null })
  deps.outcomes.test++
  return store.showSubmission((await store.findSubmission(deps.pool, form.workspaceId, row.id))!, true)
}

/** Turns a held submission into a lead, with everything that follows. One that was accepted before stays as it is. */
export async function acceptSubmission(deps: SubmissionsOptions, workspaceId: string, id: string): Promise<void> {
  const held = await store.findSubmission(deps.pool, workspaceId, id)
  if (held?.state !== 'held') return
  const lead = await leadOf(deps, held)
  await transaction(deps.pool, (tx) => acceptIn(deps, tx, workspaceId, id, lead))
}

/** Accepts a limited number, oldest first; `remaining` says whether to call again. */
export async function acceptAll(deps: SubmissionsOptions, workspaceId: string, filter: store.HeldFilter) {
  let accepted = 0
  while (accepted < ACCEPTED_AT_ONCE) {
    const most = Math.min(ACCEPTED_TOGETHER, ACCEPTED_AT_ONCE - accepted)
    const together = await acceptTogether(deps, workspaceId, filter, most)
    accepted += together
    if (together < most) break
  }
  return { accepted, remaining: await store.countHeld(deps.pool, workspaceId, filter) }
}

/** Returns null if there is no such form, and nothing left of it from before it was deleted. */
export async function listSubmitted(
  { reads }: SubmissionsOptions,
  workspaceId: string,
  filter: store.SubmissionFilter,
  page: PageRequest,
  mayReadContacts: boolean,
) {
  if (filter.form_id !== null && !(await isKnown(reads, workspaceId, filter.form_id))) return null
  const counted = await store.countSubmissions(reads, workspaceId, filter)
  const show = (row: store.SubmissionRow) => store.showSubmission(row, mayReadContacts)
  return listInParts(page, counted, (slice) => store.selectSubmissions(reads, workspaceId, filter, slice), show)
}

/** The job: removes tests, and submissions that were held for long enough. */
export async function purgeSubmissions({ jobs, clock, files }: SubmissionsOptions): Promise<void> {
  const now = new Date(clock.now())
  while ((await store.removeExpired(jobs, now, PURGE_STEP)) === PURGE_STEP);
  await files.room.purge(jobs)
}

/** Whether nothing follows from them that would need a transaction. */
function isOneStatement({ mail }: SubmissionsOptions, drafts: readonly Draft[]): boolean {
  return !mail.isSet && drafts.every((draft) => isAccepted(draft) && draft.stored === null)
}

const isAccepted = ({ row }: Draft) => row.state === 'accepted'
const toLead = ({ lead, row }: Draft) => ({ ...lead, beside: { submission: row } })

/** Writes leads, their submissions and what follows from them, all or nothing. */
async function writeIn(deps: Writing, tx: Tx, drafts: readonly Draft[]): Promise<void> {
  const accepted = drafts.filter(isAccepted)
  const created = accepted.length > 0 ? await deps.createLeads(tx, accepted.map(toLead)) : []
  const others = drafts.filter((draft) => !isAccepted(draft)).map(({ row }) => row)
  if (others.length > 0) await store.insertSubmissions(tx, others)
  for (const { row, stored } of drafts) if (stored !== null) await writeFilesIn(deps, tx, row, stored)
  const stored = accepted.map(({ form, row, lead, client }, at) => {
    return { form, submissionId: row.id, contact: created[at]!, input: lead.input, client }
  })
  await deps.mail.leadsIn(tx, stored)
}

async function writeFilesIn(deps: SubmissionsOptions, tx: Tx, row: store.NewSubmission, stored: StoredFiles) {
  const rows = stored.files.map((file) => ({ ...file, id: deps.ids.next().id }))
  await store.insertFiles(tx, row, rows)
  await deps.files.keepIn(tx, stored.files)
  await deps.files.room.settleIn(tx, stored.reservation)
}

/** Looks up the link before the transaction, which must not wait for that. */
async function leadOf({ contacts }: SubmissionsOptions, held: store.SubmissionRow): Promise<NewLead> {
  // Fields that did not exist when it was sent are empty.
  const input: ContactInput = { ...eachField(() => null), ...held.payload!.contact }
  return { origin: await contacts.withLink(originOf(held.workspace_id, held.form_id), input), input }
}

async function acceptIn(deps: SubmissionsOptions, tx: Tx, workspaceId: string, id: string, lead: NewLead) {
  const row = await store.findSubmissionForChange(tx, workspaceId, id)
  if (row?.state !== 'held') return
  const [contact] = await deps.contacts.createEachIn(tx, [lead])
  await store.markAccepted(tx, row, contact!.id, new Date(deps.clock.now()))
  // A form that was deleted sends no mail.
  const form = await findForm(tx, workspaceId, row.form_id)
  if (form === null) return
  const stored = { form: openForm(form), submissionId: row.id, contact: contact!, input: lead.input, client: null }
  await deps.mail.leadsIn(tx, [stored])
}

/** Skips submissions that another request is deciding about, so that two of these never wait for each other. */
async function acceptTogether(deps: SubmissionsOptions, workspaceId: string, filter: store.HeldFilter, most: number) {
  const leads = new Map<string, NewLead>()
  for (const row of await store.selectHeld(deps.pool, workspaceId, filter, most)) {
    leads.set(row.id, await leadOf(deps, row))
  }
  if (leads.size === 0) return 0
  return transaction(deps.pool, async (tx) => {
    const locked = await store.lockHeld(tx, [...leads.keys()])
    for (const id of locked) await acceptIn(deps, tx, workspaceId, id, leads.get(id)!)
    return locked.length
  })
}

async function isKnown(reads: Pool, workspaceId: string, formId: string): Promise<boolean> {
  if ((await findForm(reads, workspaceId, formId)) !== null) return true
  return (await store.countSubmissions(reads, workspaceId, { form_id: formId }, 1)).total > 0
}

function originOf(workspaceId: string, formId: string): LeadOrigin {
  return { workspaceId, keyId: null, formId }
}
