import { createHash } from 'node:crypto'
import type { Tx } from '../../db/database.ts'
import { DAY_MS } from '../../lib/time/span.ts'
import { type ClaimedMail, countMail, hasStop, type MailKind, removeCount, type StopKind } from '../store.ts'

export interface DayLimits {
  /** Mails to people who filled in one form. */
  perForm: number
  /** All mails of a workspace. */
  perWorkspace: number
}

/**
 * Anybody can type anybody's address into a form. So an address gets one mail a day that asks to confirm it, and few
 * others, whatever is sent through the forms.
 */
const PER_ADDRESS = { opt_in: 1, auto_reply: 5 }
const AUTO_REPLIES_PER_FORM_AND_ADDRESS = 1

const STOPPED = 'The receiver wants no such mail.'

/** Which stop holds a kind back. People of the team have preferences instead. */
export const STOPS: Record<MailKind, StopKind> = {
  lead: 'notice',
  weekly: 'notice',
  auto_reply: 'sender',
  opt_in: 'sender',
}

/** Only this of an address is kept where it has to outlive the person's data. */
export function addressHash(workspaceId: string, key: string): Buffer {
  return createHash('sha256').update(`${workspaceId} ${key}`).digest()
}

/** Counts a mail against the limits. Returns why it must not go out, or null. The caller rolls back what was counted then. */
export async function admitMail(tx: Tx, mail: ClaimedMail, limits: DayLimits, now: number): Promise<string | null> {
  const hash = addressHash(mail.workspace_id, mail.to_key)
  if (mail.user_id === null && (await hasStop(tx, mail.workspace_id, hash, STOPS[mail.kind]))) return STOPPED
  const day = { now: new Date(now), since: new Date(now - DAY_MS) }
  for (const { name, most, reason } of countsOf(mail, hash.toString('hex'), limits)) {
    if (!(await countMail(tx, mail.workspace_id, name, { most, ...day }))) return reason
  }
  return null
}

/** Whoever confirms an address has it: the next mail to it is no nuisance. */
export async function forgetAsked(tx: Tx, workspaceId: string, emailKey: string): Promise<void> {
  await removeCount(tx, workspaceId, `opt_in:${addressHash(workspaceId, emailKey).toString('hex')}`)
}

interface Count {
  name: string
  most: number
  reason: string
}

/** The narrowest first, so that workers that wait for each other do so in one order. */
function countsOf({ kind, form_id }: ClaimedMail, address: string, { perForm, perWorkspace }: DayLimits): Count[] {
  const all = {
    name: 'all',
    most: perWorkspace,
    reason: `The workspace has sent ${perWorkspace} mails within a day. Raise MAIL_WORKSPACE_LIMIT if that is too few.`,
  }
  if (kind !== 'opt_in' && kind !== 'auto_reply') return [all]
  const ofAddress = { name: `${kind}:${address}`, most: PER_ADDRESS[kind], reason: tooMany(PER_ADDRESS[kind]) }
  const ofForm = {
    name: `form:${form_id}`,
    most: perForm,
    reason: `The form has sent ${perForm} mails within a day. Raise MAIL_FORM_LIMIT if that is too few.`,
  }
  if (kind === 'opt_in') return [ofAddress, ofForm, all]
  const most = AUTO_REPLIES_PER_FORM_AND_ADDRESS
  return [{ name: `form:${form_id}:${address}`, most, reason: tooMany(most) }, ofAddress, ofForm, all]
}

function tooMany(most: number): string {
  const what = most === 1 ? 'one such mail' : `${most} such mails`
  return `The address got ${what} within a day, and gets no more: anybody could have typed it into the form.`
}
