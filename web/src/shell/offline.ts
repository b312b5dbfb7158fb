import { useEffect, useSyncExternalStore } from 'react'

// Without a connection the dashboard opens with what public/sw.js has kept: its frame and files, no answers of the API.

/** Lets the browser keep the frame, once the page has everything it needs. */
export function useOfflineFrame(): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const timer = setTimeout(() => void keepFrame().catch(() => {}), KEEP_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
}

const KEEP_AFTER_MS = 3_000

async function keepFrame(): Promise<void> {
  await navigator.serviceWorker.register('/sw.js')
  const { active } = await navigator.serviceWorker.ready
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  active?.postMessage({ loaded })
}

const subscribe = (changed: () => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** False as soon as the browser knows that there is no connection. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}
