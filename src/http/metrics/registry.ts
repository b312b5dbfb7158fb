import { AggregatorRegistry, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client'
import { BOUNDS, type Series } from './request-counts.ts'
import type { MediaCounts, MetricsSources, OutcomeCounts, Rendered } from './sources.ts'

export type OpenRegistry = ReturnType<typeof createRegistry>

export function createRegistry(sources: MetricsSources, requests: readonly Series[]) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  addRequestCounts(registry, requests)
  addGauges(registry, sources)
  addMediaCounts(registry, sources.media)
  addOutcomeCounts(registry, sources.outcomes)
  addMachineGauges(registry, sources)
  const readStored = addStoredGauges(registry, sources)
  return {
    contentType: registry.contentType as string,
    async render(): Promise<string> {
      await readStored()
      return registry.metrics()
    },
    async collect(withStored: boolean): Promise<object[]> {
      if (withStored) await readStored()
      const all = await registry.getMetricsAsJSON()
      return withStored ? all : all.filter(({ name }) => !STORED_NAMES.has(name))
    },
  }
}

/** Adds up counters and sizes, unless a metric's `aggregator` says otherwise. */
export async function renderSum(collected: readonly object[][]): Promise<Rendered> {
  const registry = AggregatorRegistry.aggregate(collected as object[][])
  return { contentType: registry.contentType, text: await registry.metrics() }
}

function addRequestCounts(registry: Registry, all: readonly Series[]): void {
  register(registry, 'counter', 'doorpost_http_requests_total', 'Requests by route, method and status.', () =>
    all.map(({ route, method, status, requests }) => ({
      labels: { route, method, status: String(status) },
      value: requests,
    })),
  )
  const name = 'doorpost_http_request_duration_seconds'
  register(registry, 'histogram', name, 'Time from the request to the end of its answer.', () =>
    [...Map.groupBy(all, ({ route, method }) => `${method} ${route}`).values()].flatMap((list) =>
      durations(name, list),
    ),
  )
}

interface Value {
  labels: Record<string, string | number>
  value: number
  metricName?: string
}

/**
 * The series of one route and method as a Prometheus histogram: statuses are combined, and each bucket includes all
 * smaller ones.
 */
function durations(name: string, list: readonly Series[]): Value[] {
  const { route, method } = list[0]!
  const sum = (of: (series: Series) => number) => list.reduce((total, series) => total + of(series), 0)
  let below = 0
  const buckets = [...BOUNDS, '+Inf'].map((le, i) => {
    below += sum((series) => series.within[i]!)
    return { labels: { le, route, method }, value: below, metricName: `${name}_bucket` }
  })
  return [
    ...buckets,
    { labels: { route, method }, value: sum((series) => series.seconds), metricName: `${name}_sum` },
    { labels: { route, method }, value: sum((series) => series.requests), metricName: `${name}_count` },
  ]
}

function register(registry: Registry, type: string, name: string, help: string, values: () => Value[]): void {
  const metric = { name, help, type, get: async () => ({ name, help, type, values: values(), aggregator: 'sum' }) }
  registry.registerMetric(metric as unknown as Metric)
}

/** `collect` runs at each scrape. */
function addGauge(
  registry: Registry,
  [name, help, ...labelNames]: [string, string, ...string[]],
  collect: (gauge: Gauge) => void = () => {},
): Gauge {
  return new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      collect(this)
    },
  })
}

function addGauges(registry: Registry, { pools, limits, intake, version }: MetricsSources): void {
  new Gauge({
    name: 'doorpost_info',
    help: 'The version of the program; always 1.',
    labelNames: ['version'],
    registers: [registry],
    aggregator: 'first',
  }).set({ version }, 1)
  const connections = 'Database connections of this process, by pool and state.'
  addGauge(registry, ['doorpost_db_connections', connections, 'pool', 'state'], (gauge) => {
    for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
      gauge.set({ pool, state: 'open' }, totalCount)
      gauge.set({ pool, state: 'idle' }, idleCount)
      gauge.set({ pool, state: 'wanted' }, waitingCount)
    }
  })
  const buffers = 'Memory of buffers: the part of external memory that JavaScript holds.'
  addGauge(registry, ['doorpost_array_buffers_bytes', buffers], (gauge) =>
    gauge.set(process.memoryUsage().arrayBuffers),
  )
  register(registry, 'counter', 'doorpost_rate_limited_total', 'Requests refused with 429, by policy.', () =>
    Object.entries(limits.refused).map(([policy, value]) => ({ labels: { policy }, value })),
  )
  addGauge(registry, ['doorpost_intake_waiting', 'Rows that wait for the next commit, by kind.', 'kind'], (gauge) => {
    for (const [kind, count] of Object.entries(intake())) gauge.set({ kind }, count)
  })
}

function addMediaCounts(registry: Registry, media: MediaCounts): void {
  const add = (name: string, help: string, values: () => Value[]) => register(registry, 'counter', name, help, values)
  add('doorpost_media_uploads_total', 'Uploads of files, by what became of them.', () =>
    Object.entries(media.uploads).map(([outcome, value]) => ({ labels: { outcome }, value })),
  )
  const plain: Array<[string, string, () => number]> = [
    ['doorpost_media_uploaded_bytes_total', 'Bytes of files that were uploaded.', () => media.uploadedBytes],
    ['doorpost_media_served_total', 'Answers with an uploaded file, or a range of it, sent whole.', () => media.served],
    ['doorpost_media_served_bytes_total', 'Bytes of uploaded files in these answers.', () => media.servedBytes],
  ]
  for (const [name, help, read] of plain) add(name, help, () => [{ labels: {}, value: read() }])
}

