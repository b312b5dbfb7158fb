import { parseTrustedProxies } from '../http/server/client-address.ts'
import { findOriginProblem } from '../lib/net/origins.ts'
import { SetupError } from '../lib/problem.ts'
import { matching, type Parse, url } from '../lib/settings.ts'
import { sentence } from '../messages/sentence.ts'

// The kinds of values that settings have. Each explains what is wrong with an invalid text.

export const postgresUrl = url(['postgres:', 'postgresql:'], 'postgres://user:password@localhost:5432/doorpost')

const EXAMPLE_URL = 'https://doorpost.example.com'

/** Pages, the API and cookies live at the root of their host, so a base URL has no path. */
export const baseUrl: Parse<string> = (text, name) => {
  if (URL.canParse(text) && /^\/+[^/]/.test(new URL(text).pathname)) {
    throw new SetupError(
      `${name} must be scheme and host without a path, such as ${EXAMPLE_URL}: Doorpost answers at the root of a host only. ` +
        'Give it a host name of its own, such as a subdomain, and have the proxy pass everything there on to it.',
    )
  }
  return linkBaseUrl(text, name)
}

/** May have a path: a proxy can route it to /l/... here. */
export const linkBaseUrl: Parse<string> = (text, name) => {
  url(['http:', 'https:'], EXAMPLE_URL)(text, name)
  const rule = `consist of scheme and host, such as ${EXAMPLE_URL}, without user, ? or #`
  return matching(/^https?:\/\/[^/?#@]+(?:\/[^?#]*)?$/i, rule)(text, name)
}

export const smtpUrl: Parse<string> = (text, name) => {
  url(['smtp:', 'smtps:'], 'smtp://user:password@mail.example.com:587')(text, name)
  if (new URL(text).hostname !== '') return text
  throw new SetupError(`${name} must name a host, such as smtp://user:password@mail.example.com:587.`)
}

export const trustedProxies: Parse<ReturnType<typeof parseTrustedProxies>> = (text) => {
  try {
    return parseTrustedProxies(text)
  } catch (error) {
    throw new SetupError((error as Error).message)
  }
}

export const originList: Parse<string[]> = (text, name) => {
  const origins = text.split(/[\s,]+/).filter(Boolean)
  const problems = origins.flatMap((origin) => {
    const problem = findOriginProblem(origin)
    const any = origin === '*' ? ' To allow all websites, do not set it.' : ''
    return problem === null
      ? []
      : [`${name}: ${sentence({ ...problem, values: { field: `"${origin}"`, ...problem.values } })}${any}`]
  })
  if (problems.length > 0) throw new SetupError(problems.join('\n'))
  return origins
}

// An optional name, then one plain address: anything more could be a second header or a second recipient.
const SENDER = /^(?:[^<>@\r\n,;]{1,100}<[^\s<>@,;]{1,64}@[^\s<>@,;]{1,190}>|[^\s<>@,;]{1,64}@[^\s<>@,;]{1,190})$/
export const sender = matching(SENDER, 'be an address such as doorpost@example.com or Doorpost <doorpost@example.com>')

const TOKEN_RULE =
  'have at least 16 characters so that it cannot be guessed. Generate one with: openssl rand -base64 24'
export const metricsToken = matching(/^.{16,}$/s, TOKEN_RULE)

// HKDF does not stretch keys, so a short key could be guessed. Commas separate old keys.
const SECRET_KEY = /^[^,]{32,}$/
const KEY_RULE = 'have at least 32 characters and no comma. Generate one with: openssl rand -base64 32'
export const secretKey = matching(SECRET_KEY, KEY_RULE)

export const oldSecretKeys: Parse<string[]> = (text, name) => {
  const keys = text
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean)
  for (const key of keys)
    matching(SECRET_KEY, 'be a comma-separated list of keys with at least 32 characters each')(key, name)
  return keys
}

export const clientText = matching(
  /^[\x21-\x7e]{1,500}$/,
  'be exactly what the platform shows: at most 500 characters, without spaces',
)

export const storeUrl: Parse<string> = (text, name) => {
  url(['http:', 'https:'], 'https://s3.eu-central-1.amazonaws.com')(text, name)
  return matching(/^https?:\/\/[^/?#@]+\/?$/i, 'be scheme and host, without bucket, path or user')(text, name)
}
export const bucketName = matching(
  /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
  'be the name of a bucket: lower-case letters, digits, dots and hyphens',
)
export const regionName = matching(/^[a-z0-9-]{1,40}$/, 'be the name of a region, such as eu-central-1')

const PROCESSES_MAX = 64
export const processCount: Parse<number | 'auto'> = (text, name) => {
  if (text === 'auto') return text
  if (/^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= PROCESSES_MAX) return Number(text)
  throw new SetupError(`${name} must be auto or a whole number from 1 to ${PROCESSES_MAX}, but it is "${text}".`)
}

/** "03:00" is every day at that time (UTC); "6h" is every six hours from midnight on. */
export const backupSchedule: Parse<{ everyMinutes: number; atMinute: number }> = (text, name) => {
  const [, hour, minute, hours] = /^(?:([01]?\d|2[0-3]):([0-5]\d)|([1-9]\d?)h)$/.exec(text) ?? []
  const every = Number(hours ?? 24)
  if (hour !== undefined) return { everyMinutes: 24 * 60, atMinute: Number(hour) * 60 + Number(minute) }
  if (hours !== undefined && every <= 24) return { everyMinutes: every * 60, atMinute: 0 }
  throw new SetupError(`${name} must be a time of day in UTC, such as 03:00, or a number of hours from 1h to 24h.`)
}
