/** This server may have other names than the one in the address bar. */
const OWN_FILE = /^\/files\/[A-Za-z0-9_-]{32}\.[a-z0-9]{3,4}$/

/** Null for files on other servers. */
export function ownPathOf(url: string): string | null {
  const path = /^https?:/i.test(url) ? URL.parse(url)?.pathname : undefined
  return path !== undefined && OWN_FILE.test(path) ? path : null
}

/**
 * Pictures of other servers are proxied: a direct request would tell their owners who views them, and the URL could be
 * anything.
 */
export function previewOf(url: string): string {
  return ownPathOf(url) ?? `/v1/media/preview?url=${encodeURIComponent(url)}`
}
