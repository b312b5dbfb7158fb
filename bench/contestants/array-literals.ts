/**
 * PostgreSQL array literals, one per column of a multi-row insert (`unnest($1::text[], …)`). Written by hand because
 * the driver's own array encoder costs several times as much per value.
 */
export function textArray(values: ReadonlyArray<string | null>): string {
  let literal = '{'
  for (let i = 0; i < values.length; i++) {
    if (i > 0) literal += ','
    const value = values[i]
    literal += value === null || value === undefined ? 'NULL' : quote(value)
  }
  return `${literal}}`
}

/** For values that need no quoting: uuids, numbers, ISO times, booleans. */
export function plainArray(values: ReadonlyArray<string | number | null>): string {
  let literal = '{'
  for (let i = 0; i < values.length; i++) {
    if (i > 0) literal += ','
    literal += values[i] ?? 'NULL'
  }
  return `${literal}}`
}

export function byteaArray(values: ReadonlyArray<Buffer | null>): string {
  let literal = '{'
  for (let i = 0; i < values.length; i++) {
    if (i > 0) literal += ','
    const value = values[i]
    literal += value ? `"\\\\x${value.toString('hex')}"` : 'NULL'
  }
  return `${literal}}`
}

const NEEDS_ESCAPE = /["\\]/

function quote(value: string): string {
  return NEEDS_ESCAPE.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : `"${value}"`
}
