import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { gunzip } from 'node:zlib'
import { IS_PACKAGE } from '../../lib/program.ts'
import { createSharedAnswer, once, type SharedAnswer, sendShared, weakEtagOf } from '../answers/shared-answer.ts'
import type { Handler } from '../call.ts'
import type { HttpApp } from '../server/app.ts'

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Doorpost API reference</title>
  </head>
  <body>
    <div id="app"></div>
    <script src="/docs/api/reference.js"></script>
    <script src="/docs/api/start.js"></script>
  </body>
</html>
`

// Everything comes from this server: no fonts, no telemetry, no third-party proxy.
const START = `Scalar.createApiReference('#app', {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  defaultOpenAllTags: true,
  metaData: { title: 'Doorpost API reference' },
})
`

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const referencePaths = ['/docs/api', '/docs/api/start.js', '/docs/api/reference.js'] as const

/** The API reference at /docs/api. It works without the internet. */
export function addDocs(app: HttpApp): void {
  const page = createSharedAnswer('text/html; charset=utf-8', () => Buffer.from(PAGE))
  const start = createSharedAnswer(SCRIPT_TYPE, () => Buffer.from(START))
  const reference = createReference()
  const get = (url: string, handler: Handler) => app.route({ method: 'GET', url, config: {}, handler })
  get('/docs/api', (request, reply) => sendShared(request, reply.header('content-security-policy', POLICY), page))
  get('/docs/api/start.js', (request, reply) => sendShared(request, reply, start))
  get('/docs/api/reference.js', (request, reply) =>
    sendShared(request, reply.header('cache-control', 'public, max-age=3600'), reference),
  )
}

const SCRIPT_TYPE = 'text/javascript; charset=utf-8'
const unpack = promisify(gunzip)

/** The script is stored compressed. The few clients that cannot decompress share one plain copy. */
function createReference(): SharedAnswer {
  const packed = once(loadReference)
  const answer = createSharedAnswer(SCRIPT_TYPE, async () => unpack(await packed()))
  // Hashes the compressed bytes, which are in memory anyway, so the ETag needs no decompression.
  return { ...answer, gzip: packed, etag: once(async () => weakEtagOf(await packed())) }
}

/**
 * The gzipped script of the API reference. The npm package includes it as a file; a clone extracts it from a
 * dependency.
 */
export function loadReference(): Promise<Buffer> {
  if (IS_PACKAGE) return readFile(new URL('reference.js.gz', import.meta.url))
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./bundle.ts', import.meta.url))
    worker.once('message', (bytes: Uint8Array) => {
      resolve(Buffer.from(bytes.buffer))
      void worker.terminate()
    })
    worker.once('error', reject)
  })
}
