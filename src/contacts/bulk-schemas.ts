import { contactExample, TAGS_MAX } from '../contact-fields.ts'
import { Uuid } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'
import { filterQuery, sentLead } from './schemas.ts'

/** Contacts that one request changes. */
export const BULK_MAX = 1_000

const { status, owner_id, tags } = sentLead

export const BulkSchema = S.partialInput('BulkChange', {
  ids: S.array(Uuid, { minItems: 1, maxItems: BULK_MAX, description: 'Which contacts. Either this or `filter`.' }),
  filter: S.closed(S.allOptional(filterQuery), {
    minProperties: 1,
    description:
      `Query parameters of GET /v1/contacts. The newest ${BULK_MAX} that match are changed; \`next_cursor\` goes on with the ` +
      'others. At least one: all contacts are not changed by a slip.',
  }),
  cursor: S.string('`next_cursor` of the answer before, with the same `filter`.'),
  set: S.closed(S.allOptional({ status, owner_id, tags })),
  add_tags: { ...tags, description: 'Beside those that each contact has.' },
  remove_tags: { ...tags, description: `At most ${TAGS_MAX}.` },
})

export const bulkResult = S.exampledOutput('BulkResult', {
  matched: [S.integer('Contacts that were looked at.'), 2],
  changed: [S.integer('Of these, how many are different now.'), 2],
  next_cursor: [S.nullable('string', 'There are more: send it as `cursor`. Null at the end.'), null],
})

export const bulkExamples = {
  ids: { ids: [contactExample.id], set: { status: 'contacted' }, add_tags: ['trade fair'] },
  filter: { filter: { status: 'new', utm_source: 'newsletter' }, set: { owner_id: null } },
}
