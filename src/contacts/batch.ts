import { type ContactInput, contactExample, EXAMPLE_FIELDS } from '../contact-fields.ts'
import { failureKind, reasonOf } from '../db/connect/failure.ts'
import { type Tx, transaction } from '../db/database.ts'
import { ApiError, ERROR_STATUS, retryLater, toErrorBody, validationError } from '../errors.ts'
import type { RateLimits } from '../http/access/rate-limit.ts'
import { type Caller, callerOf, keyIdOf, type Reply, type Request } from '../http/call.ts'
import {
  answerOnce,
  type CreationDeps,
  hashEach,
  readIdempotencyKey,
  replayKept,
  WrittenData,
  writeData,
} from '../http/idempotency.ts'
import { objectBody, throwIssues } from '../http/input.ts'
import { dataAnswer, operationsOf } from '../http/route.ts'
import { readJsonBody } from '../http/server/body.ts'
import { createTurns, createWorkLine, LineFullError } from '../lib/bounds/work-line.ts'
import { checkNames, createIssues, type Details, type Issues, typeOf } from '../lib/issues.ts'
import type { Log } from '../lib/log/log.ts'
import * as S from '../lib/schema.ts'
import { groupDigits } from '../lib/text/text.ts'
import { message } from '../messages/message.ts'
import type { ContactOrigin, Contacts } from './contacts.ts'
import { readContact } from './input.ts'
import { contact, NewContactSchema } from './schemas.ts'

const BATCH_MAX = 1_000
const BATCH_BYTES_MAX = 8 * 1_048_576
/** This many contacts, or fewer, count as one request. */
const UNIT = 50
/** Refused fields that a 400 lists. */
const DETAILS_MAX = 1_000

/** Larger bodies are read one at a time. */
const SMALL_BYTES = 1_048_576
/** The most large bodies that wait: each takes up to 8 MiB of memory. */
const WAITING_MAX = 10
/** The most contacts of one statement, and about the most characters. */
const PART_MAX = 250
const PART_CHARACTERS = 1_048_576

const index = S.integer('The place in `contacts`, from 0.')

const StoredSchema = S.output('StoredInBatch', { index, status: S.integer({ const: 201 }), data: contact.schema })
const RefusedSchema = S.output('RefusedInBatch', {
  index,
  status: S.integer({ enum: [ERROR_STATUS.validation_error, ERROR_STATUS.internal_error] }),
  error: S.closed({
    error: S.oneOf(['validation_error', 'internal_error']),
    message: S.string('What is wrong with it, and what to do.'),
    details: S.optional(S.record(S.array(S.string()), 'Field → every rule it breaks.')),
  }),
})

const example = [
  { index: 0, status: 201, data: contactExample },
  {
    index: 1,
    status: 400,
    error: {
      error: 'validation_error',
      message: 'first_name is required.',
      details: { first_name: ['first_name is required.'] },
    },
  },
]

type Deps = CreationDeps & {
  contacts: Pick<Contacts, 'createEachIn' | 'withLink'>
  batches: Batches
  limits: Pick<RateLimits, 'countMore'>
  log: Log
}

type Batches = ReturnType<typeof createBatches>

/** Takes large batches one after the other: as objects and statements, each may take a hundred megabytes. */
export function createBatches() {
  const line = createWorkLine({ atOnce: 1, waitingMax: WAITING_MAX })
  return {
    run: <T>(bytes: number, work: () => Promise<T>): Promise<T> =>
      bytes <= SMALL_BYTES
        ? work()
        : line.run(work).catch((error) => {
            if (!(error instanceof LineFullError)) throw error
            throw retryLater('rate_limit_exceeded', message('batch.too_many_at_once'), 5, error)
          }),
  }
}

export const createContactBatch = operationsOf<Deps>('Contacts')({
  id: 'createContactBatch',
  summary: 'Create many contacts',
  description:
    `Up to ${groupDigits(BATCH_MAX)} contacts in a body of up to 8 MiB, each by the rules of creating one. Those that keep the rules are ` +
    'stored together, in one transaction; one that breaks a rule costs no other. The answer has a result for each, in their order: 200 ' +
    `if at least one was stored, 400 if none was. A batch counts as one request for each ${UNIT} contacts begun; with too few left, it is 429, ` +
    'and nothing is stored.',
  idempotent: 'own',
  body: {
    kind: 'late_json',
    maxBytes: BATCH_BYTES_MAX,
    schema: S.input('ContactBatch', {
      contacts: S.array(NewContactSchema, { minItems: 1, maxItems: BATCH_MAX }),
    }),
    examples: { two: { contacts: [EXAMPLE_FIELDS, { first_name: 'Ben', email: 'ben@example.com', tags: ['fair'] }] } },
  },
  answers: {
    200: dataAnswer(
      'At least one contact is stored. What became of each.',
      S.array({ anyOf: [StoredSchema, RefusedSchema] }),
      example,
    ),
  },
  async handle(deps, request, reply) {
    const bytes = Buffer.isBuffer(request.body) ? request.body : null
    if (bytes === null) objectBody(request)
    return deps.batches.run(bytes!.length, () => takeBatch(deps, request, reply, bytes!))
  },
})

