const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** A permalink contains the post's id in base 64. */
export function shortcodeOf(id: string): string {
  let rest = BigInt(id)
  let code = ''
  while (rest > 0n) {
    code = ALPHABET[Number(rest % 64n)] + code
    rest /= 64n
  }
  return code
}

/** Also accepts the id itself. */
export function idOfShortcode(code: string): string {
  if (/^\d+$/.test(code)) return code
  let id = 0n
  for (const char of code) {
    const digit = ALPHABET.indexOf(char)
    if (digit === -1) return code
    id = id * 64n + BigInt(digit)
  }
  return String(id)
}
