import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { blueskyPlatform } from './bluesky/platform.ts'
import { control } from './control/control.ts'
import { addDefaultAccounts } from './core/accounts.ts'
import type { Platform } from './http/call.ts'
import { dispatch, type Target } from './http/dispatch.ts'
import { createRouter } from './http/router.ts'
import { instagramPlatform } from './instagram/platform.ts'
import { linkedinPlatform } from './linkedin/platform.ts'
import { mastodonPlatform } from './mastodon/platform.ts'
import { serveMedia } from './media.ts'
import { homePage } from './pages/home.ts'
import type { SettingsPatch } from './state/settings.ts'
import { createWorld, type World } from './state/world.ts'
import { threadsPlatform } from './threads/platform.ts'
import { xPlatform } from './x/platform.ts'

export interface SimulatorOptions {
  /** 0 chooses a free port. */
  port?: number
  host?: string
  /** Public address of the simulators, if it is not host and port. */
  publicUrl?: string
  /** Same seed, same ids. */
  seed?: string
  /** An append-only file of JSON lines that keeps the state across restarts. */
  stateFile?: string
  settings?: SettingsPatch
}

export interface Simulators {
  url: string
  port: number
  bases: SimulatorBases
  stop(): Promise<void>
}

/** Base URLs that an adapter uses instead of the real hosts. */
interface SimulatorBases {
  threads: { authorize: string; api: string }
  instagram: { authorize: string; token: string; api: string }
  linkedin: { oauth: string; api: string }
  x: { authorize: string; api: string }
  bluesky: { api: string }
  mastodon: { api: string }
}

export async function startSimulators(options: SimulatorOptions = {}): Promise<Simulators> {
  const world = createWorld(options)
  addDefaultAccounts(world)
  const platforms = [
    threadsPlatform(),
    instagramPlatform(),
    linkedinPlatform(),
    xPlatform(),
    blueskyPlatform(),
    mastodonPlatform(),
  ]
  const targets = new Map(
    platforms.map((each) => [each.name as string, { world, platform: each, router: createRouter(each.routes) }]),
  )
  const server = createServer((request, response) => {
    handle(world, platforms, targets, request, response).catch((error: unknown) => fail(response, error))
  })
  server.listen(options.port ?? 0, options.host ?? '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    world.close()
    throw error
  }
  const { port } = server.address() as AddressInfo
  world.url = options.publicUrl ?? `http://${options.host ?? '127.0.0.1'}:${port}`
  return {
    url: world.url,
    port,
    bases: basesOf(world.url),
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      world.close()
    },
  }
}

async function handle(
  world: World,
  platforms: Platform[],
  targets: Map<string, Target>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = URL.parse(request.url ?? '/', 'http://sandbox')
  const area = url?.pathname.split('/')[1] ?? ''
  const target = targets.get(area)
  if (url && target) return dispatch(target, url, request, response)
  if (url && area === 'control') return control(world, platforms, url, request, response)
  if (url && area === 'media') return serveMedia(world, url, request, response)
  request.resume()
  homePage(response, area === '' ? 200 : 404)
}

/**
 * A disconnected client needs no answer. Anything else is a bug in the simulator and must not look like a platform's
 * answer.
 */
function fail(response: ServerResponse, error: unknown): void {
  if (response.destroyed || response.req.destroyed) return
  process.stderr.write(`simulator: ${error instanceof Error ? error.stack : String(error)}\n`)
  if (!response.headersSent) response.writeHead(599, 'Simulator bug', { 'content-type': 'text/plain' })
  response.end(`simulator bug: ${String(error)}\n`)
}

function basesOf(url: string): SimulatorBases {
  return {
    threads: { authorize: `${url}/threads/oauth/authorize`, api: `${url}/threads` },
    instagram: { authorize: `${url}/instagram/oauth/authorize`, token: `${url}/instagram`, api: `${url}/instagram` },
    linkedin: { oauth: `${url}/linkedin/oauth/v2`, api: `${url}/linkedin` },
    x: { authorize: `${url}/x/i/oauth2/authorize`, api: `${url}/x` },
    bluesky: { api: `${url}/bluesky` },
    mastodon: { api: `${url}/mastodon` },
  }
}
