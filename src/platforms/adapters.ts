import { bluesky } from './bluesky/adapter.ts'
import { instagram } from './instagram/adapter.ts'
import { linkedin } from './linkedin/adapter.ts'
import { mastodon } from './mastodon/adapter.ts'
import type { Provider } from './registry.ts'
import type { Adapter } from './shared/contract.ts'
import { threads } from './threads/adapter.ts'
import { x } from './x/adapter.ts'

/** Not in the registry, which the dashboard bundles. */
export const adapters: Record<Provider, Adapter> = { threads, instagram, linkedin, x, bluesky, mastodon }
