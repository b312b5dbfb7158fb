import { type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import type { AllowedOrigins } from '../http/access/cors.ts'
import { sendPage } from '../http/answers/answer.ts'
import { type Reply, type Request, workspaceOf } from '../http/call.ts'
import { answerOnce, type CreationDeps, nameCreated, readIdempotencyKey, replayKept } from '../http/idempotency.ts'
import { idOf, objectBody, readQuery, throwIssues } from '../http/input.ts'
import * as Q from '../http/query.ts'
import { dataAnswer, operationsOf, pageAnswer, recordAnswer } from '../http/route.ts'
import { Uuid } from '../http/schemas.ts'
import { createIssues, type Issues } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import { message } from '../messages/message.ts'
import { sentences } from '../messages/sentence.ts'
import { type Arrived, readArrived } from './arrival/body.ts'
import { createUpload, NO_FILES, releaseRoom, storeFiles, type TakenFiles, takeFiles } from './arrival/files.ts'
import type { Forms } from './deps.ts'
import { joinText, PROTECTION_NAMES, TOKEN_FIELD } from './fields/fields.ts'
import {
  FORM_NOT_FOUND,
  formIdOf,
  knownFormOf,
  NO_SUCH_FORM,
  type OpenForm,
  openForm,
  openFormOf,
  pagePathOf,
} from './form-cache.ts'
import { mayReadContacts } from './held-routes.ts'
import { formForVisitor, languageOfForm } from './languages.ts'
import { formPage, refuseWithPage, sendHtml, wantsPage, websitesOf, withLanguage } from './page.ts'
import { FormParams, receipt, STATES, submission } from './schemas.ts'
import { findForm } from './store.ts'
import { exampleOf, hiddenFields, readSubmission } from './submission-input.ts'
import { findFile, showSubmission, updateWithdrawn } from './submission-store.ts'
import { findOrigin, listSubmitted, submit, submitTest } from './submissions.ts'

interface Deps extends CreationDeps, Pick<Parts, 'reads'> {
  forms: Forms
  origins: AllowedOrigins
}

const operation = operationsOf<Deps>('Forms')
const onForm = operationsOf<Deps>('Forms', { missing: FORM_NOT_FOUND, params: FormParams })

export const createSubmission = operation({
  id: 'createSubmission',
  summary: 'Send a form',
  description:
    'What websites send to: as JSON, or as browsers send forms. It needs no key; the limits are those of contacts without one: 51,200 bytes, and ' +
    'RATE_LIMIT_PUBLIC, 20 by default, a minute for each client address. It is stored when the answer comes, and becomes a contact. One that looks ' +
    'like spam is held for a person to look at; the answer is the same.\n\nA browser that leaves the page for the answer (`Sec-Fetch-Mode: navigate`, or without that header an ' +
    '`Accept` that prefers `text/html` to `application/json`) gets pages: 303 to where the form says, or to a thank-you page, and the form again where a field is ' +
    'wrong, with what was typed. Everybody else gets JSON. ' +
    'Names that are there several times are lists. Fields that the form does not have are kept in `extra` of the contact, or left out; they are never a reason ' +
    'to refuse. `dp` (the code of a link), `utm_source` and its companions, `referrer` and `landing_page` say where the sender comes from. `redirect_url` chooses one ' +
    "of the listed addresses. `lang` in the query is the language of a form in several, as its page sends it; without it the browser's counts.",
  params: FormParams,
  idempotent: 'own',
  body: {
    kind: 'form',
    schema: S.object({}, { additionalProperties: true, description: 'The fields of the form, by name.' }),
    examples: { contact: { first_name: 'Ana', email: 'ana@example.com', message: 'Hello', utm_source: 'newsletter' } },
  },
  answers: {
    201: recordAnswer('It is stored.', receipt),
    303: {
      description: 'It is stored; `Location` is where the browser goes.',
      schema: S.string(),
      example: '',
      contentType: 'text/html',
    },
  },
  missing: NO_SUCH_FORM,
  errors: ['forbidden'],
  refuse: refuseWithPage,
  async handle(deps, request, reply) {
    const form = formForVisitor(knownFormOf(deps, request) ?? (await openFormOf(deps, request)), request, reply)
    const upload = createUpload(deps.forms.files, request.clientBucket)
    try {
      const arrived = await readArrived(request, form, upload.receive)
      try {
        return await answerArrived(deps, request, reply, form, arrived)
      } finally {
        if (arrived.files.length > 0) await Promise.all(arrived.files.map(({ arrival }) => arrival.discard()))
      }
    } finally {
      upload.leave()
    }
  },
})

async function answerArrived(deps: Deps, request: Request, reply: Reply, form: OpenForm, arrived: Arrived) {
  const { files } = deps.forms
  const issues = createIssues()
  const idempotencyKey = readIdempotencyKey(issues, request)
  const submitted = { form, arrived, issues, idempotencyKey, content: idempotencyKey && meaningOf(arrived) }
  if (idempotencyKey !== null) {
    // Runs before the spam check: a proof counts once, and the first request has used it.
    const replay = await replayKept(deps, request, reply, idempotencyKey, submitted.content)
    if (replay !== null) return replay
  }
  const hidden = hiddenFields(form, arrived.sent)
  const shown = arrived.files.filter(({ field }) => !hidden.has(field))
  if (shown.length === 0) return answerTaken(deps, request, reply, submitted, NO_FILES)
  const sender = { workspaceId: form.workspaceId, client: request.clientBucket }
  const taken = await takeFiles(issues, files, sender, shown)
  try {
    return await answerTaken(deps, request, reply, submitted, taken)
  } finally {
    await releaseRoom(files, taken)
  }
}

interface Submitted {
  form: OpenForm
  arrived: Arrived
  issues: Issues
  idempotencyKey: string | null
  /** The normalised body; only with an Idempotency-Key. */
  content: unknown
}

async function answerTaken(deps: Deps, request: Request, reply: Reply, submitted: Submitted, taken: TakenFiles) {
  const { forms } = deps
  const { form, arrived, issues, idempotencyKey, content } = submitted
  const { submissions } = forms
  const input = readSubmission(issues, form, arrived.sent, {
    readContact: submissions.contacts.read,
    files: taken.typed,
  })
  const isPage = wantsPage(request)
  if (issues.count > 0 && isPage) {
    const shown = { sent: arrived.sent, errors: sentences(issues.details, languageOfForm(form)) }
    const token = forms.protection.tokenFor(form.publicId, joinText(arrived.sent[TOKEN_FIELD]))
    const websites = await websitesOf(form, deps.origins)
    return sendHtml(reply, 400, formPage(form, shown, token), form, { websites })
  }
  throwIssues(issues)
  const how = { headers: request.headers, address: request.clientBucket }
  const judgement = await forms.protection.judge(form, { sent: arrived.sent, input }, how)
  const sender = { workspaceId: form.workspaceId, client: request.clientBucket, isHeld: judgement.isHeld }
  const stored = taken === NO_FILES ? null : await storeFiles(forms.files, sender, taken)
  const origin = await findOrigin(submissions, form, input)
  const found = { judgement, origin, client: request.clientBucket, stored }
  const write = (tx: Tx | null) => submit(submissions, form, input, found, tx)
  const status = isPage ? 303 : 201
  if (isPage) reply.header('location', input.redirectUrl ?? withLanguage(form, `${pagePathOf(form.publicId)}/thanks`))
  reply.header('content-language', form.settings.language)
  if (idempotencyKey !== null) return answerOnce(deps, request, reply, idempotencyKey, write, { status, content })
  const data = await write(null)
  if (isPage) return reply.code(303).type('text/html; charset=utf-8').send('')
  nameCreated(request, reply, data)
  return reply.code(201).send({ success: true, data })
}

/** Leaves out what the page adds anew on each attempt. */
function meaningOf({ sent, files }: Arrived): object {
  const fields = Object.entries(sent).filter(([name]) => !PROTECTION_NAMES.has(name))
  const sums = files.map(({ field, name, arrival }) => [field, name, arrival.sha256.toString('hex')])
  return { fields: Object.fromEntries(fields), files: sums }
}

const submissionsQuery = Q.list({
  state: Q.choice(STATES),
  contact_id: Q.id(message('object.contact'), { ...Uuid, description: 'What made this contact.' }),
})

export const listSubmissions = onForm({
  id: 'listSubmissions',
  summary: 'List what was sent with a form',
  description:
    'Newest first. What was accepted is a contact: read it by `contact_id`. Held ones show what was sent, to callers with `contacts:read`.',
  query: submissionsQuery.schema,
  answers: { 200: pageAnswer('A page of submissions.', submission.schema, submission.example) },
  async handle({ forms, pool }, request, reply) {
    const form_id = await formIdOf(pool, request)
    const { page, filter } = readQuery(request, submissionsQuery.read)
    const own = { form_id, ...filter }
    const list = await listSubmitted(forms.submissions, workspaceOf(request), own, page, mayReadContacts(request))
    return list && sendPage(reply, list)
  },
})

export const testForm = onForm({
  id: 'testForm',
  idempotent: 'repeatable',
  summary: 'Send a test through a form',
  description:
    'Goes the way of every submission: the rules of the fields, the rules of contacts, the protection, the database. But a test is no lead: it makes no contact ' +
    'and no event, sends no mail, counts nowhere, and goes after a day. Without a body every field gets an example; what is sent takes its place. Required ' +
    'files are not needed.',
  body: {
    schema: S.object({}, { additionalProperties: true, description: 'Values of fields, by name.' }),
    examples: { own: { email: 'me@example.com' } },
    optional: true,
  },
  answers: {
    200: recordAnswer('It went through, and this is what would have been stored.', submission, {
      state: 'test',
      contact_id: null,
      contact: { first_name: 'Ana', email: 'ana@example.com', extra: { message: 'This is a test.' } },
      files: [],
      expires_at: '2026-11-16T09:30:00.000Z',
    }),
  },
  async handle(deps, request) {
    const { forms, clock, pool } = deps
    const row = await findForm(pool, workspaceOf(request), await formIdOf(pool, request))
    if (row === null) return null
    const form = openForm(row)
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    const own = request.body === undefined ? {} : objectBody(request)
    const sent = { ...exampleOf(form, day), ...own }
    const issues = createIssues()
    const files = form.fields
      .filter(({ type }) => type === 'file')
      .map(({ name }) => ({ field: name, name: 'test.pdf' }))
    const input = readSubmission(issues, form, sent, { readContact: forms.submissions.contacts.read, files })
    throwIssues(issues)
    return submitTest(forms.submissions, form, input)
  },
})

export const withdrawConsent = operation({
  id: 'withdrawConsent',
  idempotent: 'repeatable',
  summary: 'Note that a consent was withdrawn',
  description:
    'The first time counts; asking again changes nothing. The contact stays: erase the person at POST /v1/people/erase.',
  answers: {
    200: recordAnswer('The submission as it is now.', submission, { withdrawn_at: '2026-11-20T08:00:00.000Z' }),
  },
  missing: message('submission.without_consent', { id: '{id}' }),
  params: S.object({ ...(FormParams.properties as S.Fields), submission_id: Uuid }),
  async handle({ clock, pool }, request) {
    const [workspaceId, id] = [workspaceOf(request), idOf(request, 'submission_id')]
    const formId = await formIdOf(pool, request)
    const at = new Date(clock.now())
    const row = await transaction(pool, (tx) => updateWithdrawn(tx, workspaceId, formId, id, at))
    return row && showSubmission(row, false)
  },
})

export const getSubmissionFile = operation({
  id: 'getSubmissionFile',
  summary: 'Read a file that was sent with a form',
  description:
    'The bytes as they were sent, sent as a download that browsers save and never show, because no one has checked them.',
  answers: {
    200: {
      description: 'The file.',
      schema: S.string({ format: 'binary' }),
      example: '(the bytes of the file)',
      contentType: 'application/octet-stream',
    },
  },
  missing: message('submission.file_gone'),
  async handle({ forms, reads }, request, reply) {
    const row = await findFile(reads, workspaceOf(request), idOf(request))
    const body = row && (await forms.files.open(row))
    if (row === null || body === null) return null
    return reply
      .type('application/octet-stream')
      .header('content-disposition', forms.files.dispositionOf(row))
      .header('content-length', String(row.bytes))
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(body)
  },
})

const ChallengeSchema = S.output('FormChallenge', {
  token: S.string('Send it as `dp_token` with the form, not sooner than after 3 seconds and within a day.'),
  challenge: S.object(
    {
      parameters: S.object(
        {
          algorithm: S.string(),
          cost: S.integer(),
          keyLength: S.integer(),
          keyPrefix: S.string(),
          nonce: S.string(),
          salt: S.string(),
        },
        { additionalProperties: true },
      ),
      signature: S.string(),
    },
    'A challenge of ALTCHA, version 2. Send its solution as `dp_proof`: the JSON of `{challenge, solution}` in Base64. It counts once, within two hours.',
  ),
})

const challengeExample = {
  token: 'n7Kc0w1X2v9Zq3Jm5Tb8Ry4Ua6Ge1Lp0Sd2Fh7Ki9Oj3Nx5Cv8Bm1Qw4Er6Ty',
  challenge: {
    parameters: {
      algorithm: 'PBKDF2/SHA-256',
      cost: 1000,
      data: { at: 1_794_735_000_000, form: 'k3XqP0aZ7mWc9LrT2bVd1s0Q' },
      keyLength: 32,
      keyPrefix: '5d1f0c2e7a9b4863f1e0d2c3b4a59687',
      keySignature: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      nonce: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
      salt: '00112233445566778899aabbccddeeff',
    },
    signature: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
  },
}

export const getChallenge = operation({
  id: 'getFormChallenge',
  summary: 'Get a token and a challenge for a form',
  description:
    'The script on a page asks for this before the form is sent. Both parts tell people from programs: see docs/how-to/spam.md.',
  params: FormParams,
  answers: { 200: dataAnswer('For one page.', ChallengeSchema, challengeExample) },
  missing: NO_SUCH_FORM,
  errors: ['forbidden'],
  async handle({ forms }, request, reply) {
    const { publicId } = await openFormOf({ forms }, request)
    const data = await forms.protection.challenge(publicId)
    return reply.header('cache-control', 'no-store').send({ success: true, data })
  },
})
