import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Stands between Doorpost and the PDS. It sees every call and can delay an answer. */
export interface Proxy {
  url: string
  /** Names of the called methods, in order. */
  calls: string[]
  /** Called after the PDS has answered, before Doorpost gets the answer. */
  beforeAnswer: ((method: string) => Promise<void>) | null
  stop(): void
}

export async function startProxy(target: string): Promise<Proxy> {
  const server = createServer((request, response) => {
    forward(request, response).catch(() => response.destroy())
  })
  const proxy: Proxy = {
    url: '',
    calls: [],
    beforeAnswer: null,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = /^\/xrpc\/([\w.]+)/.exec(request.url ?? '')?.[1] ?? request.url ?? ''
    proxy.calls.push(method)
    const body = new Uint8Array(await buffer(request))
    const names = ['authorization', 'content-type'] as const
    const headers = Object.fromEntries(
      names.flatMap((name) => (request.headers[name] ? [[name, request.headers[name]]] : [])),
    )
    const init = { method: request.method ?? 'GET', headers, ...(body.length > 0 ? { body } : {}) }
    const answer = await fetch(target + request.url, init)
    const bytes = Buffer.from(await answer.arrayBuffer())
    await proxy.beforeAnswer?.(method)
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' }).end(bytes)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}
