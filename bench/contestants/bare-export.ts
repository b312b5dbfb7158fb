import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { copyOut } from '../../src/backup/dump.ts'
import { createBarePool } from './bare-server.ts'

// The minimum cost of an export: the database writes the CSV, and the bytes go straight to the socket.

const COLUMNS = `id, created_at, first_name, last_name, email, company, utm_source, utm_medium, webhook_id, delivery_id, link_id,
  post_id, form_id, status, owner_id, tags, extra`
const COPY = `copy (select ${COLUMNS} from contacts order by id desc) to stdout with (format csv, header)`

const pool = createBarePool()

const server = createServer(async (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' })
  const client = await pool.connect()
  let lines: Buffer[] = []
  const flush = () => {
    const hasRoom = response.write(Buffer.concat(lines))
    lines = []
    return hasRoom ? null : once(response, 'drain').then(() => {})
  }
  const write = (chunk: Buffer, start: number, end: number) => void lines.push(chunk.subarray(start, end))
  await copyOut(client, COPY, { write, afterChunk: flush })
  flush()
  client.release()
  response.end()
})
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
