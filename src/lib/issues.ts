/** Collects every broken rule of an input, so that a caller can fix them all at once. Field path → messages. */
export interface Issues {
  add(field: string, message: string): void
  readonly details: Record<string, string[]>
  readonly count: number
}

export function createIssues(): Issues {
  return { details: {}, count: 0, add }
}

function add(this: { details: Record<string, string[]>; count: number }, field: string, message: string): void {
  this.count++
  // A field may be called "toString".
  if (Object.hasOwn(this.details, field)) this.details[field]!.push(message)
  else this.details[field] = [message]
}

/** What a JSON value is called in a message: "a number", "an array", "null". */
export function nameOfType(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  switch (typeof value) {
    case 'object':
      return 'an object'
    case 'boolean':
      return 'a boolean'
    case 'number':
      return 'a number'
    case 'string':
      return 'a string'
    default:
      return typeof value
  }
}