async function takeBatch(deps: Deps, request: Request, reply: Reply, bytes: Buffer): Promise<Reply> {
  const caller = callerOf(request)
  const issues = createIssues()
  const sent = readSent(issues, objectBody({ body: readJsonBody(request, bytes) }))
  const key = readIdempotencyKey(issues, request)
  throwIssues(issues)
  const content = key === null ? null : await hashEach(sent)
  // A repeat counts as the one request that it is.
  const kept = key === null ? null : await replayKept(deps, request, reply, key, content)
  if (kept !== null) return kept
  await countUnits(deps.limits, caller, reply, Math.ceil(sent.length / UNIT))
  const rows = await readRows(sent)
  requireGood(rows)
  const origin = { workspaceId: caller.workspaceId, keyId: keyIdOf(caller) }
  const good = rows.filter((row) => 'input' in row)
  // Before the transaction, which must not wait for a second connection.
  const drafts = await Promise.all(
    good.map(async (row) => ({ ...row, origin: await deps.contacts.withLink(origin, row.input) })),
  )
  const store = async (tx: Tx) => {
    const stored = await storeRows(deps, tx, request, drafts)
    return new WrittenData(writeResults(reply, rows, stored))
  }
  if (key !== null) return answerOnce(deps, request, reply, key, store, { status: 200, content })
  return reply.send(writeData(await transaction(deps.pool, store)))
}

function readSent(issues: Issues, body: Record<string, unknown>): readonly unknown[] {
  checkNames(issues, body, ['contacts'])
  const { contacts } = body
  if (!Array.isArray(contacts)) {
    issues.add('contacts', 'batch.not_list', { max: BATCH_MAX, found: typeOf(contacts) })
    return []
  }
  const { length: count } = contacts
  if (count === 0 || count > BATCH_MAX) issues.add('contacts', 'batch.count', { max: BATCH_MAX, count })
  return contacts
}

async function countUnits(limits: Deps['limits'], caller: Caller, reply: Reply, units: number): Promise<void> {
  if (caller.kind === 'key') await limits.countMore('authenticated', caller.keyId, reply, units)
  if (caller.kind === 'user') await limits.countMore('dashboard', caller.userId, reply, units)
}

interface Good {
  index: number
  input: ContactInput
}

type Row = Good | { index: number; details: Details }

async function readRows(sent: readonly unknown[]): Promise<Row[]> {
  const turns = createTurns()
  const rows: Row[] = []
  for (const [index, each] of sent.entries()) {
    if (turns.isDue()) await turns.next()
    rows.push(readRow(index, each))
  }
  return rows
}

function readRow(index: number, sent: unknown): Row {
  const issues = createIssues()
  const isObject = typeof sent === 'object' && sent !== null && !Array.isArray(sent)
  if (!isObject) issues.add(`contacts[${index}]`, 'batch.not_contact', { found: typeOf(sent) })
  const input = isObject && readContact(issues, sent as Record<string, unknown>, true)
  return input && issues.count === 0 ? { index, input } : { index, details: issues.details }
}

/** Throws if there is nothing to store. */
function requireGood(rows: readonly Row[]): void {
  const all = createIssues()
  for (const row of rows) {
    if ('input' in row) return
    for (const [field, messages] of Object.entries(row.details)) {
      if (all.count >= DETAILS_MAX) break
      const path = field.startsWith('contacts[') ? field : `contacts[${row.index}].${field}`
      for (const each of messages) all.add(path, each)
    }
  }
  throwIssues(all)
}

type Drafted = Good & { origin: ContactOrigin }

/** The JSON of each contact by its index; null for one that the database refused. */
type Stored = Map<number, string | null>

async function storeRows(deps: Deps, tx: Tx, request: Request, drafts: readonly Drafted[]): Promise<Stored> {
  const stored: Stored = new Map()
  const failures: unknown[] = []
  for (const part of partsOf(drafts)) await storePart(deps, tx, part, stored, failures)
  for (const cause of failures)
    deps.log.error({ reqId: request.id, reason: reasonOf(cause) }, 'contact of a batch refused')
  if (failures.length === drafts.length) throw failures[0]
  return stored
}

/** Stores a part. One that the database refuses is split in half until the contact at fault is alone. */
async function storePart(
  deps: Deps,
  tx: Tx,
  part: readonly Drafted[],
  stored: Stored,
  failures: unknown[],
): Promise<void> {
  await tx.query({ text: 'savepoint part' })
  try {
    const made = await deps.contacts.createEachIn(tx, part)
    for (const [at, { json }] of made.entries()) stored.set(part[at]!.index, json)
    await tx.query({ text: 'release savepoint part' })
  } catch (error) {
    if (failureKind(error) !== 'data') throw error
    await tx.query({ text: 'rollback to savepoint part; release savepoint part' })
    if (part.length === 1) {
      stored.set(part[0]!.index, null)
      failures.push(error)
      return
    }
    const half = part.length >> 1
    await storePart(deps, tx, part.slice(0, half), stored, failures)
    await storePart(deps, tx, part.slice(half), stored, failures)
  }
}

function* partsOf(drafts: readonly Drafted[]): Generator<Drafted[]> {
  let part: Drafted[] = []
  let characters = 0
  for (const draft of drafts) {
    part.push(draft)
    characters += sizeOf(draft)
    if (part.length < PART_MAX && characters < PART_CHARACTERS) continue
    yield part
    part = []
    characters = 0
  }
  if (part.length > 0) yield part
}

function sizeOf({ input }: Drafted): number {
  let size = 0
  for (const value of Object.values(input.extra)) size += String(value).length
  return size
}

function writeResults(reply: Reply, rows: readonly Row[], stored: Stored): string {
  const results = rows.map((row) => {
    const json = stored.get(row.index)
    if (json != null) return `{"index":${row.index},"status":201,"data":${json}}`
    const refusal = 'details' in row ? validationError(row.details) : new ApiError('internal_error')
    const { status, ...error } = toErrorBody(refusal)
    return reply.json({ index: row.index, status, error })
  })
  return `[${results.join(',')}]`
}
