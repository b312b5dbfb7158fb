import { type MappedItem, startMapping } from '../../src/webhooks/mapping/apply.ts'
import type { Mapping } from '../../src/webhooks/senders/shared/mapping.ts'

/** As startMapping, with all items at once. */
export function applyMapping(mapping: Mapping, value: unknown): { items: MappedItem[] } | { problem: string } {
  const started = startMapping(mapping, value)
  return 'problem' in started ? started : { items: [...started.items] }
}
