import { join } from 'node:path'
import { openScheduledBackups } from '../backup/schedule/open.ts'
import type { Config } from '../config/config.ts'
import { createBulk, createOnLeave } from '../contacts/bulk.ts'
import { createContacts } from '../contacts/contacts.ts'
import { blankRows, createImports } from '../contacts/csv/imports.ts'
import { readContact } from '../contacts/input.ts'
import { connectCaches } from '../db/credential-cache.ts'
import { createListener } from '../db/listener.ts'
import { readMigrations } from '../db/migrations/files.ts'
import { migrate } from '../db/migrations/migrate.ts'
import type { OpenDatabase } from '../db/open.ts'
import { ensureWorkspace } from '../db/workspaces.ts'
import { createCourier } from '../events/delivery/courier.ts'
import { createEmit } from '../events/emit.ts'
import { createEndpoints } from '../events/endpoints.ts'
import { createEventDeliveries, createEvents, type RenderReceived } from '../events/events.ts'
import { createFileRoom } from '../forms/arrival/files.ts'
import { createFormCache } from '../forms/form-cache.ts'
import { createForms } from '../forms/forms.ts'
import { createOptIn } from '../forms/opt-in/opt-in.ts'
import { createProtection } from '../forms/protection/protection.ts'
import type { AskWindows } from '../http/access/asked-windows.ts'
import { createRateLimits } from '../http/access/rate-limit.ts'
import type { Rendered } from '../http/metrics/sources.ts'
import { createDatabaseTime, type DatabaseTime } from '../installation/database-time.ts'
import { createGuard, type InstallationGuard } from '../installation/guard.ts'
import { migrateQueue } from '../jobs/queue.ts'
import { createKeyRing } from '../keys/key-ring.ts'
import { createApiKeys } from '../keys/keys.ts'
import { createIds } from '../lib/ids.ts'
import type { Log } from '../lib/log/log.ts'
import { createSafeFetch, type SafeFetchOptions } from '../lib/net/safe-fetch.ts'
import { createSealedTokens } from '../lib/secrets/sealed-token.ts'
import { type Clock, systemClock } from '../lib/time/clock.ts'
import type { Tracing } from '../lib/trace/tracing.ts'
import { createClicks } from '../links/clicks/clicks.ts'
import { createKnownLinks } from '../links/known-links.ts'
import { createLinks } from '../links/links.ts'
import { createLinkPages } from '../links/page/link-page.ts'
import { keepOnlyIn } from '../links/post-links.ts'
import { createMail } from '../mail/mail.ts'
import { createMailer } from '../mail/mailer.ts'
import { createLibrary } from '../media/library.ts'
import { createPicturePreviews } from '../media/preview.ts'
import { createPrivateFiles } from '../media/private-files.ts'
import { removeBrokenUploads } from '../media/stores/receive.ts'
import { createS3Store } from '../media/stores/s3.ts'
import { createStores, UPLOADS_DIR } from '../media/stores/stores.ts'
import { createUploadCheck } from '../media/stores/upload-check.ts'
import { createPeople } from '../people/people.ts'
import type { ClockOffsets } from '../platforms/shared/client.ts'
import type { Http } from '../platforms/shared/contract.ts'
import { createGroups } from '../posts/groups/groups.ts'
import { createPosts } from '../posts/posts.ts'
import { createTracking } from '../posts/tracking.ts'
import { findPause } from '../publishing/pause.ts'
import { createPublishing, type PublishingOptions } from '../publishing/publishing.ts'
import { addUpErased, createReports } from '../reports/reports.ts'
import { SCOPES } from '../scopes.ts'
import { checkSecretKey } from '../secrets/fingerprint.ts'
import { loadSecretKeys, openSecretBox } from '../secrets/key-file.ts'
import type { PasswordHash } from '../users/auth.ts'
import { createUsers } from '../users/users.ts'
import { showDeliveryEvent } from '../webhooks/deliveries.ts'
import { GRAPH } from '../webhooks/map-delivery.ts'
import { createSourceCache } from '../webhooks/source-cache.ts'
import { createWebhooks } from '../webhooks/webhooks.ts'
import { createOrigins } from '../workspace/origins.ts'
import { createWorkspaces } from '../workspace/workspace.ts'

/** Everything a handler or a job may use, wired once. */
export type Deps = OpenDeps['deps']
type OpenDeps = Awaited<ReturnType<typeof createDeps>>

const SAVE_USES_MS = 10_000

