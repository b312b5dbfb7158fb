import { maybeTime } from '../../http/schemas.ts'
import { assigned, computed, text } from '../../lib/record/fields.ts'
import { type ChangeOf, record } from '../../lib/record/record.ts'
import * as S from '../../lib/schema.ts'

export const PAGE_NAME = /^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/
export const WRONG_NAME =
  'name must be 3 to 40 small letters, digits and hyphens, with no hyphen at either end, such as harbour-works.'
/** Entries of the page, and how old their posts may be. */
export const ENTRIES_MAX = 24
export const RECENT_DAYS = 90

export const linkPage = record(
  'LinkPage',
  {
    name: text({
      max: 255,
      schema: { pattern: PAGE_NAME.source },
      about: 'In the address of the page. 3 to 40 small letters, digits and hyphens. Null: there is no page.',
      rule: (name) => (PAGE_NAME.test(name) ? [] : [WRONG_NAME]),
      example: 'harbour-works',
    }),
    url: computed<string | null>(
      S.nullable('string', { format: 'uri', description: 'Goes into the profile. Null without a name.' }),
      'http://localhost:8080/b/harbour-works',
    ),
    title: text({ max: 80, about: 'Null: the name of the workspace.', example: 'Harbour Works' }),
    intro: text({ max: 300, about: 'A sentence below the title.', example: 'Boats, tools and stories.' }),
    updated_at: assigned<Date | null>(maybeTime(), '2026-11-15T09:30:00.000Z'),
  },
  { change: 'What is left out stays.' },
)
export type LinkPageChange = ChangeOf<typeof linkPage>
