import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client'
import type { MediaCounts, MetricsSources } from './metrics.ts'
import { BOUNDS, type Series } from './request-counts.ts'

export type OpenRegistry = ReturnType<typeof createRegistry>

export function createRegistry(sources: MetricsSources, requests: readonly Series[]) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  addRequestCounts(registry, requests)
  addGauges(registry, sources)
  addMediaCounts(registry, sources.media)
  const readStored = addStoredGauges(registry, sources)
  return {
    contentType: registry.contentType as string,
    async render(): Promise<string> {
      await readStored()
      return registry.metrics()
    },
  }
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

/** The series of one route and method, whose statuses are not told apart, as Prometheus has histograms: each bound with all below it. */
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
  addGauge(registry, ['doorpost_info', 'The version of the program; always 1.', 'version']).set({ version }, 1)
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
  new Counter({
    name: 'doorpost_rate_limited_total',
    help: 'Requests refused with 429, by policy.',
    labelNames: ['policy'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [policy, count] of Object.entries(limits.refused)) this.inc({ policy }, count)
    },
  })
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

const STORED = [
  ['doorpost_jobs', 'Jobs whose time has come, and those that failed before.', 'state', 'jobs'],
  ['doorpost_posts', 'Posts that wait, are under way or need a person, by state; up to 10,000.', 'state', 'posts'],
  [
    'doorpost_event_deliveries',
    'Events that wait or were given up, by state; up to 10,000.',
    'state',
    'eventDeliveries',
  ],
  ['doorpost_connections', 'Accounts on the platforms; "expiring" ends within a week.', 'status', 'connections'],
] as const

/** Returns what reads them again. While the database is away they are left out, and everything else is still shown. */
function addStoredGauges(registry: Registry, { stored }: MetricsSources): () => Promise<void> {
  const gauges = STORED.map(([name, help, label]) => addGauge(registry, [name, help, label]))
  const rejectionsHelp = 'Requests to webhooks that were refused and are still kept; up to 10,000.'
  const rejections = addGauge(registry, ['doorpost_webhook_rejections', rejectionsHelp])
  const backupHelp = 'When the last scheduled backup was finished.'
  const backup = addGauge(registry, ['doorpost_backup_last_success_timestamp_seconds', backupHelp])
  const backupBytes = addGauge(registry, ['doorpost_backup_last_success_bytes', 'Its size.'])
  const up = addGauge(registry, ['doorpost_database_up', '1 when the database answered this scrape.'])
  return async () => {
    const counts = await stored().catch(() => null)
    up.set(counts === null ? 0 : 1)
    for (const [index, [, , label, kind]] of STORED.entries()) {
      const gauge = gauges[index]!
      gauge.reset()
      for (const [value, count] of Object.entries(counts?.[kind] ?? {})) gauge.set({ [label]: value }, count)
    }
    rejections.reset()
    if (counts !== null) rejections.set(counts.webhookRejections)
    // Left out where there is none: 0 would be a backup of 1970.
    for (const gauge of [backup, backupBytes]) gauge.remove()
    if (counts?.backup) backup.set(counts.backup.at.getTime() / 1000)
    if (counts?.backup) backupBytes.set(counts.backup.bytes)
  }
}
