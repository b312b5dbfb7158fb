import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createProgram, type Program, untilReady } from './program.ts'

export interface HaproxyOptions {
  folder: string
  apiPort: number
  databasePort: number
  apiNodes: ReadonlyArray<{ name: string; port: number }>
  databases: ReadonlyArray<{ name: string; port: number; restPort: number }>
  /** A Mastodon server needs a whole origin; the simulator serves it below a path. */
  mastodon: { port: number; simulatorsPort: number }
}

/**
 * Balances the API nodes, and routes database connections to the primary that Patroni reports. Same as in
 * docs/how-to/scale.md.
 */
function settingsOf({ apiPort, databasePort, apiNodes, databases, mastodon }: HaproxyOptions): string {
  const api = apiNodes.map(({ name, port }) => `  server ${name} 127.0.0.1:${port} check`)
  const members = databases.map(
    ({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`,
  )
  return `defaults
  timeout connect 2s
  timeout check 2s
  retries 2
  option redispatch

listen api
  bind 127.0.0.1:${apiPort}
  mode http
  timeout client 60s
  timeout server 60s
  option forwardfor
  option httpchk GET /readyz
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${api.join('\n')}

listen database
  bind 127.0.0.1:${databasePort}
  mode tcp
  timeout client 30m
  timeout server 30m
  option clitcpka
  option srvtcpka
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${members.join('\n')}

listen mastodon
  bind 127.0.0.1:${mastodon.port}
  mode http
  timeout client 60s
  timeout server 60s
  http-request set-path /mastodon%[path]
  server simulators 127.0.0.1:${mastodon.simulatorsPort}
`
}

export async function startHaproxy(options: HaproxyOptions): Promise<Program> {
  const file = join(options.folder, 'haproxy.cfg')
  writeFileSync(file, settingsOf(options))
  const env = { PATH: `${process.env.PATH}:/usr/sbin` }
  const words = ['-db', '-f', file]
  const program = createProgram({ name: 'haproxy', command: 'haproxy', words, folder: options.folder, env })
  program.start()
  await untilReady('HAProxy', async () => {
    const response = await fetch(`http://127.0.0.1:${options.apiPort}/healthz`, { signal: AbortSignal.timeout(500) })
    return response.status > 0
  })
  return program
}
