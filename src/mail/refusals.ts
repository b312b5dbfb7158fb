/** What became of a mail. `reason` is a sentence that says what to do. */
export type SendResult =
  | { kind: 'sent' }
  /** The server will never take this mail. */
  | { kind: 'refused'; reason: string }
  /** The server does not take this mail now. */
  | { kind: 'later'; reason: string }
  /** The server takes no mail at all now. */
  | { kind: 'away'; reason: string }

export const NOT_SET = 'This installation sends no mail: SMTP_URL is not set.'

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

/** The sentences are ours: what the server says may repeat an address. */
export function explainFailure(error: Failure): Exclude<SendResult, { kind: 'sent' }> {
  const { code = '', responseCode, command = '' } = error
  if (responseCode === undefined || code in PROBLEMS) {
    return { kind: 'away', reason: PROBLEMS[code] ?? `The mail server broke off (${code || 'no reason given'}).` }
  }
  // 421: it is about to close. The sender is the same for all mails.
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
