import type { RateLimits } from '../http/access/rate-limit.ts'
import type { HttpApp } from '../http/server/app.ts'
import { escapeHtml } from '../lib/text/text.ts'
import { addLinkPages, type LinkPage, WRONG_LINK } from '../mail/links.ts'
import type { Asked, OptIn } from './opt-in.ts'

interface Deps {
  optIn: OptIn
  limits: RateLimits
}

export const confirmPath = '/confirm/:token'
export const confirmScriptPath = '/confirm/page.js'

/**
 * A person who opens the page moves on it; a scanner of links does not. So the first touch, click or key confirms. Without
 * scripts, people use the button. Events that a script makes do not count.
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

const AGAIN = 'Fill in the form again, and you get a new mail.'

function pageOf(asked: Asked): LinkPage {
  switch (asked.kind) {
    case 'waiting':
      return {
        status: 200,
        title: 'Confirm your address',
        parts: [
          `<p>Your address was typed into ${formName(asked.form)}. Confirm that it was you:</p>`,
          '<form method="post"><button>Confirm the address</button></form>',
          '<script src="page.js" defer></script>',
        ],
      }
    case 'confirmed':
      return { status: 200, title: 'Thank you', parts: ['<p>Your address is confirmed. You can close this page.</p>'] }
    case 'expired': {
      const link =
        asked.publicId === null ? '' : `<p><a href="../f/${escapeHtml(asked.publicId)}">Open the form</a></p>`
      return { status: 410, title: 'This link is too old', parts: [`<p>It works for seven days. ${AGAIN}</p>`, link] }
    }
    case 'gone':
      return {
        status: 404,
        title: 'There is nothing to confirm',
        parts: [`<p>What you sent was deleted. ${AGAIN}</p>`],
      }
    case 'unknown':
      return WRONG_LINK
  }
}

function formName(form: string | null): string {
  return form === null ? 'a form' : `the form "${escapeHtml(form)}"`
}
