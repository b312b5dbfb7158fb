import { Worker } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Doorpost API reference</title>
  </head>
  <body>
    <div id="app"></div>
    <script src="/docs/reference.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`

// Everything comes from this server: no fonts, no telemetry, no proxy of anybody else's.
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

/** The API reference at /docs. It works without the internet. */
export function addDocs(app: FastifyInstance): void {
  let bundle: Promise<Buffer> | null = null
  app.get('/docs', async (_request, reply) => {
    reply.header('content-security-policy', POLICY)
    return reply.type('text/html; charset=utf-8').send(PAGE)
  })
  app.get('/docs/start.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(START))
  app.get('/docs/reference.js', async (request, reply) => {
    bundle ??= loadBundle()
    const packed = await bundle.catch((error) => {
      bundle = null
      throw error
    })
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .header('vary', 'Accept-Encoding')
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return reply.send(gunzipSync(packed))
    return reply.header('content-encoding', 'gzip').send(packed)
  })
}

function loadBundle(): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./docs-bundle.ts', import.meta.url))
    worker.once('message', (bytes: Uint8Array) => {
      resolve(Buffer.from(bytes))
      void worker.terminate()
    })
    worker.once('error', reject)
  })
}
