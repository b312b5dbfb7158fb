import type { Db } from '../db/database.ts'
import { validationError } from '../errors.ts'
import { callerOf, workspaceOf } from '../http/call.ts'
import { answerCreated, type CreationDeps, readCreation } from '../http/idempotency.ts'
import { answerDeleted, readQuery } from '../http/input/input.ts'
import { queryChoice } from '../http/input/query.ts'
import { readPage } from '../http/pagination.ts'
import { dataAnswer, deletedAnswer, operationsOf, pageAnswer } from '../http/route.ts'
import { type ApiKeys, nameTaken } from './api-keys.ts'
import { readNewKey } from './input.ts'
import { apiKey, CreatedApiKeySchema, KEY_STATES, KeysQuery, NewApiKeySchema } from './schemas.ts'
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
    schema: NewApiKeySchema,
    examples: {
      smallest: { name: 'Everything' },
      narrow: { name: apiKey.example.name, scopes: apiKey.example.scopes, expires_at: '2099-11-15T09:30:00Z' },
    },
  },
  answers: {
    201: dataAnswer('The key is live. Keep it secret.', CreatedApiKeySchema, {
      ...apiKey.example,
      key: 'svc_pk_Ab3dEf5gHi7jKl9mNo1pQr3sTu5vWx7yZa9xYz',
    }),
  },
  invalid: { name: nameTaken('Website') },
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
  query: KeysQuery,
  answers: { 200: pageAnswer('A page of keys.', apiKey.schema, apiKey.example) },
  invalid: { state: `state must be one of ${KEY_STATES.join(', ')}.` },
  async handle({ apiKeys }, request, reply) {
    const { page, state } = readQuery(request, (issues, query) => ({
      page: readPage(issues, query),
      state: queryChoice(issues, query, 'state', KEY_STATES),
    }))
    const { keys, pagination } = await apiKeys.list(workspaceOf(request), state, page)
    return reply.send({ success: true, data: keys, pagination })
  },
})

export const revokeApiKey = operation({
  id: 'revokeKey',
  summary: 'Revoke an API key',
  description: 'It is refused everywhere within a second, and for good. It stays in the list as `revoked`.',
  answers: { 200: deletedAnswer('The key is revoked.', apiKey.example) },
  missing: 'There is no API key with this id. List them at GET /v1/keys.',
  handle: ({ apiKeys }, request) => answerDeleted(request, (id) => apiKeys.revoke(workspaceOf(request), id)),
})
