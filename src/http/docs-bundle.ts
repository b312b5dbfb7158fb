import { parentPort } from 'node:worker_threads'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import scalar from '@scalar/fastify-api-reference'
import fastify from 'fastify'
import { BROTLI_QUALITY } from './shared-answer.ts'

// Runs in a worker thread, once, when somebody opens /docs: the reference's script is a 4 MB text inside a module that
// takes 40 MB to load, which the server itself should not carry around.
const app = fastify()
await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
const answer = await app.inject('/docs/js/scalar.js')
if (answer.statusCode !== 200) throw new Error(`the API reference has no script (${answer.statusCode})`)
const br = brotliCompressSync(answer.rawPayload, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
parentPort!.postMessage({ gzip: Uint8Array.from(gzipSync(answer.rawPayload)), br: Uint8Array.from(br) })
