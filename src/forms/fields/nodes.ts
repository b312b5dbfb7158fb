import { escapeHtml } from '../../lib/text/text.ts'

// A small tree of elements. The hosted page writes it as HTML, the script for websites makes elements of it (nothing is
// parsed there, so policies against injected HTML allow it), and the dashboard writes code to paste.

export type Attributes = Record<string, string | number | boolean | null | undefined>
export type ElementNode = [tag: string, attributes: Attributes, ...children: FormNode[]]
export type FormNode = string | ElementNode

/** Leaves out attributes without a value. */
export function el(tag: string, attributes: Attributes, ...children: readonly (FormNode | null)[]): ElementNode {
  const given = Object.entries(attributes).filter(
    ([, value]) => value !== null && value !== undefined && value !== false,
  )
  return [tag, Object.fromEntries(given), ...children.filter((child) => child !== null)]
}

export const VOID_TAGS: ReadonlySet<string> = new Set(['input', 'br'])

export function toHtml(node: FormNode): string {
  if (typeof node === 'string') return escapeHtml(node)
  const [tag, attributes, ...children] = node
  const written = Object.entries(attributes).map(([name, value]) =>
    value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`,
  )
  const start = `<${tag}${written.join('')}>`
  if (VOID_TAGS.has(tag)) return start
  // The parser drops a first line break.
  return `${start}${tag === 'textarea' ? '\n' : ''}${children.map(toHtml).join('')}</${tag}>`
}
