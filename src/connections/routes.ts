import { validationError } from '../errors.ts'
import { workspaceOf } from '../http/call.ts'
import { idOf, readQuery } from '../http/input.ts'
import { readPage, sliceOf, toPage } from '../http/pagination.ts'
import { dataAnswer, deletedAnswer, operationsOf, pageAnswer } from '../http/route.ts'
import { PageQuery } from '../http/schemas.ts'
import { objectBody } from '../http/server/body.ts'
import { APPROVAL_ENDED } from './connect/approval-end.ts'
import type { Connections } from './connections.ts'
import { ConnectionPatchSchema, ConnectionSchema, connectionExample } from './schemas.ts'

const operation = operationsOf<{ connections: Connections }>('Connections')

const NOT_FOUND = 'There is no connection with this id. List them at GET /v1/connections.'
const NOT_DEFAULT = 'default must be true. To change the default, send this for another account.'

export const listConnections = operation({
  id: 'listConnections',
  summary: 'List connected accounts',
  description:
    'Newest first. Accounts are connected in a browser: `POST /v1/connections/links` and `doorpost connections add ' +
    '--platform PLATFORM` make the link for it.',
  answers: { 200: pageAnswer('The accounts that posts can go out on.', ConnectionSchema, connectionExample) },
  query: PageQuery,
  async handle({ connections }, request, reply) {
    const page = readQuery(request, readPage)
    // There are few of them: one query reads all, newest first.
    const all = (await connections.list(workspaceOf(request))).sort((a, b) => (a.id < b.id ? 1 : -1))
    const { limit, offset, afterId } = sliceOf(page, all.length)
    const rest = afterId === null ? all.slice(offset) : all.filter(({ id }) => id < afterId)
    const { rows, pagination } = toPage(page, all.length, rest.slice(0, limit))
    return reply.send({ success: true, data: rows, pagination })
  },
})

export const updateConnection = operation({
  id: 'updateConnection',
  summary: 'Make an account the default of its platform',
  body: { schema: ConnectionPatchSchema, examples: { default: { default: true } } },
  answers: {
    200: dataAnswer(
      'The account as it is now. The earlier default no longer is one.',
      ConnectionSchema,
      connectionExample,
    ),
  },
  missing: NOT_FOUND,
  invalid: { default: NOT_DEFAULT },
  async handle({ connections }, request) {
    const id = idOf(request)
    if (objectBody(request).default !== true) throw validationError({ default: [NOT_DEFAULT] })
    return connections.makeDefault(workspaceOf(request), id)
  },
})

export const resumeConnection = operation({
  id: 'resumeConnection',
  summary: 'Let an account post again',
  description:
    'For an account with the status `held`, once what the platform held against it is settled: a restriction is lifted, ' +
    'credit is paid, the version of its API is set anew. Posts that were held go out by their dates; those that are too ' +
    'late by now are `missed`. If the platform still refuses, the account is held again.',
  answers: { 200: dataAnswer('The account as it is now.', ConnectionSchema, connectionExample) },
  missing: NOT_FOUND,
  invalid: { status: APPROVAL_ENDED },
  handle: ({ connections }, request) => connections.resume(workspaceOf(request), idOf(request)),
})

export const deleteConnection = operation({
  id: 'deleteConnection',
  summary: 'Disconnect an account',
  description:
    'Its tokens are deleted here. Posts that are to go out on it are held until they are moved to another account or it is ' +
    'connected again. The approval itself is taken back in the settings of the platform.',
  answers: { 200: deletedAnswer('The account is no longer connected.', connectionExample) },
  missing: NOT_FOUND,
  async handle({ connections }, request) {
    const id = idOf(request)
    return (await connections.remove(workspaceOf(request), id)) ? { id, deleted: true } : null
  },
})
