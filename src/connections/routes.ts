import { ApiError, validationError } from '../errors.ts'
import { callerOf, type Request } from '../http/call.ts'
import { readPage, sliceOf, toPage } from '../http/pagination.ts'
import { idOf } from '../http/params.ts'
import { queryOf } from '../http/query.ts'
import type { Operation } from '../http/route.ts'
import { DeletedSchema, IdParams, pageOf, success } from '../http/schemas.ts'
import { objectBody } from '../http/server/body.ts'
import { createIssues } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import { APPROVAL_ENDED } from './connect/approval-end.ts'
import type { Connections } from './connections.ts'
import { ConnectionPatchSchema, ConnectionQuery, ConnectionSchema, connectionExample } from './schemas.ts'

interface Deps {
  connections: Connections
}

const NOT_FOUND = 'There is no connection with this id. List them at GET /v1/connections.'
const NOT_DEFAULT = 'default must be true. To change the default, send this for another account.'

export const listConnections: Operation<Deps> = {
  id: 'listConnections',
  tag: 'Connections',
  summary: 'List connected accounts',
  description:
    'Newest first. Accounts are connected in a browser: `POST /v1/connections/links` and `doorpost connections add ' +
    '--platform PLATFORM` make the link for it.',
  answers: {
    200: {
      description: 'The accounts that posts can go out on.',
      schema: pageOf(S.refTo(ConnectionSchema)),
      example: {
        success: true,
        data: [connectionExample],
        pagination: { page: 1, limit: 20, total: 1, totalPages: 1, next_cursor: null },
      },
    },
  },
  query: ConnectionQuery,
  errors: ['validation_error'],
  errorExamples: { validation_error: { field: 'limit', message: 'limit must be a whole number from 1 to 1000.' } },
  async handle({ connections }, request, reply) {
    const issues = createIssues()
    const page = readPage(issues, queryOf(issues, request, ConnectionQuery))
    if (issues.count > 0) throw validationError(issues.details)
    // There are few of them: one query reads all, newest first.
    const all = (await connections.list(callerOf(request).workspaceId)).sort((a, b) => (a.id < b.id ? 1 : -1))
    const { limit, offset, afterId } = sliceOf(page, all.length)
    const rest = afterId === null ? all.slice(offset) : all.filter(({ id }) => id < afterId)
    const { rows, pagination } = toPage(page, all.length, rest.slice(0, limit))
    return reply.send({ success: true, data: rows, pagination })
  },
}

export const updateConnection: Operation<Deps> = {
  id: 'updateConnection',
  tag: 'Connections',
  summary: 'Make an account the default of its platform',
  params: IdParams,
  body: { kind: 'json', schema: S.refTo(ConnectionPatchSchema), examples: { default: { default: true } } },
  answers: {
    200: {
      description: 'The account as it is now. The earlier default no longer is one.',
      schema: success(S.refTo(ConnectionSchema)),
      example: { success: true, data: connectionExample },
    },
  },
  errors: ['not_found'],
  errorExamples: {
    not_found: { message: NOT_FOUND },
    validation_error: { field: 'default', message: NOT_DEFAULT },
  },
  async handle({ connections }, request, reply) {
    const id = connectionId(request)
    const issues = createIssues()
    if (objectBody(request).default !== true) issues.add('default', NOT_DEFAULT)
    if (issues.count > 0) throw validationError(issues.details)
    const data = await connections.makeDefault(callerOf(request).workspaceId, id)
    if (data === null) throw connectionNotFound()
    return reply.send({ success: true, data })
  },
}

export const resumeConnection: Operation<Deps> = {
  id: 'resumeConnection',
  tag: 'Connections',
  summary: 'Let an account post again',
  description:
    'For an account with the status `held`, once what the platform held against it is settled: a restriction is lifted, ' +
    'credit is paid, the version of its API is set anew. Posts that were held go out by their dates; those that are too ' +
    'late by now are `missed`. If the platform still refuses, the account is held again.',
  params: IdParams,
  answers: {
    200: {
      description: 'The account as it is now.',
      schema: success(S.refTo(ConnectionSchema)),
      example: { success: true, data: connectionExample },
    },
  },
  errors: ['not_found', 'validation_error'],
  errorExamples: {
    not_found: { message: NOT_FOUND },
    validation_error: { field: 'status', message: APPROVAL_ENDED },
  },
  async handle({ connections }, request, reply) {
    const data = await connections.resume(callerOf(request).workspaceId, connectionId(request))
    if (data === null) throw connectionNotFound()
    return reply.send({ success: true, data })
  },
}

export const deleteConnection: Operation<Deps> = {
  id: 'deleteConnection',
  tag: 'Connections',
  summary: 'Disconnect an account',
  description:
    'Its tokens are deleted here. Posts that are to go out on it are held until they are moved to another account or it is ' +
    'connected again. The approval itself is taken back in the settings of the platform.',
  params: IdParams,
  answers: {
    200: {
      description: 'The account is no longer connected.',
      schema: success(S.refTo(DeletedSchema)),
      example: { success: true, data: { id: connectionExample.id, deleted: true } },
    },
  },
  errors: ['not_found'],
  errorExamples: { not_found: { message: NOT_FOUND } },
  async handle({ connections }, request, reply) {
    const id = connectionId(request)
    if (!(await connections.remove(callerOf(request).workspaceId, id))) throw connectionNotFound()
    return reply.send({ success: true, data: { id: id.toLowerCase(), deleted: true } })
  },
}

function connectionId(request: Request): string {
  return idOf(request, connectionNotFound)
}

function connectionNotFound(): ApiError {
  return new ApiError('not_found', { message: NOT_FOUND })
}
