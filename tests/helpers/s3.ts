import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'

// A third-party S3 server, which checks signatures, behind a network that can stall.

// biome-ignore lint/suspicious/noExplicitAny: the package has no types
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as any

const BUCKET = 'doorpost-files'

export interface S3 {
  endpoint: string
  network: TcpProxy
  /** Where the server keeps everything. */
  directory: string
  /** Handles a request instead of the server if it returns true. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | null
  /** The settings that point to it. */
  env: Record<string, string>
}

export async function startS3(): Promise<S3> {
  const directory = await mkdtemp(join(tmpdir(), 'doorpost-s3-'))
  const options = { silent: true, directory, vhostBuckets: false, configureBuckets: [{ name: BUCKET }] }
  const s3 = new S3rver({ address: '127.0.0.1', port: 0, ...options })
  const { port } = (await s3.run()) as AddressInfo
  const [answer] = s3.httpServer.listeners('request')
  s3.httpServer.removeAllListeners('request')
  s3.httpServer.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (started.intercept?.(request, response)) return
    answer(request, response)
  })
  const network = await openTcpProxy({ host: '127.0.0.1', port })
  after(async () => {
    await network.close()
    s3.httpServer.closeAllConnections()
    await s3.close()
    await rm(directory, { recursive: true, force: true })
  })
  const endpoint = `http://127.0.0.1:${network.port}`
  const key = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' }
  const started: S3 = {
    endpoint,
    network,
    directory,
    intercept: null,
    env: { S3_ENDPOINT: endpoint, S3_BUCKET: BUCKET, ...key },
  }
  return started
}
