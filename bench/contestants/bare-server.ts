import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

export const WORKSPACE_ID = '019a8b7c-0000-7000-8000-000000000001'
export const KEY_ID = '019a8b7c-0000-7000-8000-000000000002'

export function createBarePool(): pg.Pool {
  return new pg.Pool({
    connectionString: process.env.DATABASE_URL!,
    max: 10,
    options: '-c synchronous_commit=on -c timezone=UTC',
  })
}

/** The minimum around a handler: reads the body, answers JSON, checks and logs nothing. */
export function serveBare(status: number, handle: (body: Buffer) => Promise<unknown>): void {
  const server = createServer((request, response) => {
    readBody(request, (body) => {
      handle(body).then(
        (value) => send(response, status, value),
        (error: Error) => send(response, 500, { error: error.message }),
      )
    })
  })
  server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))
  process.on('disconnect', () => process.exit(0))
  process.on('SIGTERM', () => process.exit(0))
}

function readBody(request: IncomingMessage, done: (body: Buffer) => void): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => done(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const text = JSON.stringify(value)
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

/** Rows that arrive while two statements run are written together by the next one. */
export function coalesce<T>(write: (rows: T[]) => Promise<unknown>): (row: T) => Promise<void> {
  let waiting: Array<{ row: T; resolve: () => void; reject: (error: unknown) => void }> = []
  let underWay = 0
  const pump = async () => {
    if (underWay === 2 || waiting.length === 0) return
    underWay++
    const batch = waiting
    waiting = []
    try {
      await write(batch.map(({ row }) => row))
      for (const { resolve } of batch) resolve()
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    underWay--
    void pump()
  }
  return (row) =>
    new Promise((resolve, reject) => {
      waiting.push({ row, resolve, reject })
      void pump()
    })
}
