import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server as NetServer } from 'node:net'
import { SetupError } from '../lib/problem.ts'
import { startLine } from '../lib/program.ts'

interface App {
  server: Server
  listen(address: { host: string; port: number }): Promise<void>
  close(): Promise<void>
}

interface ListenOptions {
  host: string
  port: number
  /** The setting the port came from, for messages. */
  setting: 'PORT' | 'HEALTH_PORT'
}

// How long idle connections stay open when we stop: a request may be on its way on one of them.
const IDLE_GRACE_MS = 1_000
const CLOSING_MS = 300

/** Returns the port that was taken. */
export async function listen(app: App, options: ListenOptions): Promise<number> {
  try {
    await app.listen({ host: options.host, port: options.port })
  } catch (error) {
    throw explainListen(error as NodeJS.ErrnoException, options)
  }
  return (app.server.address() as AddressInfo).port
}

/** The port is in use, and the caller may try another. */
export class PortTakenError extends SetupError {}

function explainListen(error: NodeJS.ErrnoException, { host, port, setting }: ListenOptions): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new PortTakenError(
        `Port ${port} on ${host} is already in use by another program. Stop it, or choose another port: ${chooseAnother(port, setting)}`,
      )
    case 'EACCES':
      return new SetupError(
        `Port ${port} cannot be used by this user. Choose a port above 1023, such as ${setting}=8080.`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new SetupError(
        `HOST "${host}" is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all interfaces.`,
      )
    default:
      return error
  }
}

/** A worker is started in many ways; the plain start command would start another server. */
function chooseAnother(port: number, setting: ListenOptions['setting']): string {
  const other = `${setting}=${port === 8081 ? 8082 : 8081}`
  return setting === 'PORT' ? `${other} ${startLine()}` : `set ${other}`
}

/**
 * Loses no request: it accepts no new connections, every response from now on closes its connection, and idle ones stay
 * open a moment longer, because a request may be on its way. Requests without a response at the deadline are cut off.
 */
export async function stopListening(app: App, deadline: number): Promise<void> {
  const { server } = app
  const closed = new Promise<void>((resolve) => {
    // http.Server's own close() would drop idle connections at once.
    NetServer.prototype.close.call(server, () => resolve())
  })
  const idle = setTimeout(() => {
    server.closeIdleConnections()
    idleAgain = setInterval(() => server.closeIdleConnections(), 100)
  }, IDLE_GRACE_MS)
  let idleAgain: NodeJS.Timeout | undefined
  const forced = setTimeout(() => server.closeAllConnections(), deadline - CLOSING_MS - Date.now())
  await closed
  clearTimeout(idle)
  clearInterval(idleAgain)
  clearTimeout(forced)
  await app.close()
}
