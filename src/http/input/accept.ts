const PARTS_MAX = 50

/** Whether a client asks for a page rather than JSON. One that takes both alike, as with an Accept of everything or none at all, is a program. */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined) return false
  const parts = accept.toLowerCase().split(',', PARTS_MAX).map(readPart)
  return weightOf(parts, 'text/html') > weightOf(parts, 'application/json')
}

interface AcceptedType {
  type: string
  weight: number
}

function readPart(part: string): AcceptedType {
  const [type = '', ...parameters] = part.split(';').map((each) => each.trim())
  const q = parameters.find((each) => each.startsWith('q='))
  const weight = q === undefined ? 1 : Number(q.slice(2))
  return { type, weight: weight >= 0 && weight <= 1 ? weight : 0 }
}

/** The weight of the most specific entry that matches (RFC 9110). */
function weightOf(parts: readonly AcceptedType[], type: string): number {
  for (const wanted of [type, `${type.split('/', 1)[0]}/*`, '*/*']) {
    const found = parts.find((part) => part.type === wanted)
    if (found !== undefined) return found.weight
  }
  return 0
}
