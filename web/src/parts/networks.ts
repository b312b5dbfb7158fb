import { PROFILES, type Provider, profileOf } from '../../../src/platforms/registry.ts'
import type { Format } from '../../../src/platforms/shared/provider.ts'
import { formatList } from './locale.ts'

interface OnNetwork {
  provider: Provider
}

/** "Bluesky"; without an account, every network that takes posts of this format: "X, Bluesky or Mastodon". */
export function networkLabel(format: Format, account: OnNetwork | null): string {
  return account === null ? formatList(networkLabels(format), 'disjunction') : profileOf(account.provider).label
}

export function networkLabels(format: Format): string[] {
  return PROFILES.filter((profile) => profile.format === format).map(({ label }) => label)
}

/** For plots; the icons stay as they are. */
const COLORS: Record<Provider, string> = {
  threads: 'light-dark(#20282f, #dbe2e8)',
  instagram: '#d62976',
  linkedin: '#0a66c2',
  x: 'light-dark(#66737f, #a3aeb8)',
  bluesky: 'light-dark(#1ba3f5, #52bdff)',
  mastodon: '#7c4dff',
}

/** Null for a format, whose posts may be on several networks. */
export function networkColor(key: string): string | null {
  return Object.hasOwn(COLORS, key) ? COLORS[key as Provider] : null
}
