import type { Db } from '../db/database.ts'
import { validationError } from '../errors.ts'
import { callerOf, type KeyCaller, workspaceOf } from '../http/call.ts'
import { answerCreated, type CreationDeps, readCreation } from '../http/idempotency.ts'
import { answerDeleted, checked, idOf, objectBody, readQuery } from '../http/input.ts'
import { deletedAnswer, operationsOf, pageAnswer, recordAnswer } from '../http/route.ts'
import { message } from '../messages/message.ts'
import { type ApiKeys, nameTaken } from './keys.ts'
import { apiKey, createdKey, keySelf, keysQuery, readNewKey, rotation } from './schemas.ts'
import { findNameOfPerson } from './store.ts'

const operation = operationsOf<CreationDeps & { apiKeys: ApiKeys }>('Keys')

export const createApiKey = operation({
  id: 'createKey',
  showsSecret: true,
  summary: 'Create an API key',
  description:
    'The answer shows the key itself, once: only a hash of it is kept. A repeat for an Idempotency-Key shows `key` as ' +
    'null; revoke that one and create another if the first answer was lost.',
  idempotent: 'own',
  body: {
    schema: apiKey.newSchema,
    examples: {
      smallest: { name: 'Everything' },
      narrow: { name: apiKey.example.name, scopes: apiKey.example.scopes, expires_at: '2099-11-15T09:30:00Z' },
    },
  },
  answers: { 201: recordAnswer('The key is live. Keep it secret.', createdKey) },
  async handle(deps, request, reply) {
    const { apiKeys, pool, clock } = deps
    const { input, idempotencyKey } = readCreation(request, (issues, body) =>
      readNewKey(issues, body, new Date(clock.now())),
    )
    const caller = callerOf(request)
    const create = async (db: Db) => {
      const person = caller.kind === 'user' ? await findNameOfPerson(db, caller.userId) : null
      const data = await apiKeys.createIn(db, caller.workspaceId, input, person)
      if (data === null) throw validationError({ name: [nameTaken(input.name)] })
      return data
    }
    reply.header('cache-control', 'no-store')
    return answerCreated(deps, request, reply, idempotencyKey, (tx) => create(tx ?? pool), 'key')
  },
})

export const listApiKeys = operation({
  id: 'listKeys',
  summary: 'List API keys',
  description:
    'The live ones first, then the newest first. The keys themselves were shown once, when they were created.',
  query: keysQuery.schema,
  answers: { 200: pageAnswer('A page of keys.', apiKey.schema, apiKey.example) },
  async handle({ apiKeys }, request, reply) {
    const { page, filter } = readQuery(request, keysQuery.read)
    const { rows, pagination } = await apiKeys.list(workspaceOf(request), filter.state, page)
    return reply.send({ success: true, data: rows, pagination })
  },
})

export const getOwnKey = operation({
  id: 'getKeySelf',
  summary: 'Read about the key of the request',
  description:
    'For every live key, whatever its permissions: a program checks its key with it, and shows whose it is. Never the key itself.',
  answers: { 200: { ...recordAnswer('The key that was sent.', keySelf), etag: true } },
  handle: ({ apiKeys }, request) => apiKeys.self(callerOf(request) as KeyCaller),
})

export const rotateApiKey = operation({
  id: 'rotateKey',
  idempotent: 'atomic',
  secret: 'key',
  showsSecret: true,
  summary: 'Give an API key a new secret',
  description:
    'The new secret is shown once: a repeat for an Idempotency-Key shows `key` as null. The previous one works until `previous_until`, and `previous_last_used_at` shows whether ' +
    'a program still uses it; the one before that ends at once. Name, permissions and expiry stay. Revoking the key ends both.',
  body: { schema: rotation.schema, examples: { usual: {}, leaked: { grace_hours: 0 } }, optional: true },
  answers: {
    200: recordAnswer('The key with its new secret.', createdKey, {
      previous_hint: 'svc_pk_Zz9y…1aBc',
      previous_until: '2026-11-16T09:30:00.000Z',
    }),
  },
  missing: message('key.not_found'),
  async handle({ apiKeys, pool }, request, reply, tx) {
    const id = idOf(request)
    const body = request.body === undefined ? {} : objectBody(request)
    const graceHours = checked((issues) => rotation.read(issues, body).grace_hours)
    reply.header('cache-control', 'no-store')
    return apiKeys.rotateIn(tx ?? pool, workspaceOf(request), id, graceHours)
  },
})

export const revokeApiKey = operation({
  id: 'revokeKey',
  summary: 'Revoke an API key',
  description:
    'It is refused everywhere within a second, and for good, with the secret before its last rotation. It stays in the list as `revoked`.',
  answers: { 200: deletedAnswer('The key is revoked.', apiKey.example) },
  missing: message('key.not_found'),
  handle: ({ apiKeys }, request) => answerDeleted(request, (id) => apiKeys.revoke(workspaceOf(request), id)),
})
