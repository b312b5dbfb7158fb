import type { Config } from './config.ts'
import type { Connections } from './connections/connections.ts'
import { type Contacts, createContacts } from './contacts/contacts.ts'
import { blankRows } from './contacts/imports/erase.ts'
import { createImports, type Imports } from './contacts/imports/imports.ts'
import { readContact } from './contacts/input.ts'
import type { ContactFilter } from './contacts/store.ts'
import { connectCaches } from './db/credential-cache.ts'
import type { Pool } from './db/database.ts'
import { createListener, type Listener } from './db/listener.ts'
import { type Migration, readMigrations } from './db/migrations/files.ts'
import { migrate } from './db/migrations/migrate.ts'
import type { OpenDatabase } from './db/open.ts'
import type { DiskWatch } from './db/pools/disk-watch.ts'
import type { Pulse } from './db/pools/pulse.ts'
import { ensureWorkspace } from './db/workspaces.ts'
import { createEventDeliveries, type EventDeliveries } from './events/deliveries/deliveries.ts'
import { type Courier, createCourier, type RenderReceived } from './events/delivery/courier.ts'
import { createEmit, type Emit } from './events/emit.ts'
import { createEndpoints, type Endpoints } from './events/endpoints/endpoints.ts'
import { createEvents, type Events } from './events/events.ts'
import { createRateLimits, type RateLimits } from './http/access/rate-limit.ts'
import { API_VERSION } from './http/docs/openapi.ts'
import { createDatabaseTime, type DatabaseTime } from './installation/database-time.ts'
import { createGuard, type InstallationGuard } from './installation/guard.ts'
import { migrateQueue } from './jobs/queue.ts'
import { type ApiKeys, createApiKeys } from './keys/api-keys.ts'
import { createKeyRing, type KeyRing } from './keys/keys.ts'
import { createIds, type Ids } from './lib/ids.ts'
import type { Log } from './lib/log/log.ts'
import { createSafeFetch, type SafeFetchOptions } from './lib/net/safe-fetch.ts'
import { createSealedTokens, type SealedTokens } from './lib/secrets/sealed-token.ts'
import { type Clock, systemClock } from './lib/time/clock.ts'
import { createPicturePreviews, type PicturePreviews } from './media/preview.ts'
import { forgetStoredAnswers } from './people/erase-store.ts'
import { createPeople, type People } from './people/people.ts'
import { createClockOffsets } from './platforms/clock-offset.ts'
import type { Http } from './platforms/contract.ts'
import { createPosts, type Posts } from './posts/posts.ts'
import type { Actions } from './publishing/actions.ts'
import type { Engine } from './publishing/engine/engine.ts'
import { findPause, type PauseOptions } from './publishing/pause/pause.ts'
import { createPublishing, type Publishing, type PublishingOptions } from './publishing/publishing.ts'
import { createReports, type Reports } from './reports/reports.ts'
import { checkSecretKey } from './secrets/fingerprint.ts'
import { loadSecretKeys, openSecretBox } from './secrets/key-file.ts'
import { createMailer } from './users/mail.ts'
import { createUsers, type Users } from './users/users.ts'
import { showDeliveryEvent } from './webhooks/deliveries/deliveries.ts'
import { GRAPH } from './webhooks/deliveries/map-delivery.ts'
import { createSourceCache, type SourceCache } from './webhooks/sources/source-cache.ts'
import { createWebhooks, type Webhooks } from './webhooks/webhooks.ts'
import { createOrigins, type WorkspaceOrigins } from './workspace/origins.ts'
import { createWorkspaces, type Workspaces } from './workspace/workspace.ts'

/** Everything a handler or a job may use, wired once. */
export interface Deps {
  config: Config
  log: Log
  /** The database's time, which decides everything. */
  clock: Clock
  time: DatabaseTime
  /** Whether the database is the one that this installation has seen. */
  guard: InstallationGuard
  ids: Ids
  emit: Emit
  /** For what callers wait for; see db/pools/pools.ts. */
  pool: Pool
  /** For lists, searches, reports and exports. */
  reads: Pool
  /** For jobs, and what else may take its time. */
  jobs: Pool
  /** Whether the database answers. */
  pulse: Pulse
  diskWatch: DiskWatch
  migrations: Migration[]
  listener: Listener
  limits: RateLimits
  keys: KeyRing
  sources: SourceCache
  apiKeys: ApiKeys
  /** Where contacts without a key go. */
  workspaceId: string
  workspaces: Workspaces
  /** Websites whose forms may send contacts. */
  origins: WorkspaceOrigins
  /** The platforms are simulated. */
  isSandbox: boolean
  contacts: Contacts
  imports: Imports
  people: People
  posts: Posts
  webhooks: Webhooks
  publishing: Publishing
  connections: Connections
  /** Pictures of other servers, for the pages of the dashboard. */
  previews: PicturePreviews
  engine: Engine
  actions: Actions
  pausing: PauseOptions
  /** Takes events to endpoints; start.ts starts it where there are workers. */
  courier: Courier
  /** Cursors and places that callers keep. */
  tokens: SealedTokens
  events: Events
  endpoints: Endpoints
  eventDeliveries: EventDeliveries
  reports: Reports
  users: Users
}

