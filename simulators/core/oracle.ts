import { PLATFORM_NAMES, type PlatformName, type PublicItem } from '../state/records.ts'
import type { World } from '../state/world.ts'

export interface PublicView {
  id: string
  platform: PlatformName
  account: string
  kind: string
  text: string
  sent: string
  media: { kind: string; url: string; key: string; alt: string | null }[]
  created_at: string
  deleted: boolean
  permalink: string
  container_id: string | null
  reply_to: string | null
}

export interface Duplicate {
  platform: PlatformName
  account: string
  text: string
  ids: string[]
}

export interface OracleView {
  /** All items that ever became public, including deleted ones: a removed duplicate was still a duplicate. */
  total: number
  live: number
  deleted: number
  per_platform: Record<string, number>
  /** Number of items beyond the first of their kind. */
  duplicates: number
  duplicate_groups: Duplicate[]
}

export function listPublic(world: World, filter: { platform?: string; account?: string }): PublicView[] {
  return [...world.items.values()]
    .filter((item) => filter.platform === undefined || item.platform === filter.platform)
    .filter((item) => filter.account === undefined || item.accountId === filter.account)
    .map((item) => toView(world, item))
}

/** Duplicates have the same account, text and media. */
export function consultOracle(world: World): OracleView {
  const groups = new Map<string, PublicItem[]>()
  const perPlatform: Record<string, number> = Object.fromEntries(PLATFORM_NAMES.map((name) => [name, 0]))
  let deleted = 0
  for (const item of world.items.values()) {
    perPlatform[item.platform] = (perPlatform[item.platform] ?? 0) + 1
    if (item.deletedAt !== null) deleted += 1
    const key = JSON.stringify([
      item.platform,
      item.accountId,
      item.sent.trim(),
      item.media.map((media) => media.key),
      item.replyTo,
    ])
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  const repeated = [...groups.values()].filter((group) => group.length > 1)
  return {
    total: world.items.size,
    live: world.items.size - deleted,
    deleted,
    per_platform: perPlatform,
    duplicates: repeated.reduce((sum, group) => sum + group.length - 1, 0),
    duplicate_groups: repeated.map((group) => ({
      platform: group[0]!.platform,
      account: group[0]!.accountId,
      text: group[0]!.text,
      ids: group.map((item) => item.id),
    })),
  }
}

function toView(world: World, item: PublicItem): PublicView {
  return {
    id: item.id,
    platform: item.platform,
    account: item.accountId,
    kind: item.kind,
    text: item.text,
    sent: item.sent,
    media: item.media,
    created_at: new Date(item.createdAt).toISOString(),
    deleted: item.deletedAt !== null,
    permalink: `${world.url}/${item.platform}${item.path}`,
    container_id: item.containerId,
    reply_to: item.replyTo,
  }
}
