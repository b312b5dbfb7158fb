/** Makes text of strangers harmless, one character at a time. */
export type Escape = (text: string) => string

/** Escaped text of at most `max` UTF-16 units, which is the strictest way in which chats count. */
export function fit(text: string, max: number, harmless: Escape = (same) => same): string {
  const whole = harmless(text)
  if (whole.length <= max) return whole
  let start = ''
  for (const character of text) {
    const next = harmless(character)
    if (start.length + next.length >= max) break
    start += next
  }
  return `${start}…`
}

/** The same for a limit in bytes of UTF-8. */
export function fitBytes(text: string, max: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= max) return text
  // A character that is cut in two is left out.
  return `${new TextDecoder().decode(bytes.subarray(0, max - 3), { stream: true })}…`
}
