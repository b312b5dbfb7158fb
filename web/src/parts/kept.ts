import { changesOf } from './changes.ts'

// Keeps unsent input in this browser, so that a reload loses nothing.

const TYPED = 'doorpost.typed.1.'
const OWNER = 'doorpost.typed-by'
const PREFIXES = ['doorpost.typed.', 'doorpost.compose.']

// Storage may be full or disabled.

export function readKept(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

/** Null removes it. */
export function writeKept(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, JSON.stringify(value))
  } catch {}
}

export function nameOfTyped(name: string): string {
  return TYPED + name
}

export function forgetTyped(): void {
  const isTyped = (name: string) => PREFIXES.some((prefix) => name.startsWith(prefix))
  for (const name of Object.keys(localStorage)) if (isTyped(name)) localStorage.removeItem(name)
}

/** Another person may sign in after a session has expired. */
export function forgetTypedByOthers(userId: string): void {
  const owner = readKept(OWNER)
  if (owner !== null && owner !== userId) forgetTyped()
  writeKept(OWNER, userId)
}

interface Line {
  key: string
}

function isLines(value: unknown): value is Line[] {
  return Array.isArray(value) && value.every((item) => typeof item?.key === 'string')
}

/** The changed fields, so that the browser keeps nothing else of a stored record. Null if there are none. */
export function typedIn<V extends object>(before: V, after: V, secret: ReadonlyArray<keyof V> = []): Partial<V> | null {
  const changes = Object.entries(changesOf(before, after)).flatMap(([name, value]) => {
    if (secret.includes(name as keyof V)) return []
    return [[name, isLines(value) ? changedLines(before[name as keyof V], value) : value]]
  })
  return changes.length === 0 ? null : (Object.fromEntries(changes) as Partial<V>)
}

function changedLines(before: unknown, after: Line[]): Line[] {
  const stored = new Set(isLines(before) ? before.map((line) => JSON.stringify(line)) : [])
  return after.filter((line) => !stored.has(JSON.stringify(line)))
}

export function withTyped<V extends object>(now: V, typed: Partial<V>): V {
  const known = Object.entries(typed).flatMap(([name, value]) => {
    const current = now[name as keyof V]
    if (current === undefined) return []
    return [[name, isLines(current) && isLines(value) ? mergeLines(current, value) : value]]
  })
  return { ...now, ...Object.fromEntries(known) }
}

function mergeLines(now: Line[], typed: Line[]): Line[] {
  const keys = new Set(now.map(({ key }) => key))
  const changed = now.map((line) => typed.find(({ key }) => key === line.key) ?? line)
  return [...changed, ...typed.filter(({ key }) => !keys.has(key))]
}
