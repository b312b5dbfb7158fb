import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The minimum: a 302 from a Map, with the headers that a short link needs. It counts, checks and logs nothing.

const links = new Map(
  (process.env.CODES ?? '').split(',').map((code) => [code, `https://www.example.com/spring?dp=${code}`]),
)

const server = createServer((request, response) => {
  const location = links.get(request.url!.slice('/l/'.length))
  if (location === undefined) response.writeHead(404, { 'content-length': '0' })
  else {
    response.writeHead(302, {
      location,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'content-length': '0',
    })
  }
  response.end()
})
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
