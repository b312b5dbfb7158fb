import { accessSync, constants, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { parseTrustedProxies, type TrustedRange } from './http/server/client-address.ts'
import { LOG_FORMATS, type LogFormat } from './lib/log/log.ts'
import { findOriginProblem } from './lib/net/origins.ts'
import { SetupError } from './lib/problem.ts'
import { findNearest } from './lib/text/nearest.ts'
import type { AppKind } from './platforms/profile.ts'
import { appPrefixOf, PROFILES, type Profile, type Provider } from './platforms/registry.ts'
import type { PlatformApp } from './platforms/settings.ts'

export const ROLES = ['all', 'api', 'worker'] as const
export type Role = (typeof ROLES)[number]

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export interface Config {
  host: string
  port: number
  /** Of a worker's health and metrics; null for the usual one, or a free one where that is taken. */
  healthPort: number | null
  /** The sandbox has its own, inside that of the installation: nothing of it is seen outside of it. */
  dataDir: string
  databaseUrl: string | null
  /** The same database without a connection pooler in between. */
  databaseDirectUrl: string | null
  /** How long a start waits for a database server that is not there yet. */
  databaseWaitMs: number
  redisUrl: string | null
  /** Where callers reach us, without a slash at the end. */
  baseUrl: string
  /** Plain HTTP is refused under /v1 when the base URL is https. */
  httpsOnly: boolean
  tls: { cert: Buffer; key: Buffer; certFile: string; keyFile: string } | null
  trustedProxies: TrustedRange[]
  /** Origins that may post contacts from a browser; null means any. */
  allowedOrigins: string[] | null
  role: Role
  logLevel: LogLevel
  logFormat: LogFormat
  /** Where the log is text at a terminal. */
  logColor: boolean
  metricsToken: string | null
  /** Requests a minute. */
  rateLimits: {
    authenticated: number
    dashboard: number
    public: number
    webhook: number
    failed_auth: number
    /** Attempts to sign in to one account from one address. */
    sign_in: number
    /** Pages, files and routes without a key, from one address. */
    open: number
  }
  poolSize: number
  /** Jobs at once in this process. */
  workerConcurrency: number
  lateWindowMs: number
  /** How long what webhooks brought is kept, where a webhook does not say otherwise. */
  webhookRetentionDays: number
  eventRetentionDays: number
  /** Event endpoints and media may be in private networks, with plain http and on any port. Metadata services never are. */
  allowPrivateNetworks: boolean
  /** The operator's apps on each platform. */
  apps: Record<Provider, Partial<Record<AppKind, PlatformApp>>>
  /** Instead of the versions in the profiles. */
  apiVersions: Partial<Record<Provider, string>>
  /** Encrypts tokens; null for the one in the data folder. */
  secretKey: string | null
  /** Open what they sealed, and seal nothing more. */
  oldSecretKeys: string[]
  /** Where mail for people of the team goes out; null for nowhere. */
  mail: { smtpUrl: string | null; from: string | null }
  /** Simulated platforms on this machine instead of the real ones. */
  sandbox: boolean
  sandboxPort: number
}

type Env = Record<string, string | undefined>

/** So that the sandbox can run beside the installation it is tried on. */
const SANDBOX_HTTP_PORT = 8088

/** Every setting with its meaning, for --help, the README and `doctor`. */
export const SETTINGS: ReadonlyArray<{ name: string; fallback: string; meaning: string }> = [
  {
    name: 'PORT',
    fallback: '8080',
    meaning: `port to listen on; 0 picks a free one; ${SANDBOX_HTTP_PORT} in the sandbox`,
  },
  { name: 'HOST', fallback: '127.0.0.1', meaning: 'address to listen on; 0.0.0.0 for all' },
  { name: 'DATA_DIR', fallback: './data', meaning: 'folder of the embedded PostgreSQL and of local secrets' },
  {
    name: 'DATABASE_URL',
    fallback: '',
    meaning: 'a PostgreSQL (14 or later) of your own, instead of the embedded one',
  },
  {
    name: 'DATABASE_DIRECT_URL',
    fallback: '',
    meaning: 'the same database without a pooler, for migrations, locks, notices and jobs',
  },
  {
    name: 'DATABASE_WAIT_SECONDS',
    fallback: '60',
    meaning: 'how long a start waits for a database that is not there yet',
  },
  { name: 'REDIS_URL', fallback: '', meaning: 'Redis or Valkey that shares rate limits between several nodes' },
  { name: 'BASE_URL', fallback: 'http://HOST:PORT', meaning: 'where callers reach Doorpost; https refuses plain http' },
  {
    name: 'TLS_CERT_FILE',
    fallback: '',
    meaning: 'PEM certificate chain; with TLS_KEY_FILE Doorpost serves https itself',
  },
  { name: 'TLS_KEY_FILE', fallback: '', meaning: 'PEM private key of the certificate' },
  { name: 'TRUST_PROXY', fallback: '', meaning: 'proxies whose X-Forwarded-* is believed: CIDRs, loopback, private' },
  {
    name: 'ALLOWED_ORIGINS',
    fallback: '',
    meaning: 'website origins whose forms may send contacts, such as https://*.example.com; empty means any',
  },
  { name: 'ROLE', fallback: 'all', meaning: 'what this process does: all, api or worker' },
  {
    name: 'HEALTH_PORT',
    fallback: '8081',
    meaning: 'port of /healthz, /readyz and /metrics where ROLE is worker; 0 picks a free one',
  },
  { name: 'LOG_LEVEL', fallback: 'info', meaning: LOG_LEVELS.join(', ') },
  { name: 'LOG_FORMAT', fallback: 'auto', meaning: 'text, json, or auto: text at a terminal, JSON everywhere else' },
  {
    name: 'METRICS_TOKEN',
    fallback: '',
    meaning: 'bearer token that GET /metrics then asks for: 16 characters or more',
  },
  { name: 'RATE_LIMIT_AUTHENTICATED', fallback: '100', meaning: 'requests a minute for each API key' },
  { name: 'RATE_LIMIT_DASHBOARD', fallback: '600', meaning: 'requests a minute for each person who is signed in' },
  { name: 'RATE_LIMIT_PUBLIC', fallback: '20', meaning: 'contacts a minute for each client address without a key' },
  { name: 'RATE_LIMIT_WEBHOOK', fallback: '600', meaning: 'deliveries a minute for each webhook key' },
  {
    name: 'RATE_LIMIT_FAILED_AUTH',
    fallback: '300',
    meaning: 'wrong keys and passwords a minute from one client address',
  },
  {
    name: 'RATE_LIMIT_OPEN',
    fallback: '3000',
    meaning: 'pages, files and other requests without a key a minute from one client address',
  },
  {
    name: 'POOL_SIZE',
    fallback: '10',
    meaning: 'database connections of this process: 40 % for intake, 30 % for lists and searches, 40 % for jobs',
  },
  { name: 'WORKER_CONCURRENCY', fallback: '4', meaning: 'jobs that this process runs at once' },
  { name: 'LATE_WINDOW_MINUTES', fallback: '60', meaning: 'how late a scheduled post may still go out by itself' },
  { name: 'WEBHOOK_RETENTION_DAYS', fallback: '90', meaning: 'how long deliveries of inbound webhooks are kept' },
  { name: 'EVENT_RETENTION_DAYS', fallback: '30', meaning: 'how long events and their deliveries are kept' },
  {
    name: 'ALLOW_PRIVATE_NETWORKS',
    fallback: 'false',
    meaning: 'true: event endpoints and media may be in private networks, with plain http and on any port',
  },
  {
    name: 'SECRET_KEY',
    fallback: 'DATA_DIR/secret-key',
    meaning: 'encrypts tokens and signing secrets: 32 characters or more, the same on every node',
  },
  {
    name: 'SECRET_KEY_OLD',
    fallback: '',
    meaning: 'earlier keys, separated by commas, until "secrets rotate" has run',
  },
  {
    name: 'SMTP_URL',
    fallback: '',
    meaning: 'mail server for invitations and new passwords: smtp://user:password@host:587; set both or none',
  },
  { name: 'MAIL_FROM', fallback: '', meaning: 'sender of these mails: Doorpost <doorpost@example.com>' },
  ...PROFILES.flatMap(appSettings),
  ...PROFILES.filter(({ apps }) => apps.includes('pages')).flatMap(pagesSettings),
  {
    name: 'SANDBOX',
    fallback: 'false',
    meaning: 'true: simulated platforms on this machine; its data is in DATA_DIR/sandbox, and no post leaves it',
  },
  { name: 'SANDBOX_PORT', fallback: '8090', meaning: 'port of the simulated platforms' },
  {
    name: 'SANDBOX_DATABASE_URL',
    fallback: '',
    meaning: 'a PostgreSQL for the sandbox; DATABASE_URL is never used there',
  },
]

function appSettings({ envPrefix, format, api }: Profile) {
  return [
    ...clientSettings(envPrefix, `id of your app for ${format} posts: see docs/platforms.md`),
    { name: `${envPrefix}_API_VERSION`, fallback: api.version, meaning: 'version of its API to speak' },
  ]
}

function pagesSettings(profile: Profile) {
  const meaning = `id of your second ${profile.label} app, for company pages: see docs/platforms.md`
  return clientSettings(appPrefixOf(profile, 'pages'), meaning)
}

function clientSettings(prefix: string, meaning: string) {
  return [
    { name: `${prefix}_CLIENT_ID`, fallback: '', meaning },
    { name: `${prefix}_CLIENT_SECRET`, fallback: '', meaning: 'its secret; set both or none' },
  ]
}

export const DEFAULT_HEALTH_PORT = 8081

/** No setting: fewer annoy, more invite to guess. */
const SIGN_IN_ATTEMPTS = 5

/** Reads the environment once. All wrong settings are named together. */
export function readConfig(env: Env, cwd: string): Config {
  const problems: string[] = []
  const text = (name: string): string | null => {
    const value = env[name]?.trim()
    return value ? value : null
  }
  const whole = (name: string, fallback: number, min: number, max: number): number => {
    const value = text(name)
    if (value === null) return fallback
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    problems.push(`${name} must be a whole number from ${min} to ${max}, but it is "${value}".`)
    return fallback
  }
  const oneOf = <T extends string>(name: string, fallback: T, allowed: readonly T[]): T => {
    const value = text(name)
    if (value === null) return fallback
    if ((allowed as readonly string[]).includes(value)) return value as T
    problems.push(`${name} must be one of ${allowed.join(', ')}, but it is "${value}".`)
    return fallback
  }
  // Values of these are never echoed, nor those of URLs: connection strings carry passwords.
  const secret = (name: string): string | null => {
    const value = text(name)
    if (value === null || /^[\x21-\x7e]{1,500}$/.test(value)) return value
    problems.push(`${name} must be letters, digits and signs without spaces, as the platform shows it.`)
    return null
  }
  const url = (name: string, protocols: string[], example: string): string | null => {
    const value = text(name)
    if (value === null) return null
    // libpq allows postgres://user@/name?host=/socket/folder, which is no URL by the letter.
    const whole = value.replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)\//, '$1localhost/')
    if (URL.canParse(whole) && protocols.includes(new URL(whole).protocol)) return value
    problems.push(`${name} must be a URL such as ${example}.`)
    return null
  }

  const sandbox = oneOf('SANDBOX', 'false', ['true', 'false']) === 'true'
  const databaseUrl = (name: string) =>
    url(name, ['postgres:', 'postgresql:'], 'postgres://user:password@localhost:5432/doorpost')
  // All are read in either mode: a wrong one is named whether or not it is used now.
  const ownDatabase = databaseUrl('DATABASE_URL')
  const directDatabase = databaseUrl('DATABASE_DIRECT_URL')
  const sandboxDatabase = databaseUrl('SANDBOX_DATABASE_URL')
  const dataDir = resolve(cwd, text('DATA_DIR') ?? 'data')
  const host = text('HOST') ?? '127.0.0.1'
  const port = whole('PORT', sandbox ? SANDBOX_HTTP_PORT : 8080, 0, 65535)
  const tls = readTls(text('TLS_CERT_FILE'), text('TLS_KEY_FILE'), cwd, problems)
  const base = url('BASE_URL', ['http:', 'https:'], 'https://doorpost.example.com')
  if (base !== null && !/^https?:\/\/[^/?#@]+(?:\/[^?#]*)?$/i.test(base)) {
    problems.push('BASE_URL must be scheme and host, such as https://doorpost.example.com, without user, ? or #.')
  }
  const trustedProxies = readTrustedProxies(text('TRUST_PROXY'), problems)
  const baseUrl = (base ?? `${tls ? 'https' : 'http'}://${hostInUrl(host)}:${port}`).replace(/\/+$/, '')

  const config: Config = {
    host,
    port,
    healthPort: text('HEALTH_PORT') === null ? null : whole('HEALTH_PORT', DEFAULT_HEALTH_PORT, 0, 65535),
    dataDir: sandbox ? join(dataDir, 'sandbox') : dataDir,
    databaseUrl: sandbox ? sandboxDatabase : ownDatabase,
    databaseDirectUrl: sandbox ? null : directDatabase,
    databaseWaitMs: whole('DATABASE_WAIT_SECONDS', 60, 0, 3_600) * 1_000,
    redisUrl: url('REDIS_URL', ['redis:', 'rediss:'], 'redis://localhost:6379'),
    baseUrl,
    httpsOnly: /^https:/i.test(baseUrl),
    tls,
    trustedProxies,
    allowedOrigins: readOrigins(text('ALLOWED_ORIGINS'), problems),
    role: oneOf('ROLE', 'all', ROLES),
    logLevel: oneOf('LOG_LEVEL', 'info', LOG_LEVELS),
    logFormat: oneOf('LOG_FORMAT', 'auto', LOG_FORMATS),
    // See https://no-color.org: set to anything means none.
    logColor: text('NO_COLOR') === null,
    metricsToken: readMetricsToken(text('METRICS_TOKEN'), problems),
    rateLimits: {
      authenticated: whole('RATE_LIMIT_AUTHENTICATED', 100, 1, 100_000_000),
      dashboard: whole('RATE_LIMIT_DASHBOARD', 600, 1, 100_000_000),
      public: whole('RATE_LIMIT_PUBLIC', 20, 1, 100_000_000),
      webhook: whole('RATE_LIMIT_WEBHOOK', 600, 1, 100_000_000),
      failed_auth: whole('RATE_LIMIT_FAILED_AUTH', 300, 1, 100_000_000),
      sign_in: SIGN_IN_ATTEMPTS,
      open: whole('RATE_LIMIT_OPEN', 3_000, 1, 100_000_000),
    },
    poolSize: whole('POOL_SIZE', 10, 2, 90),
    workerConcurrency: whole('WORKER_CONCURRENCY', 4, 1, 64),
    lateWindowMs: whole('LATE_WINDOW_MINUTES', 60, 0, 525_600) * 60_000,
    webhookRetentionDays: whole('WEBHOOK_RETENTION_DAYS', 90, 1, 3650),
    eventRetentionDays: whole('EVENT_RETENTION_DAYS', 30, 1, 3650),
    allowPrivateNetworks: oneOf('ALLOW_PRIVATE_NETWORKS', 'false', ['true', 'false']) === 'true',
    apps: readApps(text, secret, problems),
    apiVersions: readApiVersions(text, problems),
    secretKey: readSecretKey(text('SECRET_KEY'), problems),
    oldSecretKeys: readOldSecretKeys(text('SECRET_KEY_OLD'), problems),
    mail: readMail(url('SMTP_URL', ['smtp:', 'smtps:'], 'smtp://user:password@mail.example.com:587'), text, problems),
    sandbox,
    sandboxPort: whole('SANDBOX_PORT', 8090, 1, 65535),
  }
  if (text('LINKEDIN_PAGES') !== null && text('LINKEDIN_PAGES') !== 'false') {
    problems.push(
      'LINKEDIN_PAGES is gone: LinkedIn wants a second app for pages. Create it (docs/platforms.md), set ' +
        'LINKEDIN_PAGES_CLIENT_ID and LINKEDIN_PAGES_CLIENT_SECRET, and remove LINKEDIN_PAGES.',
    )
  }
  if (problems.length > 0) throw new SetupError(problems.join('\n'))
  return config
}

/** Set, but nothing reads them, and they look like a setting of ours: one sentence each. */
export function misspeltSettings(env: Env): string[] {
  const known = SETTINGS.map(({ name }) => name)
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name) || !/^[A-Z][A-Z0-9_]*$/.test(name)) return []
    const nearest = findNearest(name, known)
    // Slips seldom begin with the first letter; other programs' variables do: SSL_CERT_FILE is not TLS_CERT_FILE.
    return nearest === null || nearest[0] !== name[0] ? [] : [`${name} is not a setting. Did you mean ${nearest}?`]
  })
}

