import type { Parts } from '../db/parts.ts'
import { createPicturePreviews } from '../media/preview.ts'
import { findPause } from './pause.ts'
import { createPublishing, type PublishingOptions } from './publishing.ts'

interface PublishingCore
  extends Parts,
    Pick<PublishingOptions, 'emit' | 'guard' | 'clockOffsets' | 'hooks' | 'wrapHttp'> {
  config: Pick<PublishingOptions, 'dataDir' | 'baseUrl' | 'apps' | 'apiVersions' | 'allowPrivateNetworks'>
}

interface PublishingNeeds extends Pick<PublishingOptions, 'tracking'> {
  library: PublishingOptions['library'] & Parameters<typeof createPicturePreviews>[1]
  workspaces: Pick<PublishingOptions, 'lateWindowOf'>
}

export function openPublishing(core: PublishingCore, { tracking, library, workspaces }: PublishingNeeds) {
  const { lateWindowOf } = workspaces
  const publishing = createPublishing({ ...core, ...core.config, pool: core.jobs, tracking, library, lateWindowOf })
  const { connections, networkApps, engine, actions, pausing, safeFetch } = publishing
  return {
    publishing,
    connections,
    networkApps,
    engine,
    actions,
    pausing,
    findPause: () => findPause(core.reads),
    previews: createPicturePreviews(safeFetch, library),
  }
}
