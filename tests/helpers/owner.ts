import assert from 'node:assert/strict'
import type { TestServer } from './server.ts'

export type Owner = Awaited<ReturnType<typeof createOwner>>

/** A new workspace with a key, and requests in its name. */
export async function createOwner(server: TestServer) {
  const workspaceId = await server.workspace()
  const key = await server.key({ workspaceId })
  const send = (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) =>
    server.send(method, path, { key, headers, ...(json === undefined ? {} : { json }) })
  /** Returns the data of an answer that must not be a refusal. */
  const ok = async (method: string, path: string, json?: unknown) => {
    const { status, text, body } = await send(method, path, json)
    assert.ok(status < 300, text)
    return body.data
  }
  const create = (json: object) => ok('POST', '/v1/contacts', { first_name: 'Ana', ...json })
  return { workspaceId, key, send, ok, create }
}
