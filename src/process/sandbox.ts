import { join } from 'node:path'
import { createControl } from '../../simulators/client.ts'
import { type SimulatorOptions, type Simulators, startSimulators } from '../../simulators/start.ts'
import type { Deps } from '../app/deps.ts'
import type { Config } from '../config/config.ts'
import { SetupError } from '../lib/problem.ts'
import { adapters } from '../platforms/adapters.ts'
import { PROFILES } from '../platforms/registry.ts'

/** Simulators of the platforms, on this machine. Their posts survive a restart. */
export function startSandbox(config: Config): Promise<Simulators> {
  return start({
    port: config.port === 0 ? 0 : config.sandboxPort,
    stateFile: join(config.dataDir, 'sandbox.jsonl'),
    settings: { auto_approve: true },
  })
}

/** Only the simulators, for trying something against them. */
export function runSimulators(port: number): Promise<Simulators> {
  return start({ port })
}

async function start(options: SimulatorOptions): Promise<Simulators> {
  try {
    return await startSimulators(options)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new SetupError(
      `Port ${options.port} for the sandbox is already in use. Choose another one with SANDBOX_PORT or --port.`,
    )
  }
}

/** Connects an account on each platform, so that newcomers can start at once. */
export async function connectSandbox(deps: Deps, url: string): Promise<void> {
  const control = createControl(url)
  const known = await deps.publishing.connections.list(deps.workspaceId)
  for (const { name: provider, service, signIn } of PROFILES) {
    if (known.some((each) => each.provider === provider && each.sandbox && each.status === 'active')) continue
    const granted = await control.token({ platform: provider })
    const settings = (await deps.publishing.settingsFor(provider))!
    const serviceUrl = service ? settings.apiUrl : null
    if (signIn.includes('access_token')) {
      const request = {
        workspaceId: deps.workspaceId,
        provider,
        serviceUrl,
        handle: null,
        secret: granted.access_token,
      }
      await deps.publishing.connections.signIn(request)
      continue
    }
    const [profile] = await adapters[provider].auth.profiles(deps.publishing.http, settings, granted.access_token)
    if (!profile) throw new Error(`the sandbox has no account on ${provider}`)
    const tokens = {
      accessToken: granted.access_token,
      expiresAt: new Date(deps.clock.now() + granted.expires_in * 1000),
      refreshToken: granted.refresh_token ?? null,
      refreshExpiresAt: null,
      scopes: granted.scope.split(/[ ,]+/),
    }
    await deps.publishing.connections.save(deps.workspaceId, provider, [profile], tokens, 'standard', serviceUrl)
  }
}
