import { maybeTime } from '../../http/schemas.ts'
import * as S from '../../lib/schema.ts'

export const PAGE_NAME = /^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/
export const TITLE_MAX = 80
export const INTRO_MAX = 300
/** Entries of the page, and how old their posts may be. */
export const ENTRIES_MAX = 24
export const RECENT_DAYS = 90

const settings = S.exampled({
  name: [
    S.nullable('string', {
      pattern: PAGE_NAME.source,
      description: 'In the address of the page. 3 to 40 small letters, digits and hyphens. Null: there is no page.',
    }),
    'harbour-works',
  ],
  title: [
    S.nullable('string', { maxLength: TITLE_MAX, description: 'Null: the name of the workspace.' }),
    'Harbour Works',
  ],
  intro: [
    S.nullable('string', { maxLength: INTRO_MAX, description: 'A sentence below the title.' }),
    'Boats, tools and stories.',
  ],
})

export const linkPage = S.exampledOutput('LinkPage', {
  name: [settings.fields.name, settings.example.name],
  url: [
    S.nullable('string', { format: 'uri', description: 'Goes into the profile. Null without a name.' }),
    'http://localhost:8080/b/harbour-works',
  ],
  title: [settings.fields.title, settings.example.title],
  intro: [settings.fields.intro, settings.example.intro],
  updated_at: [maybeTime(), '2026-11-15T09:30:00.000Z'],
})

export const LinkPagePatchSchema = S.partialInput('LinkPagePatch', settings.fields, 'What is left out stays.')
