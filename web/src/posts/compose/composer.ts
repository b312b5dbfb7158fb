import { createContext, useContext } from 'react'
import type { Connection, Workspace } from '../../api/schema.ts'
import type { Issue } from './draft/checks.ts'
import { partsOf, trackLinksOf } from './draft/draft.ts'
import { networkOf, type Target } from './draft/targets.ts'
import type { useDraft } from './draft/use-draft.ts'
import { outgoingText, trackingOf } from './fields/tracking.ts'
import { loadTwitterText } from './fields/twitter-text.ts'

interface Composer extends Pick<ReturnType<typeof useDraft>, 'draft' | 'change' | 'update' | 'changeOwn'> {
  connections: Connection[]
  /** Undefined when it could not be read: links are then shown as they were typed. */
  workspace: Workspace | undefined
  /** All that the post can be for. */
  targets: readonly Target[]
  /** Those it is for. */
  chosen: readonly Target[]
  issues: Issue[]
}

/** What all parts of the form share. */
export const ComposerContext = createContext<Composer | null>(null)

export function useComposer(): Composer {
  return useContext(ComposerContext)!
}

/** The text of a target as it will be sent. */
export function useOutgoingText(target: Target): string {
  const { draft, workspace } = useComposer()
  const tracking = trackingOf(trackLinksOf(draft, target), workspace)
  return outgoingText(partsOf(draft, target), networkOf(target), tracking, loadTwitterText).text
}
