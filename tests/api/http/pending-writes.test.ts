import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { createApp } from '../../../src/app/app.ts'
import { createDashboard } from '../../../src/dashboard/dashboard.ts'
import type { PendingWriteLimits } from '../../../src/http/server/pending-writes.ts'
import { until } from '../../helpers/process.ts'
import { startServer } from '../../helpers/server.ts'

const server = await startServer()
const key = await server.key()
const large = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`field_${i}`, 'x'.repeat(4_000)]))
for (let i = 0; i < 60; i++) await server.send('POST', '/v1/contacts', { json: { first_name: 'Large', ...large }, key })

/** The same app with other limits. */
async function listen(limits: PendingWriteLimits): Promise<{ port: number; open: () => number }> {
  const app = createApp(server.deps, () => false, createDashboard(server.deps.log), limits)
  await app.listen({ host: '127.0.0.1', port: 0 })
  after(async () => {
    app.server.closeAllConnections()
    await app.close()
  })
  const open = () => (app.server as unknown as { _connections: number })._connections
  return { port: (app.server.address() as AddressInfo).port, open }
}

/** Sends a request and does not read the answer. */
async function ask(port: number, path: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.pause()
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`)
  after(() => socket.destroy())
  return socket
}

describe('a client that does not read the response', async () => {
  const { port, open } = await listen({ stallMs: 400, pendingBytesMax: 1e12, checkMs: 50 })
  // About 10 MB each, more than the kernel buffers.
  for (const path of ['/v1/contacts?limit=1000', '/v1/contacts/export', '/docs/api/reference.js']) {
    test(`is disconnected: ${path}`, async () => {
      const readers = await Promise.all(Array.from({ length: 3 }, () => ask(port, path)))
      await until(() => server.logs.some((line) => line.includes('does not read the response')))
      await until(() => open() === 0)
      for (const reader of readers) reader.destroy()
    })
  }

  test('is not, if it reads a little now and then', async () => {
    const reader = await ask(port, '/v1/contacts?limit=1000')
    let received = 0
    reader.on('data', (chunk: Buffer) => {
      received += chunk.length
    })
    reader.pause()
    // Three times as long as a stall may last, in small sips. The kernel only asks for more when a third of its buffer
    // is free.
    for (const end = performance.now() + 1_200; performance.now() < end; ) {
      reader.resume()
      await new Promise((resolve) => setImmediate(resolve))
      reader.pause()
      await new Promise((resolve) => setTimeout(resolve, 15))
    }
    assert.ok(!reader.destroyed && open() === 1, 'still connected')
    reader.resume()
    await until(() => received > 9_000_000)
  })
})

test('if too much is pending in total, the clients that stopped reading first are disconnected early', async () => {
  const { port, open } = await listen({ stallMs: 600_000, pendingBytesMax: 400_000, checkMs: 50 })
  // Each connection holds one contact of 160 KB.
  for (let i = 0; i < 4; i++) await ask(port, '/v1/contacts?limit=1000')
  await until(() => open() > 0 && open() <= 2)
  const answer = await fetch(`http://127.0.0.1:${port}/v1/contacts?limit=60`, {
    headers: { authorization: `Bearer ${key}` },
  })
  assert.equal(answer.status, 200)
  const { data } = (await answer.json()) as { data: unknown[] }
  assert.equal(data.length, 60, 'who reads gets everything')
})