const SAVE_USES_MS = 10_000

const ANY_CONTACT: ContactFilter = {
  search: null,
  emailKey: null,
  utmSource: null,
  utmMedium: null,
  form: null,
  fromId: null,
  belowId: null,
}

export interface OpenDeps {
  deps: Deps
  /** Waits for writes under way; the pool itself stays open. */
  close(): Promise<void>
}

export interface DepsOptions {
  /** Of this machine. */
  clock?: Clock
  /** For tests: what the database says the time is, instead of asking it. */
  databaseClock?: Clock
  /** For tests and the proof: other parts in the place of the real ones. */
  replace?: {
    time?: (machineClock: Clock) => DatabaseTime
    guard?: (create: () => Promise<InstallationGuard>) => Promise<InstallationGuard>
    platformHttp?: (real: Http) => Http
  }
  /** Where the simulators are; null for the real platforms. */
  sandboxUrl?: string | null
  hooks?: PublishingOptions['hooks']
  /** For tests: instead of the internet that events go out to. */
  outbound?: Pick<SafeFetchOptions, 'lookup' | 'dial' | 'ca' | 'dnsTimeoutMs'>
}

export async function createDeps(
  config: Config,
  database: OpenDatabase,
  log: Log,
  { clock: machineClock = systemClock(), databaseClock, replace, sandboxUrl = null, hooks, outbound }: DepsOptions = {},
): Promise<OpenDeps> {
  const { pool, reads, jobs, pulse, diskWatch } = database
  const migrations = await readMigrations()
  const applied = await migrate(database.connection, {
    migrations,
    migrateJobs: migrateQueue,
    onWait: (reason) => log.warn(reason),
  })
  for (const { version, name } of applied) log.info({ version, name }, 'schema migrated')

  const time = replace?.time
    ? replace.time(machineClock)
    : await createDatabaseTime({ pool, clock: machineClock, log, ...(databaseClock ? { databaseClock } : {}) })
  const clock: Clock = time
  const ids = createIds(() => clock.now())
  const clockOffsets = createClockOffsets()
  const createRealGuard = () =>
    createGuard({
      pool,
      time,
      ids,
      log,
      dataDir: config.dataDir,
      publishes: config.role !== 'api',
      platformOffsets: clockOffsets.byHost,
    })
  const guard = await (replace?.guard ? replace.guard(createRealGuard) : createRealGuard())
  const emit = createEmit(ids)
  const workspaceId = await ensureWorkspace(pool, () => ids.next().id)
  await checkSecretKey(pool, config)
  const listener = createListener({
    connection: database.connection,
    pulse,
    onError: (error) => log.warn({ reason: error.message }, 'listener lost'),
  })
  const keys = createKeyRing({ db: pool, clock, isCurrent: listener.isCurrent })
  const box = openSecretBox(config)
  const sources = createSourceCache({ db: pool, clock, box, log, isCurrent: listener.isCurrent })
  const origins = createOrigins({
    db: pool,
    isCurrent: listener.isCurrent,
    workspaceId,
    setting: config.allowedOrigins,
  })
  const workspaces = createWorkspaces({ pool, settings: config, onOrigins: origins.forget })
  connectCaches(listener, [keys.cache, sources.cache, origins.cache])
  await listener.start()
  const limits = await createRateLimits({
    points: config.rateLimits,
    redisUrl: config.redisUrl,
    onChange: (error) => {
      if (error) log.warn({ reason: error.message }, 'Redis does not answer: each node counts limits for itself')
      else log.info('Redis answers again: limits are shared')
    },
  })
  const publishing = createPublishing({
    pool: jobs,
    clock,
    ids,
    emit,
    log,
    box,
    dataDir: config.dataDir,
    lateWindowOf: workspaces.lateWindowOf,
    guard,
    clockOffsets,
    ...(replace?.platformHttp ? { wrapHttp: replace.platformHttp } : {}),
    apps: config.apps,
    apiVersions: config.apiVersions,
    allowPrivateNetworks: config.allowPrivateNetworks,
    sandboxUrl,
    ...(hooks ? { hooks } : {}),
  })
  const { connections } = publishing
  const contacts = createContacts({ pool, reads, ids, emit })
  const renderReceived: RenderReceived = (owner, deliveries) => showDeliveryEvent(reads, owner, deliveries)
  const courier = createCourier({
    pool: jobs,
    clock,
    ids,
    log,
    emit,
    box,
    safeFetch: createSafeFetch({ ...outbound, allowPrivate: config.allowPrivateNetworks }),
    userAgent: `Doorpost/${API_VERSION}`,
    allowPrivate: config.allowPrivateNetworks,
    showEndpoint: async (tx, owner, id) => (await endpoints.getIn(tx, owner, id))!,
    renderReceived,
  })
  const endpoints: Endpoints = createEndpoints({ pool, clock, ids, box, sendTest: courier.sendTest })
  const tokens = createSealedTokens(() => loadSecretKeys(config))
  const events = createEvents(reads, renderReceived, tokens)
  const deps: Deps = {
    config,
    log,
    clock,
    time,
    guard,
    ids,
    emit,
    pool,
    reads,
    jobs,
    pulse,
    diskWatch,
    migrations,
    listener,
    limits,
    keys,
    sources,
    apiKeys: createApiKeys({ pool, clock, ids }),
    workspaceId,
    workspaces,
    origins,
    isSandbox: sandboxUrl !== null,
    contacts,
    imports: createImports({ pool: jobs, clock, ids, contacts }),
    people: createPeople({
      pool: jobs,
      reads,
      emit,
      listRecords: (owner, emailKey, page) => contacts.list(owner, { ...ANY_CONTACT, emailKey }, page),
      // What a feature keeps of people beyond its contacts, events and deliveries has a line here.
      erasers: [
        { trace: 'import_rows', comesFirst: true, erase: blankRows },
        { trace: 'stored_answers', erase: forgetStoredAnswers },
      ],
    }),
    posts: createPosts({
      pool,
      reads,
      ids,
      clock,
      emit,
      lateWindowOf: workspaces.lateWindowOf,
      timeZoneOf: async (id) => (await workspaces.get(id)).time_zone,
      privateMedia: config.allowPrivateNetworks,
      isConnection: connections.exists,
      accountOf: connections.accountOf,
    }),
    publishing,
    connections,
    previews: createPicturePreviews(publishing.safeFetch),
    engine: publishing.engine,
    actions: publishing.actions,
    pausing: publishing.pausing,
    courier,
    tokens,
    events,
    endpoints,
    eventDeliveries: createEventDeliveries({ pool, reads, clock, events }),
    reports: createReports(reads, clock, () => findPause(reads)),
    users: createUsers({
      pool,
      ids,
      clock,
      log,
      baseUrl: config.baseUrl,
      workspaceId,
      sandbox: sandboxUrl !== null,
      mailer: createMailer({ ...config.mail, log }),
      loadKeys: () => loadSecretKeys(config),
    }),
    webhooks: createWebhooks({
      pool,
      reads,
      jobs,
      clock,
      ids,
      box,
      baseUrl: config.baseUrl,
      retentionDays: config.webhookRetentionDays,
      contacts: { read: readContact, createIn: contacts.createIn },
      safeFetch: publishing.safeFetch,
      graph: {
        // Not Meta itself while everything else is simulated.
        baseUrl: sandboxUrl === null ? GRAPH.baseUrl : `${sandboxUrl}/facebook`,
        version: config.apiVersions.instagram ?? GRAPH.version,
      },
    }),
  }

  const saveUses = () => keys.saveUses().catch((error) => log.warn({ err: error }, 'last use of keys not saved'))
  const timer = setInterval(() => void saveUses(), SAVE_USES_MS)
  timer.unref()
  return {
    deps,
    async close() {
      clearInterval(timer)
      const { intake, refusals } = deps.webhooks.receiver
      await Promise.all([deps.contacts.intake, deps.posts.intake, intake, refusals].map((each) => each.drained()))
      await guard.close()
      time.close()
      await deps.users.close()
      await saveUses()
      await Promise.all([listener.close(), limits.close()])
    },
  }
}
