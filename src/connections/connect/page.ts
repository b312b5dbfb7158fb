import { plainPage } from '../../http/answers/plain-page.ts'
import { commandLine } from '../../lib/program.ts'
import { escapeHtml } from '../../lib/text/html.ts'
import { appPrefixOf, PROVIDERS, type Provider, profileOf } from '../../platforms/registry.ts'
import type { Connection } from '../schemas.ts'
import { CONNECT_MINUTES, type ConnectProblem } from './connect.ts'

export type Page = ReturnType<typeof page>

export function connectedPage(provider: Provider, connections: readonly Connection[]): Page {
  const label = profileOf(provider).label
  const sandbox = connections.some((connection) => connection.sandbox)
  const items = connections.map((connection) => `<li>${describe(connection)}</li>`).join('')
  return page(200, `${label} is connected`, [
    `<p>Doorpost can now post on:</p><ul>${items}</ul>`,
    sandbox ? '<p>This is the sandbox: nothing that is posted there is public.</p>' : '',
    '<p>You can close this page.</p>',
  ])
}

export function problemPage(problem: ConnectProblem): Page {
  if (problem.kind === 'unknown_link') {
    const text = '<p>It was used before, or it is not complete. A link works once.</p>'
    return page(404, 'This link does not work', [text, again(PROVIDERS.join('|'))])
  }
  const profile = profileOf(problem.provider)
  const { label } = profile
  const makeNewLink = again(profile.name, profile.service?.asksHandle)
  switch (problem.kind) {
    case 'expired_link':
      return page(410, 'This link has expired', [
        `<p>A link works for ${CONNECT_MINUTES} minutes. No account was connected.</p>`,
        makeNewLink,
      ])
    case 'wrong_browser':
      return page(403, 'This is another browser', [
        '<p>The approval was begun in a different browser, or cookies are switched off. No account was connected.</p>',
        '<p>Open the link and approve in one and the same browser.</p>',
        makeNewLink,
      ])
    case 'not_set_up': {
      const prefix = appPrefixOf(profile, problem.app)
      return page(503, `${label} is not set up`, [
        `<p>Doorpost has no app for ${problem.app === 'pages' ? 'pages' : 'accounts'} on this platform yet. Its operator sets ` +
          `<code>${prefix}_CLIENT_ID</code> and <code>${prefix}_CLIENT_SECRET</code> and starts Doorpost again; ` +
          'docs/how-to/platforms.md says how to create the app.</p>',
      ])
    }
    case 'denied':
      return page(403, 'You did not approve', [
        `<p>${label} says that the approval was declined. No account was connected.</p>`,
        makeNewLink,
      ])
    case 'refused':
      return page(502, `${label} refused`, [
        '<p>No account was connected.</p>',
        problem.words === null ? '' : `<p class="quiet">${escapeHtml(problem.words)}</p>`,
        profile.service === undefined
          ? '<p>Check that the app on the platform has the permissions and the redirect address that docs/how-to/platforms.md ' +
            'names, and that its id and secret are right.</p>'
          : '',
        makeNewLink,
      ])
    case 'unavailable':
      return page(502, `${label} did not answer as it should`, [
        '<p>No account was connected. The platform may have a problem, or this server may not reach it. ' +
          'The log says more. Try again in a few minutes.</p>',
        makeNewLink,
      ])
  }
}

function describe({ handle, name, kind, account_id: accountId }: Connection): string {
  const shown = name ?? handle ?? accountId
  const more = [handle !== null && handle !== shown ? `@${handle}` : null, kind === 'organization' ? 'page' : null]
  const details = more.filter((each) => each !== null).join(', ')
  return `<strong>${escapeHtml(shown)}</strong>${details === '' ? '' : ` (${escapeHtml(details)})`}`
}

function again(provider: string, asksHandle = false): string {
  const command = commandLine(`connections add --provider ${provider}${asksHandle ? ' --handle NAME' : ''}`)
  return `<p>Make a new link in the dashboard, under Settings, or with: <code>${escapeHtml(command)}</code></p>`
}

function page(status: number, title: string, parts: string[]) {
  return { status, html: plainPage(title, parts) }
}
