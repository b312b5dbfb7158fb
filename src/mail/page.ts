/** What a mail says, from top to bottom. Every text is plain: it is escaped here. */
export type Part =
  | { kind: 'text'; text: string }
  /** An address of ours, which stands on a line of its own. */
  | { kind: 'link'; label: string; url: string }
  | { kind: 'facts'; facts: ReadonlyArray<readonly [name: string, value: string]> }
  | { kind: 'small'; text: string; link?: { label: string; url: string } }

/** Both forms of a mail. The HTML has no picture, no style from elsewhere and no script: nothing tells that it was opened. */
export function renderParts(parts: readonly Part[]): { text: string; html: string } {
  const text = parts.map(toText).join('\n\n')
  const body = parts.map(toHtml).join('\n')
  const font = 'font:16px/1.5 system-ui,sans-serif'
  const html = `<!doctype html><html lang="en"><body style="${font}"><div style="max-width:36em">\n${body}\n</div></body></html>`
  return { text: `${text}\n`, html }
}

function toText(part: Part): string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'link':
      return part.label === part.url ? part.url : `${part.label}:\n${part.url}`
    case 'facts':
      return part.facts.map(([name, value]) => `${name}: ${indent(value)}`).join('\n')
    case 'small':
      return `-- \n${part.text}${part.link ? `\n${part.link.label}: ${part.link.url}` : ''}`
  }
}

/** Further lines of a value are not taken for a fact of their own. */
function indent(value: string): string {
  return value.replace(/\r\n?|\n/g, '\n    ')
}

function toHtml(part: Part): string {
  switch (part.kind) {
    case 'text':
      return paragraph(breakLines(part.text))
    case 'link':
      return paragraph(`<a href="${escapeHtml(part.url)}">${escapeHtml(part.label)}</a>`)
    case 'facts':
      return `<table style="border-collapse:collapse">${part.facts.map(toRow).join('')}</table>`
    case 'small': {
      const link = part.link ? ` <a href="${escapeHtml(part.link.url)}">${escapeHtml(part.link.label)}</a>` : ''
      return `<p style="color:#666;font-size:13px">${breakLines(part.text)}${link}</p>`
    }
  }
}

function toRow([name, value]: readonly [string, string]): string {
  const style = 'text-align:left;vertical-align:top;padding:2px 12px 2px 0'
  return `<tr><th style="${style}">${escapeHtml(name)}</th><td style="${style}">${breakLines(value)}</td></tr>`
}

function paragraph(html: string): string {
  return `<p>${html}</p>`
}

function breakLines(text: string): string {
  return escapeHtml(text).replace(/\r\n?|\n/g, '<br>')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
