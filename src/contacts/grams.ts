// The index of contacts stores every three consecutive letters of a text as a number. A text that contains another has
// all of its numbers. The reverse need not hold, so matches are compared with the text itself.

const LENGTH = 3
/** More numbers do not make a search more precise. */
const SEARCHED_MAX = 40

/** The numbers to look for in a workspace's index; null if the text is too short. */
export function searchedGrams(workspaceId: string, text: string): number[] | null {
  const grams = new Set<number>()
  addGrams(grams, text)
  return grams.size === 0 ? null : [workspaceGram(workspaceId), ...[...grams].slice(0, SEARCHED_MAX)]
}

/** Keeps workspaces apart in the index. */
export function workspaceGram(workspaceId: string): number {
  return Number.parseInt(workspaceId.slice(-8), 16) | 0
}

export function addGrams(grams: Set<number>, text: string): void {
  const folded = foldCase(text)
  let last = 0
  let last2 = 0
  for (let at = 0; at < folded.length; at++) {
    const unit = folded.charCodeAt(at)
    if (at >= LENGTH - 1) grams.add(((last2 << 20) ^ (last << 10) ^ unit) | 0)
    last2 = last
    last = unit
  }
}

const ASCII = /^[\0-\x7f]*$/

/**
 * Folds letter by letter, so that a part of a text is folded as it is inside the text. Letters that any database treats
 * as equal must become the same; folding more than that only costs a comparison.
 */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  let folded = ''
  for (const letter of text) folded += letter < '\x80' ? letter.toLowerCase() : foldLetter(letter)
  return folded
}

function foldLetter(letter: string): string {
  // Upper case merges letters with several small forms, such as sigma. Some databases drop the dot of İ.
  return letter.toLowerCase().toUpperCase().toLowerCase().replaceAll('\u0307', '')
}
