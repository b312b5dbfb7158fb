import { type ContactInput, eachField } from '../contact-fields.ts'
import { type Pool, type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { createBatcher } from '../db/writes/batcher.ts'
import { listInParts, type PageInParts, type PageRequest } from '../http/pagination.ts'
import { DAY_MS } from '../lib/time/span.ts'
import type { FileKeeper, StoredFiles } from './arrival/files.ts'
import { type OpenForm, openForm } from './form-cache.ts'
import type { Judgement } from './protection/judge.ts'
import { THANKS } from './schemas.ts'
import { findForm } from './store.ts'
import type { ReadContact, SubmissionInput } from './submission-input.ts'
import { type Submission, showSubmission } from './submission-show.ts'
import * as store from './submission-store.ts'

/** Where a contact comes from that was sent with a form. */
interface LeadOrigin {
  workspaceId: string
  keyId: null
  formId: string
}

export interface NewLead {
  origin: LeadOrigin
  input: ContactInput
}

/** A lead that is being stored. */
export interface StoredLead {
  form: OpenForm
  submissionId: string
  /** As the API shows contacts, in JSON. */
  contact: { id: string; json: string }
  input: ContactInput
  /** The address of the client that sent it; null when it was accepted later. It is stored nowhere. */
  client: string | null
}

export interface SubmissionsOptions extends Pick<Parts, 'pool' | 'clock' | 'ids'> {
  /** For lists. */
  reads: Pool
  /** For clean-ups. */
  jobs: Pool
  contacts: {
    read: ReadContact
    /** With the link of its code. Before a transaction: one that is open must not wait for another connection. */
    withLink(origin: LeadOrigin, input: ContactInput): Promise<LeadOrigin>
    /** Creates many with one statement, each with its own origin. */
    createEachIn(tx: Tx, leads: readonly NewLead[]): Promise<Array<{ id: string; json: string }>>
  }
  /** Called in the transaction that stores leads, for forms that send mail: what it writes is there with the lead, or not at all. */
  mail: { isSet: boolean; leadsIn(tx: Tx, leads: readonly StoredLead[]): Promise<void> }
  files: FileKeeper
}

/** A submission on its way to the database. */
interface Draft {
  form: OpenForm
  row: store.NewSubmission
  lead: NewLead
  stored: StoredFiles | null
  client: string | null
}

/** What is kept of a submission that is not a contact yet. */
interface Payload {
  contact: ContactInput
}

/** How a submission came, and what was found out about it. */
interface Sent {
  judgement: Judgement
  origin: LeadOrigin
  client: string
  stored?: StoredFiles | null
  tx?: Tx | null
}

/** What the sender is told. Held or not, it is the same. */
export interface Receipt {
  id: string
  received_at: string
  redirect_url: string | null
  message: string
}

const PURGE_STEP = 500
const HELD_MS = 30 * DAY_MS
const TEST_MS = DAY_MS

export type Submissions = ReturnType<typeof createSubmissions>

export function createSubmissions(options: SubmissionsOptions) {
  const { pool, reads, clock, ids, contacts, mail } = options

  /** Leads, their submissions, and what follows from them: together or not at all. */
  async function writeIn(tx: Tx, drafts: readonly Draft[]): Promise<void> {
    const accepted = drafts.filter(({ row }) => row.state === 'accepted')
    const leads = accepted.map(({ lead }) => lead)
    const created = leads.length > 0 ? await contacts.createEachIn(tx, leads) : []
    accepted.forEach(({ row }, at) => {
      row.contactId = created[at]!.id
    })
    const rows = drafts.map(({ row }) => row)
    await store.insertSubmissions(tx, rows)
    for (const { row, stored } of drafts) if (stored !== null) await writeFilesIn(tx, row, stored)
    await mail.leadsIn(
      tx,
      accepted.map(({ form, row, lead, client }, at) => {
        return { form, submissionId: row.id, contact: created[at]!, input: lead.input, client }
      }),
    )
  }

  async function writeFilesIn(tx: Tx, row: store.NewSubmission, { reservation, files }: StoredFiles): Promise<void> {
    const { workspaceId, id: submissionId, createdAt } = row
    const rows = files.map((file) => ({ ...file, id: ids.next().id, submissionId }))
    await store.insertFiles(tx, workspaceId, rows, new Date(createdAt))
    await options.files.keepIn(tx, files)
    await options.files.room.settleIn(tx, reservation)
  }

  const outcomes = { accepted: 0, held: 0, test: 0 }

  const intake = createBatcher<Draft, void>({
    write: async (drafts) => {
      await transaction(pool, (tx) => writeIn(tx, drafts))
      return new Array<void>(drafts.length)
    },
    sizeOf: ({ row }) => row.payload?.length ?? 0,
  })

  function toDraft(form: OpenForm, input: SubmissionInput, judgement: Judgement, isTest: boolean): Omit<Draft, 'lead'> {
    const { id, at } = ids.next()
    const state = isTest ? 'test' : judgement.isHeld ? 'held' : 'accepted'
    const payload: Payload = { contact: input.contact }
    return {
      form,
      stored: null,
      client: null,
      row: {
        workspaceId: form.workspaceId,
        id,
        formId: form.formId,
        contactId: null,
        state,
        points: judgement.points,
        reasons: JSON.stringify(judgement.reasons),
        payload: state === 'accepted' ? null : JSON.stringify(payload),
        emailKey: input.contact.email_key,
        consentVersion: input.consentVersion,
        consentedAt: input.consentVersion === null ? null : at,
        expiresAt: state === 'accepted' ? null : at + (isTest ? TEST_MS : HELD_MS),
        createdAt: at,
      },
    }
  }

  /** Its code is looked up here, so that no transaction waits for that. */
  async function leadOf(held: store.SubmissionRow): Promise<NewLead> {
    const { contact } = held.payload as unknown as Payload
    // Fields that contacts did not have when it came are empty.
    const input: ContactInput = { ...eachField(() => null), ...contact }
    return { origin: await contacts.withLink(originOf(held.workspace_id, held.form_id), input), input }
  }

  async function acceptIn(tx: Tx, { workspaceId, id }: { workspaceId: string; id: string }, lead: NewLead) {
    const row = await store.findSubmissionForChange(tx, workspaceId, id)
    // Somebody else was faster.
    if (row === null || row.state !== 'held') return row && { contactId: row.contact_id }
    const [created] = await contacts.createEachIn(tx, [lead])
    await store.markAccepted(tx, row, created!.id, new Date(clock.now()))
    // A form that is gone sends no mail any more.
    const form = await findForm(tx, workspaceId, row.form_id)
    if (form !== null) {
      const stored = { form: openForm(form), submissionId: row.id, contact: created!, input: lead.input }
      await mail.leadsIn(tx, [{ ...stored, client: null }])
    }
    return { contactId: created!.id }
  }

  async function isKnown(workspaceId: string, formId: string): Promise<boolean> {
    if ((await findForm(reads, workspaceId, formId)) !== null) return true
    return (await store.countSubmissions(reads, workspaceId, { formId, state: null }, 1)).total > 0
  }

  return {
    intake,
    /** Submissions since the start, by what became of them; for the metrics. */
    outcomes: outcomes as Readonly<Record<keyof typeof outcomes, number>>,
    readContact: contacts.read,
    /** Where a submission comes from, with the link that led to it. Found before a transaction is open. */
    originOf: (form: OpenForm, input: SubmissionInput) =>
      contacts.withLink(originOf(form.workspaceId, form.formId), input.contact),
    /** Answers after the commit, which concurrent submissions share. `tx`: in a transaction of the caller's instead. */
    async submit(form: OpenForm, input: SubmissionInput, sent: Sent): Promise<Receipt> {
      const { judgement, origin, client, stored = null, tx = null } = sent
      const lead = { origin, input: input.contact }
      const draft = { ...toDraft(form, input, judgement, false), lead, stored, client }
      await (tx === null ? intake.add(draft) : writeIn(tx, [draft]))
      outcomes[draft.row.state]++
      return {
        id: draft.row.id,
        received_at: new Date(draft.row.createdAt).toISOString(),
        redirect_url: input.redirectUrl,
        message: form.settings.thanks_text ?? THANKS,
      }
    },
    /** The same way, but it makes no contact, counts nowhere, and goes after a day. */
    async test(form: OpenForm, input: SubmissionInput, judgement: Judgement): Promise<Submission> {
      const lead = { origin: originOf(form.workspaceId, form.formId), input: input.contact }
      const draft = { ...toDraft(form, input, judgement, true), lead }
      await intake.add(draft)
      outcomes.test++
      return showSubmission((await store.findSubmission(pool, form.workspaceId, draft.row.id))!, true)
    },
    /**
     * A held submission becomes a lead, with all that follows from one, as if it had just come. Null when there is none
     * with this id; one that was accepted before stays as it is.
     */
    async accept(workspaceId: string, id: string): Promise<{ contactId: string | null } | null> {
      const held = await store.findSubmission(pool, workspaceId, id)
      if (held === null || held.state !== 'held') return held && { contactId: held.contact_id }
      const lead = await leadOf(held)
      return transaction(pool, (tx) => acceptIn(tx, { workspaceId, id }, lead))
    },
    /** In one transaction, those that `lockIn` leaves of them. Returns how many that were. */
    async acceptTogether(
      workspaceId: string,
      ids: readonly string[],
      lockIn: (tx: Tx, ids: readonly string[]) => Promise<string[]>,
    ): Promise<number> {
      if (ids.length === 0) return 0
      const leads = new Map<string, NewLead>()
      for (const row of await store.selectSubmissionsById(pool, workspaceId, ids)) {
        if (row.state === 'held') leads.set(row.id, await leadOf(row))
      }
      return transaction(pool, async (tx) => {
        const locked = await lockIn(tx, [...leads.keys()])
        for (const id of locked) await acceptIn(tx, { workspaceId, id }, leads.get(id)!)
        return locked.length
      })
    },
    /** Null when there is no such form, and nothing that came with it before it was deleted. */
    async list(
      workspaceId: string,
      filter: store.SubmissionFilter,
      page: PageRequest,
      mayReadContacts: boolean,
    ): Promise<PageInParts<Submission> | null> {
      const show = (row: store.SubmissionRow) => showSubmission(row, mayReadContacts)
      if (filter.formId !== null && !(await isKnown(workspaceId, filter.formId))) return null
      const counted = await store.countSubmissions(reads, workspaceId, filter)
      return listInParts(page, counted, (slice) => store.selectSubmissions(reads, workspaceId, filter, slice), show)
    },
    listConsents: (workspaceId: string, emailKey: string) => store.selectConsentsOf(reads, workspaceId, emailKey),
    /** All that somebody sent, whatever became of it, and these. Returns how much there was. */
    removeOf: (
      tx: Tx,
      { workspaceId, emailKey }: { workspaceId: string; emailKey: string },
      mentioning: readonly string[],
    ) => store.removeByEmail(tx, workspaceId, emailKey, mentioning),
    /** The job: what was held for long enough, and tests. */
    async purge(): Promise<void> {
      const now = new Date(clock.now())
      while ((await store.removeExpired(options.jobs, now, PURGE_STEP)) === PURGE_STEP);
      await options.files.room.purge(options.jobs)
    },
    /** A file that came with a submission, and its bytes. Null when there is none. */
    async openFile(workspaceId: string, id: string) {
      const row = await store.findFile(reads, workspaceId, id)
      const body = row && (await options.files.open(row))
      return body && { body, bytes: row.bytes, disposition: options.files.dispositionOf(row) }
    },
    /** Null when the form has no such submission with a consent. Withdrawing twice is withdrawing once. */
    async withdraw(workspaceId: string, formId: string, id: string): Promise<Submission | null> {
      const at = new Date(clock.now())
      const row = await transaction(pool, (tx) => store.updateWithdrawn(tx, workspaceId, formId, id, at))
      return row && showSubmission(row, false)
    },
  }
}

function originOf(workspaceId: string, formId: string): LeadOrigin {
  return { workspaceId, keyId: null, formId }
}
