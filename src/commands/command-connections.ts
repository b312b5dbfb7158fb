import type { Config } from '../config/config.ts'
import { type Connections, createConnections } from '../connections/connections.ts'
import type { Parts } from '../db/parts.ts'
import { createEmit } from '../events/emit.ts'
import { createLog } from '../lib/log/log.ts'
import { systemClock } from '../lib/time/clock.ts'
import { adapters } from '../platforms/adapters.ts'
import { resumeHeld } from '../publishing/actions.ts'
import { createPlatformAccess } from '../publishing/platform-access.ts'
import { createWorkspaces } from '../workspace/workspace.ts'

interface CommandConnectionsOptions extends Pick<Parts, 'pool' | 'ids' | 'box'> {
  config: Config
}

/** The accounts, for a command that talks to a provider itself: a server may or may not run beside it. */
export function createCommandConnections({ config, pool, ids, box }: CommandConnectionsOptions): Connections {
  const clock = systemClock()
  const emit = createEmit(ids)
  const sandboxUrl = config.sandbox ? `http://127.0.0.1:${config.sandboxPort}` : null
  const { settingsFor, httpFor, lookUpHttp } = createPlatformAccess({ ...config, sandboxUrl, now: clock.now })
  const { lateWindowOf } = createWorkspaces({ pool, settings: config, onOrigins: () => {} })
  return createConnections({
    pool,
    clock,
    ids,
    emit,
    log: createLog('silent', { write: () => {} }),
    box,
    adapters,
    settingsFor,
    httpFor,
    lookUpHttp,
    sandbox: config.sandbox,
    onUsable: async (tx, account) => {
      const lateWindowMs = await lateWindowOf(tx, account.workspace_id)
      await resumeHeld(tx, emit, account, new Date(clock.now()), lateWindowMs)
    },
  })
}
