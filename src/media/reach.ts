import { isPrivateHost } from '../lib/net/url-guard.ts'

export interface ReachSettings {
  baseUrl: string
  /** Null when the files are in the data folder. */
  s3Endpoint: string | null
  /** The simulators are on this machine and fetch from it. */
  isSandbox: boolean
}

const WHO = 'Threads and Instagram'
const REMEDY =
  'Set BASE_URL to a public https address, or S3_ENDPOINT and its companions to a bucket: see docs/how-to/media.md.'

/** Why networks that fetch files themselves cannot fetch ours, as far as the settings tell, and what to do; null when they can. */
export function fetchProblem({ baseUrl, s3Endpoint, isSandbox }: ReachSettings): string | null {
  if (isSandbox) return null
  if (s3Endpoint !== null) {
    if (!isPrivateHost(new URL(s3Endpoint).hostname)) return null
    return `The store for files (${s3Endpoint}) is not public, so ${WHO} cannot fetch uploaded files from it. Use one that can be reached from the internet.`
  }
  const { protocol, hostname } = new URL(baseUrl)
  if (isPrivateHost(hostname)) {
    return `The address of this installation (${baseUrl}) is not public, so ${WHO} cannot fetch uploaded files. ${REMEDY}`
  }
  if (protocol !== 'https:') {
    return `The address of this installation (${baseUrl}) is plain http, and ${WHO} fetch files only by https. ${REMEDY}`
  }
  return null
}
