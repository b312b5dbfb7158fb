import { parentPort } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import scalar from '@scalar/fastify-api-reference'
import fastify from 'fastify'

// Runs in a worker thread, once, when somebody opens /docs: the reference's script is a 4 MB text inside a module that
// takes 40 MB to load, which the server itself should not carry around.
const app = fastify()
await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
const answer = await app.inject('/docs/js/scalar.js')
if (answer.statusCode !== 200) throw new Error(`the API reference has no script (${answer.statusCode})`)
parentPort!.postMessage(gzipSync(answer.rawPayload))
