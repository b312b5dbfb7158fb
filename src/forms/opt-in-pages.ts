import type { RateLimits } from '../http/access/rate-limit.ts'
import type { HttpApp } from '../http/server/app.ts'
import { escapeHtml } from '../lib/text/text.ts'
import { addLinkPages, type LinkPage } from '../mail/links.ts'
import { findLanguage, type Language } from '../messages/languages.ts'
import { sayIn } from '../messages/sentence.ts'
import type { Asked, OptIn } from './opt-in.ts'

interface Deps {
  optIn: OptIn
  limits: RateLimits
}

export const confirmPath = '/confirm/:token'
export const confirmScriptPath = '/confirm/page.js'

/**
 * A person who opens the page moves the pointer or touches it; a link scanner does not. So the first touch, click or
 * key confirms. Events made by a script do not count. Without scripts, people use the button.
 */
const SCRIPT = `const [form] = document.forms
let isSent = false
for (const kind of ['pointerdown', 'keydown', 'touchstart']) {
  addEventListener(kind, (event) => {
    if (!event.isTrusted || isSent) return
    isSent = true
    form.requestSubmit()
  }, { passive: true })
}
`

export function addConfirmPages(app: HttpApp, { optIn, limits }: Deps): void {
  const pages = {
    GET: async (token: string, wanted: Language) => pageOf(await optIn.find(token), wanted),
    POST: async (token: string, wanted: Language) => pageOf(await optIn.confirm(token), wanted),
  }
  addLinkPages(app, limits, confirmPath, pages, { 'script-src': "'self'" })
  app.route({
    method: 'GET',
    url: confirmScriptPath,
    config: { access: { mode: 'open' } },
    handler: async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type('text/javascript; charset=utf-8').send(SCRIPT),
  })
}

/** In the language of the form, which the visitor has read; `wanted` is the browser's. Null if the link is not ours. */
function pageOf(asked: Asked, wanted: Language): LinkPage | null {
  if (asked.kind === 'unknown') return null
  const language = ('language' in asked && asked.language !== null ? findLanguage(asked.language) : null) ?? wanted
  const say = sayIn(language)
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`
  switch (asked.kind) {
    case 'waiting': {
      const ask = asked.form === null ? say('confirm.ask') : say('confirm.ask_form', { form: asked.form })
      const button = `<form method="post"><button>${escapeHtml(say('confirm.button'))}</button></form>`
      const parts = [paragraph(ask), button, '<script src="page.js" defer></script>']
      return { status: 200, title: say('confirm.title'), parts, language }
    }
    case 'confirmed':
      return { status: 200, title: say('confirm.done_title'), parts: [paragraph(say('confirm.done'))], language }
    case 'expired': {
      const { publicId } = asked
      const open = escapeHtml(say('confirm.open_form'))
      const link = publicId === null ? '' : `<p><a href="../f/${escapeHtml(publicId)}">${open}</a></p>`
      const parts = [paragraph(say('confirm.expired')), link]
      return { status: 410, title: say('confirm.expired_title'), parts, language }
    }
    case 'gone':
      return { status: 404, title: say('confirm.gone_title'), parts: [paragraph(say('confirm.gone'))], language }
  }
}
