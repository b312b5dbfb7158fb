type Find = () => string | null

let find: Find | null = null

/**
 * The trace that the caller works for, as jobs keep it for those who do them; null when nothing is traced. One for the
 * process, as the context of OpenTelemetry is: whoever writes a job need not be handed it.
 */
export function currentTraceparent(): string | null {
  return find === null ? null : find()
}

export function findTraceparentWith(how: Find | null): void {
  find = how
}
