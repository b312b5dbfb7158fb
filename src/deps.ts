import type { Config } from './config.ts'
import type { Connections } from './connections/connections.ts'
import { loadSecretKeys, openSecretBox } from './connections/secret-file.ts'
import { type Contacts, createContacts } from './contacts/contacts.ts'
import { blankRows } from './contacts/import-erase.ts'
import { createImports, type Imports } from './contacts/imports.ts'
import { readContact } from './contacts/input.ts'
import type { ContactFilter } from './contacts/store.ts'
import { connectCaches } from './db/credential-cache.ts'
import type { Pool } from './db/database.ts'
import { createListener, type Listener } from './db/listener.ts'
import { type Migration, migrate, readMigrations } from './db/migrate.ts'
import type { OpenDatabase } from './db/open.ts'
import { ensureWorkspace } from './db/workspaces.ts'
import { createEventDeliveries, type EventDeliveries } from './events/deliveries.ts'
import { type Courier, createCourier, type RenderReceived } from './events/delivery/courier.ts'
import { createEmit, type Emit } from './events/emit.ts'
import { createEndpoints, type Endpoints } from './events/endpoints.ts'
import { createEvents, type Events } from './events/events.ts'
import { API_VERSION } from './http/openapi.ts'
import { createRateLimits, type RateLimits } from './http/rate-limit.ts'
import { migrateQueue } from './jobs/queue.ts'
import { type ApiKeys, createApiKeys } from './keys/api-keys.ts'
import { createKeyRing, type KeyRing } from './keys/keys.ts'
import { type Clock, systemClock } from './lib/clock.ts'
import { createIds, type Ids } from './lib/ids.ts'
import type { Log } from './lib/log.ts'
import { createSafeFetch, type SafeFetchOptions } from './lib/safe-fetch.ts'
import { createPicturePreviews, type PicturePreviews } from './media/preview.ts'
import { forgetStoredAnswers } from './people/erase-store.ts'
import { createPeople, type People } from './people/people.ts'
import { createPosts, type Posts } from './posts/posts.ts'
import type { Actions } from './publishing/actions.ts'
import type { Engine } from './publishing/engine.ts'
import { createPublishing, type Publishing, type PublishingOptions } from './publishing/wiring.ts'
import { createReports, type Reports } from './reports/reports.ts'
import { createMailer } from './users/mail.ts'
import { createUsers, type Users } from './users/users.ts'
import { showDeliveryEvent } from './webhooks/deliveries.ts'
import { GRAPH } from './webhooks/map-delivery.ts'
import { createSourceRing, type SourceRing } from './webhooks/ring.ts'
import { createWebhooks, type Webhooks } from './webhooks/webhooks.ts'
import { createOrigins, type WorkspaceOrigins } from './workspace/origins.ts'
import { createWorkspaces, type Workspaces } from './workspace/workspace.ts'

/** Everything a handler or a job may use, wired once. */
export interface Deps {
  config: Config
  log: Log
  clock: Clock
  ids: Ids
  emit: Emit
  pool: Pool
  migrations: Migration[]
  listener: Listener
  limits: RateLimits
  keys: KeyRing
  sources: SourceRing
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
  /** Takes events to endpoints; start.ts starts it where there are workers. */
  courier: Courier
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
  clock?: Clock
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
  { clock = systemClock(), sandboxUrl = null, hooks, outbound }: DepsOptions = {},
): Promise<OpenDeps> {
  const { pool } = database
  const migrations = await readMigrations()
  const applied = await migrate(pool, migrations, () => migrateQueue(pool))
  for (const { version, name } of applied) log.info({ version, name }, 'schema migrated')

  const ids = createIds(() => clock.now())
  const emit = createEmit(ids)
  const workspaceId = await ensureWorkspace(pool, () => ids.next().id)
  const listener = createListener(database.connection, clock, (error) => log.warn({ err: error }, 'listener lost'))
  const keys = createKeyRing({ db: pool, clock, isCurrent: listener.isCurrent })
  const box = openSecretBox(config)
  const sources = createSourceRing({ db: pool, clock, box, log, isCurrent: listener.isCurrent })
  const origins = createOrigins({
    db: pool,
    isCurrent: listener.isCurrent,
    workspaceId,
    setting: config.allowedOrigins,
  })
  const workspaces = createWorkspaces({ pool, settings: config, onOrigins: origins.forget })
  connectCaches(listener, [keys.cache, sources.cache, origins.cache])
  const limits = await createRateLimits({
    points: config.rateLimits,
    redisUrl: config.redisUrl,
    onError: (error) => log.warn({ err: error }, 'limits are not shared: Redis is away'),
  })
  const publishing = createPublishing({
    pool,
    clock,
    ids,
    emit,
    log,
    box,
    dataDir: config.dataDir,
    lateWindowOf: workspaces.lateWindowOf,
    apps: config.apps,
    apiVersions: config.apiVersions,
    linkedinPages: config.linkedinPages,
    sandboxUrl,
    ...(hooks ? { hooks } : {}),
  })
  const { connections } = publishing
  const contacts = createContacts(pool, ids, emit)
  const renderReceived: RenderReceived = (owner, deliveries) => showDeliveryEvent(pool, owner, deliveries)
  const courier = createCourier({
    pool,
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
  const events = createEvents(pool, renderReceived)
  const deps: Deps = {
    config,
    log,
    clock,
    ids,
    emit,
    pool,
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
    imports: createImports({ pool, clock, ids, contacts }),
    people: createPeople({
      pool,
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
      ids,
      clock,
      emit,
      lateWindowOf: workspaces.lateWindowOf,
      timeZoneOf: async (id) => (await workspaces.get(id)).time_zone,
      isConnection: connections.exists,
      accountOf: connections.accountOf,
    }),
    publishing,
    connections,
    previews: createPicturePreviews(publishing.safeFetch),
    engine: publishing.engine,
    actions: publishing.actions,
    courier,
    events,
    endpoints,
    eventDeliveries: createEventDeliveries(pool, clock, events),
    reports: createReports(pool, clock),
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
        version: config.apiVersions.photo ?? GRAPH.version,
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
      await deps.users.close()
      await saveUses()
      await Promise.all([listener.close(), limits.close()])
    },
  }
}
