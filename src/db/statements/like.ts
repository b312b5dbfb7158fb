/** A LIKE pattern for values that contain the text, whatever characters it has. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
