import { useConnections } from '../api/client.ts'
import type { Connection, Post } from '../api/schema.ts'
import { networkLabel } from '../parts/networks.ts'
import { type Network, networkWith } from '../parts/platforms.tsx'
import { accountLabel } from './post.ts'

/** The format of a post, and its account if it names one. */
export type Addressed = Pick<Post, 'platform' | 'connection_id'>

const NO_ACCOUNTS: readonly Connection[] = []

/** The named account, or the default one of the format. */
export function accountFor(
  connections: readonly Connection[],
  { platform, connection_id: id }: Addressed,
): Connection | null {
  return connections.find((each) => (id ? each.id === id : each.platform === platform && each.default)) ?? null
}

/** The account of a post; undefined until the accounts are known. */
export function useAccount(post: Addressed): Connection | null | undefined {
  const { data } = useConnections({ staleTime: 60_000 })
  return data && accountFor(data, post)
}

export type NetworkOf = (post: Addressed) => Network

export function networkOf(connections: readonly Connection[], post: Addressed): Network {
  return networkWith(post.platform, accountFor(connections, post))
}

/** The networks of posts: those of their accounts. */
export function useNetworkOf(options: { enabled?: boolean } = {}): NetworkOf {
  const { data = NO_ACCOUNTS } = useConnections({ staleTime: 60_000, ...options })
  return (post) => networkOf(data, post)
}

/** "Bluesky" */
export function useNetworkName(post: Addressed): string {
  return useNetworkOf()(post).label
}

/** Names like "X @example". */
export function useAccountNames(): (post: Addressed) => string {
  const { data = NO_ACCOUNTS } = useConnections({ staleTime: 60_000 })
  return (post) => {
    const account = accountFor(data, post)
    return account ? accountLabel(account) : networkLabel(post.platform, null)
  }
}
