/** A page of our own documentation, as blocks. It knows what our pages use, not all of Markdown. */
export type Block =
  | { kind: 'heading'; level: number; text: string; id: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'list'; isOrdered: boolean; items: string[] }
  | { kind: 'table'; head: string[]; rows: string[][] }

export interface Inline {
  kind: 'text' | 'code' | 'strong' | 'emphasis' | 'link'
  text: string
  /** Empty if it is not a link. */
  href: string
}

const FENCE = /^\s*```/
const HEADING = /^(#{1,6})\s+(.+)$/
const ITEM = /^\s*(?:[-*]|(\d+)\.)\s+(.*)$/

export function readBlocks(source: string): Block[] {
  const lines = source.split('\n')
  const blocks: Block[] = []
  let at = 0
  const takeWhile = (isPart: (line: string) => boolean): string[] => {
    const from = at
    while (at < lines.length && isPart(lines[at]!)) at++
    return lines.slice(from, at)
  }
  while (at < lines.length) {
    const line = lines[at]!
    const heading = HEADING.exec(line)
    if (line.trim() === '') {
      at++
    } else if (FENCE.test(line)) {
      const indent = line.indexOf('`')
      at++
      const code = takeWhile((each) => !FENCE.test(each)).map((each) => each.slice(indent))
      blocks.push({ kind: 'code', text: code.join('\n') })
      at++
    } else if (heading) {
      at++
      const text = heading[2]!.trim()
      blocks.push({ kind: 'heading', level: heading[1]!.length, text, id: idOf(text) })
    } else if (line.startsWith('|')) {
      const [head = [], , ...rows] = takeWhile((each) => each.startsWith('|')).map(cellsOf)
      blocks.push({ kind: 'table', head, rows })
    } else if (ITEM.test(line)) {
      blocks.push(readList(takeWhile((each) => !FENCE.test(each) && (ITEM.test(each) || /^\s+\S/.test(each)))))
    } else {
      const isPart = (each: string) =>
        each.trim() !== '' && !FENCE.test(each) && !HEADING.test(each) && !ITEM.test(each) && !each.startsWith('|')
      blocks.push({ kind: 'paragraph', text: takeWhile(isPart).join(' ') })
    }
  }
  return blocks
}

function readList(lines: string[]): Block {
  const items: string[] = []
  for (const line of lines) {
    const item = ITEM.exec(line)
    if (item) items.push(item[2]!)
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  return { kind: 'list', isOrdered: ITEM.exec(lines[0]!)?.[1] !== undefined, items }
}

/** A `\|` does not end a cell. */
function cellsOf(line: string): string[] {
  return line
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** As GitHub makes them, because pages link to each other's sections. */
export function idOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}

const INLINE = /`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*/g

export function readInline(text: string): Inline[] {
  const parts: Inline[] = []
  let from = 0
  for (const match of text.matchAll(INLINE)) {
    if (match.index > from) parts.push(partOf('text', text.slice(from, match.index)))
    from = match.index + match[0].length
    const [, code, label, href, strong, emphasis] = match
    if (code !== undefined) parts.push(partOf('code', code))
    else if (href !== undefined) parts.push(partOf('link', label!, href))
    else if (strong !== undefined) parts.push(partOf('strong', strong))
    else parts.push(partOf('emphasis', emphasis!))
  }
  if (from < text.length) parts.push(partOf('text', text.slice(from)))
  return parts
}

function partOf(kind: Inline['kind'], text: string, href = ''): Inline {
  return { kind, text, href }
}
