import { fork } from 'node:child_process'
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { SharedAnswer } from '../http/answers/shared-answer.ts'
import type { Log } from '../lib/log/log.ts'
import { BUILD_FOLDER, hasBuildTools, hashSources, isBuilt } from './build.ts'
import type { BuildResult } from './build-process.ts'

export interface DashboardFile extends SharedAnswer {
  /** The name changes with the content. */
  isForever: boolean
}

export type DashboardState =
  | { kind: 'ready'; index: string; files: ReadonlyMap<string, DashboardFile> }
  | { kind: 'building' }
  | { kind: 'missing'; problem: string }

export type Dashboard = ReturnType<typeof createDashboard>

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

const NOT_BUILT = 'The dashboard has not been built. Build it: npm run build'

export function createDashboard(log: Log) {
  let state: DashboardState = { kind: 'missing', problem: NOT_BUILT }
  return {
    state: (): DashboardState => state,
    /** Loads the existing build if it was made from these sources. */
    open(): void {
      try {
        if (isBuilt(hashSources())) state = loadBuild()
      } catch {
        // The build will report what is wrong with it.
      }
    },
    /** For when another process builds: `built` resolves once that has ended. Does nothing if `open` found a build. */
    async awaitBuild(built: () => Promise<unknown>): Promise<void> {
      if (state.kind === 'ready') return
      state = { kind: 'building' }
      await built().catch(() => {})
      state = loadBuildOr(NOT_BUILT)
    },
    /** Builds if `open` found none. Neither throws: the API works without the pages. */
    async build(signal: AbortSignal): Promise<void> {
      if (state.kind === 'ready') return
      state = { kind: 'building' }
      log.info('building the dashboard')
      const problem = await runBuild(signal)
      if (signal.aborted) return
      try {
        if (problem !== null) throw Object.assign(new Error(problem.message), { code: problem.code })
        state = loadBuild()
        log.info('the dashboard is built')
      } catch (error) {
        const help = explain(error)
        log.error({ err: error, help }, 'the dashboard could not be built; the API works without it')
        // An older build is better than none.
        state = loadBuildOr(help)
      }
    },
  }
}

/** Forks at once, because the caller may be about to give up the rights that the build needs. */
async function runBuild(signal: AbortSignal): Promise<BuildResult['problem']> {
  const child = fork(new URL('./build-process.ts', import.meta.url), { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  signal.addEventListener('abort', () => child.connected && child.disconnect(), { once: true })
  return new Promise((resolve) => {
    child.on('message', (result: BuildResult) => resolve(result.problem))
    child.on('error', (error: NodeJS.ErrnoException) => resolve({ code: error.code, message: error.message }))
    child.on('exit', (code) => resolve({ code: undefined, message: `the build ended with ${code}` }))
  })
}

function explain(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') {
    return 'The dashboard could not be built, because this program may not write to its own folder. Build it as a user who may: npm run build'
  }
  if (!hasBuildTools()) {
    return 'The dashboard could not be built, because npm was told to omit packages of developers or optional ones, which include the build tool. Install them: npm ci --include=dev --include=optional'
  }
  return 'The dashboard could not be built. The log says why. Try to build it manually: npm run build'
}

/** Loads the older build if there is one. */
function loadBuildOr(problem: string): DashboardState {
  try {
    return loadBuild()
  } catch {
    return { kind: 'missing', problem }
  }
}

/** Keeps the whole build in memory: it is two megabytes, and no request can name a file outside it. */
function loadBuild(): DashboardState {
  const files = new Map<string, DashboardFile>()
  const names = new Set(readdirSync(BUILD_FOLDER, { recursive: true, encoding: 'utf8' }))
  for (const name of names) {
    const type = TYPES[extname(name)]
    if (type === undefined) continue
    const bytes = readFileSync(join(BUILD_FOLDER, name))
    const packed = (suffix: string) =>
      names.has(`${name}${suffix}`) ? readFileSync(join(BUILD_FOLDER, `${name}${suffix}`)) : null
    const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
    const [gzip, br] = [packed('.gz'), packed('.br')]
    files.set(`/${name}`, {
      type,
      etag: async () => etag,
      plain: async () => bytes,
      gzip: async () => gzip,
      br: async () => br,
      isForever: name.startsWith('assets/'),
    })
  }
  const index = readFileSync(join(BUILD_FOLDER, 'index.html'), 'utf8')
  return { kind: 'ready', index, files }
}
