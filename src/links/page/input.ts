import { checkNames, type Issues } from '../../lib/issues.ts'
import { readText } from '../../lib/text/text.ts'
import { INTRO_MAX, PAGE_NAME, TITLE_MAX } from './schemas.ts'

export interface LinkPageChange {
  name?: string | null
  title?: string | null
  intro?: string | null
}

const ASSIGNED = new Set(['url', 'updated_at'])

/** Reads a PATCH body: what is left out stays. */
export function readLinkPageChange(issues: Issues, body: Record<string, unknown>): LinkPageChange {
  checkNames(issues, body, ['name', 'title', 'intro'], ASSIGNED)
  const change: LinkPageChange = {}
  if (body.name !== undefined) change.name = readName(issues, body.name)
  if (body.title !== undefined) change.title = readText(issues, 'title', body.title, { max: TITLE_MAX })
  if (body.intro !== undefined) change.intro = readText(issues, 'intro', body.intro, { max: INTRO_MAX })
  return change
}

function readName(issues: Issues, value: unknown): string | null {
  const text = readText(issues, 'name', value, { max: 255 })
  if (text === null || PAGE_NAME.test(text)) return text
  issues.add(
    'name',
    'name must be 3 to 40 small letters, digits and hyphens, with no hyphen at either end, such as harbour-works.',
  )
  return null
}
