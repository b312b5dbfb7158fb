import { createLog } from '../../lib/log/log.ts'
import { isPrivateHost } from '../../lib/net/url-guard.ts'
import { createMailer } from '../../mail/mailer.ts'
import { type Check, type Finding, fail, ok, warn } from './check.ts'

/** Reserved for documentation (RFC 2606): mail from there goes nowhere. */
const EXAMPLE = /@(?:[^@\n]*\.)?example(?:\.(?:com|net|org))?>?$/i

/** Connects and signs in; no mail is sent. */
export const checkMail: Check = async ({ config }) => {
  const { mail, baseUrl } = config
  if (mail.smtpUrl === null) return [ok('mail', 'SMTP_URL is not set: no mail is sent')]
  const findings: Finding[] = []
  if (EXAMPLE.test(mail.from ?? '')) {
    findings.push(
      warn('mail', `MAIL_FROM is ${mail.from}, an example: mail servers refuse it. Set it to an address of yours.`),
    )
  }
  if (isPrivateHost(new URL(baseUrl).hostname)) {
    findings.push(
      warn(
        'mail',
        `links in mails lead to ${baseUrl}, which only this network can open. Set BASE_URL to the public address.`,
      ),
    )
  }
  const problem = await createMailer({ ...mail, log: createLog('silent', { write() {} }) }).verify()
  if (problem !== null) return [...findings, fail('mail', problem)]
  return [...findings, ok('mail', `the mail server takes mail from ${mail.from}`)]
}