export const UNREACHABLE_HTTPS =
  'BASE_URL is https, but there is neither TLS_CERT_FILE nor TRUST_PROXY, so every request counts as plain http and is refused. ' +
  'Set TRUST_PROXY to the address of your proxy, or give Doorpost the certificate.'

export function unreachableHttps({ httpsOnly, tls, trustedProxies }: Config): boolean {
  return httpsOnly && tls === null && trustedProxies.length === 0
}

/** What is allowed but will surprise: one sentence each, told at every start and by `doctor`. */
export function doubtfulSettings(config: Config): string[] {
  const doubts: string[] = []
  if (config.redisUrl === null && config.role !== 'all') {
    doubts.push(
      `ROLE is ${config.role}, so there may be several nodes, but REDIS_URL is not set: each node counts rate limits for itself.`,
    )
  }
  if (config.role !== 'all' && config.secretKey === null) {
    doubts.push(
      `ROLE is ${config.role}, so there may be several nodes, but SECRET_KEY is not set: the next node is refused until it has the ` +
        'key of this one. Set the same SECRET_KEY on all of them.',
    )
  }
  return doubts
}

/** The base URL when nothing was set follows the port that was really taken (PORT=0). */
export function withListeningPort(config: Config, port: number): Config {
  if (config.port !== 0) return config
  return { ...config, port, baseUrl: config.baseUrl.replace(/:0$/, `:${port}`) }
}

