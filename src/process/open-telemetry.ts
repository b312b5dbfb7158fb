import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import type { Log } from '../lib/log/log.ts'
import { createTracing, type OpenTelemetryApi, type Tracing } from '../lib/trace/tracing.ts'

/** The parts of the packages that we use; they read the OTEL_ settings themselves. */
interface Packages {
  api: OpenTelemetryApi
  resources: { envDetector: unknown; resourceFromAttributes: (attributes: object) => unknown }
  NodeSDK: new (options: object) => { start(): void; shutdown(): Promise<void> }
}

export type Load = () => Promise<Packages>

interface TraceOptions {
  endpoint: string | null
  serviceName: string
  version: string
  /** What else the SDK may detect about the machine and the process; null for nothing. */
  detectors: string | null
  role: string
  /** 0 for the first, or only, process. */
  process: number
}

// Optional packages. The names are variables, so that neither the compiler nor a bundler looks for them.
const API = '@opentelemetry/api'
const SDK = '@opentelemetry/sdk-node'
const RESOURCES = '@opentelemetry/resources'

const MISSING =
  `OTEL_EXPORTER_OTLP_ENDPOINT is set, but the packages of OpenTelemetry are not installed, so nothing is traced. Install them ` +
  `beside Doorpost and start it again: npm install --no-save ${API} ${SDK}`
const OTHER_VERSION =
  `OTEL_EXPORTER_OTLP_ENDPOINT is set, but the installed packages of OpenTelemetry cannot be used, so nothing is traced. Install ` +
  `those of today beside Doorpost and start it again: npm install --no-save ${API}@latest ${SDK}@latest`

const loadInstalled: Load = async () => {
  const { NodeSDK } = await import(SDK)
  // Resolved from the SDK: the API only works with the SDK of its own version, and our dependencies may bring another
  // one.
  const require = createRequire(import.meta.resolve(SDK))
  return { NodeSDK, api: require(API), resources: require(RESOURCES) }
}

/** Null if tracing is off. A failure here does not prevent the start. */
export async function startTracing(
  options: TraceOptions,
  log: Log,
  load: Load = loadInstalled,
): Promise<{ tracing: Tracing; stop: () => Promise<void> } | null> {
  if (options.endpoint === null) return null
  let packages: Packages
  try {
    packages = await load()
  } catch (error) {
    log.error({ reason: (error as { code?: string }).code ?? 'unknown' }, MISSING)
    return null
  }
  try {
    const sdk = startSdk(options, packages)
    const tracing = createTracing(packages.api)
    log.info('traces go to the OpenTelemetry collector')
    return {
      tracing,
      async stop() {
        tracing.close()
        await sdk.shutdown()
      },
    }
  } catch (error) {
    log.error({ err: error }, OTHER_VERSION)
    return null
  }
}

function startSdk({ serviceName, version, detectors, role, process }: TraceOptions, { NodeSDK, resources }: Packages) {
  const own = resources.resourceFromAttributes({
    'service.version': version,
    'service.instance.id': randomUUID(),
    'doorpost.role': role,
    'doorpost.process': process,
  })
  const sdk = new NodeSDK({
    serviceName,
    resource: own,
    // By default the SDK sends host name, user and command line, which may contain secrets.
    ...(detectors === null ? { resourceDetectors: [resources.envDetector] } : {}),
    // Traces only: metrics are at /metrics, and logs go to standard output.
    instrumentations: [],
    metricReaders: [],
    logRecordProcessors: [],
  })
  sdk.start()
  return sdk
}
