import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

// Receives events as slowly as a real server would, in a process of its own. Reports on request what arrived.

export interface Received {
  /** Number of distinct pairs of endpoint and event. */
  different: number
  all: number
  /** When the last one arrived. */
  lastAt: number
}

const [least = 0, most = 0] = (process.env.LATENCY_MS ?? '').split('-').map(Number)
let came = new Set<string>()
let all = 0
let lastAt = 0

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray())
  await delay(least + Math.random() * (most - least))
  came.add(`${request.url} ${(JSON.parse(body.toString()) as { id: string }).id}`)
  all++
  lastAt = Date.now()
  response.writeHead(204).end()
})
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))

process.on('message', (what) => {
  process.send!({ different: came.size, all, lastAt } satisfies Received)
  if (what !== 'clear') return
  came = new Set()
  all = 0
})
process.on('disconnect', () => process.exit(0))
