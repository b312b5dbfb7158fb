import { contactExample, FRESH_LEAD, type StoredInput } from '../contact-fields.ts'
import { type Pool, run, sql, type Tx, transaction } from '../db/database.ts'
import { FIRST_VERSION, type IfMatch, readIfMatch, requireMatch, withEtag } from '../http/answers/etag.ts'
import { callerOf, keyIdOf, type Reply, type Request, requireScope } from '../http/call.ts'
import { answerOnce, type CreationDeps, readIdempotencyKey } from '../http/idempotency.ts'
import { checked, objectBody, throwIssues } from '../http/input.ts'
import { operationsOf, recordAnswer } from '../http/route.ts'
import { createIssues, type Issues } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import { parseEmail } from '../lib/text/email.ts'
import { message } from '../messages/message.ts'
import { changedBy } from './changes.ts'
import type { ContactOrigin, Contacts } from './contacts.ts'
import { readContactPatch } from './input.ts'
import { lockNewest } from './merge/addresses.ts'
import { ContactPatchSchema, contact } from './schemas.ts'
import { requireMember } from './team.ts'

type Deps = CreationDeps & { pool: Pool; contacts: Pick<Contacts, 'createIn' | 'update' | 'withLink'> }

export const putContact = operationsOf<Deps>('Contacts')({
  id: 'putContact',
  summary: 'Change or create a contact by its address',
  description:
    'Changes the newest record with this address, or else the record that one with it was merged into: only the fields that are sent, by the rules of changing a contact. Without one, it creates ' +
    'a contact, which needs `first_name`. 200 or 201 says which. Two at once make one record. `email` may be left out; if it is sent, it ' +
    'is the address of the path. With `If-Match`, nothing is created: 412 where there is no record. It needs `contacts:read` too.',
  ifMatch: true,
  idempotent: 'own',
  locate: ({ id }) => `/v1/contacts/${id}`,
  params: S.object({
    email: S.string({
      description: 'The address, percent-encoded, in any spelling that means the same mailbox.',
      examples: ['ana%40example.com'],
    }),
  }),
  body: {
    schema: ContactPatchSchema,
    examples: {
      merge: { first_name: 'Ana', company: 'Example Ltd', extra: { plan: 'pro' } },
      clear: { last_name: null, extra: { plan: null } },
    },
  },
  answers: {
    200: { ...recordAnswer('There was a record: the contact as it is now.', contact), etag: true },
    201: { ...recordAnswer('There was none: the contact is created.', contact, contactExample), etag: true },
  },
  async handle(deps, request, reply) {
    const caller = callerOf(request)
    requireScope(caller, 'contacts:read', message('access.change_by_address'))
    const body = objectBody(request)
    const { address, ifMatch, key } = checked((issues) => ({
      address: readAddress(issues, request, body.email),
      ifMatch: readIfMatch(issues, request),
      key: readIdempotencyKey(issues, request),
    }))
    const { workspaceId } = caller
    const by = changedBy(caller)
    const origin = { workspaceId, keyId: keyIdOf(caller) }
    // Before the transaction, which must not wait for a second connection.
    const linked = await deps.contacts.withLink(origin, readContactPatch(createIssues(), NOBODY, body))
    const put = (tx: Tx) => putIn(deps, tx, reply, linked, { body, address, ifMatch, by })
    if (key !== null) return answerOnce(deps, request, reply, key, put, { status: 200 })
    return transaction(deps.pool, put)
  },
})

interface Address {
  email: string
  key: string
}

/** The address of the path, in the spelling of the body if there is one. */
function readAddress(issues: Issues, request: Request, sent: unknown): Address {
  const { email } = request.params as { email: string }
  const parsed = parseEmail(email.trim())
  if ('problem' in parsed) {
    issues.add('email', parsed.problem)
    return { email: '', key: '' }
  }
  if (sent === undefined) return parsed
  const other = typeof sent === 'string' ? parseEmail(sent.trim()) : null
  if (other === null || 'problem' in other || other.key !== parsed.key) {
    issues.add('email', 'contact.other_address')
    return parsed
  }
  return other
}

interface Put {
  body: Record<string, unknown>
  address: Address
  ifMatch: IfMatch | null
  by: ReturnType<typeof changedBy>
}

async function putIn(deps: Deps, tx: Tx, reply: Reply, origin: ContactOrigin, put: Put) {
  const { address, ifMatch, by, body } = put
  const { workspaceId } = origin
  // Until the transaction ends, no other upsert creates a record for the address.
  const lock = `contacts.email.${workspaceId}.${address.key}`
  await run(tx, sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
  const [found] = await lockNewest(tx, workspaceId, [address.key])
  const { email: _, ...rest } = body
  // A record with the address was merged into one with another address, which that one keeps.
  const change = found?.row.email_key === address.key ? body : rest
  const read = (current: StoredInput) => readPut(current, change)
  const changed = found && (await deps.contacts.update(tx, workspaceId, found.row.id, { ifMatch, by, read }))
  if (changed) return withEtag(reply, changed.version, changed.contact)
  const { lead, ...input } = readPut(NOBODY, { first_name: undefined, ...body, email: address.email })
  if (lead.owner_id !== null) await requireMember(tx, workspaceId, lead.owner_id)
  // If-Match cannot match a record that does not exist.
  if (ifMatch !== null) requireMatch([], FIRST_VERSION)
  const isFresh = lead.status === FRESH_LEAD.status && lead.owner_id === null && lead.tags.length === 0
  const made = await deps.contacts.createIn(tx, origin, isFresh ? input : { ...input, lead })
  reply.code(201)
  return withEtag(reply, FIRST_VERSION, made)
}

/** A contact without any fields, to which the body is added. */
const NOBODY: StoredInput = {
  first_name: '',
  last_name: null,
  email: null,
  email_key: null,
  company: null,
  utm_source: null,
  utm_medium: null,
  extra: {},
  lead: { ...FRESH_LEAD },
}

function readPut(current: StoredInput, body: Record<string, unknown>): StoredInput {
  const issues = createIssues()
  const input = readContactPatch(issues, current, body)
  throwIssues(issues)
  return input
}
