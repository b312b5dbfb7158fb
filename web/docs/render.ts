import { Marked, type Token, type Tokens } from 'marked'

/** A part of a page from one heading to the next, for the search. */
export interface Section {
  id: string
  heading: string
  text: string
}

export interface Rendered {
  title: string
  html: string
  sections: Section[]
  headings: Array<{ level: number; id: string; text: string }>
}

/** The address of a link in a page, or null if there is nothing to lead to: then only its words are shown. */
export type ResolveLink = (href: string) => string | null

/** Markdown becomes HTML. HTML inside it is shown as text, comments are left out. */
export function renderMarkdown(source: string, resolve: ResolveLink): Rendered {
  const marked = new Marked({ gfm: true })
  const ids = createIds()
  const rendered: Rendered = { title: '', html: '', sections: [], headings: [] }
  marked.use({
    renderer: {
      heading({ tokens, depth }) {
        const words = plainText(tokens)
        const id = ids(words)
        if (depth === 1 && rendered.title === '') rendered.title = words
        else rendered.headings.push({ level: depth, id, text: words })
        const anchor = `<a class="anchor" href="#${id}" aria-label="${escapeHtml(`Link to “${words}”`)}">#</a>`
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}${depth === 1 ? '' : anchor}</h${depth}>\n`
      },
      code({ text, lang }) {
        return `<div class="code"><pre tabindex="0"><code${lang ? ` data-language="${escapeHtml(lang)}"` : ''}>${escapeHtml(text)}</code></pre></div>\n`
      },
      html({ text }) {
        return escapeHtml(withoutComments(text))
      },
      image() {
        return ''
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens)
        const address = resolve(href)
        if (address === null) return words
        const isOutside = !/^[/#]/.test(address)
        return `<a href="${escapeHtml(address)}"${isOutside ? ' rel="noreferrer"' : ''}>${words}</a>`
      },
      table(token) {
        // Some tables have no head, only an empty row because Markdown wants one.
        const hasHead = token.header.some(({ text }) => text !== '')
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>\n`
        const head = hasHead ? `<thead>\n${row(token.header, 'th')}</thead>\n` : ''
        const body = token.rows.map((cells) => row(cells, 'td')).join('')
        return `<div class="table" tabindex="0"><table>\n${head}<tbody>\n${body}</tbody></table></div>\n`
      },
    },
  })
  const tokens = marked.lexer(source)
  rendered.html = marked.parser(tokens)
  rendered.sections = sectionsOf(tokens)
  return rendered
}

function withoutComments(html: string): string {
  return html.replace(/<!--[\s\S]*?-->\n?/g, '')
}

export function escapeHtml(text: string): string {
  const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (character) => escapes[character]!)
}

/** As GitHub makes them, because pages link to each other's sections. */
function createIds(): (words: string) => string {
  const taken = new Map<string, number>()
  return (words) => {
    const id = words
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-')
    const count = taken.get(id) ?? 0
    taken.set(id, count + 1)
    return count === 0 ? id : `${id}-${count}`
  }
}

function sectionsOf(tokens: Token[]): Section[] {
  const ids = createIds()
  const sections: Section[] = []
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = plainText(token.tokens ?? [])
      const id = ids(heading)
      // The page itself needs no anchor.
      sections.push({ id: sections.length === 0 ? '' : id, heading, text: '' })
    } else {
      const text = plainText([token]).replace(/\s+/g, ' ').trim()
      const section = sections.at(-1)
      if (text !== '' && section) section.text += section.text === '' ? text : ` ${text}`
    }
  }
  return sections
}

/** The words that a reader sees. */
function plainText(tokens: Token[]): string {
  return tokens.map(textOf).join('')
}

function textOf(token: Token): string {
  switch (token.type) {
    case 'html':
      return withoutComments(token.raw)
    case 'image':
      return ''
    case 'code':
      return `${token.text}\n`
    case 'table': {
      const { header, rows } = token as Tokens.Table
      return [header, ...rows].map((row) => `${row.map((cell) => plainText(cell.tokens)).join(' ')}\n`).join('')
    }
    case 'list':
      return (token as Tokens.List).items.map((item) => `${plainText(item.tokens)}\n`).join('')
    case 'br':
    case 'space':
      return '\n'
    case 'codespan':
    case 'escape':
      return token.text
    default:
      if ('tokens' in token && token.tokens) return plainText(token.tokens)
      return 'text' in token ? String(token.text) : ''
  }
}
