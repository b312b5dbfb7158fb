import { createHash } from 'node:crypto'
import type { Tx } from '../db/database.ts'
import { mailboxOf } from '../lib/text/email.ts'
import { DAY_MS } from '../lib/time/span.ts'
import { type Message, message } from '../messages/message.ts'
import type { MailKind } from './schemas.ts'
import { type ClaimedMail, countMail, hasStop, removeCount, type StopKind } from './store.ts'

/** The most mails within a day. All but the last limit mails to people who filled in a form. */
export interface DayLimits {
  perForm: number
  perDomain: number
  perClient: number
  perWorkspace: number
}

/**
 * Anyone can type anyone's address into a form. So a mailbox gets one confirmation mail a day and few others, whatever
 * is sent through the forms.
 */
const PER_MAILBOX = { opt_in: 1, auto_reply: 5 }
const AUTO_REPLIES_PER_FORM_AND_MAILBOX = 1

/** The stop that applies to each kind. Team members have preferences instead. */
export const STOPS: Record<MailKind, StopKind> = {
  lead: 'notice',
  weekly: 'notice',
  auto_reply: 'sender',
  opt_in: 'sender',
}

/**
 * The key of the address that a stop applies to. Strangers stop the whole mailbox, because others chose the plus tag.
 */
export function stoppedKey(kind: MailKind, toKey: string): string {
  return STOPS[kind] === 'sender' ? mailboxOf(toKey) : toKey
}

/** A pseudonym for an address, used where it outlives the person's data. */
export function addressHash(workspaceId: string, key: string): Buffer {
  return createHash('sha256').update(`${workspaceId} ${key}`).digest()
}

/**
 * Counts a mail against the limits. Returns why it must not go out, or null. If there is a reason, the caller rolls
 * back.
 */
export async function admitMail(tx: Tx, mail: ClaimedMail, limits: DayLimits, now: number): Promise<Message | null> {
  const { workspace_id: workspaceId, kind, to_key } = mail
  // Links in mails of earlier versions stop the address exactly as written.
  const stopped = [to_key, stoppedKey(kind, to_key)].map((key) => addressHash(workspaceId, key))
  if (mail.user_id === null && (await hasStop(tx, workspaceId, stopped, STOPS[kind]))) return message('mail.stopped')
  const day = { now: new Date(now), since: new Date(now - DAY_MS) }
  for (const { name, most, reason } of countsOf(mail, limits)) {
    if (!(await countMail(tx, workspaceId, name, { most, ...day }))) return reason
  }
  return null
}

/** A confirmed address belongs to the person, so the next mail is welcome. */
export async function forgetAsked(tx: Tx, workspaceId: string, emailKey: string): Promise<void> {
  await removeCount(tx, workspaceId, `opt_in:${nameOfMailbox(workspaceId, emailKey)}`)
}

function nameOfMailbox(workspaceId: string, emailKey: string): string {
  return addressHash(workspaceId, mailboxOf(emailKey)).toString('hex')
}

interface Count {
  name: string
  most: number
  reason: Message
}

/** Narrowest first: all workers take these locks in the same order. */
function countsOf(mail: ClaimedMail, { perForm, perDomain, perClient, perWorkspace }: DayLimits): Count[] {
  const { kind, form_id, client_mark } = mail
  const all = countOf('all', perWorkspace, 'mail.workspace_limit')
  if (kind !== 'opt_in' && kind !== 'auto_reply') return [all]
  const counts = mailboxCounts(kind, form_id, nameOfMailbox(mail.workspace_id, mail.to_key))
  if (client_mark !== null) counts.push(countOf(`client:${client_mark}`, perClient, 'mail.client_limit'))
  const domain = mail.to_key.slice(mail.to_key.lastIndexOf('@') + 1)
  if (!isMailProvider(domain)) {
    const name = `domain:${addressHash(mail.workspace_id, domain).toString('hex')}`
    counts.push(countOf(name, perDomain, 'mail.domain_limit'))
  }
  return [...counts, countOf(`form:${form_id}`, perForm, 'mail.form_limit'), all]
}

function mailboxCounts(kind: 'opt_in' | 'auto_reply', formId: string | null, mailbox: string): Count[] {
  const ofMailbox = countOf(`${kind}:${mailbox}`, PER_MAILBOX[kind], 'mail.address_limit')
  if (kind === 'opt_in') return [ofMailbox]
  return [countOf(`form:${formId}:${mailbox}`, AUTO_REPLIES_PER_FORM_AND_MAILBOX, 'mail.address_limit'), ofMailbox]
}

type Limit = `mail.${'workspace' | 'client' | 'domain' | 'form' | 'address'}_limit`

function countOf(name: string, most: number, limit: Limit): Count {
  return { name, most, reason: message(limit, { most }) }
}

// Providers where strangers share a domain, so a limit for the domain would keep others from confirming. At other
// domains, all addresses may lead to one mailbox. The list is incomplete on purpose: a missing domain only reaches
// MAIL_DOMAIN_LIMIT earlier.

/** Providers with domains in many countries. */
const FAMILIES = /^(?:yahoo|hotmail|outlook|live|gmx|yandex|aol|orange|terra|zoho)\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/

const PROVIDERS = new Set([
  ...['gmail.com', 'googlemail.com', 'msn.com', 'ymail.com', 'rocketmail.com', 'icloud.com', 'me.com', 'mac.com'],
  ...['proton.me', 'protonmail.com', 'pm.me', 'fastmail.com', 'hey.com', 'tutanota.com', 'tuta.com', 'mail.com'],
  ...['web.de', 't-online.de', 'freenet.de', 'posteo.de', 'mailbox.org', 'bluewin.ch', 'a1.net', 'chello.at'],
  ...['wanadoo.fr', 'free.fr', 'sfr.fr', 'laposte.net', 'neuf.fr', 'telenet.be', 'skynet.be', 'ziggo.nl', 'kpnmail.nl'],
  ...['libero.it', 'virgilio.it', 'tiscali.it', 'alice.it', 'sapo.pt', 'telefonica.net', 'seznam.cz', 'centrum.cz'],
  ...['wp.pl', 'o2.pl', 'onet.pl', 'interia.pl', 'op.pl'],
  ...['mail.ru', 'bk.ru', 'list.ru', 'inbox.ru', 'rambler.ru', 'ukr.net'],
  ...['btinternet.com', 'sky.com', 'talktalk.net', 'ntlworld.com', 'virginmedia.com', 'eircom.net', 'online.no'],
  ...['comcast.net', 'verizon.net', 'att.net', 'sbcglobal.net', 'bellsouth.net', 'cox.net', 'charter.net'],
  ...['shaw.ca', 'rogers.com', 'sympatico.ca', 'bigpond.com', 'optusnet.com.au', 'xtra.co.nz'],
  ...['uol.com.br', 'bol.com.br', 'qq.com', '163.com', '126.com', 'sina.com', 'foxmail.com', 'naver.com', 'daum.net'],
  ...['hanmail.net', 'rediffmail.com', 'docomo.ne.jp', 'ezweb.ne.jp', 'softbank.ne.jp'],
  // Relays: each address belongs to a different person.
  ...['duck.com', 'privaterelay.appleid.com', 'mozmail.com', 'simplelogin.com', 'passmail.net'],
])

/** `domain` is in lower-case ASCII. */
function isMailProvider(domain: string): boolean {
  return PROVIDERS.has(domain) || FAMILIES.test(domain)
}
