import type { Parts } from '../db/parts.ts'
import type { Emit } from '../events/emit.ts'
import type { IfMatch } from '../http/answers/etag.ts'
import { createIssues } from '../lib/issues.ts'
import type { Links } from '../links/links.ts'
import { keepOnlyIn } from '../links/store.ts'
import type { Groups } from './groups/groups.ts'
import { createPosts, deletePost, holdPosts } from './posts.ts'
import { createTracking } from './tracking.ts'

type TrackingOptions = Parameters<typeof createTracking>[0]
type PostsOptions = Parameters<typeof createPosts>[0]

interface PostsCore extends Parts {
  emit: Emit
  config: { baseUrl: string; linkBaseUrl: string; allowPrivateNetworks: boolean }
}

interface Workspaces {
  trackingOf: TrackingOptions['settingsOf']
  lateWindowOf: PostsOptions['lateWindowOf']
}

export function openTracking(core: PostsCore, { links, workspaces }: { links: Links; workspaces: Workspaces }) {
  const { pool, config, sandboxUrl } = core
  const { baseUrl, linkBaseUrl } = config
  return createTracking({
    pool,
    baseUrl,
    linkBaseUrl,
    isSandbox: sandboxUrl !== null,
    settingsOf: workspaces.trackingOf,
    links: { allotIn: links.allotIn, keepOnlyIn },
  })
}

interface PostsNeeds extends Pick<PostsOptions, 'tracking'> {
  workspaces: Workspaces
  library: PostsOptions['files']
  connections: { accountsOf: PostsOptions['accountsOf']; named: Groups['accountsOf'] }
}

export function openPosts(core: PostsCore, { workspaces, library, connections, tracking }: PostsNeeds) {
  const posts = createPosts({
    ...core,
    lateWindowOf: workspaces.lateWindowOf,
    privateMedia: core.config.allowPrivateNetworks,
    files: library,
    accountsOf: connections.accountsOf,
    tracking,
  })
  core.onClose(() => posts.intake.drained())
  return {
    posts,
    groups: { ...core, posts, accountsOf: connections.named } satisfies Groups,
    postRemovers: {
      posts: (owner: string, id: string, ifMatch: IfMatch | null) =>
        deletePost(posts, owner, id, { issues: createIssues(), ifMatch }),
    },
    postHolds: { posts: holdPosts },
  }
}
