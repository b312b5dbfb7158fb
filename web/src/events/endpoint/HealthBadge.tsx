import type { Endpoint } from '../../api/schema.ts'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { stateOf } from './health.ts'

export function HealthBadge({ endpoint }: { endpoint: Endpoint }) {
  return <StateBadge state={stateOf(endpoint)} />
}
