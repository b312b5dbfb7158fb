import { findItem, isHidden } from '../core/items.ts'
import { DAY_MS } from '../core/time.ts'
import type { Call } from '../http/call.ts'
import type { Account, Container, ContainerMedia } from '../state/records.ts'

export type ContainerStatus = 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED'

export type NewContainer = Omit<Container, 'id' | 'platform' | 'accountId' | 'createdAt' | 'readyAt' | 'publishedId'>

export function createContainer(call: Call, account: Account, input: NewContainer): Container {
  const { world } = call
  const now = world.clock.now()
  const children = input.children.map((id) => findContainer(call, id)).filter((child) => child !== undefined)
  const id = world.ids.number(17_900_000_000_000_000n)
  call.effect = id
  return saveContainer(call, {
    ...input,
    id,
    platform: call.platform,
    accountId: account.id,
    createdAt: now,
    readyAt: Math.max(now + processingMs(call, input.media), ...children.map((child) => child.readyAt)),
    error: input.error ?? children.find((child) => child.error !== null)?.error ?? null,
    publishedId: null,
  })
}

export function saveContainer(call: Call, container: Container): Container {
  return call.world.containers.put(`${call.platform}:${container.id}`, container)
}

export function findContainer(call: Call, id: string): Container | undefined {
  return call.world.containers.get(`${call.platform}:${id}`)
}

export function statusOf(call: Call, container: Container): ContainerStatus {
  const now = call.world.clock.now()
  if (container.publishedId !== null) {
    const item = findItem(call.world, call.platform, container.publishedId)
    const lagging = item?.hidden?.status === true && isHidden(item, now)
    return lagging ? 'FINISHED' : 'PUBLISHED'
  }
  if (now >= container.createdAt + DAY_MS) return 'EXPIRED'
  if (now < container.readyAt) return 'IN_PROGRESS'
  return container.error === null ? 'FINISHED' : 'ERROR'
}

export function containersSince(call: Call, account: Account, since: number): number {
  let count = 0
  for (const container of call.world.containers.newest(`${call.platform}:${account.id}`)) {
    if (container.createdAt <= since) break
    count += 1
  }
  return count
}

/** A carousel has the media of its children. */
export function mediaOf(call: Call, container: Container): ContainerMedia[] {
  if (container.children.length === 0) return container.media
  return container.children.flatMap((id) => findContainer(call, id)?.media ?? [])
}

function processingMs(call: Call, media: ContainerMedia[]): number {
  const settings = call.world.settings.current[call.platform === 'threads' ? 'threads' : 'instagram']
  if (media.some((entry) => entry.kind === 'video')) return settings.video_processing_ms
  return media.length > 0 ? settings.image_processing_ms : settings.text_processing_ms
}
