import { randomUUID } from 'node:crypto'
import { connect as connectSocket, type Socket } from 'node:net'
import { withinMs } from '../lib/bounds/abort.ts'
import type { Log } from '../lib/log/log.ts'
import type { Language } from '../messages/languages.ts'
import { type Message, message } from '../messages/message.ts'
import { sayIn, sentence } from '../messages/sentence.ts'
import { type Mail, renderParts, toEnvelope } from './message.ts'

/** The outcome of a mail. `reason` says what to do. */
export type SendResult =
  | { kind: 'sent' }
  /** The server will never accept this mail. */
  | { kind: 'refused'; reason: Message }
  /** The server does not accept this mail now. */
  | { kind: 'later'; reason: Message }
  /** The server accepts no mail at all now. */
  | { kind: 'away'; reason: Message }

interface MailerOptions {
  smtpUrl: string | null
  from: string | null
  log: Log
  /** For tests: how long one mail may take. */
  deadlineMs?: number
}

const STEP_MS = 15_000
const DEADLINE_MS = 45_000

export type Mailer = ReturnType<typeof createMailer>

export function createMailer({ smtpUrl, from, log, deadlineMs = DEADLINE_MS }: MailerOptions) {
  /** Runs one SMTP session, and hangs up at the deadline. */
  const converse = async (
    work: (transport: Transport) => Promise<unknown>,
    signal?: AbortSignal,
  ): Promise<SendResult> => {
    let socket: Socket | null = null
    const transport = await openTransport(smtpUrl!, (opened) => {
      socket = opened
    })
    const hangUp = () => socket?.destroy()
    signal?.addEventListener('abort', hangUp)
    try {
      const talk = work(transport)
      talk.catch(() => {})
      if ((await withinMs(deadlineMs, talk)) !== 'late') return { kind: 'sent' }
      return { kind: 'away', reason: explainFailure({ code: 'ETIMEDOUT' }).reason }
    } catch (error) {
      const { code, responseCode } = error as { code?: string; responseCode?: number }
      // Leaves out the error itself: it repeats what was sent to the server, including the mail.
      log.error({ part: 'mail', code, responseCode }, 'e-mail was not sent')
      return explainFailure(error as object)
    } finally {
      signal?.removeEventListener('abort', hangUp)
      transport.close()
      hangUp()
    }
  }

  /** Hangs up if the signal is aborted. Never throws. */
  const deliver = async (mail: Mail, signal?: AbortSignal): Promise<SendResult> => {
    if (smtpUrl === null || from === null) return { kind: 'away', reason: message('mail.not_set') }
    const envelope = toEnvelope(mail, from)
    if (envelope === null) return { kind: 'refused', reason: message('mail.not_address') }
    return converse((transport) => transport.sendMail(envelope), signal)
  }

  return {
    isSet: smtpUrl !== null,
    from,
    deliver,
    /** Connects and signs in without sending anything. Null if that works, otherwise the reason. */
    async verify(): Promise<Message | null> {
      if (smtpUrl === null) return message('mail.not_set')
      const result = await converse((transport) => transport.verify())
      return result.kind === 'sent' ? null : result.reason
    },
    /** Sends a mail about an account. Null if the server accepted it, otherwise the reason. Never throws. */
    async send(kind: keyof typeof LETTERS, letter: Letter): Promise<Message | null> {
      if (smtpUrl === null) return message('mail.give_link')
      const result = await deliver(toLetter(kind, letter))
      return result.kind === 'sent' ? null : result.reason
    },
  }
}

type Transport = Awaited<ReturnType<typeof openTransport>>

async function openTransport(smtpUrl: string, onSocket: (socket: Socket) => void) {
  // Loaded on first use, because most installations send no mail.
  const { createTransport } = await import('nodemailer')
  const timeouts = { connectionTimeout: STEP_MS, greetingTimeout: STEP_MS, socketTimeout: STEP_MS }
  return createTransport({
    url: smtpUrl,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
    // Uses our own socket: nodemailer cannot end a session with a server that never stops talking.
    getSocket({ host = 'localhost', port, secure }, callback) {
      const socket = connectSocket({ host, port: Number(port ?? (secure ? 465 : 587)) })
      onSocket(socket)
      const timer = setTimeout(() => socket.destroy(new Error('no connection in time')), STEP_MS)
      socket.once('close', () => clearTimeout(timer))
      const fail = (error: Error) => callback(Object.assign(error, { code: 'ECONNECTION' }))
      socket.once('error', fail)
      socket.once('connect', () => {
        clearTimeout(timer)
        socket.off('error', fail)
        callback(null, { connection: socket })
      })
    },
  })
}

export const WITHOUT_MAIL = message('mail.set_up_first')

const UNREACHABLE = message('mail.unreachable')
const PROBLEMS: Record<string, Message> = {
  EAUTH: message('mail.wrong_password'),
  ETLS: message('mail.no_encryption'),
  EDNS: UNREACHABLE,
  ECONNECTION: UNREACHABLE,
  ESOCKET: UNREACHABLE,
  ETIMEDOUT: message('mail.timed_out'),
}

interface Failure {
  code?: string
  /** The server's response: its code, and the whole line. */
  responseCode?: number
  response?: string
  command?: string
}

/** Uses our own words, because the server's may repeat an address. */
function explainFailure(error: Failure): Exclude<SendResult, { kind: 'sent' }> {
  const { code = '', responseCode, command = '' } = error
  if (responseCode === undefined || code in PROBLEMS) {
    const broken = code === '' ? message('mail.broke_off_silently') : message('mail.broke_off', { code })
    return { kind: 'away', reason: PROBLEMS[code] ?? broken }
  }
  // 421: the server is about to close. A refused sender is the same for all mails.
  if (responseCode === 421 || /^(?:EHLO|HELO|MAIL)/i.test(command)) {
    return { kind: 'away', reason: message('mail.sender_refused', { code: responseCode }) }
  }
  const problem = code === 'EENVELOPE' ? 'mail.address_refused' : 'mail.not_taken'
  return { kind: isForGood(error) ? 'refused' : 'later', reason: message(problem, { code: responseCode }) }
}

/**
 * RFC 3463: 5.7 is a policy of the server, such as who may send through it. Its operator may change that within the
 * day.
 */
function isForGood({ responseCode = 0, response = '' }: Failure): boolean {
  return responseCode >= 500 && !/^\d{3}[ -]5\.7\./.test(response)
}

/** A mail about an account. It goes out at once, because a person waits for it, and is not stored. */
interface Letter {
  to: string
  /** The first paragraph. The text for the kind and the link follow. */
  first: Message
  link: string
  language: Language
}

const LETTERS = {
  join: { subject: 'letter.join_subject', end: 'letter.join_end' },
  reset: { subject: 'letter.reset_subject', end: 'letter.reset_end' },
} as const

function toLetter(kind: keyof typeof LETTERS, { to, first, link, language }: Letter): Mail {
  const { subject, end } = LETTERS[kind]
  const say = sayIn(language)
  const texts = [sentence(first, language), say(end)].map((text) => ({ kind: 'text' as const, text }))
  const parts = renderParts([...texts, { kind: 'link', label: link, url: link }], language)
  return { id: randomUUID(), to, subject: say(subject), ...parts }
}
