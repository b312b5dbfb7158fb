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
export const NETWORK_COLOR: Record<Format, string> = {
  thread: 'light-dark(#20282f, #dbe2e8)',
  photo: '#d62976',
  professional: '#0a66c2',
  short: 'light-dark(#66737f, #a3aeb8)',
}
