import type { Call } from '../http/call.ts'
import type { PlatformName, PublicItem } from '../state/records.ts'
import type { World } from '../state/world.ts'

type NewItem = Omit<PublicItem, 'platform' | 'createdAt' | 'deletedAt' | 'hidden'>

/** Makes an item visible to everyone. Nothing else does that. */
export function publishItem(call: Call, item: NewItem): PublicItem {
  const now = call.world.clock.now()
  const { lag } = call
  call.effect = item.id
  return saveItem(call.world, {
    ...item,
    platform: call.platform,
    createdAt: now,
    deletedAt: null,
    hidden: lag ? { until: now + lag.ms, reads: lag.reads, status: lag.status } : null,
  })
}

export function saveItem(world: World, item: PublicItem): PublicItem {
  return world.items.put(`${item.platform}:${item.id}`, item)
}

export function findItem(world: World, platform: PlatformName, id: string): PublicItem | undefined {
  return world.items.get(`${platform}:${id}`)
}

export function deleteItem(call: Call, item: PublicItem): void {
  if (item.deletedAt === null) saveItem(call.world, { ...item, deletedAt: call.world.clock.now() })
  call.effect = item.id
}

/** Items that a list call may show, newest first. A lagging item uses up one of its hidden reads. */
export function listItems(call: Call, accountId: string): PublicItem[] {
  const { world, lag } = call
  const now = world.clock.now()
  const shown: PublicItem[] = []
  for (const item of world.items.newest(`${call.platform}:${accountId}`)) {
    if (item.deletedAt !== null) continue
    if (lag && item.createdAt > now - lag.ms) continue
    if (isHidden(item, now)) {
      if (item.hidden && item.hidden.reads > 0) {
        saveItem(world, { ...item, hidden: { ...item.hidden, reads: item.hidden.reads - 1 } })
      }
      continue
    }
    shown.push(item)
  }
  return shown
}

export function isHidden(item: PublicItem, now: number): boolean {
  return item.hidden !== null && (item.hidden.until > now || item.hidden.reads > 0)
}

export function countSince(
  world: World,
  platform: PlatformName,
  accountId: string,
  since: number,
  reply: boolean,
): number {
  let count = 0
  for (const item of world.items.newest(`${platform}:${accountId}`)) {
    if (item.createdAt <= since) break
    if ((item.replyTo !== null) === reply) count += 1
  }
  return count
}

/** Like countSince, but stops early when there are too few items: a proof publishes thousands. */
export function isQuotaUsed(call: Call, accountId: string, since: number, reply: boolean, quota: number): boolean {
  if (call.world.items.countOf(`${call.platform}:${accountId}`) < quota) return false
  return countSince(call.world, call.platform, accountId, since, reply) >= quota
}
