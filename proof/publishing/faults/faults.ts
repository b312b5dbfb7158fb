import type { FaultRequest, SimulatorControl } from '../../../simulators/client.ts'
import type { FaultKind } from '../../../simulators/core/faults.ts'
import { PLATFORM_NAMES, type PlatformName as SimulatorName } from '../../../simulators/state/records.ts'

type Calls = Record<SimulatorName, { visible: string; invisible: string[] }>

export const CALLS: Calls = {
  threads: { visible: 'threads_publish', invisible: ['create_container', 'container_status', 'list'] },
  instagram: { visible: 'media_publish', invisible: ['create_container', 'container_status', 'list'] },
  linkedin: { visible: 'posts.create', invisible: ['images.initialize', 'images.upload', 'videos.finalize', 'list'] },
  mastodon: { visible: 'statuses.create', invisible: ['media.upload', 'media.get', 'list'] },
  x: { visible: 'tweets.create', invisible: ['media.initialize', 'media.append', 'media.finalize', 'list'] },
  bluesky: { visible: 'records.put', invisible: ['blobs.upload', 'handles.resolve', 'records.get'] },
}

type Fault = [kind: FaultKind, rate: number, more?: Partial<FaultRequest>]

// Shorter than the proof's looks (6 s to the last one), as real lag is shorter than real looks (12 minutes).
const LAG_MS = 2_500
const SILENCE_MS = 2_000

/** Disturbs about one in five visible calls. */
const VISIBLE: Fault[] = [
  ['drop_before', 0.02],
  ['drop_after', 0.03],
  ['timeout_before', 0.01, { ms: SILENCE_MS }],
  ['timeout_after', 0.01, { ms: SILENCE_MS }],
  ['status_before', 0.02],
  ['status_after', 0.03],
  ['status_after', 0.01, { status: 502 }],
  ['rate_limited', 0.015],
  ['truncated', 0.02],
  ['bad_body', 0.01],
  ['huge_body', 0.005, { bytes: 2 * 1024 * 1024 }],
  ['not_ready', 0.015],
  ['live_but_error', 0.01],
  ['token_revoked', 0.003],
  ['lag', 0.05, { ms: LAG_MS }],
]

/** Faults of networks with containers only. */
const VISIBLE_WITH_CONTAINERS: Fault[] = [
  ['lost_container', 0.01],
  ['live_but_not_ready', 0.01],
]

const INVISIBLE: Fault[] = [
  ['drop_before', 0.005],
  ['drop_after', 0.005],
  ['status_before', 0.005],
  ['truncated', 0.005],
  ['rate_limited', 0.002],
]

/** Every kind has happened with every provider before this share of the posts is out. */
const SURE_SHARE = 0.9

/**
 * Injects every kind of fault with every provider, at random but reproducible by the seed. With enough posts, each kind
 * is also certain to happen once. `posts` is the number per provider.
 */
export async function injectFaults(control: SimulatorControl, seed: string, posts: number): Promise<void> {
  for (const [platform, calls] of Object.entries(CALLS) as Array<[SimulatorName, Calls[SimulatorName]]>) {
    const { visible: call, invisible } = calls
    const visible = visibleFaultsOf(platform)
    const sure = posts < visible.length ? [] : visible
    for (const [at, [kind, , more]] of sure.entries()) {
      const wanted = Math.floor(((at + 1) / sure.length) * SURE_SHARE * posts)
      // A fault does not count calls that an earlier one has disturbed.
      await control.fault({ platform, call, kind, times: 1, after: Math.max(0, wanted - at), ...more })
    }
    for (const [at, [kind, rate, more]] of visible.entries()) {
      await control.fault({ platform, call, kind, rate, seed: `${seed}:${call}:${at}`, ...more })
    }
    for (const call of invisible) {
      for (const [kind, rate, more] of INVISIBLE) {
        await control.fault({ platform, call, kind, rate, seed: `${seed}:${call}:${kind}`, ...more })
      }
    }
    await control.fault({ platform, call: 'list', kind: 'lag', rate: 0.1, seed: `${seed}:list`, ms: LAG_MS })
  }
}

function visibleFaultsOf(platform: SimulatorName): Fault[] {
  const hasContainers = CALLS[platform].invisible.includes('create_container')
  return hasContainers ? [...VISIBLE, ...VISIBLE_WITH_CONTAINERS] : VISIBLE
}

/** Faults that could have happened with a provider but did not: `KIND on PROVIDER`. */
export function missingFaults(fired: FiredFaults): string[] {
  return PLATFORM_NAMES.flatMap((name) => {
    const kinds = new Set(visibleFaultsOf(name).map(([kind]) => kind))
    return [...kinds].filter((kind) => !fired[kind]?.[name]).map((kind) => `${kind} on ${name}`)
  })
}

/** Kind of fault → provider → how often it happened. */
export type FiredFaults = Record<string, Partial<Record<SimulatorName, number>>>

export async function readFiredFaults(simulatorsUrl: string): Promise<FiredFaults> {
  const response = await fetch(`${simulatorsUrl}/control/faults`)
  const { faults } = (await response.json()) as { faults: Fired[] }
  const fired: FiredFaults = {}
  for (const { kind, platform, fired: count } of faults) {
    fired[kind] = { ...fired[kind], [platform]: (fired[kind]?.[platform] ?? 0) + count }
  }
  return fired
}

type Fired = { kind: FaultKind; platform: SimulatorName; fired: number }
