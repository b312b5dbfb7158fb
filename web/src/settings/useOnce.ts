import { useRef } from 'react'
import { onceKey } from '../api/client.ts'

interface Intent<B> {
  of: string
  body: B
  headers: ReturnType<typeof onceKey>
}

/**
 * The body and headers of a create. They stay the same while what was typed does, so that a repeat after a lost answer makes
 * nothing twice; `done` ends the intent.
 */
export function useOnce<B>() {
  const kept = useRef<Intent<B> | null>(null)
  return {
    intent(typed: unknown, make: () => B): Intent<B> {
      const of = JSON.stringify(typed)
      if (kept.current?.of !== of) kept.current = { of, body: make(), headers: onceKey() }
      return kept.current
    },
    done(): void {
      kept.current = null
    },
  }
}
