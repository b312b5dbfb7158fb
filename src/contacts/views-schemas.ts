import { Timestamp, Uuid } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'
import { filterQuery } from './schemas.ts'

export const VIEWS_MAX = 100
export const VIEW_NAME_MAX = 60

const FilterSchema = S.output(
  'ContactFilter',
  S.allOptional(filterQuery),
  'Query parameters of `GET /v1/contacts`, without those of the page.',
)

export const view = S.exampledOutput('View', {
  id: [Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9070'],
  name: [S.string(), 'My new leads'],
  filter: [FilterSchema, { status: 'new', owner_id: 'me' }],
  created_at: [Timestamp, '2026-11-15T10:00:00.000Z'],
  updated_at: [Timestamp, '2026-11-15T10:00:00.000Z'],
})

const sent = {
  name: S.string({ minLength: 1, maxLength: VIEW_NAME_MAX }),
  filter: FilterSchema,
}

export const NewViewSchema = S.input('NewView', sent)
export const ViewPatchSchema = S.partialInput('ViewPatch', sent, 'What is left out stays.')
