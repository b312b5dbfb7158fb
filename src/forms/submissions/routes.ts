import { sendPage } from '../../http/answer.ts'
import { callerOf, type Request, scopesOf, workspaceOf } from '../../http/call.ts'
import { answerOnce, type CreationDeps, readIdempotencyKey } from '../../http/idempotency.ts'
import { idOf, notFound, readQuery, throwIssues } from '../../http/input.ts'
import { readPage } from '../../http/pagination.ts'
import { queryChoice } from '../../http/query.ts'
import { dataAnswer, operationsOf, pageAnswer } from '../../http/route.ts'
import { pageQuery } from '../../http/schemas.ts'
import { createIssues } from '../../lib/issues.ts'
import * as S from '../../lib/schema.ts'
import { NO_SUCH_FORM, type OpenForm } from '../form-cache.ts'
import type { Forms } from '../forms.ts'
import { ReceiptSchema, receiptExample, STATES, SubmissionSchema, submissionExample } from '../schemas.ts'
import { type Arrived, readArrived } from './body.ts'
import { readSubmission } from './input.ts'

interface Deps extends CreationDeps {
  forms: Forms
}

export const FORM_NOT_FOUND = 'There is no form with this id. List them at GET /v1/forms.'

const operation = operationsOf<Deps>('Forms')
const onForm = operationsOf<Deps>('Forms', { missing: FORM_NOT_FOUND })

const PublicIdParams = S.object({
  id: S.string({ description: 'The `public_id` of the form.', examples: ['k3XqP0aZ7mWc9LrT2bVd1s0Q'] }),
})

export const createSubmission = operation({
  id: 'createSubmission',
  summary: 'Send a form',
  description:
    'What websites send to: as JSON, or as browsers send forms. It needs no key; the limits are those of contacts without one: 51,200 bytes, and ' +
    'RATE_LIMIT_PUBLIC, 20 by default, a minute for each client address. It is stored when the answer comes, and becomes a contact. One that looks ' +
    'like spam is held for a person to look at; the answer is the same.',
  params: PublicIdParams,
  idempotent: true,
  body: {
    kind: 'form',
    schema: S.object({}, { additionalProperties: true, description: 'The fields of the form, by name.' }),
    examples: { contact: { first_name: 'Ana', email: 'ana@example.com', message: 'Hello', utm_source: 'newsletter' } },
  },
  answers: { 201: dataAnswer('It is stored.', ReceiptSchema, receiptExample) },
  missing: NO_SUCH_FORM,
  errors: ['forbidden'],
  invalid: { email: 'E-mail is required. Please fill it in.' },
  async handle(deps, request, reply) {
    const form = await openFormOf(deps, request)
    const arrived = await readArrived(request, form)
    const input = readArrivedInput(deps, form, request, arrived)
    const judgement = await deps.forms.protection.judge(
      form,
      { sent: arrived.sent, input: input.submission },
      { headers: request.headers, address: request.clientBucket },
    )
    const { submissions } = deps.forms
    if (input.idempotencyKey !== null) {
      return answerOnce(deps, request, reply, input.idempotencyKey, (tx) =>
        submissions.submit(form, input.submission, judgement, tx),
      )
    }
    return submissions.submit(form, input.submission, judgement)
  },
})

function readArrivedInput({ forms }: Deps, form: OpenForm, request: Request, { sent }: Arrived) {
  const issues = createIssues()
  const idempotencyKey = readIdempotencyKey(issues, request)
  const rules = { readContact: forms.submissions.readContact, fileFields: new Set<string>() }
  const submission = readSubmission(issues, form, sent, rules)
  throwIssues(issues)
  return { submission, idempotencyKey }
}

/** The one that authentication has found. It may have been deleted meanwhile. */
async function openFormOf({ forms }: Deps, request: Request): Promise<OpenForm> {
  const { id } = request.params as { id: string }
  const known = forms.cache.peek(id)
  if (known !== null) return known
  const found = await forms.cache.find(id)
  if ('form' in found) return found.form
  throw notFound(request)
}

export const listSubmissions = onForm({
  id: 'listSubmissions',
  summary: 'List what was sent with a form',
  description:
    'Newest first. What was accepted is a contact: read it by `contact_id`. Held ones show what was sent, to callers with `contacts:read`.',
  query: S.partial({ ...pageQuery, state: S.oneOf(STATES) }),
  answers: { 200: pageAnswer('A page of submissions.', SubmissionSchema, submissionExample) },
  async handle({ forms }, request, reply) {
    const formId = idOf(request)
    const { page, state } = readQuery(request, (issues, query) => ({
      page: readPage(issues, query),
      state: queryChoice(issues, query, 'state', STATES),
    }))
    const mayReadContacts = scopesOf(callerOf(request)).has('contacts:read')
    const list = await forms.submissions.list(workspaceOf(request), { formId, state }, page, mayReadContacts)
    return list && sendPage(reply, list)
  },
})

export const withdrawConsent = operation({
  id: 'withdrawConsent',
  summary: 'Note that a consent was withdrawn',
  description:
    'The first time counts; asking again changes nothing. The contact stays: erase the person at POST /v1/people/erase.',
  answers: {
    200: dataAnswer('The submission as it is now.', SubmissionSchema, {
      ...submissionExample,
      withdrawn_at: '2026-11-20T08:00:00.000Z',
    }),
  },
  missing: 'This form has no submission with this id that has a consent. List them at GET /v1/forms/{id}/submissions.',
  handle: ({ forms }, request) =>
    forms.submissions.withdraw(workspaceOf(request), idOf(request), idOf(request, 'submission_id')),
})
