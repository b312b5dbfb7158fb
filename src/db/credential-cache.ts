import type { Listener } from './listener.ts'

const CREDENTIAL_CHANNEL = 'doorpost_credentials'

export type CredentialCache<T> = ReturnType<typeof createCredentialCache<T>>

interface CredentialCacheOptions<T> {
  load: (hash: Buffer) => Promise<T | null>
  /** Nothing is served from memory while notices may be missing. */
  isCurrent: () => boolean
}

const ENTRIES_MAX = 10_000
const UNKNOWN_MAX = 1_000

/** Caches what a secret's hash stands for, until the database announces a change. */
export function createCredentialCache<T>({ load, isCurrent }: CredentialCacheOptions<T>) {
  const entries = new Map<string, T>()
  // Separate and smaller: invented secrets must not evict live ones.
  const unknown = new Set<string>()
  const loading = new Map<string, Promise<T | null>>()
  // A row read before a notice must not be cached after it.
  let changes = 0

  /** From memory; undefined if the database must be asked. */
  const peek = (hash: string): T | null | undefined => {
    if (!isCurrent()) return undefined
    return entries.get(hash) ?? (unknown.has(hash) ? null : undefined)
  }

  const fetch = async (hash: string): Promise<T | null> => {
    const before = changes
    const found = await load(Buffer.from(hash, 'hex'))
    if (before === changes && isCurrent()) {
      const kept = found === null ? unknown : entries
      const most = found === null ? UNKNOWN_MAX : ENTRIES_MAX
      if (kept.size >= most) kept.delete(kept.keys().next().value!)
      if (found === null) unknown.add(hash)
      else entries.set(hash, found)
    }
    return found
  }

  return {
    peek,
    find(hash: string): Promise<T | null> {
      const known = peek(hash)
      if (known !== undefined) return Promise.resolve(known)
      const running = loading.get(hash)
      if (running) return running
      const started = fetch(hash).finally(() => loading.delete(hash))
      loading.set(hash, started)
      return started
    },
    forget(hash: string): void {
      changes++
      entries.delete(hash)
      unknown.delete(hash)
      loading.delete(hash)
    },
    clear(): void {
      changes++
      entries.clear()
      unknown.clear()
      loading.clear()
    },
  }
}

/** Clears the cache on notices of the database. */
export function connectCache(listener: Listener, cache: CredentialCache<unknown>): void {
  listener.onNotice(CREDENTIAL_CHANNEL, cache.forget)
  listener.onStart(cache.clear)
}
