import { hostInUrl, readConfig } from '../config/config.ts'
import { DEFAULT_HEALTH_PORT } from '../config/settings.ts'
import { SetupError } from '../lib/problem.ts'
import type { CommandContext, Commands } from './line/command.ts'

// Not imported, because an import would also load all of fetch(), and this runs twice a minute in every container.
const { request: requestHttp } = process.getBuiltinModule('node:http')
const { request: requestHttps } = process.getBuiltinModule('node:https')

const TIMEOUT_MS = 4_000
const MAX_BYTES = 10_000

export const commands: Commands = {
  '': {
    summary: 'Ask the server that runs with these settings on this machine whether it is ready; exits with 1 if not.',
    async run(context) {
      const url = readinessUrl(context)
      const { status, body } = await ask(url)
      const ready = status === 200
      context.result({ ready, url, status })
      context.print(ready ? `ready: ${url}` : `not ready: ${url} answered ${status}. ${messageOf(body)}`.trimEnd())
      return ready ? 0 : 1
    },
  },
}

/** Uses the local port and not BASE_URL, which may lead through proxies that this machine cannot reach. */
function readinessUrl({ env, cwd }: CommandContext): string {
  const { role, host, port, healthPort, tls } = readConfig(env, cwd)
  const isWorker = role === 'worker'
  const used = isWorker ? (healthPort ?? DEFAULT_HEALTH_PORT) : port
  if (used === 0) {
    const setting = isWorker ? 'HEALTH_PORT' : 'PORT'
    throw new SetupError(`${setting} is 0, so the port that was taken is not known. Set ${setting} to a fixed port.`)
  }
  return `${tls !== null && !isWorker ? 'https' : 'http'}://${hostInUrl(host)}:${used}/readyz`
}

/** Asks our own port on this machine. Nothing secret is sent, so the name on the certificate is not checked. */
function ask(url: string): Promise<{ status: number; body: string }> {
  const refuse = (reason: string) =>
    new SetupError(
      `Nothing answers at ${url} (${reason}). Is Doorpost running, with the same settings as this command?`,
    )
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const failed = (error: NodeJS.ErrnoException) =>
      reject(refuse(signal.aborted ? `no response within ${TIMEOUT_MS / 1_000} s` : (error.code ?? error.message)))
    const options = { signal, agent: false, rejectUnauthorized: false }
    const sent = (url.startsWith('https:') ? requestHttps : requestHttp)(url, options, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        body = (body + text).slice(0, MAX_BYTES)
      })
      response.on('error', failed)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
    sent.on('error', failed)
    sent.end()
  })
}

/** Returns the message of a refusal in our error format. Answers of other programs on that port are not repeated. */
function messageOf(body: string): string {
  try {
    const { message } = JSON.parse(body) as { message?: unknown }
    return typeof message === 'string' ? message : ''
  } catch {
    return ''
  }
}
