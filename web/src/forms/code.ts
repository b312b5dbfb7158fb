import { withConsent } from '../../../src/forms/fields/fields.ts'
import {
  type DrawnForm,
  endNodes,
  fieldNodes,
  NOTHING_SHOWN,
  scriptTexts,
  trapNode,
} from '../../../src/forms/fields/html.ts'
import { type ElementNode, el, type FormNode, VOID_TAGS } from '../../../src/forms/fields/nodes.ts'
import { pastedCss } from '../../../src/forms/fields/style.ts'
import { escapeHtml } from '../../../src/lib/text/text.ts'
import type { Form } from '../api/schema.ts'

// Code to paste into a website: a script that draws the form, a frame, HTML, and the same as JSX.

interface Writing {
  text: (text: string) => string
  attribute: (name: string, value: string | number | boolean) => string
  /** Ends an element without content. */
  end: string
}

const quote = (value: string | number | boolean) => `"${escapeHtml(String(value))}"`

const HTML: Writing = {
  text: escapeHtml,
  attribute: (name, value) => (value === true ? name : `${name}=${quote(value)}`),
  end: '>',
}

const JSX_NAMES: Record<string, string> = {
  autocomplete: 'autoComplete',
  class: 'className',
  for: 'htmlFor',
  inputmode: 'inputMode',
  maxlength: 'maxLength',
  tabindex: 'tabIndex',
}
const JSX: Writing = {
  text: (text) => (/[{}<>&\n]/.test(text) ? `{${JSON.stringify(text)}}` : text),
  attribute(name, value) {
    const known = JSX_NAMES[name] ?? name
    if (value === true) return known
    return `${known}=${typeof value === 'number' ? `{${value}}` : quote(value)}`
  },
  end: ' />',
}

const BLOCKS = new Set(['div', 'fieldset', 'section', 'select'])

/** Puts elements with children on lines of their own, so that people can read the code. */
function linesOf(node: FormNode, how: Writing, indent: string): string[] {
  if (typeof node === 'string' || !BLOCKS.has(node[0])) return [`${indent}${inline(node, how)}`]
  const [tag, , ...children] = node
  return [
    `${indent}${start(node, how)}>`,
    ...children.flatMap((child) => linesOf(child, how, `${indent}  `)),
    `${indent}</${tag}>`,
  ]
}

function inline(node: FormNode, how: Writing): string {
  if (typeof node === 'string') return how.text(node)
  const [tag, , ...children] = node
  if (VOID_TAGS.has(tag)) return `${start(node, how)}${how.end}`
  return `${start(node, how)}>${children.map((child) => inline(child, how)).join('')}</${tag}>`
}

function start([tag, attributes]: ElementNode, how: Writing): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${how.attribute(name, value!)}`)
  return `<${tag}${written.join('')}`
}

function drawnOf(form: Form): DrawnForm {
  const { name, title, description, submit_label, language, files, consent } = form
  const settings = { title, description, submit_label, language, files }
  return { name, settings, consent, fields: withConsent(form.fields, form.consent), prefix: 'dp-' }
}

function contentOf(form: Form): ElementNode[] {
  const drawn = drawnOf(form)
  return [...fieldNodes(drawn, NOTHING_SHOWN), trapNode(), ...endNodes(drawn)]
}

const takesFiles = ({ fields }: Form) => fields.some(({ type }) => type === 'file')

/** The address of the script that draws and improves forms on websites. */
export function scriptUrlOf({ submit_url }: Pick<Form, 'submit_url'>): string {
  return submit_url.replace(/\/v1\/forms\/[^/]+\/submissions$/, '/forms/form.js')
}

/** One line: the form as it is now, with its style, in the page. */
export function scriptCode(form: Form): string {
  const { public_id, name } = form
  const attributes = { src: scriptUrlOf(form), 'data-form': public_id, 'data-title': name, defer: true }
  const link = el('noscript', {}, el('a', { href: form.url }, name))
  return [inline(el('script', attributes), HTML), inline(link, HTML)].join('\n')
}

/** Closed off from the page. The script fits its height; without it, it scrolls. */
export function frameCode(form: Form): string {
  const height = 140 + form.fields.length * 96
  const style = `width:100%;border:0;height:${height}px`
  return [
    inline(el('iframe', { src: `${form.url}?frame`, title: form.name, style, loading: 'lazy' }), HTML),
    inline(el('script', { src: scriptUrlOf(form), defer: true }), HTML),
  ].join('\n')
}

export function hasStepsOrConditions({ fields }: Form): boolean {
  return fields.some(({ show_when, step }) => show_when !== null || step !== null)
}

export function htmlCode(form: Form): string {
  const encoding = takesFiles(form) ? ' enctype="multipart/form-data"' : ''
  const { public_id, language } = form
  const texts = hasStepsOrConditions(form) ? ` data-texts=${quote(scriptTexts(language))}` : ''
  return [
    '<style>',
    pastedCss(form.style),
    '</style>',
    `<form class="doorpost" method="post" action="${escapeHtml(form.submit_url)}" accept-charset="utf-8"${encoding} data-doorpost="${public_id}"${texts}>`,
    ...contentOf(form).flatMap((node) => linesOf(node, HTML, '  ')),
    '</form>',
    `<script src="${escapeHtml(scriptUrlOf(form))}" defer></script>`,
  ].join('\n')
}

export function reactCode(form: Form): string {
  const content = contentOf(form)
  const button = content.pop()
  const fields = content.flatMap((node) => linesOf(node, JSX, '      '))
  return `import { useState } from 'react'

const SUBMIT_URL = ${JSON.stringify(form.submit_url)}

const STYLE = \`
${pastedCss(form.style)}
\`

export function DoorpostForm() {
  const [thanks, setThanks] = useState(null)
  const [errors, setErrors] = useState({})
  async function send(event) {
    event.preventDefault()
    const headers = { accept: 'application/json' }
    const answer = await fetch(SUBMIT_URL, { method: 'POST', headers, body: new FormData(event.target) })
    const { data, details, message } = await answer.json()
    if (answer.ok) setThanks(data.message)
    else setErrors(details ?? { form: [message] })
  }
  if (thanks !== null) return <p role="status">{thanks}</p>
  return (
    <form className="doorpost" method="post" action={SUBMIT_URL} onSubmit={send}${takesFiles(form) ? ' encType="multipart/form-data"' : ''}>
      <style>{STYLE}</style>
${fields.join('\n')}
      {Object.entries(errors).map(([field, texts]) => <p role="alert" className="error" key={field}>{texts[0]}</p>)}
${inline(button!, JSX).replace(/^/, '      ')}
    </form>
  )
}`
}
