// The script that draws forms into other websites: <script src="https://…/forms/form.js" data-form="…" defer></script>
// The hosted page uses it, too. It is one file with everything of doorpost.ts in it: `npm run snippet` writes
// src/forms/form.js from both. It makes elements one by one and never parses HTML, so that strict policies allow it.

import type { FormNode } from '../../src/forms/fields/nodes.ts'
import './doorpost.ts'
import { keepDraft } from './keep.ts'
import { applyConditions, applySteps, type Texts } from './steps.ts'

const script = document.currentScript as HTMLScriptElement
/** Where Doorpost is. */
const base = new URL('../', script.src).href

// Drawing -----------------------------------------------------------------------------------------------------------

interface Drawn {
  css: string
  language: string
  body: FormNode[]
}

const build = (node: FormNode): Node => {
  if (typeof node === 'string') return document.createTextNode(node)
  const [tag, attributes, ...children] = node
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value === true ? '' : `${value}`)
  element.append(...children.map(build))
  return element
}

/** Whether the text around is light, as it is on dark pages. */
const isOnDark = (host: Element) => {
  const channels = getComputedStyle(host.parentElement ?? host).color.match(/[\d.]+/g)
  const [red = 0, green = 0, blue = 0] = (channels ?? []).map(Number)
  return red * 0.3 + green * 0.59 + blue * 0.11 > 140
}

/** Chooses the colors by those of the page. Pages switch by a class, an attribute, or with the device. */
const followPage = (host: HTMLElement) => {
  const shade = () => host.toggleAttribute('data-dark', isOnDark(host))
  shade()
  const observer = new MutationObserver(shade)
  for (const element of [document.documentElement, document.body]) observer.observe(element, { attributes: true })
  matchMedia('(prefers-color-scheme:dark)').addEventListener('change', shade)
}

const draw = async (host: HTMLElement, id: string) => {
  const { lang, title } = script.dataset
  const query = lang ? `?lang=${encodeURIComponent(lang)}` : ''
  try {
    const answer = await fetch(`${base}f/${id}/embed${query}`)
    const { css, language, body }: Drawn = (await answer.json()).data
    const root = host.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    root.adoptedStyleSheets = [sheet]
    root.append(...body.map(build))
    host.lang = language
    followPage(host)
    const form = root.querySelector('form')!
    // The answer is in the language of the form.
    form.action = `${base}v1/forms/${id}/submissions?lang=${encodeURIComponent(language)}`
    enhance(form)
    dispatchEvent(new CustomEvent('doorpost-open', { detail: form }))
  } catch {
    // Nobody who wants to write is lost.
    const link = document.createElement('a')
    link.href = `${base}f/${id}${query}`
    link.textContent = title || link.href
    host.append(link)
  }
}

const { form: id, into } = script.dataset
if (id !== undefined) {
  const host = document.createElement('div')
  const put = () => {
    const place = into === undefined ? null : document.querySelector(into)
    if (place !== null) place.append(host)
    else if (document.body.contains(script)) script.after(host)
    else document.body.append(host)
    draw(host, id)
  }
  if (document.body) put()
  else addEventListener('DOMContentLoaded', put)
}

// Forms that are drawn ----------------------------------------------------------------------------------------------

const enhance = (form: HTMLFormElement) => {
  const { texts, draft, doorpost: id } = form.dataset
  const words: Texts | null = texts === undefined ? null : JSON.parse(texts)
  // Pasted code; a form that is drawn has the colors of its host.
  if (form.matches('.doorpost')) followPage(form)
  applyConditions(form)
  if (words !== null) applySteps(form, words)
  if (words !== null && draft !== undefined) keepDraft(form, id!, words)
  form.addEventListener('doorpost', (event) => {
    const { redirect_url } = (event as CustomEvent<{ redirect_url: string | null }>).detail
    if (form.dataset.texts !== undefined) form.dataset.sent = ''
    if (redirect_url === null || form.dataset.frame === undefined) return
    // The page around goes on, not the frame.
    event.preventDefault()
    open(redirect_url, '_top')
  })
}

// Frames ------------------------------------------------------------------------------------------------------------

const tellHeight = () => {
  const height = Math.ceil(document.body.getBoundingClientRect().height)
  // Whoever frames the page may know how high it is; the policy of the page says who that is.
  parent.postMessage({ doorpost: 'height', height }, '*')
}

const isFrame = () => document.querySelector('form[data-frame]') !== null && parent !== window

const start = () => {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-doorpost]')) enhance(form)
  if (isFrame()) new ResizeObserver(tellHeight).observe(document.body)
  // Frames that were there before this script have said their height to nobody.
  for (const frame of document.querySelectorAll('iframe')) {
    if (frame.src.startsWith(`${base}f/`)) frame.contentWindow?.postMessage({ doorpost: 'height?' }, '*')
  }
}
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start)
else start()

addEventListener('message', ({ source, data }) => {
  if (source === parent && data?.doorpost === 'height?' && isFrame()) tellHeight()
})

// On the page around: only what our own frames say counts.
addEventListener('message', ({ origin, source, data }) => {
  if (origin !== new URL(base).origin || data?.doorpost !== 'height' || !Number.isFinite(data.height)) return
  for (const frame of document.querySelectorAll('iframe')) {
    if (frame.contentWindow !== source) continue
    frame.style.height = `${Math.min(Math.max(data.height, 50), 20_000)}px`
  }
})
