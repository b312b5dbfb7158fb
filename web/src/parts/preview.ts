/**
 * The URL through which a picture of another server is shown. The browser never calls that server itself: it would tell its
 * owner who looks at the picture and from where, and the URL could be anything.
 */
export function previewOf(url: string): string {
  return `/v1/media/preview?url=${encodeURIComponent(url)}`
}
