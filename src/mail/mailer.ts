import { randomUUID } from 'node:crypto'
import { connect as connectSocket, type Socket } from 'node:net'
import { withinMs } from '../lib/bounds/abort.ts'
import type { Log } from '../lib/log/log.ts'
import { type Message, renderParts, toEnvelope } from './message.ts'

/** What became of a mail. `reason` says what to do. */
export type SendResult =
  | { kind: 'sent' }
  /** The server will never take this mail. */
  | { kind: 'refused'; reason: string }
  /** The server does not take this mail now. */
  | { kind: 'later'; reason: string }
  /** The server takes no mail at all now. */
  | { kind: 'away'; reason: string }

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
  /** Runs one conversation and hangs up at the deadline. */
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
      // Not the error itself: it repeats what was sent to the server, including the mail.
      log.error({ part: 'mail', code, responseCode }, 'e-mail was not sent')
      return explainFailure(error as object)
    } finally {
      signal?.removeEventListener('abort', hangUp)
      transport.close()
      hangUp()
    }
  }

  /** Hangs up when the signal is aborted. Never throws. */
  const deliver = async (message: Message, signal?: AbortSignal): Promise<SendResult> => {
    if (smtpUrl === null || from === null) return { kind: 'away', reason: NOT_SET }
    const envelope = toEnvelope(message, from)
    if (envelope === null) return { kind: 'refused', reason: 'This is not an address that mail can go to.' }
    return converse((transport) => transport.sendMail(envelope), signal)
  }

  return {
    isSet: smtpUrl !== null,
    from,
    deliver,
    /** Connects and signs in, and sends nothing. Null when that works, otherwise the reason. */
    async verify(): Promise<string | null> {
      if (smtpUrl === null) return NOT_SET
      const result = await converse((transport) => transport.verify())
      return result.kind === 'sent' ? null : result.reason
    },
    /** Sends a mail about an account. Null when the server accepted it, otherwise the reason. Never throws. */
    async send(kind: keyof typeof LETTERS, letter: Letter): Promise<string | null> {
      if (smtpUrl === null) return `${NOT_SET} Give the link to the person yourself.`
      const result = await deliver(toLetter(kind, letter))
      return result.kind === 'sent' ? null : result.reason
    },
  }
}

type Transport = Awaited<ReturnType<typeof openTransport>>

async function openTransport(smtpUrl: string, onSocket: (socket: Socket) => void) {
  // Loaded only where it is used: most installations send no mail.
  const { createTransport } = await import('nodemailer')
  const timeouts = { connectionTimeout: STEP_MS, greetingTimeout: STEP_MS, socketTimeout: STEP_MS }
  return createTransport({
    url: smtpUrl,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
    // Our own socket: nodemailer has no way to end a conversation with a server that never stops talking.
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

const NOT_SET = 'This installation sends no mail: SMTP_URL is not set.'
export const WITHOUT_MAIL = `${NOT_SET} Set SMTP_URL and MAIL_FROM, start Doorpost again, and then switch it on.`

const UNREACHABLE = 'The mail server cannot be reached. Check host and port of SMTP_URL.'
const PROBLEMS: Record<string, string> = {
  EAUTH: 'The mail server refuses the user name or password of SMTP_URL. Correct them.',
  ETLS: 'The mail server offers no sound encryption. Check its certificate, and the port of SMTP_URL.',
  EDNS: UNREACHABLE,
  ECONNECTION: UNREACHABLE,
  ESOCKET: UNREACHABLE,
  ETIMEDOUT: 'The mail server did not answer in time. Check host and port of SMTP_URL, and the server.',
}

interface Failure {
  code?: string
  /** What the server said: its number, and the whole line. */
  responseCode?: number
  response?: string
  command?: string
}

/** In our own words: what the server says may repeat an address. */
function explainFailure(error: Failure): Exclude<SendResult, { kind: 'sent' }> {
  const { code = '', responseCode, command = '' } = error
  if (responseCode === undefined || code in PROBLEMS) {
    return { kind: 'away', reason: PROBLEMS[code] ?? `The mail server broke off (${code || 'no reason given'}).` }
  }
  // 421: it is about to close. A refused sender is the same for all mails.
  if (responseCode === 421 || /^(?:EHLO|HELO|MAIL)/i.test(command)) {
    return {
      kind: 'away',
      reason: `The mail server refuses the sender (${responseCode}). Check MAIL_FROM and SMTP_URL.`,
    }
  }
  const reason =
    code === 'EENVELOPE'
      ? `The mail server refuses the address of the sender or the receiver (${responseCode}). Check both.`
      : `The mail server did not take the mail (${responseCode}). Try again later.`
  return { kind: isForGood(error) ? 'refused' : 'later', reason }
}

/** RFC 3463: 5.7 is a rule of the server, such as who may send through it. Its operator may change that within the day. */
function isForGood({ responseCode = 0, response = '' }: Failure): boolean {
  return responseCode >= 500 && !/^\d{3}[ -]5\.7\./.test(response)
}

/** A mail about an account. It goes out at once, because a person waits for it, and is not stored. */
interface Letter {
  to: string
  /** The first paragraph. The text of the kind and the link follow. */
  first: string
  link: string
}

const LETTERS = {
  join: {
    subject: 'Join the team on Doorpost',
    end: 'The link works once, for seven days. Whoever has it can join in your place: do not pass it on.',
  },
  reset: {
    subject: 'A new password for Doorpost',
    end: 'The link works once, for an hour. If you did not ask for it, do nothing: your password stays as it is.',
  },
}

function toLetter(kind: keyof typeof LETTERS, { to, first, link }: Letter): Message {
  const { subject, end } = LETTERS[kind]
  const texts = [first, end].map((text) => ({ kind: 'text' as const, text }))
  return { id: randomUUID(), to, subject, ...renderParts([...texts, { kind: 'link', label: link, url: link }]) }
}
