import type { FaultRequest, SimulatorControl } from '../../simulators/client.ts'
import type { FaultKind } from '../../simulators/core/faults.ts'
import type { PlatformName as SimulatorName } from '../../simulators/state/records.ts'

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

// Shorter than the looks of the proof (6 s to the last one), as real lag is shorter than real looks (12 minutes).
const LAG_MS = 2_500
const SILENCE_MS = 2_000

/** How often the visible call is disturbed: about one in five. */
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

const INVISIBLE: Fault[] = [
  ['drop_before', 0.005],
  ['drop_after', 0.005],
  ['status_before', 0.005],
  ['truncated', 0.005],
  ['rate_limited', 0.002],
]

/** Every kind on every platform, by chance but the same chance for the same seed. */
export async function injectFaults(control: SimulatorControl, seed: string): Promise<void> {
  for (const [platform, { visible, invisible }] of Object.entries(CALLS) as Array<
    [SimulatorName, Calls[SimulatorName]]
  >) {
    for (const [at, [kind, rate, more]] of VISIBLE.entries()) {
      await control.fault({ platform, call: visible, kind, rate, seed: `${seed}:${visible}:${at}`, ...more })
    }
    for (const call of invisible) {
      for (const [kind, rate, more] of INVISIBLE) {
        await control.fault({ platform, call, kind, rate, seed: `${seed}:${call}:${kind}`, ...more })
      }
    }
    await control.fault({ platform, call: 'list', kind: 'lag', rate: 0.1, seed: `${seed}:list`, ms: LAG_MS })
  }
}
