import { useMemo } from 'react'
import { type LeadStatus, namedStatuses } from '../../../src/contact-fields.ts'
import { useMe } from '../api/session.ts'
import { useWorkspace } from '../api/workspace.ts'
import { useTeam } from './lead-reads.ts'

export type { LeadStatus }

/** The colour of a status, of those in tones.module.css. */
export const TONE_OF = {
  new: 'wait',
  contacted: 'work',
  qualified: 'warn',
  won: 'good',
  lost: 'none',
} as const satisfies Record<LeadStatus, string>

/** The statuses in their order, under the names of the workspace. */
export function useStatuses() {
  const { data } = useWorkspace()
  const statuses = data?.contact_statuses
  return useMemo(() => {
    const all = statuses ?? namedStatuses(null)
    return { all, labelOf: (key: string) => all.find((status) => status.key === key)?.label ?? key }
  }, [statuses])
}

export const ME_WORD = 'me'
export const NOBODY_WORD = 'none'

/** What an owner is called, and whom one can choose. */
export function useOwners() {
  const { data: team = [] } = useTeam()
  const { data: me } = useMe()
  const nameOf = (id: string): string => team.find((member) => member.id === id)?.name ?? 'Somebody who left'
  const choices = team.map(({ id, name }) => ({ value: id, label: id === me?.user.id ? `${name} (you)` : name }))
  return { nameOf, choices }
}
