import type { Delivery } from '../../api/schema.ts'
import { StateBadge } from '../../parts/StateBadge.tsx'

/** What became of a delivery, in two words. */
export function MappingState({ delivery: { mapping } }: { delivery: Delivery }) {
  const made = mapping.contact_ids.length
  switch (mapping.state) {
    case 'mapped':
      return <StateBadge state="done" label={made === 1 ? '1 contact' : `${made.toLocaleString()} contacts`} />
    case 'failed':
      return <StateBadge state="failed" label="Not mapped" />
    case 'pending':
      return <StateBadge state="running" label="Being mapped" />
    case 'skipped':
      return <StateBadge state="draft" label="Skipped" />
    case 'none':
      return null
  }
}
