import type { Reply } from './call.ts'

/** For the routes that have to be fast: written as text, so that the framework has nothing left to decide. */
export function sendJson(reply: Reply, status: number, body: object): Reply {
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body))
}
