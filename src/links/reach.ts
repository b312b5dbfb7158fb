import { isPrivateHost } from '../lib/net/private-host.ts'

export interface LinkReach {
  linkBaseUrl: string
  /** Nothing leaves this machine, so its own address is good enough to try short links with. */
  isSandbox: boolean
}

const REMEDY = 'Set LINK_BASE_URL (or BASE_URL) to one, or use utm, which needs no address of ours.'

/** Why short links would lead nowhere for readers of a post, as far as the settings tell, and what to do; null when they work. */
export function shortLinkProblem({ linkBaseUrl, isSandbox }: LinkReach): string | null {
  if (isSandbox) return null
  const { protocol, hostname } = new URL(linkBaseUrl)
  const isPublic = protocol === 'https:' && !isPrivateHost(hostname)
  return isPublic
    ? null
    : `Short links need a public https address, and they would begin with ${linkBaseUrl}. ${REMEDY}`
}
