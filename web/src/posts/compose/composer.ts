import { createContext, useContext } from 'react'
import type { Connection } from '../../api/schema.ts'
import type { Platform } from '../../parts/platforms.tsx'
import type { Issue } from './checks.ts'
import type { Draft, Own } from './draft.ts'

interface Composer {
  draft: Draft
  connections: Connection[]
  issues: Issue[]
  change: (change: Partial<Draft>) => void
  changeOwn: (platform: Platform, change: Partial<Own>) => void
}

/** What all parts of the form share. */
export const ComposerContext = createContext<Composer | null>(null)

export function useComposer(): Composer {
  return useContext(ComposerContext)!
}
