import { sentence, sentences } from '../../src/messages/sentence.ts'
import { startMapping } from '../../src/webhooks/mapping/apply.ts'
import type { Mapping } from '../../src/webhooks/senders/shared/mapping.ts'

export type ToldItem =
  | { record: Record<string, unknown>; notes: string[] }
  | { skipped: string }
  | { problems: Record<string, string[]> }

/** As startMapping, with all items at once, and in sentences. */
export function applyMapping(mapping: Mapping, value: unknown): { items: ToldItem[] } | { problem: string } {
  const started = startMapping(mapping, value)
  if ('problem' in started) return { problem: sentence(started.problem) }
  const items = Array.from(started.items, (item): ToldItem => {
    if ('skipped' in item) return { skipped: sentence(item.skipped) }
    if ('problems' in item) return { problems: sentences(item.problems) }
    return { ...item, notes: item.notes.map((note) => sentence(note)) }
  })
  return { items }
}
