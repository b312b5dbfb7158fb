import { exampledReason } from '../http/reason.ts'
import { Timestamp, Uuid } from '../http/schemas.ts'
import { isUuid } from '../lib/ids.ts'
import { type Issues, readObject, typeOf } from '../lib/issues.ts'
import { choice, everywhere } from '../lib/record/fields.ts'
import { body } from '../lib/record/record.ts'
import * as S from '../lib/schema.ts'

/** What can be taken back. People are erased at once; what others already rely on keeps its question. */
const REMOVAL_NOUNS = ['contacts', 'notes', 'views', 'posts', 'media', 'forms', 'held'] as const
export type RemovalNoun = (typeof REMOVAL_NOUNS)[number]

const REMOVAL_STATES = ['waiting', 'running', 'refused'] as const
export type RemovalState = (typeof REMOVAL_STATES)[number]

const RECORDS_MAX = 1_000
const VERSION_MAX = 2 ** 31 - 1
const EXAMPLE_ID = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9010'

/** A record that changes its version meanwhile is not deleted; null deletes any version. */
export interface RemovalRecord {
  id: string
  version: number | null
}

const noun = S.oneOf(REMOVAL_NOUNS, { $id: 'RemovalNoun', description: '`held` are submissions that are held.' })

export const newRemoval = body('NewRemoval', {
  noun: { ...choice(REMOVAL_NOUNS, { example: 'contacts' }), schema: noun },
  records: everywhere<RemovalRecord[]>({
    schema: S.array(
      S.closed({
        id: Uuid,
        version: S.optional(
          S.nullable('integer', {
            minimum: 1,
            maximum: VERSION_MAX,
            description:
              'A record with another version by then stays. Without it, or for nouns without versions, it goes.',
          }),
        ),
      }),
      { minItems: 1, maxItems: RECORDS_MAX },
    ),
    example: [{ id: EXAMPLE_ID, version: 1 }],
    isRequired: true,
    read: readRecords,
  }),
})
export const newRemovalExample = { noun: 'contacts', records: [{ id: EXAMPLE_ID, version: 1 }] }

export const removal = S.exampledOutput('Removal', {
  id: [Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f90a0'],
  noun: [noun, 'contacts'],
  record_ids: [S.array(Uuid, 'Once `refused`: those that are still there.'), [EXAMPLE_ID]],
  user_id: [{ ...Uuid, description: 'The person who deletes them, and may undo it.' }, EXAMPLE_ID],
  state: [
    S.oneOf(REMOVAL_STATES, {
      $id: 'RemovalState',
      description: 'While `waiting` it can be undone. `refused` is shown for a day, to its person only.',
    }),
    'waiting',
  ],
  ...exampledReason('Why records are still there; null unless `refused`.', null),
  due_at: [Timestamp, '2026-11-15T10:00:10.000Z'],
  created_at: [Timestamp, '2026-11-15T10:00:00.000Z'],
})

function readRecords(issues: Issues, field: string, value: unknown): RemovalRecord[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > RECORDS_MAX) {
    const found = Array.isArray(value) ? String(value.length) : typeOf(value)
    issues.add(field, 'removal.wrong_records', { max: RECORDS_MAX, found })
    return []
  }
  return value.map((each, at) => {
    const path = `${field}[${at}]`
    const { id, version = null } = readObject(issues, path, each, { known: ['id', 'version'] }) ?? {}
    if (typeof id !== 'string' || !isUuid(id)) issues.add(`${path}.id`, 'removal.wrong_id')
    const isVersion = Number.isInteger(version) && (version as number) >= 1 && (version as number) <= VERSION_MAX
    if (version !== null && !isVersion) {
      issues.add(`${path}.version`, 'field.not_integer', { min: 1, max: VERSION_MAX, or: '', found: typeOf(version) })
    }
    return { id: String(id).toLowerCase(), version: version as number | null }
  })
}
