import { segmentsOfName } from './pointer.ts'

// What a mapping sees of a form. Runs in the dashboard, too.

type Members = { [name: string]: unknown }

/** `a[b]=1` is at /a/b. Null if a name would reach prototypes. */
export function toFormValue(
  pairs: ReadonlyArray<readonly [name: string, text: string]>,
  readText: (text: string) => unknown,
): Members | null {
  const value: Members = {}
  for (const [name, text] of pairs) {
    const segments = segmentsOfName(name)
    if (segments.includes('__proto__')) return null
    put(value, segments, readText(text))
  }
  return value
}

/** A name that occurs several times, or ends with empty brackets, becomes a list. */
function put(value: Members, [name = '', ...rest]: string[], each: unknown): void {
  const there = Object.hasOwn(value, name) ? value[name] : undefined
  if (rest.length > 0 && rest[0] !== '') {
    const inner = isMembers(there) ? there : {}
    value[name] = inner
    put(inner, rest, each)
  } else if (there === undefined) {
    value[name] = rest.length > 0 ? [each] : each
  } else {
    value[name] = Array.isArray(there) ? [...there, each] : [there, each]
  }
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
