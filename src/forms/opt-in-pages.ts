import type { RateLimits } from '../http/access/rate-limit.ts'
import type { HttpApp } from '../http/server/app.ts'
import { escapeHtml } from '../lib/text/text.ts'
import { addLinkPages, type LinkPage, WRONG_LINK } from '../mail/links.ts'
import { en } from '../messages/en.ts'
import { type Message, message } from '../messages/message.ts'
import { sentence } from '../messages/sentence.ts'
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
    GET: async (token: string) => pageOf(await optIn.find(token)),
    POST: async (token: string) => pageOf(await optIn.confirm(token)),
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

function pageOf(asked: Asked): LinkPage {
  switch (asked.kind) {
    case 'waiting': {
      const ask = asked.form === null ? message('confirm.ask') : message('confirm.ask_form', { form: asked.form })
      const button = `<form method="post"><button>${en['confirm.button']}</button></form>`
      const parts = [paragraph(ask), button, '<script src="page.js" defer></script>']
      return { status: 200, title: en['confirm.title'], parts }
    }
    case 'confirmed':
      return { status: 200, title: en['confirm.done_title'], parts: [paragraph(message('confirm.done'))] }
    case 'expired': {
      const { publicId } = asked
      const link = publicId && `<p><a href="../f/${escapeHtml(publicId)}">${en['confirm.open_form']}</a></p>`
      return {
        status: 410,
        title: en['confirm.expired_title'],
        parts: [paragraph(message('confirm.expired')), link ?? ''],
      }
    }
    case 'gone':
      return { status: 404, title: en['confirm.gone_title'], parts: [paragraph(message('confirm.gone'))] }
    case 'unknown':
      return WRONG_LINK
  }
}

function paragraph(said: Message): string {
  return `<p>${escapeHtml(sentence(said))}</p>`
}
