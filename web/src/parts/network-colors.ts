import type { Format } from '../../../src/platforms/shared/provider.ts'

/** For plots; the icons stay as they are. */
export const NETWORK_COLOR: Record<Format, string> = {
  thread: 'light-dark(#20282f, #dbe2e8)',
  photo: '#d62976',
  professional: '#0a66c2',
  short: 'light-dark(#66737f, #a3aeb8)',
}
