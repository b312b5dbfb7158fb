/** One section of a page, as the build writes it. */
export interface Entry {
  path: string
  page: string
  heading: string
  text: string
}

export interface Hit {
  entry: Entry
  score: number
  /** Some words around the first match. */
  extract: string
}

const LIMIT = 12
const EXTRACT = 140

/** Sections that have every word of the query, or the beginning of one. Words in headings count more. */
export function search(entries: readonly Entry[], query: string): Hit[] {
  const words = query
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
  if (words.length === 0) return []
  const hits = entries.flatMap((entry) => {
    const page = entry.page.toLowerCase()
    const heading = entry.heading.toLowerCase()
    const text = entry.text.toLowerCase()
    let score = 0
    for (const word of words) {
      const points =
        (has(heading, word) ? 20 : 0) + (has(page, word) ? 8 : 0) + (has(text, word) ? 4 : 0) || weakly(text, word)
      if (points === 0) return []
      score += points
    }
    if (heading === query.trim().toLowerCase()) score += 30
    if (text.includes(query.trim().toLowerCase())) score += 6
    return [{ entry, score, extract: extractOf(entry.text, words) }]
  })
  return hits.sort((a, b) => b.score - a.score).slice(0, LIMIT)
}

/** At the beginning of a word: "form" finds "forms", not "platform". */
function has(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!)) return true
  }
  return false
}

/** Inside a word, as parts of codes and names are. */
function weakly(text: string, word: string): number {
  return word.length >= 3 && text.includes(word) ? 1 : 0
}

function extractOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase()
  const places = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0)
  const first = places.length === 0 ? 0 : Math.min(...places)
  const from = first < EXTRACT / 2 ? 0 : text.indexOf(' ', first - EXTRACT / 2) + 1
  const to = from + EXTRACT
  return `${from > 0 ? '… ' : ''}${text.slice(from, to).trim()}${to < text.length ? ' …' : ''}`
}
