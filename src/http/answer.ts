import type { Reply } from './call.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** For the routes that have to be fast: written as text, so that the framework has nothing left to decide. */
export function sendJson(reply: Reply, status: number, body: object): Reply {
  return sendJsonText(reply, status, JSON.stringify(body))
}

/** Of a text that is JSON already. */
export function sendJsonText(reply: Reply, status: number, text: string): Reply {
  return reply.code(status).header('content-type', JSON_TYPE).send(text)
}
