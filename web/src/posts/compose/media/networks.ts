import { PLATFORM, type Platform } from '../../../parts/platforms.tsx'
import type { Network } from './prepare/plan.ts'

/** Whose rules the files of these platforms are held against. */
export function networksOf(platforms: readonly Platform[]): Network[] {
  return platforms.map((platform) => PLATFORM[platform])
}

/** "Threads and Instagram" */
export function listNetworks(networks: readonly Network[]): string {
  return new Intl.ListFormat('en-GB').format(networks.map(({ label }) => label))
}

/** What Doorpost stores. */
const STORED_MAX = 4_086

/** How long an alt text may be for all of them. */
export function altTextMax(networks: readonly Network[]): number {
  return Math.min(STORED_MAX, ...networks.map(() => STORED_MAX))
}
