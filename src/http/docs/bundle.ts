import { parentPort } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import scalar from '@scalar/fastify-api-reference'

// Runs once in a worker thread, when /docs/api is first opened: the reference's script is a 4 MB text inside a module that
// takes 40 MB to load, which the server should not keep. The module is a plugin for a framework that we do not use, so
// this imitates what it needs and calls the route of the script.
interface PluginRoute {
  url: string
  handler: (request: object, reply: object) => unknown
}
const routes: PluginRoute[] = []
const host = { route: (route: PluginRoute) => routes.push(route) }
const plugin = scalar as unknown as (host: object, options: object, done: () => void) => void
plugin(host, { routePrefix: '/docs', configuration: { url: '/openapi.json' } }, () => {})
const reply = { header: () => reply, send: (text: string) => text }
const script = routes.find(({ url }) => url === '/docs/js/scalar.js')?.handler({}, reply)
if (typeof script !== 'string') throw new Error('the API reference has no script')
parentPort!.postMessage(gzipSync(script))
