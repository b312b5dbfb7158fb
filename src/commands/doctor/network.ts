import { unreachableHttps } from '../../config/doubts.ts'
import { isPrivateHost } from '../../lib/net/url-guard.ts'
import { type Check, type Finding, fail, ok, warn } from './check.ts'

const LOOPBACK = ['127.0.0.1', 'localhost', '::1']

/** Whether callers can reach it as BASE_URL says, directly or through a proxy. */
export const checkAddress: Check = ({ config }) => [...checkBaseUrl(config), ...checkProxies(config)]

type Config = Parameters<Check>[0]['config']

function checkBaseUrl(config: Config): Finding[] {
  const { httpsOnly, baseUrl, host, tls } = config
  const [problem] = unreachableHttps(config)
  if (problem !== undefined) return [fail('address', problem)]
  if (httpsOnly) return [ok('address', `${baseUrl}, ${tls ? 'own certificate' : 'behind a trusted proxy'}`)]
  if (tls !== null) {
    return [
      fail(
        'address',
        `TLS_CERT_FILE is set, so Doorpost serves https, but BASE_URL is ${baseUrl}: links in mails and approvals lead nowhere. Set BASE_URL to https.`,
      ),
    ]
  }
  if (!isPrivateHost(new URL(baseUrl).hostname)) {
    return [
      warn(
        'address',
        `${baseUrl} is plain http: keys and passwords are sent unencrypted. Set BASE_URL to https, and TRUST_PROXY or TLS_CERT_FILE (docs/how-to/operations.md).`,
      ),
    ]
  }
  if (LOOPBACK.includes(host)) return [ok('address', baseUrl)]
  return [
    warn(
      'address',
      `${baseUrl} is plain http and reachable from the network: keys are sent unencrypted. Set HOST=127.0.0.1, or use https (docs/how-to/operations.md).`,
    ),
  ]
}

function checkProxies({ trustedProxies, tls, httpsOnly }: Config): Finding[] {
  if (trustedProxies.length > 0 && !httpsOnly && tls === null) {
    return [
      warn(
        'proxy',
        'TRUST_PROXY is set, but BASE_URL is plain http. If the proxy serves https, set BASE_URL to its https address, or cookies and links are made for http.',
      ),
    ]
  }
  return []
}
