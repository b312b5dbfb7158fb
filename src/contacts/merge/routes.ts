import { readIfMatch, withEtag } from '../../http/answers/etag.ts'
import { type Caller, callerOf, keyIdOf, type Request, requireScope, workspaceOf } from '../../http/call.ts'
import { idOf, objectBody, throwIssues } from '../../http/input.ts'
import { operationsOf, recordAnswer } from '../../http/route.ts'
import { Uuid } from '../../http/schemas.ts'
import { isUuid } from '../../lib/ids.ts'
import { checkNames, createIssues, type Issues, typeOf } from '../../lib/issues.ts'
import * as S from '../../lib/schema.ts'
import { message } from '../../messages/message.ts'
import { changedBy } from '../changes.ts'
import { contact, mergedExample } from '../schemas.ts'
import type { Merges } from './merge.ts'
import { UNDO_DAYS } from './rules.ts'

const OTHERS_MAX = 100
const { id: OTHER_ID } = mergedExample
const NOT_OWN = message('access.merge_not_own')

const onContact = operationsOf<{ merges: Merges }>('Contacts', { missing: message('contact.not_found') })

const unmerged = S.exampledOutput('UnmergedContacts', {
  contact: [contact.schema, contact.example],
  contact_ids: [S.array(Uuid, 'Contacts that are there again.'), [OTHER_ID]],
})

export const mergeContacts = onContact({
  id: 'mergeContacts',
  summary: 'Merge records of one person',
  description:
    'The oldest of these contacts survives. It keeps what it says; its empty fields are filled by the others, the newest first, ' +
    'and their tags are added. A status that is still `new` counts as empty. Notes, submissions, consents, mails, changes and touches of the ' +
    'others are with the survivor from now on. The others are in no list, total, search, export or report any more. Their ids lead to ' +
    'the survivor, wherever an id of a contact is expected: its answer has `merged_into`. Each is told as ' +
    '`contact.merged`, and the survivor as `contact.updated`. Contacts that are merged already stay so: asking twice is harmless. ' +
    'For contacts that the key did not create itself, it needs `contacts:read` too. A contact whose address is still to be confirmed cannot be merged.',
  ifMatch: true,
  idempotent: 'atomic',
  body: {
    schema: S.input('ContactMerge', {
      contact_ids: S.array(Uuid, {
        minItems: 1,
        maxItems: OTHERS_MAX,
        description: 'The other records. Whichever is the oldest survives.',
      }),
    }),
    examples: { merge: { contact_ids: [OTHER_ID] } },
  },
  answers: { 200: { ...recordAnswer('The contact that survives.', contact), etag: true } },
  async handle({ merges }, request, reply, tx) {
    const issues = createIssues()
    const asked = askedBy(issues, request)
    const body = objectBody(request)
    checkNames(issues, body, ['contact_ids'])
    const others = readOthers(issues, body.contact_ids)
    throwIssues(issues)
    const result = await merges.merge(tx, { ...asked, others })
    return result && withEtag(reply, result.version, result.contact)
  },
})

export const undoMerge = onContact({
  id: 'undoMerge',
  summary: 'Undo a merge',
  description:
    `Undoes the newest merge into this contact, up to ${UNDO_DAYS} days later; the one before can be undone next. The contacts are as they were, with ` +
    'their ids, notes, submissions and touches, and are counted again. The survivor loses what the merge filled in, unless it was changed since. ' +
    'What came afterwards stays with the survivor. Each is told as `contact.unmerged`. `id` may also be that of a merged contact.',
  ifMatch: true,
  idempotent: 'atomic',
  answers: {
    200: { ...recordAnswer('The contact without what was merged, and which are there again.', unmerged), etag: true },
  },
  async handle({ merges }, request, reply, tx) {
    const issues = createIssues()
    const asked = askedBy(issues, request)
    throwIssues(issues)
    const result = await merges.undo(tx, asked)
    return result && withEtag(reply, result.version, { contact: result.contact, contact_ids: result.restored })
  },
})

function askedBy(issues: Issues, request: Request) {
  const caller = callerOf(request)
  return {
    workspaceId: workspaceOf(request),
    id: idOf(request),
    ifMatch: readIfMatch(issues, request),
    by: changedBy(caller),
    authorise: (keyIds: ReadonlyArray<string | null>) => requireOwn(caller, keyIds),
  }
}

/** The response shows the whole contact, which only the key that created it knows already. */
function requireOwn(caller: Caller, keyIds: ReadonlyArray<string | null>): void {
  const own = keyIdOf(caller)
  if (own === null || keyIds.some((keyId) => keyId !== own)) requireScope(caller, 'contacts:read', NOT_OWN)
}

function readOthers(issues: Issues, value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > OTHERS_MAX) {
    const found = Array.isArray(value) ? String(value.length) : typeOf(value)
    issues.add('contact_ids', 'merge.wrong_ids', { max: OTHERS_MAX, found })
    return []
  }
  const wrong = value.flatMap((each, at) => (typeof each === 'string' && isUuid(each) ? [] : [at]))
  for (const at of wrong) issues.add(`contact_ids[${at}]`, 'bulk.wrong_id')
  return wrong.length > 0 ? [] : value.map((id: string) => id.toLowerCase())
}
