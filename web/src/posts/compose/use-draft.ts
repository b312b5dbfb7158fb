import { useEffect, useMemo, useRef, useState } from 'react'
import { readKept, writeKept } from '../../parts/kept.ts'
import { type Draft, isBlank, type Own, ownOf, type Sent, withoutUploads } from './draft.ts'
import type { Target } from './targets.ts'

/** Kept in this browser until stored or discarded. `asked` comes from the URL and overrides what was kept. */
export function useDraft(initial: Draft, key: string, asked: Partial<Draft> = {}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was kept is asked for once
  const kept = useMemo(() => storage.read(key), [])
  const isWorth = kept !== null && isWorthKeeping(kept.draft, initial)
  const [draft, setDraft] = useState(isWorth ? { ...kept.draft, ...asked } : initial)
  const [restoredAt, setRestoredAt] = useState(isWorth ? kept.savedAt : null)
  const [isOver, setOver] = useState(false)
  const isDirty = !isOver && isWorthKeeping(draft, initial)
  const savedAt = useRef(isWorth ? Date.parse(kept.savedAt) : null)

  useEffect(() => {
    if (isDirty) storage.write(key, draft)
    else storage.clear(key)
    savedAt.current = isDirty ? Date.now() : null
  }, [isDirty, draft, key])

  return {
    draft,
    restoredAt,
    isDirty,
    /** When this browser last kept it; null if there is nothing to keep. */
    get savedAt() {
      return isDirty ? (savedAt.current ?? Date.now()) : null
    },
    /** Survives a reload. */
    remember: (key: string, sent: Sent | undefined) =>
      setDraft((now) => ({ ...now, sent: { ...now.sent, [key]: sent } })),
    update: setDraft,
    change: (change: Change<Draft>) => setDraft((now) => changed(now, change)),
    changeOwn: (target: Target, change: Change<Own>) =>
      setDraft((now) => ({ ...now, own: { ...now.own, [target.key]: changed(ownOf(now, target), change) } })),
    startOver: (next: Draft) => {
      setDraft(next)
      setRestoredAt(null)
      setOver(false)
    },
    /** Stored: nothing is kept, and leaving asks nothing. */
    finish: () => {
      storage.clear(key)
      setOver(true)
      setRestoredAt(null)
    },
  }
}

/** A function if it depends on the current draft: the rendered one may be older than the last upload. */
type Change<T> = Partial<T> | ((now: T) => Partial<T>)

function changed<T>(now: T, change: Change<T>): T {
  return { ...now, ...(typeof change === 'function' ? change(now) : change) }
}

/** Whether something was written, or sent and perhaps not received. */
function isWorthKeeping(draft: Draft, initial: Draft): boolean {
  const hasSent = Object.values(draft.sent).some((sent) => sent !== undefined)
  return !isBlank(draft) && (hasSent || !isSame(draft, initial))
}

/** Targets, zone and requests do not count as written. */
function isSame(one: Draft, other: Draft): boolean {
  const written = ({ targets, zone, sent, ...rest }: Draft) => JSON.stringify(rest)
  return written(one) === written(other)
}

interface Kept {
  draft: Draft
  savedAt: string
}

// Changes with the shape of a draft, so that older drafts are ignored.
const PREFIX = 'doorpost.compose.3.'

/** In local storage, so that a reload loses nothing. */
export const storage = {
  read(key: string): Kept | null {
    const kept = readKept(PREFIX + key) as Kept | null
    if (!kept || !isDraft(kept.draft)) return null
    // Older dashboards had no choice about links.
    return { ...kept, draft: withoutUploads({ ...kept.draft, trackLinks: kept.draft.trackLinks ?? null }) }
  },
  write: (key: string, draft: Draft) => writeKept(PREFIX + key, { draft, savedAt: new Date().toISOString() }),
  clear: (key: string) => writeKept(PREFIX + key, null),
}

/** The accounts of a person's last post. They outlive a sign-out, because they are not typed. */
export const usualAccounts = {
  read(userId: string | undefined): string[] {
    const keys = readKept(nameOfUsual(userId))
    return Array.isArray(keys) ? keys.map(String) : []
  },
  keep: (userId: string | undefined, keys: readonly string[]) => writeKept(nameOfUsual(userId), keys),
}

function nameOfUsual(userId: string | undefined): string {
  return `doorpost.usual-accounts.${userId}`
}

function isDraft(value: unknown): value is Draft {
  const draft = value as Partial<Draft> | null | undefined
  const texts = [draft?.text, draft?.date, draft?.time, draft?.zone]
  return (
    texts.every((text) => typeof text === 'string') &&
    Array.isArray(draft?.media) &&
    Array.isArray(draft?.targets) &&
    typeof draft?.sent === 'object' &&
    Object.values(draft?.own ?? {}).every((own) => Array.isArray(own?.hashtags))
  )
}
