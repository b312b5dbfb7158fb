import type { Parts } from '../db/parts.ts'
import { sendPage } from '../http/answers/answer.ts'
import { callerOf, type Request, scopesOf, workspaceOf } from '../http/call.ts'
import { answerDeleted, idOf, readInput, readQuery } from '../http/input.ts'
import * as Q from '../http/query.ts'
import { deletedAnswer, operationsOf, pageAnswer, recordAnswer } from '../http/route.ts'
import { Uuid } from '../http/schemas.ts'
import { isUuid } from '../lib/ids.ts'
import { checkNames, describeFound, type Issues } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import { message } from '../messages/message.ts'
import type { Forms } from './deps.ts'
import { FORM_NOT_FOUND } from './form-cache.ts'
import { REASON_KINDS, REASONS, type ReasonKind } from './protection/reasons.ts'
import { submission } from './schemas.ts'
import { findSubmission, type HeldFilter, removeHeld, showSubmission } from './submission-store.ts'
import { acceptAll, acceptSubmission, listSubmitted } from './submissions.ts'

interface Deps extends Pick<Parts, 'pool'> {
  forms: Forms
}

const operation = operationsOf<Deps>('Forms')
const onHeld = operationsOf<Deps>('Forms', { missing: message('held.not_found') })

const filters = {
  form_id: Q.id(message('object.form'), { ...Uuid, description: 'Only submissions of this form.' }),
  reason: Q.choice(REASON_KINDS, 'Only those that were held for this reason, among others.'),
}
const heldQuery = Q.list(filters)

const heldExample = {
  ...submission.example,
  state: 'held',
  contact_id: null,
  points: REASONS.disposable.points,
  reasons: [REASONS.disposable],
  contact: { first_name: 'Ana', email: 'ana@mailinator.com' },
  expires_at: '2026-12-15T09:30:00.000Z',
}
const AcceptHeldSchema = S.partialInput('AcceptHeld', {
  form_id: filters.form_id.schema,
  reason: filters.reason.schema,
})
const acceptedHeld = S.exampledOutput('AcceptedHeld', { accepted: [S.integer(), 42], remaining: [S.integer(), 0] })

export const listHeld = operation({
  id: 'listHeld',
  summary: 'List held submissions',
  description:
    'What looked like spam, newest first, each with the reasons. Nothing is dropped: accept or delete them; after 30 days they ' +
    'go by themselves. What was sent is shown to callers with `contacts:read`.',
  query: heldQuery.schema,
  answers: { 200: pageAnswer('A page of held submissions.', submission.schema, heldExample) },
  missing: FORM_NOT_FOUND,
  async handle({ forms }, request, reply) {
    const { filter, page } = readQuery(request, heldQuery.read)
    const held = { ...filter, state: 'held' as const }
    const list = await listSubmitted(forms.submissions, workspaceOf(request), held, page, mayReadContacts(request))
    return list && sendPage(reply, list)
  },
})

export const getHeld = onHeld({
  id: 'getHeld',
  summary: 'Read a held submission',
  answers: { 200: recordAnswer('The submission.', submission, heldExample) },
  async handle({ pool }, request) {
    const row = await findSubmission(pool, workspaceOf(request), idOf(request))
    return row?.state === 'held' ? showSubmission(row, mayReadContacts(request)) : null
  },
})

export const acceptHeld = onHeld({
  id: 'acceptHeld',
  idempotent: 'repeatable',
  summary: 'Accept a held submission',
  description:
    'It becomes a contact, and everything follows as if it had just come: the event, the mails. Accepting it again changes nothing.',
  answers: { 200: recordAnswer('The submission as it is now.', submission) },
  async handle({ forms, pool }, request) {
    const [workspaceId, id] = [workspaceOf(request), idOf(request)]
    await acceptSubmission(forms.submissions, workspaceId, id)
    const row = await findSubmission(pool, workspaceId, id)
    return row && showSubmission(row, mayReadContacts(request))
  },
})

export const acceptAllHeld = operation({
  id: 'acceptAllHeld',
  idempotent: 'repeatable',
  summary: 'Accept many held submissions',
  description:
    'All of a form, or all that were held for one reason. At most 100 at a time, the oldest first: send it again while `remaining` ' +
    'is more than 0.',
  body: { schema: AcceptHeldSchema, examples: { reason: { reason: 'disposable_address' } } },
  answers: { 200: recordAnswer('How many were accepted, and how many are left.', acceptedHeld) },
  handle: ({ forms }, request) =>
    acceptAll(forms.submissions, workspaceOf(request), readInput(request, readHeldFilter)),
})

export const deleteHeld = onHeld({
  id: 'deleteHeld',
  summary: 'Delete a held submission',
  answers: { 200: deletedAnswer('The submission is gone.', submission.example) },
  handle: ({ pool }, request) => answerDeleted(request, (id) => removeHeld(pool, workspaceOf(request), id)),
})

/** Refuses an empty filter: leaving something out must not accept all spam of all forms. */
function readHeldFilter(issues: Issues, body: Record<string, unknown>): HeldFilter {
  checkNames(issues, body, Object.keys(filters))
  const { form_id = null, reason = null } = body
  if (form_id !== null && !(typeof form_id === 'string' && isUuid(form_id))) {
    issues.add('form_id', 'held.wrong_form')
  }
  if (reason !== null && !REASON_KINDS.includes(reason as ReasonKind)) {
    issues.add('reason', 'field.not_choice', { choices: REASON_KINDS.join(', '), found: describeFound(reason) })
  }
  if (form_id === null && reason === null) issues.add('reason', 'held.no_filter')
  return { form_id, reason } as HeldFilter
}

export function mayReadContacts(request: Request): boolean {
  return scopesOf(callerOf(request)).has('contacts:read')
}
