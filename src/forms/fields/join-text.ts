/** Several values under one name, as one text; null for what is not a text. */
export function joinText(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (!Array.isArray(value)) return null
  const texts = value.map((each) => (Array.isArray(each) ? null : joinText(each)))
  return texts.filter((text) => text !== null && text.trim() !== '').join(', ')
}
