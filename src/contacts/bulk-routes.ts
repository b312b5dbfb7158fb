import { callerOf, requireScope, workspaceOf } from '../http/call.ts'
import { readInput } from '../http/input/input.ts'
import { operationsOf, recordAnswer } from '../http/route.ts'
import { objectBody } from '../http/server/bodies/body.ts'
import type { ChangeMany } from './bulk.ts'
import { readBulk } from './bulk-input.ts'
import { BULK_MAX, BulkSchema, bulkExamples, bulkResult } from './bulk-schemas.ts'
import { changedBy } from './changes.ts'

const operation = operationsOf<{ changeContacts: ChangeMany }>('Contacts')

export const changeManyContacts = operation({
  id: 'changeContacts',
  idempotent: 'repeatable',
  summary: 'Change many contacts',
  description:
    `Status, owner and tags of up to ${BULK_MAX} contacts, named by their ids or by a filter, which needs \`contacts:read\` too. Each that changes has its events, as ` +
    'with a change of its own. If the answer does not come, send the same again: what is done already is left as it is.',
  body: { schema: BulkSchema, examples: bulkExamples },
  answers: { 200: recordAnswer('What was done.', bulkResult) },
  invalid: { ids: 'Send either ids or filter, to say which contacts are meant.' },
  handle({ changeContacts }, request) {
    const caller = callerOf(request)
    // `matched` says how many a filter finds, so a filter is a search.
    if (objectBody(request).filter !== undefined) requireScope(caller, 'contacts:read', 'filter')
    const bulk = readInput(request, (issues, body) => readBulk(issues, body, caller))
    return changeContacts(workspaceOf(request), changedBy(caller), bulk)
  },
})