interface FirstProcessLink {
  askWindows: AskWindows
  renderMetrics: () => Promise<Rendered>
  /** Lets the first process collect the metrics of this one. */
  offerMetrics: (collect: () => Promise<object[]>) => void
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
    passwordHash?: PasswordHash
  }
  /** What the first process does for this one, where several share a port. */
  first?: FirstProcessLink | null
  /** Null, or left out, when nothing is traced. */
  tracing?: Tracing | null
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
  {
    clock: machineClock = systemClock(),
    databaseClock,
    replace,
    sandboxUrl = null,
    hooks,
    outbound,
    first = null,
    tracing = null,
  }: DepsOptions = {},
) {
  const { pool, reads, jobs, pulse, diskWatch, settingsWatch } = database
  for (const [name, each] of Object.entries({ intake: pool, reads, jobs })) tracing?.watchPool(each, name)
  const migrations = await readMigrations()
  const applied = await migrate(database.connection, {
    migrations,
    migrateJobs: migrateQueue,
    onWait: (reason) => log.warn(reason),
    onPending: (count) => log.info(`applying ${count} ${count === 1 ? 'migration' : 'migrations'} to the database`),
  })
  const versions = applied.map(({ version }) => version)
  if (versions.length > 0) log.info({ first: versions[0], last: versions.at(-1) }, 'schema migrated')

  const time = replace?.time
    ? replace.time(machineClock)
    : await createDatabaseTime({ pool, clock: machineClock, log, ...(databaseClock ? { databaseClock } : {}) })
  const clock: Clock = time
  const ids = createIds(() => clock.now())
  const clockOffsets: ClockOffsets = new Map()
  const createRealGuard = () =>
    createGuard({
      pool,
      time,
      ids,
      log,
      dataDir: config.dataDir,
      publishes: config.role !== 'api',
      platformOffsets: () => Object.fromEntries(clockOffsets),
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
  const formCache = createFormCache({ db: pool, isCurrent: listener.isCurrent })
  const origins = createOrigins({
    db: pool,
    isCurrent: listener.isCurrent,
    workspaceId,
    setting: config.allowedOrigins,
  })
  const workspaces = createWorkspaces({ pool, settings: config, onOrigins: origins.forget })
  const knownLinks = createKnownLinks({ db: pool, log, isCurrent: listener.isCurrent })
  connectCaches(listener, [keys.cache, sources.cache, origins.cache, formCache.cache])
  knownLinks.connect(listener)
  await listener.start()
  const limits = await createRateLimits({
    points: config.rateLimits,
    redisUrl: config.redisUrl,
    ask: first?.askWindows ?? null,
    onChange: (error) => {
      if (error) log.warn({ reason: error.message }, 'Redis does not respond: each node counts rate limits separately')
      else log.info('Redis responds again: rate limits are shared')
    },
  })
  const shared = { pool, reads, clock, ids, emit, log, box }
  const mediaDir = join(config.dataDir, 'media')
  const stores = createStores(
    mediaDir,
    config.media.s3 === null ? null : createS3Store(config.media.s3, () => clock.now()),
  )
  const uploadsDir = join(mediaDir, UPLOADS_DIR)
  // Those of the other processes are not broken.
  if (first === null) await removeBrokenUploads(uploadsDir, { isStart: true })
  const library = createLibrary({
    ...shared,
    ...config.media,
    stores,
    uploadsDir,
    reach: {
      baseUrl: config.baseUrl,
      s3Endpoint: config.media.s3?.endpoint ?? null,
      isSandbox: sandboxUrl !== null,
    },
  })
  const links = createLinks({ ...shared, known: knownLinks })
  const tracking = createTracking({
    pool,
    baseUrl: config.baseUrl,
    linkBaseUrl: config.linkBaseUrl,
    isSandbox: sandboxUrl !== null,
    settingsOf: workspaces.trackingOf,
    links: { allotIn: links.allotIn, keepOnlyIn },
  })
  const publishing = createPublishing({
    ...shared,
    tracking,
    pool: jobs,
    dataDir: config.dataDir,
    library,
    baseUrl: config.baseUrl,
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
  const contacts = createContacts({ ...shared, findLink: knownLinks.find })
  const tokens = createSealedTokens(() => loadSecretKeys(config))
  const renderReceived: RenderReceived = (owner, deliveries) => showDeliveryEvent(reads, owner, deliveries)
  const courier = createCourier({
    ...shared,
    pool: jobs,
    baseUrl: config.baseUrl,
    safeFetch: createSafeFetch({ ...outbound, allowPrivate: config.allowPrivateNetworks }),
    allowPrivate: config.allowPrivateNetworks,
    renderReceived,
    tracing,
  })
  const endpoints = createEndpoints({ ...shared, send: courier.send, hangUp: courier.hangUp })
  const events = createEvents(reads, renderReceived, tokens)
  const backups = openScheduledBackups(config, { pool: jobs, clock, ids, log, connection: database.connection })
  const reports = createReports({
    reads,
    jobs,
    clock,
    findPause: () => findPause(reads),
    findBackupProblem: backups.findProblem,
    findUploadProblem: createUploadCheck({ stores, uploadsDir, clock }),
  })
  const mailer = createMailer({ ...config.mail, log })
  const mail = createMail({
    ...shared,
    pool: jobs,
    tokens,
    mailer,
    baseUrl: config.baseUrl,
    limits: config.mail.limits,
    retentionDays: config.mail.retentionDays,
    reportPosts: (owner, days) => reports.attribution(owner, { by: 'post', touch: 'last', ...days }, new Set(SCOPES)),
    announceUnasked: (tx, asked) => optIn.announceUnasked(tx, asked),
  })
  const optIn = createOptIn({ ...shared, tokens, mail, contacts })
  const forms = createForms({
    jobs,
    ...shared,
    cache: formCache,
    protection: createProtection({ pool, clock, tokens, loadKeys: () => loadSecretKeys(config) }),
    contacts: { read: readContact, withLink: contacts.withLink, createEachIn: contacts.createEachIn },
    mail: { isSet: mailer.isSet, leadsIn: optIn.leadsIn },
    files: {
      ...createPrivateFiles({ ...shared, stores, uploadsDir }),
      room: createFileRoom({
        ...shared,
        quotaBytes: config.media.quotaBytes,
        markOf: (client) => tokens.mark(client, 'client of files'),
      }),
    },
  })
  const posts = createPosts({
    ...shared,
    lateWindowOf: workspaces.lateWindowOf,
    privateMedia: config.allowPrivateNetworks,
    files: library,
    accountsOf: connections.accountsOf,
    tracking,
  })
  const deps = {
    config,
    log,
    /** The database's time, which decides everything. */
    clock,
    time,
    guard,
    ids,
    emit,
    // See db/pools/pools.ts for which one to use.
    pool,
    reads,
    jobs,
    pulse,
    diskWatch,
    tracing,
    settingsWatch,
    migrations,
    listener,
    limits,
    keys,
    sources,
    apiKeys: createApiKeys(shared),
    /** Where contacts without a key go. */
    workspaceId,
    workspaces,
    origins,
    isSandbox: sandboxUrl !== null,
    first,
    contacts,
    forms,
    changeContacts: createBulk({ ...shared, contacts }),
    imports: createImports({ pool: jobs, clock, ids, contacts }),
    people: createPeople({
      ...shared,
      pool: jobs,
      findRecords: contacts.findMatching,
      listRecords: (owner, emailKey, page) => contacts.list(owner, { email: emailKey }, page),
      attributionOf: contacts.attributionOf,
      listConsents: forms.submissions.listConsents,
      blankRows,
      removeSubmissions: forms.submissions.removeOf,
      addUpErased,
      removeFiles: forms.files.clean,
    }),
    links,
    knownLinks,
    clicks: createClicks(shared),
    linkPages: createLinkPages(shared),
    posts,
    groups: createGroups({ ...shared, posts, accountsOf: connections.named }),
    publishing,
    connections,
    library,
    mediaStores: { stores, uploadsDir },
    previews: createPicturePreviews(publishing.safeFetch, library),
    engine: publishing.engine,
    actions: publishing.actions,
    pausing: publishing.pausing,
    /** Takes events to endpoints; start.ts starts it where there are workers. */
    courier,
    /** Cursors and places that callers keep. */
    tokens,
    events,
    endpoints,
    eventDeliveries: createEventDeliveries({ ...shared, events }),
    mail,
    optIn,
    /** Made by a job. */
    backups,
    reports,
    users: createUsers({
      ...shared,
      baseUrl: config.baseUrl,
      workspaceId,
      sandbox: sandboxUrl !== null,
      mailer,
      onLeave: createOnLeave(clock),
      loadKeys: () => loadSecretKeys(config),
      passwordHash: replace?.passwordHash,
    }),
    webhooks: createWebhooks({
      ...shared,
      jobs,
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

  const saveUses = () =>
    keys.saveUses().catch((error) => log.warn({ err: error }, 'the last use of keys was not saved'))
  const timer = setInterval(() => void saveUses(), SAVE_USES_MS).unref()
  return {
    deps,
    /** Waits for writes under way; the pool itself stays open. */
    async close() {
      clearInterval(timer)
      const { intake, refusals } = deps.webhooks.receiver
      const { submissions, views } = deps.forms
      const intakes = [deps.contacts.intake, deps.posts.intake, submissions.intake, views, intake, refusals]
      await Promise.all(intakes.map((each) => each.drained()))
      await deps.clicks.close()
      await guard.close()
      time.close()
      await deps.users.close()
      await saveUses()
      await Promise.all([listener.close(), limits.close(), knownLinks.close()])
    },
  }
}
