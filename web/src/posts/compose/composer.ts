import { createContext, useContext } from 'react'
import type { Connection } from '../../api/schema.ts'
import type { Issue } from './checks.ts'
import type { Draft, Own } from './draft.ts'
import type { Target } from './targets.ts'

interface Composer {
  draft: Draft
  connections: Connection[]
  /** All that the post can be for. */
  targets: readonly Target[]
  /** Those it is for. */
  chosen: readonly Target[]
  issues: Issue[]
  change: (change: Partial<Draft>) => void
  changeOwn: (target: Target, change: Partial<Own>) => void
}

/** What all parts of the form share. */
export const ComposerContext = createContext<Composer | null>(null)

export function useComposer(): Composer {
  return useContext(ComposerContext)!
}