export function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function readTls(cert: string | null, key: string | null, cwd: string, problems: string[]): Config['tls'] {
  if (cert === null && key === null) return null
  if (cert === null || key === null) {
    problems.push('TLS_CERT_FILE and TLS_KEY_FILE must be set together.')
    return null
  }
  const [certFile, keyFile] = [resolve(cwd, cert), resolve(cwd, key)]
  const read = (name: string, path: string): Buffer | null => {
    try {
      accessSync(path, constants.R_OK)
      return readFileSync(path)
    } catch (error) {
      problems.push(`${name}: the file ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
      return null
    }
  }
  const certBytes = read('TLS_CERT_FILE', certFile)
  const keyBytes = read('TLS_KEY_FILE', keyFile)
  if (!certBytes || !keyBytes) return null
  try {
    createSecureContext({ cert: certBytes, key: keyBytes })
  } catch (error) {
    const reason = (error as Error).message
    problems.push(`TLS_CERT_FILE and TLS_KEY_FILE must be PEM files that belong together (${reason}).`)
  }
  return { cert: certBytes, key: keyBytes, certFile, keyFile }
}

function readTrustedProxies(list: string | null, problems: string[]): TrustedRange[] {
  if (list === null) return []
  try {
    return parseTrustedProxies(list)
  } catch (error) {
    problems.push((error as Error).message)
    return []
  }
}

function readOrigins(list: string | null, problems: string[]): string[] | null {
  if (list === null) return null
  const origins = list.split(/[\s,]+/).filter(Boolean)
  for (const origin of origins) {
    const problem = findOriginProblem(origin)
    const any = origin === '*' ? ' For any website, leave the setting out.' : ''
    if (problem !== null) problems.push(`ALLOWED_ORIGINS: "${origin}" ${problem}.${any}`)
  }
  return origins
}

const METRICS_TOKEN_MIN = 16

function readMetricsToken(value: string | null, problems: string[]): string | null {
  if (value === null || value.length >= METRICS_TOKEN_MIN) return value
  const how = 'Make one with: openssl rand -base64 24.'
  problems.push(`METRICS_TOKEN must have at least ${METRICS_TOKEN_MIN} characters, or it can be guessed. ${how}`)
  return null
}

type ReadSetting = (name: string) => string | null

function readApps(text: ReadSetting, secret: ReadSetting, problems: string[]): Config['apps'] {
  const appsOf = (profile: Profile) =>
    profile.apps.flatMap((kind) => {
      const app = readApp(appPrefixOf(profile, kind), text, secret, problems)
      return app === null ? [] : [[kind, app] as const]
    })
  return Object.fromEntries(
    PROFILES.map((profile) => [profile.name, Object.fromEntries(appsOf(profile))]),
  ) as Config['apps']
}

function readApp(prefix: string, text: ReadSetting, secret: ReadSetting, problems: string[]): PlatformApp | null {
  const names = [`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`] as const
  const [clientId, clientSecret] = [secret(names[0]), secret(names[1])]
  const missing = names.filter((name) => text(name) === null)
  if (missing.length === 1) problems.push(`${names.join(' and ')} must be set together: ${missing[0]} is missing.`)
  return clientId !== null && clientSecret !== null ? { clientId, clientSecret } : null
}

// A name or none, then one plain address: what is more would be a second header or a second receiver.
const SENDER = /^(?:[^<>@\r\n,;]{1,100}<[^\s<>@,;]{1,64}@[^\s<>@,;]{1,190}>|[^\s<>@,;]{1,64}@[^\s<>@,;]{1,190})$/

function readMail(smtpUrl: string | null, text: ReadSetting, problems: string[]): Config['mail'] {
  const from = text('MAIL_FROM')
  if (from !== null && !SENDER.test(from)) {
    problems.push('MAIL_FROM must be an address such as doorpost@example.com or Doorpost <doorpost@example.com>.')
  }
  if (smtpUrl !== null && new URL(smtpUrl).hostname === '') {
    problems.push('SMTP_URL must name a host, such as smtp://user:password@mail.example.com:587.')
  }
  if ((text('SMTP_URL') === null) !== (from === null)) problems.push('SMTP_URL and MAIL_FROM must be set together.')
  return { smtpUrl, from }
}

function readApiVersions(text: ReadSetting, problems: string[]): Config['apiVersions'] {
  const versions: Config['apiVersions'] = {}
  for (const { name: provider, envPrefix, api } of PROFILES) {
    const name = `${envPrefix}_API_VERSION`
    const value = text(name)
    if (value === null) continue
    // It becomes part of a path or a header.
    if (/^v?\d{1,8}(?:\.\d{1,3})?$/.test(value)) versions[provider] = value
    else problems.push(`${name} must be a version such as ${api.version}.`)
  }
  return versions
}

const SECRET_KEY_HELP = 'at least 32 characters and no comma. Make one with: openssl rand -base64 32'

/** HKDF stretches nothing, so a short one could be guessed; old ones are listed with commas. */
function isSecretKey(value: string): boolean {
  return value.length >= 32 && !value.includes(',')
}

function readSecretKey(value: string | null, problems: string[]): string | null {
  if (value === null || isSecretKey(value)) return value
  problems.push(`SECRET_KEY must have ${SECRET_KEY_HELP}.`)
  return null
}

function readOldSecretKeys(list: string | null, problems: string[]): string[] {
  const keys = (list ?? '')
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean)
  if (!keys.every(isSecretKey)) problems.push('SECRET_KEY_OLD must list keys of at least 32 characters, with commas.')
  return keys
}