const OUTCOMES = [
  ['doorpost_submissions_total', 'Submissions of forms that were stored, by what became of them.', 'submissions'],
  ['doorpost_link_clicks_total', 'Clicks on short links, by who came; "lost" ones could not be stored.', 'clicks'],
  ['doorpost_mails_total', 'Mails that were handled; "postponed" ones are tried again.', 'mails'],
  ['doorpost_event_attempts_total', 'Requests that took events to endpoints.', 'eventAttempts'],
] as const

function addOutcomeCounts(registry: Registry, outcomes: OutcomeCounts): void {
  for (const [name, help, kind] of OUTCOMES) {
    register(registry, 'counter', name, help, () =>
      Object.entries(outcomes[kind]).map(([outcome, value]) => ({ labels: { outcome }, value })),
    )
  }
}

function addMachineGauges(registry: Registry, sources: MetricsSources): void {
  const add = (name: string, help: string, read: () => Promise<number | null>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = await read().catch(() => null)
        if (value === null) this.remove()
        else this.set(value)
      },
    })
  const clock = 'How far the clock of this machine is ahead of that of the database.'
  add('doorpost_clock_offset_seconds', clock, async () => sources.clockOffsetMs() / 1000)
  const free = 'What is left of the file system with the data folder.'
  add('doorpost_disk_free_bytes', free, async () => (await sources.disk())?.freeBytes ?? null)
  const size = 'The size of the file system with the data folder.'
  add('doorpost_disk_size_bytes', size, async () => (await sources.disk())?.sizeBytes ?? null)
  const writable = '0 when the database could not store what it was given, as on a full disk.'
  add('doorpost_database_writable', writable, async () => ((await sources.isWritable()) ? 1 : 0))
  const clicks = 'Clicks on short links that are not in the database yet.'
  add('doorpost_link_clicks_waiting', clicks, async () => sources.clicksWaiting())
}

const STORED = [
  ['doorpost_jobs', 'Jobs whose time has come, and those that failed before.', 'state', 'jobs'],
  ['doorpost_posts', 'Posts that wait, are under way or need a person, by state; up to 10,000.', 'state', 'posts'],
  [
    'doorpost_event_deliveries',
    'Events that wait or were given up, by state; up to 10,000.',
    'state',
    'eventDeliveries',
  ],
  ['doorpost_event_endpoints', 'Endpoints of events; "failing" ones are active.', 'status', 'eventEndpoints'],
  ['doorpost_mails', 'Mails that wait, and those given up within a week; up to 10,000.', 'state', 'mails'],
  ['doorpost_connections', 'Accounts on the platforms; "expiring" ends within a week.', 'status', 'connections'],
  ['doorpost_lateness_seconds', 'For how long the oldest has been due, by kind; 0 when none is.', 'kind', 'lateness'],
  [
    'doorpost_webhook_rejections',
    'Refused requests to webhooks that are kept; up to 10,000.',
    null,
    'webhookRejections',
  ],
  ['doorpost_submissions_held', 'Submissions that wait for a person; up to 10,000.', null, 'heldSubmissions'],
  ['doorpost_publishing_paused', '1 while nothing is published until a person has looked.', null, 'publishingPaused'],
] as const

const UP = 'doorpost_database_up'
const BACKUP_AT = 'doorpost_backup_last_success_timestamp_seconds'
const BACKUP_BYTES = 'doorpost_backup_last_success_bytes'
const STORED_NAMES = new Set<string>([...STORED.map(([name]) => name), UP, BACKUP_AT, BACKUP_BYTES])

/**
 * Returns a function that reads them again. While the database is unreachable these are left out, and everything else
 * is still shown.
 */
function addStoredGauges(registry: Registry, { stored }: MetricsSources): () => Promise<void> {
  const gauges = STORED.map(([name, help, label]) =>
    addGauge(registry, [name, help, ...(label === null ? [] : [label])]),
  )
  const backup = addGauge(registry, [BACKUP_AT, 'When the last scheduled backup was finished.'])
  const backupBytes = addGauge(registry, [BACKUP_BYTES, 'Its size.'])
  const up = addGauge(registry, [UP, '1 when the database answered this scrape.'])
  return async () => {
    const counts = await stored().catch(() => null)
    up.set(counts === null ? 0 : 1)
    for (const [index, [, , label, kind]] of STORED.entries()) {
      const gauge = gauges[index]!
      if (label === null) gauge.remove()
      else gauge.reset()
      if (counts === null) continue
      if (label === null) gauge.set(counts[kind])
      else for (const [value, count] of Object.entries(counts[kind])) gauge.set({ [label]: value }, count)
    }
    // Left out if there is none: 0 would mean a backup of 1970.
    for (const gauge of [backup, backupBytes]) gauge.remove()
    if (counts?.backup) backup.set(counts.backup.at.getTime() / 1000)
    if (counts?.backup) backupBytes.set(counts.backup.bytes)
  }
}
