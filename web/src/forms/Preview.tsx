import { Paper } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { type DrawnForm, endHtml, fieldsHtml, introHtml, STYLE } from '../../../src/forms/fields/html.ts'

/** The style of the page, for a part of ours: it has no root and no body of its own, and our page has its main part already. */
const SHEET = `${STYLE.replaceAll(':root', ':host')
  .replace(/^body\{/m, '.page{')
  .replace(/\bmain\{/g, '.page{')}
:host{display:block}.page{max-width:none!important;margin:0!important;padding:1.5rem!important;border:0!important;background:var(--card)}`

const NOTHING_TYPED = { sent: {}, errors: {} }

/** The form as its page shows it, made by the same code. It can be tried out, but sends nothing. */
export function Preview({ form }: { form: DrawnForm }) {
  const host = useRef<HTMLDivElement>(null)
  const html = [
    ...introHtml(form),
    '<form novalidate>',
    ...fieldsHtml(form, NOTHING_TYPED),
    ...endHtml(form),
    '</form>',
  ]
  const body = `<div class="page">${html.join('')}</div>`
  useEffect(() => {
    const root = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' })
    if (root === undefined) return
    if (root.adoptedStyleSheets.length === 0) {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(SHEET)
      root.adoptedStyleSheets = [sheet]
      root.addEventListener('submit', (event) => event.preventDefault())
    }
    // Every text in it is escaped where it is made.
    root.innerHTML = body
  }, [body])
  return (
    <Paper withBorder flex="none" style={{ overflow: 'hidden' }}>
      <div ref={host} data-preview />
    </Paper>
  )
}
