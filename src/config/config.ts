import { join, resolve } from 'node:path'
import { SetupError } from '../lib/problem.ts'
import { defaultDataDir } from '../lib/program.ts'
import type { Setting } from '../lib/settings.ts'
import { withoutEndSlash } from '../lib/text/text.ts'
import { appPrefixOf, PROFILES, type Profile, type Provider } from '../platforms/registry.ts'
import type { PlatformApp } from '../platforms/settings.ts'
import type { AppKind } from '../platforms/shared/provider.ts'
import { OWN_SETTINGS, PLATFORM_SETTINGS, SANDBOX_HTTP_PORT, SANDBOX_SETTINGS } from './settings.ts'
import { readTls } from './tls.ts'

export type Config = ReturnType<typeof readConfig>

type Env = Record<string, string | undefined>

const S3_NAMES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']

/** Not configurable: fewer attempts would annoy people, more would invite guessing. */
const SIGN_IN_ATTEMPTS = 5

/** Reads the environment once, and reports all wrong settings together. */
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

  // All settings are read in either mode, so a wrong one is reported even if it is not used now.
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
      'LINKEDIN_PAGES is no longer a setting: LinkedIn requires a second app for pages. Create it (docs/how-to/platforms.md), set ' +
        'LINKEDIN_PAGES_CLIENT_ID and LINKEDIN_PAGES_CLIENT_SECRET, and remove LINKEDIN_PAGES.',
    )
  }
  if (problems.length > 0) throw new SetupError(problems.join('\n'))

  const dataDir = resolve(cwd, own.DATA_DIR ?? defaultDataDir(env))
  const port = sandbox && textOf('PORT') === null ? SANDBOX_HTTP_PORT : own.PORT
  const ownUrl = `${tls ? 'https' : 'http'}://${hostInUrl(own.HOST)}:${port}`
  const baseUrl = withoutEndSlash(own.BASE_URL ?? ownUrl)
  const appsOf = (profile: Profile) =>
    profile.apps.flatMap((kind, index) => {
      const [clientId, clientSecret] = appNames(profile)[index]!.map((name) => platforms[name] ?? null)
      return clientId && clientSecret ? [[kind, { clientId, clientSecret }] as const] : []
    })
  return {
    host: own.HOST,
    port,
    /** The port of a worker's health and metrics. Null means the default port, or a free one if that is taken. */
    healthPort: textOf('HEALTH_PORT') === null ? null : own.HEALTH_PORT,
    /** The sandbox has its own folder inside the installation's, so it leaves no trace elsewhere. */
    dataDir: sandbox ? join(dataDir, 'sandbox') : dataDir,
    databaseUrl: sandbox ? SANDBOX_DATABASE_URL : own.DATABASE_URL,
    databaseDirectUrl: sandbox ? null : own.DATABASE_DIRECT_URL,
    databaseWaitMs: own.DATABASE_WAIT_SECONDS * 1_000,
    redisUrl: own.REDIS_URL,
    /** The public base URL, without a trailing slash. */
    baseUrl,
    /** The base URL of short links: the same, unless they have their own domain. */
    linkBaseUrl: own.LINK_BASE_URL ? withoutEndSlash(own.LINK_BASE_URL) : baseUrl,
    /** Plain HTTP is refused under /v1. */
    httpsOnly: /^https:/i.test(baseUrl),
    tls,
    trustedProxies: own.TRUST_PROXY ?? [],
    /** Origins that may post contacts from a browser; null means any. */
    allowedOrigins: own.ALLOWED_ORIGINS,
    role: own.ROLE,
    /** The number of processes that serve the API. A worker serves none. */
    processes: own.PROCESSES ?? 1,
    logLevel: own.LOG_LEVEL,
    logFormat: own.LOG_FORMAT,
    // https://no-color.org: any value disables colours.
    logColor: textOf('NO_COLOR') === null,
    metricsToken: own.METRICS_TOKEN,
    /** Without an endpoint, tracing is off. */
    traces: {
      endpoint: own.OTEL_EXPORTER_OTLP_ENDPOINT,
      serviceName: own.OTEL_SERVICE_NAME,
      detectors: own.OTEL_NODE_RESOURCE_DETECTORS,
    },
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
      /** Null for the data folder. The sandbox keeps its files on this machine. */
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
      /** Null for none. The sandbox has nothing worth a backup, and must not mix with the installation's backups. */
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
    /** Cloud metadata services are refused even then. */
    allowPrivateNetworks: own.ALLOW_PRIVATE_NETWORKS,
    apps: Object.fromEntries(PROFILES.map((profile) => [profile.name, Object.fromEntries(appsOf(profile))])) as Record<
      Provider,
      Partial<Record<AppKind, PlatformApp>>
    >,
    /** Overrides the versions in the profiles. */
    apiVersions: Object.fromEntries(
      PROFILES.flatMap(({ name, envPrefix }) => {
        const version = platforms[`${envPrefix}_API_VERSION`]
        return version ? [[name, version] as const] : []
      }),
    ) as Partial<Record<Provider, string>>,
    /** Null for the key in the data folder. */
    secretKey: own.SECRET_KEY,
    /** These open existing secrets and seal no new ones. */
    oldSecretKeys: own.SECRET_KEY_OLD ?? [],
    mail: {
      smtpUrl: own.SMTP_URL,
      from: own.MAIL_FROM,
      limits: {
        perForm: own.MAIL_FORM_LIMIT,
        perDomain: own.MAIL_DOMAIN_LIMIT,
        perClient: own.MAIL_CLIENT_LIMIT,
        perWorkspace: own.MAIL_WORKSPACE_LIMIT,
      },
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

/** Without a BASE_URL, the base URL follows the port that was actually taken (PORT=0). */
export function withListeningPort(config: Config, port: number): Config {
  if (config.port !== 0) return config
  const follow = (url: string) => url.replace(/:0$/, `:${port}`)
  return { ...config, port, baseUrl: follow(config.baseUrl), linkBaseUrl: follow(config.linkBaseUrl) }
}

export function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
