import assert from 'node:assert/strict'
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { makeJpeg } from '../../../simulators/media/images.ts'
import { pdfFile } from '../../helpers/media-files.ts'
import { until } from '../../helpers/process.ts'
import { request } from '../../helpers/raw-http.ts'
import { startServer } from '../../helpers/server.ts'
import { SAME_ORIGIN, signIn } from '../../helpers/session.ts'

// A process has 400 slots for files and 60 per address, and 40 for pictures of other servers and 8 per person. Here
// clients that read nothing, or wait forever, take all of them.

// Another server that never answers, except for one picture.
const silent = new Set<ServerResponse>()
const elsewhere = createServer((message, response) => {
  if (message.url === '/a.jpg') return void response.end(makeJpeg({ width: 20, height: 10, hue: 200 }))
  silent.add(response)
  response.once('close', () => silent.delete(response))
}).listen(0, '127.0.0.1')
await once(elsewhere, 'listening')
const origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
const sockets: Socket[] = []
const hangUp = () => {
  for (const socket of sockets.splice(0)) socket.destroy()
}
after(() => {
  hangUp()
  elsewhere.closeAllConnections()
  elsewhere.close()
})

const server = await startServer({ sandboxUrl: origin, intakeLockMs: 60_000 })
const key = await server.key()

async function upload(bytes: Buffer): Promise<string> {
  const { body } = await server.send('POST', '/v1/media', { key, body: bytes })
  return new URL(body.data.url).pathname
}

/** Sends a request and does not read the answer. */
async function ask(path: string, localAddress: string): Promise<Socket> {
  const socket = connect({ port: server.port, host: '127.0.0.1', localAddress })
  socket.on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  socket.pause()
  socket.write(request(`GET ${path}`))
  return socket
}

/** The status line of an answer for this address. */
async function statusFrom(path: string, localAddress: string): Promise<{ status: number; head: string }> {
  const socket = await ask(path, localAddress)
  let head = ''
  for await (const chunk of socket) {
    head += chunk.toString('latin1')
    if (head.includes('\r\n\r\n')) break
  }
  return { status: Number(head.split(' ')[1]), head }
}

test('stalled readers only block their own address, and free their slots when they disconnect', async () => {
  const small = await upload(pdfFile())
  // More than the kernel buffers for a client that does not read.
  const large = await upload(Buffer.concat([pdfFile(), Buffer.alloc(12_000_000, '%'), pdfFile()]))
  const slow = '127.0.0.40'
  for (let at = 0; at < 60; at++) await ask(large, slow)
  await until(async () => {
    if ((await statusFrom(small, slow)).status === 429) return true
    // The request may have taken the slot of a reader.
    await ask(large, slow)
    return false
  })
  const { head } = await statusFrom(small, slow)
  assert.match(head, /\r\nretry-after: 3\r\n/i)
  assert.equal((await statusFrom(small, '127.0.0.3')).status, 200)
  hangUp()
  await until(async () => (await statusFrom(small, slow)).status === 200)
})

test('when all slots for files are taken, a client with the most gives way, even if its file is not open yet', async () => {
  const path = await upload(pdfFile())
  const { open } = fs.promises
  const gate = Promise.withResolvers<void>()
  let waiting = 0
  const hung = async (...words: Parameters<typeof open>) => {
    if (String(words[0]).startsWith(join(server.deps.config.dataDir, 'media')) && waiting < 400) {
      waiting++
      await gate.promise
    }
    return open(...words)
  }
  Object.assign(fs.promises, { open: hung })
  syncBuiltinESMExports()
  try {
    const held: Socket[] = []
    // Seven addresses: the first six have 60 each.
    for (let at = 0; at < 400; at++) held.push((await ask(path, `127.0.0.${2 + Math.floor(at / 60)}`)).resume())
    await until(async () => {
      // Readers of the previous test may still have had slots.
      if (waiting < 400) (await ask(path, '127.0.0.8')).resume()
      return waiting === 400
    })
    await until(async () => (await statusFrom(path, '127.0.0.20')).status === 200)
    await until(() => held.some(({ closed }) => closed))
    assert.ok(
      held.slice(0, 360).some(({ closed }) => closed),
      'it was one of an address with 60',
    )
  } finally {
    Object.assign(fs.promises, { open })
    syncBuiltinESMExports()
    gate.resolve()
    hangUp()
  }
  for (let n = 2; n < 9; n++) await until(async () => (await statusFrom(path, `127.0.0.${n}`)).status === 200)
})

test('when all slots for pictures are taken, a client with the most gives way, and its request to the other server ends', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => signIn(server, { role: 'viewer' })))
  const stop = new AbortController()
  const get = (cookie: string, path: string) =>
    fetch(`${server.url}/v1/media/preview?url=${encodeURIComponent(origin + path)}`, {
      headers: { cookie, ...SAME_ORIGIN },
      signal: stop.signal,
    }).then(async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    })
  const statuses: number[] = []
  for (const { cookie } of people) {
    for (let n = 0; n < 8; n++)
      void get(cookie, '/silent.jpg').then(
        (status) => statuses.push(status),
        () => {},
      )
  }
  await until(() => silent.size === 40)
  const other = await signIn(server, { role: 'viewer' })
  await until(async () => (await get(other.cookie, '/a.jpg')) === 200)
  await until(() => statuses.length > 0)
  assert.deepEqual([...new Set(statuses)], [429])
  await until(() => silent.size === 40 - statuses.length)
  for (const response of silent) response.destroy()
  await until(() => statuses.length === 40)
  assert.equal(await get(people[0]!.cookie, '/a.jpg'), 200)
})

test('when too many finished uploads wait for the database, new ones are refused and can be sent again', async () => {
  const keys = await Promise.all(Array.from({ length: 40 }, () => server.key()))
  const holder = new pg.Client({ connectionString: server.databaseUrl })
  await holder.connect()
  const statuses: number[] = []
  const send = async (key: string, hue: number): Promise<void> => {
    await until(async () => {
      const body = makeJpeg({ width: 20, height: 10, hue })
      const { status } = await server.send('POST', '/v1/media', { key, body })
      statuses.push(status)
      return status === 201
    })
  }
  const countEntering = async () => (await server.sql('select from media_leftovers')).length
  try {
    const lock = "select pg_advisory_lock(hashtextextended('media ' || $1, 0))"
    await holder.query(lock, [server.deps.workspaceId])
    const uploads = keys.map((key, hue) => send(key, hue))
    // One is being stored and 24 wait, so two were refused at that step.
    await until(async () => (await countEntering()) >= 27)
    await holder.end()
    await Promise.all(uploads)
  } finally {
    await holder.end()
  }
  assert.deepEqual([...new Set(statuses)].sort(), [201, 429])
})
