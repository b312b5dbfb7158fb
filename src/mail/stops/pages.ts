import { guesserOf, type RateLimits } from '../../http/access/rate-limit.ts'
import type { Reply, Request } from '../../http/call.ts'
import { pagePolicy, plainPage, sendPlainPage } from '../../http/plain-page.ts'
import type { HttpApp } from '../../http/server/app.ts'
import type { Stops } from './stops.ts'

interface Deps {
  mail: { stops: Stops }
  limits: RateLimits
}

export const stopPath = '/unsubscribe/:token'

const POLICY = pagePolicy({ 'form-action': "'self'" })

/** Where links in mails end them. Opening the link changes nothing, because scanners open links too; the button does. */
export function addStopPages(app: HttpApp, { mail, limits }: Deps): void {
  const add = (method: 'GET' | 'POST', answer: (reply: Reply, stop: StopOf) => Promise<Reply> | Reply) =>
    app.route({
      method,
      url: stopPath,
      // The body says nothing that the address does not: mail programs send "List-Unsubscribe=One-Click" (RFC 8058).
      config: { access: { mode: 'open' }, bodyKind: method === 'POST' ? 'raw' : 'none' },
      handler: async (request, reply) => {
        const guesser = guesserOf('mail_link', request)
        await limits.check('failed_auth', guesser)
        const stop = mail.stops.read(tokenOf(request))
        if (stop !== null) return answer(reply, stop)
        await limits.count('failed_auth', guesser, reply)
        return send(reply, 404, 'This link does not work', [
          '<p>It is not complete. Open it again from the mail, or copy all of it.</p>',
        ])
      },
    })
  add('GET', (reply) =>
    send(reply, 200, 'No more such mails?', [
      '<form method="post"><button>Yes, stop these mails</button></form>',
      '<p class="quiet">Nothing has changed yet.</p>',
    ]),
  )
  add('POST', async (reply, stop) => {
    await mail.stops.apply(stop)
    return send(reply, 200, 'Done', ['<p>You get no more such mails.</p>'])
  })
}

type StopOf = NonNullable<ReturnType<Stops['read']>>

function tokenOf(request: Request): string {
  return (request.params as { token: string }).token
}

function send(reply: Reply, status: number, title: string, parts: readonly string[]): Reply {
  return sendPlainPage(reply.header('x-robots-tag', 'noindex'), { status, html: plainPage(title, parts) }, POLICY)
}
