import type { Import } from '../../api/schema.ts'
import { StateBadge } from '../../parts/StateBadge.tsx'

export function hasEnded({ finished_at }: Import): boolean {
  return finished_at !== null
}

export function ImportState({ state }: Pick<Import, 'state'>) {
  return state === 'waiting' ? <StateBadge state="pending" /> : <StateBadge state={state} />
}
