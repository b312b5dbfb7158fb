import type { Log } from '../lib/log/log.ts'
import { createTracing, type OpenTelemetryApi, type Tracing } from '../lib/trace/tracing.ts'

/** What of the SDK is used; it reads the OTEL_ settings by itself. */
interface Sdk {
  /** Its own: the API knows the SDK of its own version only, and our dependencies may bring a newer one along. */
  api: OpenTelemetryApi
  NodeSDK: new (options: object) => { start(): void; shutdown(): Promise<void> }
}

export interface Loaders {
  sdk: () => Promise<Sdk>
}

// They are not among our packages: variables, so that neither the compiler nor a bundler looks for them.
const API = '@opentelemetry/api'
const SDK = '@opentelemetry/sdk-node'
const INSTALLED: Loaders = { sdk: () => import(SDK) }

const MISSING =
  `OTEL_EXPORTER_OTLP_ENDPOINT is set, but the packages of OpenTelemetry are not installed, so nothing is traced. Install them ` +
  `beside Doorpost and start it again: npm install --no-save ${API} ${SDK}`

/** Null when nothing is to be traced. What cannot be traced is no reason not to start. */
export async function startTracing(
  { endpoint, serviceName }: { endpoint: string | null; serviceName: string },
  log: Log,
  load: Loaders = INSTALLED,
): Promise<{ tracing: Tracing; stop: () => Promise<void> } | null> {
  if (endpoint === null) return null
  let loaded: Sdk
  try {
    loaded = await load.sdk()
  } catch (error) {
    log.error({ reason: (error as { code?: string }).code ?? 'unknown' }, MISSING)
    return null
  }
  const { NodeSDK, api } = loaded
  // Traces only: metrics are at /metrics, and logs go to standard output.
  const sdk = new NodeSDK({ serviceName, instrumentations: [], metricReaders: [], logRecordProcessors: [] })
  sdk.start()
  const tracing = createTracing(api)
  log.info('traces go to the OpenTelemetry collector')
  return {
    tracing,
    async stop() {
      tracing.close()
      await sdk.shutdown()
    },
  }
}
