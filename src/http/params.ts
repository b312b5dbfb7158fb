import { isUuid } from '../lib/ids.ts'
import type { Request } from './call.ts'

/** An id of the path, as we write ids. A text that is no UUID is the id of nothing: `missing` says so. */
export function idOf(request: Request, missing: () => Error, name = 'id'): string {
  const text = (request.params as Record<string, string>)[name]!
  if (!isUuid(text)) throw missing()
  return text.toLowerCase()
}
