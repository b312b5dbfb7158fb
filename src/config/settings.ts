import { LOG_FORMATS } from '../lib/log/text.ts'
import { DATA_DIR_DEFAULT } from '../lib/program.ts'
import { anyText, flag, matching, oneOf, optional, text, url, whole } from '../lib/settings.ts'
import { appPrefixOf, PROFILES } from '../platforms/registry.ts'
import {
  backupSchedule,
  baseUrl,
  bucketName,
  clientText,
  linkBaseUrl,
  metricsToken,
  oldSecretKeys,
  originList,
  postgresUrl,
  processCount,
  regionName,
  secretKey,
  sender,
  smtpUrl,
  storeUrl,
  trustedProxies,
} from './values.ts'

// Every setting, with its kind of value, its default and its meaning.

const ROLES = ['all', 'api', 'worker'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const PORTS: [number, number] = [0, 65535]
const PER_MINUTE: [number, number] = [1, 100_000_000]
const DAYS: [number, number] = [1, 3650]
const PER_DAY: [number, number] = [0, 100_000_000]

/** The sandbox has its own port, so it can run next to the installation. */
export const SANDBOX_HTTP_PORT = 8088
export const DEFAULT_HEALTH_PORT = 8081

export const OWN_SETTINGS = {
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
  BASE_URL: optional(
    'public URL of Doorpost, without a path; if it is https, plain http is refused',
    baseUrl,
    'http://HOST:PORT',
  ),
  LINK_BASE_URL: optional(
    'base URL of short links (/l/...), such as a shorter domain of yours that leads here',
    linkBaseUrl,
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
    'OpenTelemetry collector that gets traces, such as http://localhost:4318; needs its packages, see docs/how-to/watching.md',
    url(['http:', 'https:'], 'http://localhost:4318'),
  ),
  OTEL_SERVICE_NAME: text('doorpost', 'name of this installation in traces'),
  OTEL_NODE_RESOURCE_DETECTORS: optional(
    'what else traces say of the machine and the process: host, os, process or all; process sends the command line and the user',
    anyText,
    'nothing',
  ),
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
  LATE_WINDOW_MINUTES: whole(
    60,
    [0, 525_600],
    'how late a scheduled post may still be published automatically; a minute at least, also with 0',
  ),
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
  MAIL_DOMAIN_LIMIT: whole(50, PER_DAY, 'of these, mails to one domain that is not a large mail provider'),
  MAIL_CLIENT_LIMIT: whole(100, PER_DAY, 'of these, mails that one client address causes, over all forms'),
  MAIL_WORKSPACE_LIMIT: whole(
    5_000,
    PER_DAY,
    'mails about leads, to people who fill in forms and with results, within a day, for each workspace',
  ),
  MAIL_RETENTION_DAYS: whole(30, DAYS, 'how long it is kept which mails were sent or given up'),
}

export const SANDBOX_SETTINGS = {
  SANDBOX: flag(
    'true uses simulated platforms on this machine, with data in DATA_DIR/sandbox; no post leaves the machine',
  ),
  SANDBOX_PORT: whole(8090, [1, 65535], 'port of the simulated platforms'),
  SANDBOX_DATABASE_URL: optional('your own PostgreSQL for the sandbox, which never uses DATABASE_URL', postgresUrl),
}

export const PLATFORM_SETTINGS = Object.fromEntries([
  ...PROFILES.filter(({ apps }) => apps.length > 0).flatMap(({ envPrefix, format, api }) => [
    ...clientSettings(envPrefix, `client id of your app for ${format} posts: see docs/how-to/platforms.md`),
    // The value becomes part of a path or a header.
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
    const meaning = `client id of your second ${profile.label} app, for company pages: see docs/how-to/platforms.md`
    return clientSettings(appPrefixOf(profile, 'pages'), meaning)
  }),
])

function clientSettings(prefix: string, meaning: string) {
  return [
    [`${prefix}_CLIENT_ID`, optional(meaning, clientText)],
    [`${prefix}_CLIENT_SECRET`, optional('its client secret; set both or neither', clientText)],
  ] as const
}

/** Every setting with its meaning, for --help, docs/reference/settings.md and `doctor`. */
export const SETTINGS: ReadonlyArray<{ name: string; fallback: string; meaning: string }> = Object.entries({
  ...OWN_SETTINGS,
  ...PLATFORM_SETTINGS,
  ...SANDBOX_SETTINGS,
}).map(([name, { fallback, meaning }]) => ({ name, fallback, meaning }))
