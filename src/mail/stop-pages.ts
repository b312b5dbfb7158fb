import type { RateLimits } from '../http/access/rate-limit.ts'
import type { HttpApp } from '../http/server/app.ts'
import { addLinkPages, type LinkPage, WRONG_LINK } from './link-pages.ts'
import type { Stops } from './stops.ts'

interface Deps {
  mail: { stops: Stops }
  limits: RateLimits
}

export const stopPath = '/unsubscribe/:token'

const ASK: LinkPage = {
  status: 200,
  title: 'No more such mails?',
  parts: [
    '<form method="post"><button>Yes, stop these mails</button></form>',
    '<p class="quiet">Nothing has changed yet.</p>',
  ],
}
const STOPPED: LinkPage = { status: 200, title: 'Done', parts: ['<p>You get no more such mails.</p>'] }

/** Where links in mails end them. */
export function addStopPages(app: HttpApp, { mail, limits }: Deps): void {
  addLinkPages(app, limits, stopPath, {
    GET: async (token) => (mail.stops.read(token) === null ? WRONG_LINK : ASK),
    POST: async (token) => {
      const stop = mail.stops.read(token)
      if (stop === null) return WRONG_LINK
      await mail.stops.apply(stop)
      return STOPPED
    },
  })
}
