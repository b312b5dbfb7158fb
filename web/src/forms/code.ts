import {
  CONSENT_FIELD,
  CONSENT_VERSION_FIELD,
  type FormField,
  maxLengthOf,
  withConsent,
} from '../../../src/forms/fields/fields.ts'
import { inputAttributes } from '../../../src/forms/fields/html.ts'
import { escapeHtml } from '../../../src/lib/text/text.ts'
import type { Form } from '../api/schema.ts'

// Code to paste into a website: HTML, and the same as JSX.

type Attributes = Record<string, string | number | true | undefined>

interface Element {
  tag: string
  attributes: Attributes
  children?: Array<Element | string>
}

const element = (tag: string, attributes: Attributes, children: Element['children'] = []): Element =>
  tag === 'input' ? { tag, attributes } : { tag, attributes, children }

function elementsOf(field: FormField, form: Form): Element[] {
  const { name, type, label, options } = field
  const required = field.required || undefined
  const common = { name, placeholder: field.placeholder ?? undefined, required }
  const choice = (value: string, more: Attributes) =>
    element('label', {}, [element('input', { ...more, name, value }), ` ${value}`])
  switch (type) {
    case 'hidden':
      return [element('input', { type, name, value: field.value ?? '' })]
    case 'textarea':
      return [element('label', {}, [`${label} `, element('textarea', { ...common, maxlength: maxLengthOf(field) })])]
    case 'select':
      return [
        element('label', {}, [
          `${label} `,
          element('select', { name, required }, [
            element('option', { value: '' }, [field.placeholder ?? 'Please choose']),
            ...options.map((each) => element('option', {}, [each])),
          ]),
        ]),
      ]
    case 'radio':
    case 'checkboxes': {
      const kind = type === 'radio' ? { type, required } : { type: 'checkbox' }
      return [element('fieldset', {}, [element('legend', {}, [label]), ...options.map((each) => choice(each, kind))])]
    }
    case 'checkbox':
      return [element('label', {}, [element('input', { type, name, value: 'true', required }), ` ${label}`])]
    case 'consent':
      return [
        element('label', {}, [
          element('input', { type: 'checkbox', name: CONSENT_FIELD, value: 'true', required }),
          ` ${form.consent?.text ?? label}`,
        ]),
        element('input', { type: 'hidden', name: CONSENT_VERSION_FIELD, value: form.consent?.version ?? 1 }),
      ]
    case 'file': {
      const multiple = form.files.max_count > 1 || undefined
      return [element('label', {}, [`${label} `, element('input', { type, name, required, multiple })])]
    }
    default:
      return [element('label', {}, [`${label} `, element('input', { ...common, ...inputAttributes(field) })])]
  }
}

type Write = (each: Element | string) => string

/** Writes elements; the parts that HTML and JSX write differently are arguments. */
function writer(
  toText: (text: string) => string,
  toAttribute: (name: string, value: string | number) => string,
  end: string,
) {
  const write: Write = (each) => {
    if (typeof each === 'string') return toText(each)
    const attributes = Object.entries(each.attributes).map(([name, value]) => {
      if (value === undefined) return ''
      return value === true ? ` ${name}` : ` ${toAttribute(name, value)}`
    })
    const start = `<${each.tag}${attributes.join('')}`
    return each.children === undefined
      ? `${start}${end}`
      : `${start}>${each.children.map(write).join('')}</${each.tag}>`
  }
  return write
}

const quote = (value: string | number) => `"${escapeHtml(String(value))}"`
const writeHtml = writer(escapeHtml, (name, value) => `${name}=${quote(value)}`, '>')

const JSX_NAMES: Record<string, string> = {
  autocomplete: 'autoComplete',
  inputmode: 'inputMode',
  maxlength: 'maxLength',
}
const writeJsx = writer(
  (text) => (/[{}<>&\n]/.test(text) ? `{${JSON.stringify(text)}}` : text),
  (name, value) => `${JSX_NAMES[name] ?? name}=${typeof value === 'number' ? `{${value}}` : quote(value)}`,
  ' />',
)

function linesOf(form: Form, write: Write): string[] {
  const fields = withConsent(form.fields, form.consent)
  return fields.flatMap((field) => elementsOf(field, form)).map(write)
}

const takesFiles = ({ fields }: Form) => fields.some(({ type }) => type === 'file')

/** The address of the script that improves forms on websites. */
export function scriptUrlOf({ submit_url }: Pick<Form, 'submit_url'>): string {
  return submit_url.replace(/\/v1\/forms\/[^/]+\/submissions$/, '/forms/doorpost.js')
}

export function htmlCode(form: Form): string {
  const encoding = takesFiles(form) ? ' enctype="multipart/form-data"' : ''
  return [
    `<form method="post" action="${escapeHtml(form.submit_url)}" accept-charset="utf-8"${encoding}>`,
    ...linesOf(form, writeHtml).map((line) => `  ${line}`),
    `  <button>${escapeHtml(form.submit_label ?? 'Send')}</button>`,
    '</form>',
    `<script src="${escapeHtml(scriptUrlOf(form))}" defer></script>`,
  ].join('\n')
}

export function reactCode(form: Form): string {
  return `import { useState } from 'react'

const SUBMIT_URL = ${JSON.stringify(form.submit_url)}

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
    <form method="post" action={SUBMIT_URL} onSubmit={send}${takesFiles(form) ? ' encType="multipart/form-data"' : ''}>
${linesOf(form, writeJsx)
  .map((line) => `      ${line}`)
  .join('\n')}
      {Object.entries(errors).map(([field, texts]) => <p role="alert" key={field}>{texts[0]}</p>)}
      <button>${writeJsx(form.submit_label ?? 'Send')}</button>
    </form>
  )
}`
}

/** WordPress's editor turns empty lines into paragraphs, so there are none. */
export function wordPressCode(form: Form): string {
  return `<!-- In WordPress: add a block "Custom HTML" and paste all of this into it. -->\n${htmlCode(form)}`
}
