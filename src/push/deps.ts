import type { Parts } from '../db/parts.ts'
import { createSafeFetch, type SafeFetchOptions } from '../lib/net/safe-fetch.ts'
import { createPush } from './push.ts'

interface PushCore extends Parts {
  config: { baseUrl: string; allowPrivateNetworks: boolean; mail: { from: string | null; smtpUrl: string | null } }
  /** For tests: replaces the network that notifications are sent to. */
  outbound: Pick<SafeFetchOptions, 'lookup' | 'dial' | 'ca' | 'dnsTimeoutMs'> | undefined
}

export function openPush(core: PushCore) {
  const { baseUrl, allowPrivateNetworks: allowPrivate, mail } = core.config
  const safeFetch = createSafeFetch({ ...core.outbound, allowPrivate })
  const hasMail = mail.smtpUrl !== null
  const push = createPush({ ...core, pool: core.jobs, baseUrl, mailFrom: mail.from, safeFetch, allowPrivate, hasMail })
  return { push }
}
