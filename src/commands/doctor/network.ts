import { unreachableHttps } from '../../config/doubts.ts'
import { ANSWER, askOfProxy } from '../../http/server/first-checks.ts'
import { createLog } from '../../lib/log/log.ts'
import { SafeFetchError } from '../../lib/net/fetch-error.ts'
import { createSafeFetch, type SafeFetch } from '../../lib/net/safe-fetch.ts'
import { isPrivateHost } from '../../lib/net/url-guard.ts'
import { createSealedTokens } from '../../lib/secrets/sealed-token.ts'
import { createMailer } from '../../mail/mailer.ts'
import { sentence } from '../../messages/sentence.ts'
import { loadSecretKeys, readKeyTexts } from '../../secrets/key-file.ts'
import { about, type Check, type Finding } from './check.ts'

const address = about('address')
const mailServer = about('mail')
const proxy = about('proxy')
const redisServer = about('redis')

const LOOPBACK = ['127.0.0.1', 'localhost', '::1']

/** Checks that callers can reach Doorpost at BASE_URL, directly or through a proxy. */
export const checkAddress: Check = ({ config }) => [...checkBaseUrl(config), ...checkProxies(config)]

type Config = Parameters<Check>[0]['config']

function checkBaseUrl(config: Config): Finding[] {
  const { httpsOnly, baseUrl, host, tls } = config
  const [problem] = unreachableHttps(config)
  if (problem !== undefined) return address.fail(problem)
  if (httpsOnly) return address.ok(`${baseUrl}, ${tls ? 'own certificate' : 'behind a trusted proxy'}`)
  if (tls !== null) {
    return address.fail(
      `TLS_CERT_FILE is set, so Doorpost serves https, but BASE_URL is ${baseUrl}: links in mails and approvals lead nowhere. Set BASE_URL to https.`,
    )
  }
  if (!isPrivateHost(new URL(baseUrl).hostname)) {
    return address.warn(
      `${baseUrl} is plain http: keys and passwords are sent unencrypted. Set BASE_URL to https, and TRUST_PROXY or TLS_CERT_FILE (docs/how-to/operations.md).`,
    )
  }
  if (LOOPBACK.includes(host)) return address.ok(baseUrl)
  return address.warn(
    `${baseUrl} is plain http and reachable from the network: keys are sent unencrypted. Set HOST=127.0.0.1, or use https (docs/how-to/operations.md).`,
  )
}

function checkProxies({ trustedProxies, tls, httpsOnly }: Config): Finding[] {
  if (trustedProxies.length > 0 && !httpsOnly && tls === null) {
    return proxy.warn(
      'TRUST_PROXY is set, but BASE_URL is plain http. If the proxy serves https, set BASE_URL to its https address, or cookies and links are made for http.',
    )
  }
  return []
}

const ANSWER_MS = 5_000
const ANSWER_BYTES_MAX = 65_536

/** Checks that the proxy passes on the client's address and https, and that Doorpost trusts the proxy. */
export const checkProxy: Check = async ({ config, now }) => {
  const { httpsOnly, tls, baseUrl, role } = config
  if (!httpsOnly || tls !== null || role === 'worker') return []
  const safeFetch = createSafeFetch({ allowedOrigins: [new URL(baseUrl).origin] })
  // Without a key, the installation has not started yet.
  const isNew = readKeyTexts(config) === null
  const question = isNew
    ? {}
    : askOfProxy(
        createSealedTokens(() => loadSecretKeys(config)),
        now,
      )
  return askThroughProxy(safeFetch, baseUrl, question)
}

/** Sends a request without a key: the answer is 401 if it arrived as https, and 403 if it looked like plain http. */
export async function askThroughProxy(
  safeFetch: SafeFetch,
  baseUrl: string,
  question: Record<string, string>,
): Promise<Finding[]> {
  let answer: Awaited<ReturnType<SafeFetch>>
  try {
    const url = `${baseUrl}/v1/contacts`
    answer = await safeFetch({ url, headers: question, timeoutMs: ANSWER_MS, maxBytes: ANSWER_BYTES_MAX })
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    // Many networks cannot reach their own public address, and the server may not be running.
    return proxy.hint(`not tried, because ${baseUrl} cannot be reached from this machine: ${error.message}`)
  }
  const { status, headers } = answer
  const isOurs = headers.has('x-request-id') && headers.get('content-type')?.startsWith('application/json')
  if (isOurs && status === 401) {
    if (headers.get(ANSWER) !== 'unnamed') return proxy.ok(`${baseUrl} leads here, and the proxy passes https on`)
    return proxy.fail(
      'the proxy does not say who is calling, so all visitors share one limit and are refused together. Have it send "X-Forwarded-For" with the address of the caller.',
    )
  }
  if (isOurs && status === 403) {
    return proxy.fail(
      `requests to ${baseUrl} come in as plain http and are refused. Have the proxy send "X-Forwarded-Proto: https", and set TRUST_PROXY to the address that it connects from.`,
    )
  }
  return proxy.warn(
    `${baseUrl} answered with status ${status}, not as Doorpost does. Start Doorpost, and check that BASE_URL leads to it and that the proxy passes everything on.`,
  )
}

/** Reserved for documentation (RFC 2606): mail from there goes nowhere. */
const EXAMPLE = /@(?:[^@\n]*\.)?example(?:\.(?:com|net|org))?>?$/i

/** Connects and signs in. Sends no mail. */
export const checkMail: Check = async ({ config }) => {
  const { mail, baseUrl } = config
  if (mail.smtpUrl === null) return mailServer.ok('SMTP_URL is not set: no mail is sent')
  const findings: Finding[] = []
  if (EXAMPLE.test(mail.from ?? '')) {
    findings.push(
      ...mailServer.warn(
        `MAIL_FROM is ${mail.from}, an example: mail servers refuse it. Set it to an address of yours.`,
      ),
    )
  }
  if (isPrivateHost(new URL(baseUrl).hostname)) {
    findings.push(
      ...mailServer.warn(
        `links in mails lead to ${baseUrl}, which only this network can open. Set BASE_URL to the public address.`,
      ),
    )
  }
  const problem = await createMailer({ ...mail, log: createLog('silent', { write() {} }) }).verify()
  if (problem !== null)
    return [...findings, ...mailServer.fail(`${sentence(problem)} It is set by SMTP_URL and MAIL_FROM.`)]
  return [...findings, ...mailServer.ok(`the mail server takes mail from ${mail.from}`)]
}

const TIMEOUT_MS = 2_000

export const checkRedis: Check = async ({ config: { redisUrl } }) => {
  if (redisUrl === null) return []
  const { Redis } = await import('ioredis')
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  let reason = ''
  redis.on('error', (error: NodeJS.ErrnoException) => {
    reason ||= error.code ?? error.message
  })
  try {
    await redis.connect()
    await redis.ping()
    return redisServer.ok('responds; rate limits are shared')
  } catch (error) {
    const why = reason || (error as Error).message
    const remedy = 'so each node counts rate limits separately. Start Redis, or correct the URL.'
    return redisServer.fail(`Redis at REDIS_URL does not respond (${why}), ${remedy}`)
  } finally {
    redis.disconnect()
  }
}
