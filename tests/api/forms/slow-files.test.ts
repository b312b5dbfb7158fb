import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { pdfFile } from '../../helpers/media-files.ts'
import { until } from '../../helpers/process.ts'
import { request } from '../../helpers/raw-http.ts'
import { startServer } from '../../helpers/server.ts'

// A process has 24 slots for files of forms and of the library. These senders take all of them, begin a file, and then
// send next to nothing.

const server = await startServer()
const key = await server.key()
const slow: Socket[] = []
after(() => {
  for (const socket of slow) socket.destroy()
})

async function open(localAddress: string, bytes: Buffer): Promise<Socket> {
  const socket = connect({ port: server.port, host: '127.0.0.1', localAddress })
  socket.on('error', () => {})
  slow.push(socket)
  await once(socket, 'connect')
  socket.write(bytes)
  return socket
}

/** Waits until the server has begun to write that many files. */
const untilArriving = (count: number) =>
  until(async () => {
    const { readdir } = await import('node:fs/promises')
    const names = await readdir(`${server.deps.config.dataDir}/media/uploads`, { recursive: true }).catch(() => [])
    return names.filter((name) => name.endsWith('.part')).length >= count
  })

async function createForm() {
  const fields = [{ name: 'email' }, { name: 'plan', type: 'file', label: 'Your plan' }]
  const { body } = await server.send('POST', '/v1/forms', { key, json: { name: 'F', protection: 'off', fields } })
  return body.data as { submit_url: string }
}

describe('slow senders in all slots', () => {
  test('do not keep an honest file out, nor a form without a file', async () => {
    const { submit_url } = await createForm()
    const head = request(
      `POST ${new URL(submit_url).pathname}`,
      ['Content-Type: multipart/form-data; boundary=b', 'Content-Length: 1000000'],
      '--b\r\nContent-Disposition: form-data; name="plan"; filename="plan.pdf"\r\n\r\n%PDF',
    )
    for (let at = 0; at < 24; at++) await open(`127.0.0.${2 + (at % 6)}`, head)
    await untilArriving(24)
    const send = (file: Buffer | null) => {
      const body = new FormData()
      body.append('email', 'ana@example.com')
      if (file) body.append('plan', new Blob([new Uint8Array(file)]), 'plan.pdf')
      // Browsers send this for a file input without a file.
      else body.append('plan', new Blob([]), '')
      return fetch(submit_url, { method: 'POST', headers: { accept: 'application/json' }, body })
    }
    assert.equal((await send(null)).status, 201)
    await until(async () => (await send(pdfFile())).status === 201)
    for (const socket of slow.splice(0)) socket.destroy()
  })

  test('do not keep another key from the library', async () => {
    const keys = [key, await server.key(), await server.key()]
    for (let at = 0; at < 24; at++) {
      const headers = [
        `Authorization: Bearer ${keys[at % 3]}`,
        'Content-Type: application/pdf',
        'Content-Length: 1000000',
      ]
      await open('127.0.0.1', request('POST /v1/media', headers, '%PDF'))
    }
    await untilArriving(24)
    const other = await server.key()
    await until(async () => {
      const headers = { authorization: `Bearer ${other}`, 'content-type': 'application/pdf' }
      const body = new Uint8Array(pdfFile())
      return (await fetch(`${server.url}/v1/media`, { method: 'POST', headers, body })).status === 201
    })
  })
})
