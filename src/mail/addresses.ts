import { parseEmail } from '../lib/text/email.ts'

// Programs that send or answer by themselves: a reply would get a reply, for ever.
const MACHINES =
  /^(?:no|do-?not|donot|never)[-_.]?reply\b|^(?:mailer-daemon|postmaster|bounces?|auto-?reply|noreply)(?:[+\-_.@]|$)/i

/** Whether an automatic reply may go there. `own` is the address that our mails come from. */
export function mayGetReply(email: string, own: string | null): boolean {
  const parsed = parseEmail(email)
  return 'key' in parsed && !MACHINES.test(parsed.key) && parsed.key !== keyOfSender(own)
}

/** Of "Doorpost <doorpost@example.com>" or the address alone. */
function keyOfSender(from: string | null): string | null {
  const text = /<([^<>]+)>\s*$/.exec(from ?? '')?.[1] ?? from ?? ''
  const parsed = parseEmail(text.trim())
  return 'key' in parsed ? parsed.key : null
}
