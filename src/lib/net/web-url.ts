/** Parses an http or https URL; null for everything else. */
export function parseWebUrl(value: unknown): URL | null {
  const url = typeof value === 'string' ? URL.parse(value) : null
  return url !== null && /^https?:$/.test(url.protocol) ? url : null
}

export const ORIGIN_MAX = 255
const PATH_MAX = 500

// Only the parts of a page address that do not identify the visitor.

export function originOf(value: unknown): string | null {
  const url = parseWebUrl(value)
  return url === null || url.origin.length > ORIGIN_MAX ? null : url.origin
}

/** Also accepts a path alone. */
export function pathOf(value: unknown): string | null {
  const isPath = typeof value === 'string' && /^\/(?!\/)/.test(value)
  const url = parseWebUrl(isPath ? `https://path.invalid${value}` : value)
  return url === null || url.pathname.length > PATH_MAX ? null : url.pathname
}
