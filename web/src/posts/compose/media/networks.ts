import { ALT_TEXT_MAX } from '../../../../../src/platforms/registry.ts'
import type { Kind } from '../../media.ts'
import type { Network } from './prepare/plan.ts'

/** "Threads and Instagram" */
export function listNetworks(networks: readonly Network[]): string {
  return new Intl.ListFormat('en-GB').format(networks.map(({ label }) => label))
}

/** How long the alt text of such a file may be for all that take one; null when none of them does. */
export function altTextMax(networks: readonly Network[], kind: Kind): number | null {
  const known = kind === 'unknown' ? 'image' : kind
  const limits = networks
    .map(({ media }) => media.altText)
    .filter((limit) => limit?.kinds.some((each) => each === known))
  if (networks.length > 0 && limits.length === 0) return null
  return Math.min(ALT_TEXT_MAX, ...limits.map((limit) => limit!.max))
}
