import { buildDashboard, hashSources, isBuilt } from './build.ts'

// dashboard.ts starts this as a separate process: the build may have to write where the server, after giving up root
// privileges, no longer may. It ends with the process that started it, and ignores signals.

const starterIsGone = new AbortController()
process.on('disconnect', () => starterIsGone.abort())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

export interface BuildResult {
  problem: { code: string | undefined; message: string } | null
}

process.send?.(await build())
process.disconnect?.()

async function build(): Promise<BuildResult> {
  try {
    const sources = await hashSources()
    if (!(await isBuilt(sources))) await buildDashboard(sources, starterIsGone.signal)
    return { problem: null }
  } catch (error) {
    return { problem: { code: (error as NodeJS.ErrnoException).code, message: (error as Error).message } }
  }
}
