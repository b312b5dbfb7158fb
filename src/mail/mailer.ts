import { connect as connectSocket, type Socket } from 'node:net'
import { withinMs } from '../lib/bounds/abort.ts'
import type { Log } from '../lib/log/log.ts'
import { type Letter, type LetterKind, toLetter } from './letters.ts'
import { type Message, toEnvelope } from './message.ts'
import { explainFailure, NOT_SET, type SendResult } from './refusals.ts'

interface MailerOptions {
  smtpUrl: string | null
  from: string | null
  log: Log
  /** For tests: how long one mail may take. */
  deadlineMs?: number
}

/** For each step of the conversation; all of them together have to be done by the deadline. */
const STEP_MS = 15_000
const DEADLINE_MS = 45_000

export type Mailer = ReturnType<typeof createMailer>

/** Talks to the mail server of SMTP_URL. */
export function createMailer({ smtpUrl, from, log, deadlineMs = DEADLINE_MS }: MailerOptions) {
  /** Runs one conversation and hangs up at its deadline, whatever the server does. */
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
    /** Connects and signs in, and sends nothing. Null when that works, otherwise a sentence that says why not. */
    async verify(): Promise<string | null> {
      if (smtpUrl === null) return NOT_SET
      const result = await converse((transport) => transport.verify())
      return result.kind === 'sent' ? null : result.reason
    },
    /** A letter about somebody's account. Null when the server accepted it, otherwise a sentence that says why not. Never throws. */
    async send(kind: LetterKind, letter: Letter): Promise<string | null> {
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
