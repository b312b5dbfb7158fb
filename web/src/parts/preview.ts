/** The path of a file of our own library; it may be known under another name than the one in the address bar. */
const OWN_FILE = /^\/files\/[A-Za-z0-9_-]{32}\.[a-z0-9]{3,4}$/

/** The path of a file of the library on this server; null for files of others. */
export function ownPathOf(url: string): string | null {
  const path = /^https?:/i.test(url) ? URL.parse(url)?.pathname : undefined
  return path !== undefined && OWN_FILE.test(path) ? path : null
}

/**
 * The URL through which a picture of another server is shown. The browser never calls that server itself: it would tell its
 * owner who looks at the picture and from where, and the URL could be anything. Files of the library are our own.
 */
export function previewOf(url: string): string {
  return ownPathOf(url) ?? `/v1/media/preview?url=${encodeURIComponent(url)}`
}
