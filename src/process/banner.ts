import { networkInterfaces } from 'node:os'
import { relative } from 'node:path'
import { type Config, hostInUrl } from '../config/config.ts'
import { SETTINGS } from '../config/settings.ts'
import { commandLine, startLine } from '../lib/program.ts'
import { PROFILES } from '../platforms/registry.ts'
import type { Running } from './start.ts'

export function banner({ config, place, sandboxUrl, setupUrl, healthUrl }: Running): string {
  if (config.role === 'worker') {
    return `\n  Doorpost worker is running.\n  Health       ${healthUrl}/readyz   also /healthz and /metrics\n  Data         ${place}\n\n`
  }
  // Printed first and last, so that a new owner sees it.
  const setup = setupUrl === null ? '' : `\n  Set up       ${setupUrl}\n`
  const sandbox = sandboxUrl
    ? `  Sandbox      ${sandboxUrl}   ${PROFILES.length} connected accounts; no post leaves this machine\n`
    : ''
  return `${setup && `${setup}               Open this link to become the owner. It works once, for a day.\n`}
  Doorpost is running${sandboxUrl ? ' in the SANDBOX' : ''}.

  Dashboard    ${config.baseUrl}
  API          ${config.baseUrl}
  Docs         ${config.baseUrl}/docs
${addressLine(config)}  Data         ${place}
${elsewhereLine(config, place)}${sandbox}
  First key    ${commandLine('keys create --name first')}
  Stop         Ctrl-C
${setup}
`
}

/** Says that the database is outside the data folder, which happens if the account that replaces root cannot reach it. */
function elsewhereLine({ databaseUrl, dataDir }: Config, place: string): string {
  if (databaseUrl !== null || !relative(dataDir, place).startsWith('..')) return ''
  return `               and ${dataDir}   to delete all data, stop Doorpost and delete both folders\n`
}

export function usage(): string {
  const width = Math.max(...SETTINGS.map(({ name }) => name.length))
  const lines = SETTINGS.map(({ name, fallback, meaning }) => {
    const value = fallback === '' ? '' : ` (default: ${fallback})`
    return `  ${name.padEnd(width)}  ${meaning}${value}`
  })
  return `${startLine()} runs Doorpost until it is stopped. "${startLine('--sandbox')}" posts to simulated platforms on this machine.\n\nSettings are environment variables, all optional:\n${lines.join('\n')}\n`
}

/** When listening on all addresses, the default BASE_URL only works on this machine. */
function addressLine({ host, port, baseUrl, tls }: Config): string {
  if ((host !== '0.0.0.0' && host !== '::') || new URL(baseUrl).hostname !== '127.0.0.1') return ''
  const address = networkAddress()
  const url =
    address === null ? 'any address of this machine' : `${tls ? 'https' : 'http'}://${hostInUrl(address)}:${port}`
  return `  Elsewhere    ${url}   links use BASE_URL: set it to the address that others use\n`
}

function networkAddress(): string | null {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const outside = all.filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
  return (outside.find(({ family }) => family === 'IPv4') ?? outside[0])?.address ?? null
}
