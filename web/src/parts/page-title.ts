import { useDocumentTitle } from '@mantine/hooks'
import { useSyncExternalStore } from 'react'

let count = 0
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The number of unseen leads, which the title of the tab shows. */
export function setTitleCount(next: number): void {
  if (next === count) return
  count = next
  for (const listener of listeners) listener()
}

export function usePageTitle(title: string): void {
  const unseen = useSyncExternalStore(subscribe, () => count)
  useDocumentTitle(`${unseen > 0 ? `(${unseen > 99 ? '99+' : unseen}) ` : ''}${title} · Doorpost`)
}
