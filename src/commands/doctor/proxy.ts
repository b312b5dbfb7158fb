import { ANSWER, askOfProxy } from '../../http/server/first-checks.ts'
import { SafeFetchError } from '../../lib/net/fetch-error.ts'
import { createSafeFetch, type SafeFetch } from '../../lib/net/safe-fetch.ts'
import { createSealedTokens } from '../../lib/secrets/sealed-token.ts'
import { loadSecretKeys, readKeyTexts } from '../../secrets/key-file.ts'
import { type Check, type Finding, fail, hint, ok, warn } from './check.ts'

const ANSWER_MS = 5_000
const ANSWER_BYTES_MAX = 65_536

/** Whether the proxy passes on who is calling, and that it was by https, and is one that Doorpost believes. */
export const checkProxy: Check = async ({ config, now }) => {
  const { httpsOnly, tls, baseUrl, role } = config
  if (!httpsOnly || tls !== null || role === 'worker') return []
  const safeFetch = createSafeFetch({ allowedOrigins: [new URL(baseUrl).origin] })
  // An installation without a key has not started yet.
  const isNew = readKeyTexts(config) === null
  const question = isNew
    ? {}
    : askOfProxy(
        createSealedTokens(() => loadSecretKeys(config)),
        now,
      )
  return [await askThroughProxy(safeFetch, baseUrl, question)]
}

/** By a request without a key: 401 is the answer to one that came by https, 403 to one that seems to be plain http. */
export async function askThroughProxy(
  safeFetch: SafeFetch,
  baseUrl: string,
  question: Record<string, string>,
): Promise<Finding> {
  let answer: Awaited<ReturnType<SafeFetch>>
  try {
    const url = `${baseUrl}/v1/contacts`
    answer = await safeFetch({ url, headers: question, timeoutMs: ANSWER_MS, maxBytes: ANSWER_BYTES_MAX })
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    // Many networks do not lead back to themselves, and the server need not run.
    return hint('proxy', `not tried, because ${baseUrl} cannot be reached from this machine: ${error.message}`)
  }
  const { status, headers } = answer
  const isOurs = headers.has('x-request-id') && headers.get('content-type')?.startsWith('application/json')
  if (isOurs && status === 401) {
    if (headers.get(ANSWER) !== 'unnamed') return ok('proxy', `${baseUrl} leads here, and the proxy passes https on`)
    return fail(
      'proxy',
      'the proxy does not say who is calling, so all visitors share one limit and are refused together. Have it send "X-Forwarded-For" with the address of the caller.',
    )
  }
  if (isOurs && status === 403) {
    return fail(
      'proxy',
      `requests to ${baseUrl} come in as plain http and are refused. Have the proxy send "X-Forwarded-Proto: https", and set TRUST_PROXY to the address that it connects from.`,
    )
  }
  return warn(
    'proxy',
    `${baseUrl} answered with status ${status}, not as Doorpost does. Start Doorpost, and check that BASE_URL leads to it and that the proxy passes everything on.`,
  )
}
