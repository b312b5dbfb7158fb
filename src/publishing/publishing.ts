import { join } from 'node:path'
import { createConnections } from '../connections/connections.ts'
import { createNetworkApps, createSavedApps } from '../connections/network-apps.ts'
import type { ConnectionsOptions } from '../connections/options.ts'
import { createMediaReader, type MediaReaderOptions } from '../media/reader.ts'
import { adapters } from '../platforms/adapters.ts'
import { rulesFor } from '../platforms/registry.ts'
import type { ClockOffsets } from '../platforms/shared/client.ts'
import type { Format } from '../platforms/shared/provider.ts'
import { inputOf } from '../posts/show.ts'
import type { PostTracking } from '../posts/tracking.ts'
import { type Actions, resumeHeld } from './actions.ts'
import type { EngineHooks, EngineOptions } from './attempt.ts'
import { createEngine } from './engine.ts'
import { lookBack } from './look-back.ts'
import { withReelLimit } from './media.ts'
import { createContext, createPlatformAccess, type PlatformAccessOptions } from './platform-access.ts'
import { ENGINE_TIMES } from './policy.ts'

export interface PublishingOptions
  extends Pick<ConnectionsOptions, 'pool' | 'clock' | 'ids' | 'emit' | 'log' | 'box'>,
    Pick<EngineOptions, 'lateWindowOf' | 'guard'>,
    Omit<PlatformAccessOptions, 'now' | 'findSavedApp'> {
  dataDir: string
  library: MediaReaderOptions['library']
  baseUrl: string
  clockOffsets: ClockOffsets
  hooks?: EngineHooks | undefined
  tracking: PostTracking
}

export function createPublishing(options: PublishingOptions) {
  const { pool, clock, emit, lateWindowOf, sandboxUrl, tracking } = options
  const access = createPlatformAccess({ ...options, findSavedApp: createSavedApps(options), now: clock.now })
  const { safeFetch, mediaFetch, settingsFor, settingsWith, http, httpFor, lookUpHttp } = access
  const sandbox = sandboxUrl !== null
  const connections = createConnections({
    ...options,
    adapters,
    settingsFor,
    httpFor,
    lookUpHttp,
    sandbox,
    onUsable: async (tx, account) => {
      const lateWindowMs = await lateWindowOf(tx, account.workspace_id)
      await resumeHeld(tx, emit, account, new Date(clock.now()), lateWindowMs)
    },
  })
  const networkApps = createNetworkApps({
    ...options,
    adapters,
    sandbox,
    settingsFor,
    settingsWith,
    httpFor,
    onSaved: connections.wakeHeld,
  })
  const { library, baseUrl } = options
  const mediaDir = join(options.dataDir, 'media')
  const media = createMediaReader({ library, mediaFetch, baseUrl, dir: mediaDir })
  const contextOptions = { clock, httpFor, mediaFetch, media, settingsFor, mediaDir, log: options.log }
  const engineOptions: EngineOptions = {
    ...options,
    ...options.hooks,
    connections,
    adapters: { ...adapters, instagram: withReelLimit(adapters.instagram, media) },
    contextFor: (connection) => createContext(contextOptions, connection),
    times: { ...ENGINE_TIMES, ...options.hooks?.times },
  }
  const actions: Actions = {
    pool,
    clock,
    emit,
    times: engineOptions.times,
    isReadable: async (tx, { workspace_id, platform, connection_id }) =>
      (await connections.forPost(tx, workspace_id, platform as Format, connection_id)).kind !== 'none',
    outgoingIn: async (tx, post) => {
      const { workspace_id: workspaceId, id: postId } = post
      const input = inputOf(post)
      const { platform, connection_id: id } = input
      const [account = null] = await connections.accountsOf(tx, [{ workspaceId, platform, id }])
      const plan = await tracking.plan(tx, workspaceId, input, rulesFor(platform, account))
      return tracking.allotIn(tx, { workspaceId, postId, isUnsent: post.attempts === 0 }, plan)
    },
  }
  return {
    connections,
    networkApps,
    engine: createEngine(engineOptions),
    actions,
    pausing: { pool, emit, lateWindowOf },
    lookBack: () => lookBack(engineOptions),
    http,
    safeFetch,
    media,
    settingsFor,
  }
}
