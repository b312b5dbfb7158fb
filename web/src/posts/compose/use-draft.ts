import { useEffect, useMemo, useState } from 'react'
import type { Platform } from '../../parts/platforms.tsx'
import { type Draft, isBlank, type Own } from './draft.ts'
import { storage } from './storage.ts'

/** What is in the form, kept in this browser until it is stored or thrown away. */
export function useDraft(initial: Draft, key: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was kept is asked for once
  const kept = useMemo(() => storage.read(key), [])
  const isWorth = kept !== null && !isBlank(kept.draft) && !isSame(kept.draft, initial)
  const [draft, setDraft] = useState(isWorth ? kept.draft : initial)
  const [restoredAt, setRestoredAt] = useState(isWorth ? kept.savedAt : null)
  const [isOver, setOver] = useState(false)
  const isDirty = !isOver && !isBlank(draft) && !isSame(draft, initial)

  useEffect(() => {
    if (isDirty) storage.write(key, draft)
    else storage.clear(key)
  }, [isDirty, draft, key])

  return {
    draft,
    restoredAt,
    isDirty,
    change: (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change })),
    changeOwn: (platform: Platform, change: Partial<Own>) =>
      setDraft((now) => ({ ...now, own: { ...now.own, [platform]: { ...now.own[platform], ...change } } })),
    startOver: (next: Draft) => {
      setDraft(next)
      setRestoredAt(null)
      setOver(false)
    },
    /** It is stored: nothing is kept here any more, and nobody is asked before leaving. */
    finish: () => {
      storage.clear(key)
      setOver(true)
      setRestoredAt(null)
    },
  }
}

/** Which platforms are chosen, or which zone, is nothing that somebody has written. */
function isSame(one: Draft, other: Draft): boolean {
  const written = ({ platforms, zone, ...rest }: Draft) => JSON.stringify(rest)
  return written(one) === written(other)
}
