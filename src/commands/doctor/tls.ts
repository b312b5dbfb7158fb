import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { about, type Check, type Finding } from './check.ts'

const { fail, ok, warn } = about('tls')

const DAY_MS = 86_400_000
const SOON_DAYS = 21
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Checks the certificate of TLS_CERT_FILE. Reading the settings has already checked that the key belongs to it. */
export const checkTls: Check = ({ config, now }) => {
  if (config.tls === null) return []
  const { certFile, cert } = config.tls
  const chain = (cert.toString('latin1').match(PEM) ?? []).map((pem) => new X509Certificate(pem))
  const [own, issuer] = chain
  if (own === undefined) return fail(`${certFile} contains no certificate. Set TLS_CERT_FILE to the full chain.`)
  const findings: Finding[] = []
  const ends = Date.parse(own.validTo)
  const until = new Date(ends).toISOString().slice(0, 10)
  const renew = 'Renew it; the files are read again by themselves.'
  if (Date.parse(own.validFrom) > now) {
    findings.push(...fail(`the certificate in ${certFile} is not valid yet. Check the clock of this machine.`))
  } else if (ends < now) {
    findings.push(...fail(`the certificate in ${certFile} expired on ${until}: every client refuses it. ${renew}`))
  } else if (ends - now < SOON_DAYS * DAY_MS) {
    findings.push(...warn(`the certificate in ${certFile} expires on ${until}. ${renew}`))
  }
  const host = new URL(config.baseUrl).hostname.replace(/^\[|\]$/g, '')
  if ((isIP(host) ? own.checkIP(host) : own.checkHost(host)) === undefined) {
    findings.push(
      ...fail(
        `the certificate in ${certFile} is for ${own.subjectAltName ?? 'no host name'}, but BASE_URL is ${config.baseUrl}. Use a certificate for ${host}, or correct BASE_URL.`,
      ),
    )
  }
  const isSelfSigned = own.checkIssued(own)
  if (isSelfSigned) {
    findings.push(
      ...warn(
        `the certificate in ${certFile} is signed by itself: browsers and webhook senders refuse it. Use one of an authority.`,
      ),
    )
  } else if (issuer === undefined || !own.checkIssued(issuer)) {
    findings.push(
      ...warn(
        `${certFile} does not contain the certificate of its issuer, so some clients refuse it. Use the full chain (fullchain.pem of certbot).`,
      ),
    )
  }
  return findings.length > 0 ? findings : ok(`the certificate is valid until ${until} for ${host}`)
}
