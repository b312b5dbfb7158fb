import type { Log } from '../lib/log/log.ts'

interface Letter {
  to: string
  /** The paragraph before the one that all letters of the kind have. The link comes last. */
  first: string
  link: string
}

const TIMEOUT_MS = 15_000
const NOT_SET = 'This installation sends no mail: SMTP_URL is not set. Give the link to the person yourself.'

export type Mailer = ReturnType<typeof createMailer>

/** Sends letters where SMTP_URL is set. */
export function createMailer({ smtpUrl, from, log }: { smtpUrl: string | null; from: string | null; log: Log }) {
  return {
    isSet: smtpUrl !== null,
    /** Null when the server accepted it, otherwise a sentence that says why not. Never throws. */
    async send(kind: keyof typeof LETTERS, { to, first, link }: Letter): Promise<string | null> {
      if (smtpUrl === null || from === null) return NOT_SET
      // Loaded only where it is used: most installations send no mail.
      const { createTransport } = await import('nodemailer')
      const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
      const transport = createTransport({ url: smtpUrl, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
      try {
        const { subject, end } = LETTERS[kind]
        const paragraphs = [first, end]
        const text = `${[...paragraphs, link].join('\n\n')}\n`
        await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html: toHtml(paragraphs, link) })
        return null
      } catch (error) {
        const { code, responseCode } = error as { code?: string; responseCode?: number }
        // Not the error itself: it repeats what was sent to the server, including the letter.
        log.error({ part: 'mail', code, responseCode }, 'e-mail was not sent')
        return explain(code, responseCode)
      } finally {
        transport.close()
      }
    },
  }
}

const UNREACHABLE = 'The mail server cannot be reached. Check host and port of SMTP_URL.'
const PROBLEMS: Record<string, string> = {
  EAUTH: 'The mail server refuses the user name or password of SMTP_URL. Correct them.',
  ETLS: 'The mail server offers no sound encryption. Check its certificate, and the port of SMTP_URL.',
  EDNS: UNREACHABLE,
  ECONNECTION: UNREACHABLE,
  ESOCKET: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
}

function explain(code = '', responseCode?: number): string {
  if (code === 'EENVELOPE') {
    return `The mail server refuses the address of the sender or the receiver (${responseCode ?? 'no code'}). Check both.`
  }
  const reason = responseCode ?? (code || 'no reason given')
  return PROBLEMS[code] ?? `The mail server did not take the mail (${reason}). Try again later.`
}

function toHtml(paragraphs: string[], link: string): string {
  const texts = paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`)
  const address = escapeHtml(link)
  return `<!doctype html><html lang="en"><body>${texts.join('')}<p><a href="${address}">${address}</a></p></body></html>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** What all letters of a kind say. */
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
