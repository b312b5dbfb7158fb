import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The parts of the account directory (plc.directory) that a PDS needs. It stores everything and checks nothing. */

interface Operation {
  alsoKnownAs?: string[]
  rotationKeys?: string[]
  verificationMethods?: Record<string, string>
  services?: Record<string, { type: string; endpoint: string }>
}

export async function startDirectory() {
  const operations = new Map<string, Operation>()
  const server = createServer((request, response) => {
    answer(operations, request).then(
      ([status, body]) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      },
      () => void response.writeHead(400).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function answer(operations: Map<string, Operation>, request: IncomingMessage): Promise<[number, unknown]> {
  const [, did = '', part] = decodeURIComponent(request.url ?? '').split('/')
  if (request.method === 'POST') {
    operations.set(did, JSON.parse(await text(request)) as Operation)
    return [200, {}]
  }
  const operation = operations.get(did)
  if (operation === undefined) return [404, { message: `DID not registered: ${did}` }]
  if (part === 'log') return [200, operation]
  return [200, part === 'data' ? { did, ...operation } : toDocument(did, operation)]
}

function toDocument(did: string, { alsoKnownAs = [], verificationMethods = {}, services = {} }: Operation) {
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    alsoKnownAs,
    verificationMethod: Object.entries(verificationMethods).map(([name, key]) => ({
      id: `${did}#${name}`,
      type: 'Multikey',
      controller: did,
      publicKeyMultibase: key.replace('did:key:', ''),
    })),
    service: Object.entries(services).map(([name, { type, endpoint }]) => ({
      id: `#${name}`,
      type,
      serviceEndpoint: endpoint,
    })),
  }
}
