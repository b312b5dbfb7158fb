import type { Db, Pool } from '../db/database.ts'
import { ApiError, validationError } from '../errors.ts'
import { callerOf } from '../http/call.ts'
import { answerOnce, readIdempotencyKey } from '../http/idempotency.ts'
import { readPage } from '../http/pagination.ts'
import { idOf } from '../http/params.ts'
import { queryChoice, queryOf } from '../http/query.ts'
import type { Operation } from '../http/route.ts'
import { DeletedSchema, IdParams, pageOf, success } from '../http/schemas.ts'
import { objectBody } from '../http/server/body.ts'
import { createIssues } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import type { Clock } from '../lib/time/clock.ts'
import { type ApiKeys, nameTaken } from './api-keys.ts'
import { readNewKey } from './input.ts'
import { ApiKeySchema, CreatedApiKeySchema, KEY_STATES, KeysQuery, keyExample, NewApiKeySchema } from './schemas.ts'
import { findNameOfPerson } from './store.ts'

interface Deps {
  apiKeys: ApiKeys
  pool: Pool
  clock: Clock
}

const NOT_FOUND = 'There is no API key with this id. List them at GET /v1/keys.'

export const createApiKey: Operation<Deps> = {
  id: 'createKey',
  showsSecret: true,
  tag: 'Keys',
  summary: 'Create an API key',
  description:
    'The answer shows the key itself, once: only a hash of it is kept. A repeat for an Idempotency-Key shows `key` as ' +
    'null; revoke that one and create another if the first answer was lost.',
  idempotent: true,
  body: {
    kind: 'json',
    schema: S.refTo(NewApiKeySchema),
    examples: {
      smallest: { name: 'Everything' },
      narrow: {
        name: 'Website',
        scopes: ['contacts:read', 'contacts:write'],
        expires_at: '2099-11-15T09:30:00Z',
      },
    },
  },
  answers: {
    201: {
      description: 'The key is live. Keep it secret.',
      schema: success(S.refTo(CreatedApiKeySchema)),
      example: { success: true, data: { ...keyExample, key: 'svc_pk_Ab3dEf5gHi7jKl9mNo1pQr3sTu5vWx7yZa9xYz' } },
    },
  },
  errorExamples: { validation_error: { field: 'name', message: nameTaken('Website') } },
  async handle(deps, request, reply) {
    const { apiKeys, pool, clock } = deps
    const issues = createIssues()
    const input = readNewKey(issues, objectBody(request), new Date(clock.now()))
    const idempotencyKey = readIdempotencyKey(issues, request)
    if (issues.count > 0) throw validationError(issues.details)
    const caller = callerOf(request)
    const create = async (db: Db) => {
      const person = caller.kind === 'user' ? await findNameOfPerson(db, caller.userId) : null
      const data = await apiKeys.createIn(db, caller.workspaceId, input, person)
      if (data === null) throw validationError({ name: [nameTaken(input.name)] })
      return data
    }
    reply.header('cache-control', 'no-store')
    if (idempotencyKey === null) return reply.code(201).send({ success: true, data: await create(pool) })
    return answerOnce(deps, request, reply, idempotencyKey, async (tx) => {
      const data = await create(tx)
      return {
        status: 201,
        body: { success: true, data },
        stored: { success: true, data: { ...data, key: null } },
      }
    })
  },
}

export const listApiKeys: Operation<Deps> = {
  id: 'listKeys',
  tag: 'Keys',
  summary: 'List API keys',
  description:
    'The live ones first, then the newest first. The keys themselves were shown once, when they were created.',
  query: KeysQuery,
  answers: {
    200: {
      description: 'A page of keys.',
      schema: pageOf(S.refTo(ApiKeySchema)),
      example: {
        success: true,
        data: [keyExample],
        pagination: { page: 1, limit: 20, total: 1, totalPages: 1, next_cursor: null },
      },
    },
  },
  errors: ['validation_error'],
  errorExamples: { validation_error: { field: 'state', message: `state must be one of ${KEY_STATES.join(', ')}.` } },
  async handle({ apiKeys }, request, reply) {
    const issues = createIssues()
    const query = queryOf(issues, request, KeysQuery)
    const page = readPage(issues, query)
    const state = queryChoice(issues, query, 'state', KEY_STATES)
    if (issues.count > 0) throw validationError(issues.details)
    const { keys, pagination } = await apiKeys.list(callerOf(request).workspaceId, state, page)
    return reply.send({ success: true, data: keys, pagination })
  },
}

export const revokeApiKey: Operation<Deps> = {
  id: 'revokeKey',
  tag: 'Keys',
  summary: 'Revoke an API key',
  description: 'It is refused everywhere within a second, and for good. It stays in the list as `revoked`.',
  params: IdParams,
  answers: {
    200: {
      description: 'The key is revoked.',
      schema: success(S.refTo(DeletedSchema)),
      example: { success: true, data: { id: keyExample.id, deleted: true } },
    },
  },
  errors: ['not_found'],
  errorExamples: { not_found: { message: NOT_FOUND } },
  async handle({ apiKeys }, request, reply) {
    const id = idOf(request, keyNotFound)
    if (!(await apiKeys.revoke(callerOf(request).workspaceId, id))) throw keyNotFound()
    return reply.send({ success: true, data: { id, deleted: true } })
  },
}

function keyNotFound(): ApiError {
  return new ApiError('not_found', { message: NOT_FOUND })
}
