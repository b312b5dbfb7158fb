/**
 * Where a picture of another server is shown from. The browser never calls that server itself: whoever wrote the address
 * would learn who looks at it and from where, and could make it any address.
 */
export function previewOf(url: string): string {
  return `/v1/media/preview?url=${encodeURIComponent(url)}`
}
