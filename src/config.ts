import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { parseTrustedProxies } from './http/server/client-address.ts'
import { LOG_FORMATS } from './lib/log/text.ts'
import { findOriginProblem } from './lib/net/origins.ts'
import { SetupError } from './lib/problem.ts'
import { DATA_DIR_DEFAULT, defaultDataDir } from './lib/program.ts'
import { anyText, flag, matching, oneOf, optional, type Parse, type Setting, text, url, whole } from './lib/settings.ts'
import { findNearest } from './lib/text/nearest.ts'
import type { AppKind } from './platforms/profile.ts'
import { appPrefixOf, PROFILES, type Profile, type Provider } from './platforms/registry.ts'
import type { PlatformApp } from './platforms/settings.ts'

const ROLES = ['all', 'api', 'worker'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export type Config = ReturnType<typeof readConfig>

type Env = Record<string, string | undefined>

const postgresUrl = url(['postgres:', 'postgresql:'], 'postgres://user:password@localhost:5432/doorpost')

const baseUrl: Parse<string> = (text, name) => {
  url(['http:', 'https:'], 'https://doorpost.example.com')(text, name)
  const rule = 'consist of scheme and host, such as https://doorpost.example.com, without user, ? or #'
  return matching(/^https?:\/\/[^/?#@]+(?:\/[^?#]*)?$/i, rule)(text, name)
}

const smtpUrl: Parse<string> = (text, name) => {
  url(['smtp:', 'smtps:'], 'smtp://user:password@mail.example.com:587')(text, name)
  if (new URL(text).hostname !== '') return text
  throw new SetupError(`${name} must name a host, such as smtp://user:password@mail.example.com:587.`)
}

const trustedProxies: Parse<ReturnType<typeof parseTrustedProxies>> = (text) => {
  try {
    return parseTrustedProxies(text)
  } catch (error) {
    throw new SetupError((error as Error).message)
  }
}

const originList: Parse<string[]> = (text, name) => {
  const origins = text.split(/[\s,]+/).filter(Boolean)
  const problems = origins.flatMap((origin) => {
    const problem = findOriginProblem(origin)
    const any = origin === '*' ? ' To allow all websites, do not set it.' : ''
    return problem === null ? [] : [`${name}: "${origin}" ${problem}.${any}`]
  })
  if (problems.length > 0) throw new SetupError(problems.join('\n'))
  return origins
}

// A name or none, then one plain address: what is more would be a second header or a second receiver.
const SENDER = /^(?:[^<>@\r\n,;]{1,100}<[^\s<>@,;]{1,64}@[^\s<>@,;]{1,190}>|[^\s<>@,;]{1,64}@[^\s<>@,;]{1,190})$/
const sender = matching(SENDER, 'be an address such as doorpost@example.com or Doorpost <doorpost@example.com>')

const TOKEN_RULE =
  'have at least 16 characters so that it cannot be guessed. Generate one with: openssl rand -base64 24'
const metricsToken = matching(/^.{16,}$/s, TOKEN_RULE)

// HKDF stretches nothing, so a short one could be guessed; old ones are listed with commas.
const SECRET_KEY = /^[^,]{32,}$/
const KEY_RULE = 'have at least 32 characters and no comma. Generate one with: openssl rand -base64 32'
const secretKey = matching(SECRET_KEY, KEY_RULE)

const oldSecretKeys: Parse<string[]> = (text, name) => {
  const keys = text.split(/\s*,\s*/).filter(Boolean)
  for (const key of keys)
    matching(SECRET_KEY, 'be a comma-separated list of keys with at least 32 characters each')(key, name)
  return keys
}

const clientText = matching(
  /^[\x21-\x7e]{1,500}$/,
  'be exactly what the platform shows: at most 500 characters, without spaces',
)

const storeUrl: Parse<string> = (text, name) => {
  url(['http:', 'https:'], 'https://s3.eu-central-1.amazonaws.com')(text, name)
  return matching(/^https?:\/\/[^/?#@]+\/?$/i, 'be scheme and host, without bucket, path or user')(text, name)
}
const bucketName = matching(
  /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
  'be the name of a bucket: small letters, digits, - and .',
)
const regionName = matching(/^[a-z0-9-]{1,40}$/, 'be the name of a region, such as eu-central-1')
const S3_NAMES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']

const PROCESSES_MAX = 64
const processCount: Parse<number | 'auto'> = (text, name) => {
  if (text === 'auto') return text
  if (/^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= PROCESSES_MAX) return Number(text)
  throw new SetupError(`${name} must be auto or a whole number from 1 to ${PROCESSES_MAX}, but it is "${text}".`)
}

/** "03:00" is every day at that time of UTC, "6h" every six hours from midnight on. */
const backupSchedule: Parse<{ everyMinutes: number; atMinute: number }> = (text, name) => {
  const [, hour, minute, hours] = /^(?:([01]?\d|2[0-3]):([0-5]\d)|([1-9]\d?)h)$/.exec(text) ?? []
  const every = Number(hours ?? 24)
  if (hour !== undefined) return { everyMinutes: 24 * 60, atMinute: Number(hour) * 60 + Number(minute) }
  if (hours !== undefined && every <= 24) return { everyMinutes: every * 60, atMinute: 0 }
  throw new SetupError(`${name} must be a time of day in UTC, such as 03:00, or a number of hours from 1h to 24h.`)
}

const PORTS: [number, number] = [0, 65535]
const PER_MINUTE: [number, number] = [1, 100_000_000]
const DAYS: [number, number] = [1, 3650]
const PER_DAY: [number, number] = [0, 100_000_000]

/** So that the sandbox can run beside the installation it is tried on. */
const SANDBOX_HTTP_PORT = 8088
export const DEFAULT_HEALTH_PORT = 8081

const OWN_SETTINGS = {
  PORT: whole(8080, PORTS, `port to listen on; 0 picks a free one; ${SANDBOX_HTTP_PORT} in the sandbox`),
  HOST: text('127.0.0.1', 'address to listen on; 0.0.0.0 for all interfaces'),
  DATA_DIR: optional('folder for the embedded PostgreSQL and local secrets', anyText, DATA_DIR_DEFAULT),
  DATABASE_URL: optional('your own PostgreSQL (14 or later) instead of the embedded one', postgresUrl),
  DATABASE_DIRECT_URL: optional(
    'the same database without a pooler, for migrations, locks, notifications and jobs; needed if the pooler is in transaction mode',
    postgresUrl,
  ),
  DATABASE_WAIT_SECONDS: whole(60, [0, 3_600], 'how long to wait at startup for a database that does not respond yet'),
  REDIS_URL: optional(
    'Redis or Valkey server that shares rate limits between nodes',
    url(['redis:', 'rediss:'], 'redis://localhost:6379'),
  ),
  BASE_URL: optional('public URL of Doorpost; if it is https, plain http is refused', baseUrl, 'http://HOST:PORT'),
  LINK_BASE_URL: optional(
    'base URL of short links (/l/...), such as a shorter domain of yours that leads here',
    baseUrl,
    'BASE_URL',
  ),
  TLS_CERT_FILE: optional('PEM certificate chain; with TLS_KEY_FILE, Doorpost serves https itself', anyText),
  TLS_KEY_FILE: optional('PEM private key for the certificate', anyText),
  TRUST_PROXY: optional('proxies whose X-Forwarded-* headers are trusted: CIDRs, loopback, private', trustedProxies),
  ALLOWED_ORIGINS: optional(
    'origins of websites whose forms may send contacts, such as https://*.example.com; empty allows all',
    originList,
  ),
  ROLE: oneOf(ROLES, 'all', 'what this process does: all, api or worker'),
  PROCESSES: optional(
    'processes that serve the API on the one port, beside the first one, which has the jobs: a number, or auto for half the cores',
    processCount,
    '1, which does everything',
  ),
  HEALTH_PORT: whole(
    DEFAULT_HEALTH_PORT,
    PORTS,
    'port for /healthz, /readyz and /metrics when ROLE is worker; 0 picks a free one',
  ),
  LOG_LEVEL: oneOf(LOG_LEVELS, 'info', LOG_LEVELS.join(', ')),
  LOG_FORMAT: oneOf(LOG_FORMATS, 'auto', 'text, json or auto: text on a terminal, JSON everywhere else'),
  METRICS_TOKEN: optional('bearer token that GET /metrics then requires: at least 16 characters', metricsToken),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    'OpenTelemetry collector that gets traces, such as http://localhost:4318; needs its packages, see docs/watching.md',
    url(['http:', 'https:'], 'http://localhost:4318'),
  ),
  OTEL_SERVICE_NAME: text('doorpost', 'name of this installation in traces'),
  RATE_LIMIT_AUTHENTICATED: whole(100, PER_MINUTE, 'requests per minute for each API key'),
  RATE_LIMIT_DASHBOARD: whole(600, PER_MINUTE, 'requests per minute for each signed-in person'),
  RATE_LIMIT_PUBLIC: whole(20, PER_MINUTE, 'contacts per minute from each client address without a key'),
  RATE_LIMIT_WEBHOOK: whole(600, PER_MINUTE, 'deliveries per minute for each webhook key'),
  RATE_LIMIT_FAILED_AUTH: whole(300, PER_MINUTE, 'wrong keys and passwords per minute from each client address'),
  RATE_LIMIT_OPEN: whole(
    3_000,
    PER_MINUTE,
    'pages, files and other requests without a key per minute from each client address',
  ),
  POOL_SIZE: whole(
    10,
    [2, 90],
    'database connections of this process: 40 % for intake, 30 % for lists and searches, 40 % for jobs',
  ),
  WORKER_CONCURRENCY: whole(4, [1, 64], 'number of jobs that this process runs at the same time'),
  LATE_WINDOW_MINUTES: whole(60, [0, 525_600], 'how late a scheduled post may still be published automatically'),
  WEBHOOK_RETENTION_DAYS: whole(90, DAYS, 'how long deliveries of inbound webhooks are kept'),
  EVENT_RETENTION_DAYS: whole(30, DAYS, 'how long events and their deliveries are kept'),
  MEDIA_MAX_MB: whole(512, [1, 4_096], 'largest file that can be uploaded, in megabytes'),
  MEDIA_QUOTA_MB: whole(
    10_240,
    [1, 100_000_000],
    'what the uploaded files of a workspace may take together, in megabytes',
  ),
  S3_ENDPOINT: optional(
    'S3-compatible store for uploaded files, instead of DATA_DIR/media: https://s3.eu-central-1.amazonaws.com',
    storeUrl,
  ),
  S3_BUCKET: optional('its bucket, which should not be public', bucketName),
  S3_ACCESS_KEY_ID: optional('id of a key that may read, write and delete there', clientText),
  S3_SECRET_ACCESS_KEY: optional('its secret', clientText),
  S3_REGION: optional('region of the bucket; auto at Cloudflare', regionName, 'us-east-1'),
  BACKUP_SCHEDULE: optional(
    'when backups are made: 03:00 for every day at that time (UTC), or 6h for every six hours; none if it is empty',
    backupSchedule,
  ),
  BACKUP_DIR: optional('folder for scheduled backups', anyText, 'DATA_DIR/backups'),
  BACKUP_BUCKET: optional('bucket of the S3_ENDPOINT for scheduled backups, instead of BACKUP_DIR', bucketName),
  BACKUP_KEEP_DAILY: whole(7, DAYS, 'days of which the newest backup is kept'),
  BACKUP_KEEP_WEEKLY: whole(4, [0, 520], 'weeks of which the newest backup is kept'),
  BACKUP_PASSPHRASE_FILE: optional(
    'file with the passphrase that encrypts the key in scheduled backups; without it they do not have the key',
    anyText,
  ),
  ALLOW_PRIVATE_NETWORKS: flag(
    'true allows event endpoints, media and the servers of accounts in private networks, over plain http and on any port',
  ),
  SECRET_KEY: optional(
    'key that encrypts tokens and signing secrets: at least 32 characters, the same on every node',
    secretKey,
    'DATA_DIR/secret-key',
  ),
  SECRET_KEY_OLD: optional('previous keys, comma-separated, until "secrets rotate" has run', oldSecretKeys),
  SMTP_URL: optional(
    'mail server for invitations, new passwords and mail about leads: smtp://user:password@host:587; needs MAIL_FROM',
    smtpUrl,
  ),
  MAIL_FROM: optional('sender of these e-mails: Doorpost <doorpost@example.com>', sender),
  MAIL_FORM_LIMIT: whole(500, PER_DAY, 'mails within a day to people who fill in one form'),
  MAIL_WORKSPACE_LIMIT: whole(
    5_000,
    PER_DAY,
    'mails about leads, to people who fill in forms and with results, within a day, for each workspace',
  ),
  MAIL_RETENTION_DAYS: whole(30, DAYS, 'how long it is kept which mails were sent or given up'),
}

const SANDBOX_SETTINGS = {
  SANDBOX: flag(
    'true uses simulated platforms on this machine, with data in DATA_DIR/sandbox; no post leaves the machine',
  ),
  SANDBOX_PORT: whole(8090, [1, 65535], 'port of the simulated platforms'),
  SANDBOX_DATABASE_URL: optional('your own PostgreSQL for the sandbox, which never uses DATABASE_URL', postgresUrl),
}

const PLATFORM_SETTINGS = Object.fromEntries([
  ...PROFILES.filter(({ apps }) => apps.length > 0).flatMap(({ envPrefix, format, api }) => [
    ...clientSettings(envPrefix, `client id of your app for ${format} posts: see docs/platforms.md`),
    // It becomes part of a path or a header.
    [
      `${envPrefix}_API_VERSION`,
      optional(
        'version of its API to use',
        matching(/^v?\d{1,8}(?:\.\d{1,3})?$/, `be a version such as ${api.version}`),
        api.version,
      ),
    ] as const,
  ]),
  ...PROFILES.filter(({ apps }) => apps.includes('pages')).flatMap((profile) => {
    const meaning = `client id of your second ${profile.label} app, for company pages: see docs/platforms.md`
    return clientSettings(appPrefixOf(profile, 'pages'), meaning)
  }),
])

function clientSettings(prefix: string, meaning: string) {
  return [
    [`${prefix}_CLIENT_ID`, optional(meaning, clientText)],
    [`${prefix}_CLIENT_SECRET`, optional('its client secret; set both or neither', clientText)],
  ] as const
}

/** Every setting with its meaning, for --help, the README and `doctor`. */
export const SETTINGS: ReadonlyArray<{ name: string; fallback: string; meaning: string }> = Object.entries({
  ...OWN_SETTINGS,
  ...PLATFORM_SETTINGS,
  ...SANDBOX_SETTINGS,
}).map(([name, { fallback, meaning }]) => ({ name, fallback, meaning }))

/** Not a setting: fewer would annoy people, more would invite guessing. */
const SIGN_IN_ATTEMPTS = 5

/** Reads the environment once. All wrong settings are named together. */
export function readConfig(env: Env, cwd: string) {
  const problems: string[] = []
  const textOf = (name: string) => env[name]?.trim() || null
  const readAll = <T extends Record<string, Setting<unknown>>>(settings: T) =>
    Object.fromEntries(
      Object.entries(settings).map(([name, { read }]) => {
        try {
          return [name, read(textOf(name), name)]
        } catch (error) {
          if (!(error instanceof SetupError)) throw error
          problems.push(error.message)
          return [name, null]
        }
      }),
    ) as { [K in keyof T]: ReturnType<T[K]['read']> }

  // All are read in either mode: a wrong one is named whether or not it is used now.
  const own = readAll(OWN_SETTINGS)
  const platforms = readAll(PLATFORM_SETTINGS)
  const { SANDBOX: sandbox, SANDBOX_PORT, SANDBOX_DATABASE_URL } = readAll(SANDBOX_SETTINGS)
  const tls = readTls(own.TLS_CERT_FILE, own.TLS_KEY_FILE, cwd, problems)
  if ((textOf('SMTP_URL') === null) !== (textOf('MAIL_FROM') === null)) {
    problems.push('SMTP_URL and MAIL_FROM must be set together.')
  }
  const missingOfStore = S3_NAMES.filter((name) => textOf(name) === null)
  if (missingOfStore.length > 0 && missingOfStore.length < S3_NAMES.length) {
    problems.push(`${S3_NAMES.join(', ')} must be set together: ${missingOfStore.join(' and ')} is missing.`)
  }
  if (textOf('BACKUP_BUCKET') !== null && textOf('S3_ENDPOINT') === null) {
    problems.push('BACKUP_BUCKET needs S3_ENDPOINT and its companions.')
  }
  for (const names of PROFILES.flatMap(appNames)) {
    const missing = names.filter((name) => textOf(name) === null)
    if (missing.length === 1) problems.push(`${names.join(' and ')} must be set together: ${missing[0]} is missing.`)
  }
  if (textOf('LINKEDIN_PAGES') !== null && textOf('LINKEDIN_PAGES') !== 'false') {
    problems.push(
      'LINKEDIN_PAGES is no longer a setting: LinkedIn requires a second app for pages. Create it (docs/platforms.md), set ' +
        'LINKEDIN_PAGES_CLIENT_ID and LINKEDIN_PAGES_CLIENT_SECRET, and remove LINKEDIN_PAGES.',
    )
  }
  if (problems.length > 0) throw new SetupError(problems.join('\n'))

  const dataDir = resolve(cwd, own.DATA_DIR ?? defaultDataDir(env))
  const port = sandbox && textOf('PORT') === null ? SANDBOX_HTTP_PORT : own.PORT
  const ownUrl = `${tls ? 'https' : 'http'}://${hostInUrl(own.HOST)}:${port}`
  const baseUrl = (own.BASE_URL ?? ownUrl).replace(/\/+$/, '')
  const appsOf = (profile: Profile) =>
    profile.apps.flatMap((kind, index) => {
      const [clientId, clientSecret] = appNames(profile)[index]!.map((name) => platforms[name] ?? null)
      return clientId && clientSecret ? [[kind, { clientId, clientSecret }] as const] : []
    })
  return {
    host: own.HOST,
    port,
    /** Of a worker's health and metrics; null for the default, or a free one where that is taken. */
    healthPort: textOf('HEALTH_PORT') === null ? null : own.HEALTH_PORT,
    /** The sandbox has its own, inside that of the installation: nothing of it is seen outside. */
    dataDir: sandbox ? join(dataDir, 'sandbox') : dataDir,
    databaseUrl: sandbox ? SANDBOX_DATABASE_URL : own.DATABASE_URL,
    databaseDirectUrl: sandbox ? null : own.DATABASE_DIRECT_URL,
    databaseWaitMs: own.DATABASE_WAIT_SECONDS * 1_000,
    redisUrl: own.REDIS_URL,
    /** Where callers reach us, without a slash at the end. */
    baseUrl,
    /** Of short links. The same unless a domain of their own leads here. */
    linkBaseUrl: own.LINK_BASE_URL?.replace(/\/+$/, '') ?? baseUrl,
    /** Plain HTTP is refused under /v1. */
    httpsOnly: /^https:/i.test(baseUrl),
    tls,
    trustedProxies: own.TRUST_PROXY ?? [],
    /** Origins that may post contacts from a browser; null means any. */
    allowedOrigins: own.ALLOWED_ORIGINS,
    role: own.ROLE,
    /** That serve the API. A worker serves none. */
    processes: own.PROCESSES ?? 1,
    logLevel: own.LOG_LEVEL,
    logFormat: own.LOG_FORMAT,
    // See https://no-color.org: set to anything means none.
    logColor: textOf('NO_COLOR') === null,
    metricsToken: own.METRICS_TOKEN,
    /** Without an endpoint nothing is traced. */
    traces: { endpoint: own.OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: own.OTEL_SERVICE_NAME },
    rateLimits: {
      authenticated: own.RATE_LIMIT_AUTHENTICATED,
      dashboard: own.RATE_LIMIT_DASHBOARD,
      public: own.RATE_LIMIT_PUBLIC,
      webhook: own.RATE_LIMIT_WEBHOOK,
      failed_auth: own.RATE_LIMIT_FAILED_AUTH,
      sign_in: SIGN_IN_ATTEMPTS,
      open: own.RATE_LIMIT_OPEN,
    },
    poolSize: own.POOL_SIZE,
    workerConcurrency: own.WORKER_CONCURRENCY,
    lateWindowMs: own.LATE_WINDOW_MINUTES * 60_000,
    webhookRetentionDays: own.WEBHOOK_RETENTION_DAYS,
    eventRetentionDays: own.EVENT_RETENTION_DAYS,
    media: {
      maxBytes: own.MEDIA_MAX_MB * 1_000_000,
      quotaBytes: own.MEDIA_QUOTA_MB * 1_000_000,
      /** Null for the data folder. Nothing of the sandbox leaves the machine. */
      s3:
        sandbox || own.S3_ENDPOINT === null
          ? null
          : {
              endpoint: own.S3_ENDPOINT.replace(/\/$/, ''),
              bucket: own.S3_BUCKET!,
              accessKeyId: own.S3_ACCESS_KEY_ID!,
              secretAccessKey: own.S3_SECRET_ACCESS_KEY!,
              region: own.S3_REGION ?? 'us-east-1',
            },
    },
    backup: {
      /** Null for none. The sandbox has nothing to keep, and its backups are not put among those of the installation. */
      schedule: sandbox ? null : own.BACKUP_SCHEDULE,
      folder: sandbox
        ? join(dataDir, 'sandbox', 'backups')
        : own.BACKUP_DIR === null
          ? join(dataDir, 'backups')
          : resolve(cwd, own.BACKUP_DIR),
      bucket: sandbox ? null : own.BACKUP_BUCKET,
      retention: { daily: own.BACKUP_KEEP_DAILY, weekly: own.BACKUP_KEEP_WEEKLY },
      passphraseFile: own.BACKUP_PASSPHRASE_FILE === null ? null : resolve(cwd, own.BACKUP_PASSPHRASE_FILE),
    },
    /** Metadata services are refused even then. */
    allowPrivateNetworks: own.ALLOW_PRIVATE_NETWORKS,
    apps: Object.fromEntries(PROFILES.map((profile) => [profile.name, Object.fromEntries(appsOf(profile))])) as Record<
      Provider,
      Partial<Record<AppKind, PlatformApp>>
    >,
    /** Instead of the versions in the profiles. */
    apiVersions: Object.fromEntries(
      PROFILES.flatMap(({ name, envPrefix }) => {
        const version = platforms[`${envPrefix}_API_VERSION`]
        return version ? [[name, version] as const] : []
      }),
    ) as Partial<Record<Provider, string>>,
    /** Null for the one in the data folder. */
    secretKey: own.SECRET_KEY,
    /** Open what they sealed, and seal nothing more. */
    oldSecretKeys: own.SECRET_KEY_OLD ?? [],
    mail: {
      smtpUrl: own.SMTP_URL,
      from: own.MAIL_FROM,
      limits: { perForm: own.MAIL_FORM_LIMIT, perWorkspace: own.MAIL_WORKSPACE_LIMIT },
      retentionDays: own.MAIL_RETENTION_DAYS,
    },
    sandbox,
    sandboxPort: SANDBOX_PORT,
  }
}

/** The names of the two settings of each app. */
function appNames(profile: Profile): string[][] {
  return profile.apps.map((kind) => ['ID', 'SECRET'].map((part) => `${appPrefixOf(profile, kind)}_CLIENT_${part}`))
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

/** One sentence or none. */
export function unreachableHttps({ httpsOnly, tls, trustedProxies }: Config): string[] {
  if (!httpsOnly || tls !== null || trustedProxies.length > 0) return []
  return [
    'BASE_URL is https, but neither TLS_CERT_FILE nor TRUST_PROXY is set, so every request is treated as plain http and refused. ' +
      'Set TRUST_PROXY to the address of your proxy, or set TLS_CERT_FILE and TLS_KEY_FILE.',
  ]
}

/** What is allowed but will surprise: one sentence each, told at every start and by `doctor`. */
export function doubtfulSettings(config: Config): string[] {
  if (config.role === 'all') return []
  const missing: string[] = []
  if (config.redisUrl === null) missing.push('REDIS_URL is not set: each node counts rate limits separately.')
  if (config.secretKey === null) {
    const remedy = 'Set the same SECRET_KEY on all nodes.'
    missing.push(`SECRET_KEY is not set: a second node cannot start without the key of this one. ${remedy}`)
  }
  if (config.media.s3 === null) {
    const remedy = 'Let all nodes share that folder, or set S3_ENDPOINT and its companions.'
    missing.push(`S3_ENDPOINT is not set: uploaded files are in DATA_DIR/media of the node that took them. ${remedy}`)
  }
  return missing.map((what) => `ROLE is ${config.role}, so there may be several nodes, but ${what}`)
}

/** The base URL when nothing was set follows the port that was really taken (PORT=0). */
export function withListeningPort(config: Config, port: number): Config {
  if (config.port !== 0) return config
  const follow = (url: string) => url.replace(/:0$/, `:${port}`)
  return { ...config, port, baseUrl: follow(config.baseUrl), linkBaseUrl: follow(config.linkBaseUrl) }
}

export function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function readTls(cert: string | null, key: string | null, cwd: string, problems: string[]) {
  if (cert === null && key === null) return null
  if (cert === null || key === null) {
    problems.push('TLS_CERT_FILE and TLS_KEY_FILE must be set together.')
    return null
  }
  const read = (name: string, path: string): Buffer | null => {
    try {
      return readFileSync(path)
    } catch (error) {
      problems.push(`${name}: the file ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
      return null
    }
  }
  const files = { certFile: resolve(cwd, cert), keyFile: resolve(cwd, key) }
  const pair = { cert: read('TLS_CERT_FILE', files.certFile), key: read('TLS_KEY_FILE', files.keyFile) }
  if (!pair.cert || !pair.key) return null
  try {
    createSecureContext(pair as { cert: Buffer; key: Buffer })
  } catch (error) {
    const reason = (error as Error).message
    problems.push(`TLS_CERT_FILE and TLS_KEY_FILE must be PEM files that belong together (${reason}).`)
  }
  return { cert: pair.cert, key: pair.key, ...files }
}
