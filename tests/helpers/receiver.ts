import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export interface ReceivedRequest {
  headers: IncomingHttpHeaders
  body: string
  path: string
}

export type Respond = (request: ReceivedRequest, response: ServerResponse) => void

export interface Receiver {
  url: string
  requests: ReceivedRequest[]
  /** The next answers; afterwards 200. */
  respond: Respond
  close(): Promise<void>
}

/** An endpoint as its owner would write it. Answers 200 by default. */
export async function startReceiver(
  respond: Respond = (_request, response) => void response.end('ok'),
): Promise<Receiver> {
  const server = createServer((request, response) => void receive(request, response))
  const receiver: Receiver = {
    url: '',
    requests: [],
    respond,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString()
    const received = { headers: request.headers, body, path: request.url ?? '' }
    receiver.requests.push(received)
    receiver.respond(received, response)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  after(() => (server.listening ? receiver.close() : undefined))
  return receiver
}

export function status(code: number, headers: Record<string, string> = {}): Respond {
  return (_request, response) => void response.writeHead(code, headers).end(`said ${code}`)
}
