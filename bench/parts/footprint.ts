import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { removeDataFolder } from '../../tests/helpers/folder.ts'
import { spawnDoorpost } from '../contestants/doorpost.ts'
import { stopChild } from '../tools/children.ts'
import { median, type PartReport } from '../tools/report.ts'

const STARTS = 5
const READY_TIMEOUT_MS = 60_000
const SETTLE_MS = 5_000
const RSS_MAX_MB = 120
const START_MAX_MS = 1_000
const WAIT_MAX_SHARE = 0.3

/**
 * Measures idle memory, the time of a start with existing data, and how long the first sign-in blocks other requests.
 */
export async function runFootprint(): Promise<PartReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'doorpost-bench-'))
  try {
    const first = await startOnce(dataDir)
    console.log(`  first start, with a new database: ${first.readyMs.toFixed(0)} ms`)
    const starts: number[] = []
    const rss: number[] = []
    const waits: number[] = []
    for (let i = 0; i < STARTS; i++) {
      const isLast = i === STARTS - 1
      const { readyMs, rssMb, waitShare } = await startOnce(dataDir, isLast ? SETTLE_MS : 0)
      starts.push(readyMs)
      if (isLast) rss.push(rssMb)
      waits.push(waitShare)
      console.log(`  start ${i + 1}/${STARTS}: ready after ${readyMs.toFixed(0)} ms`)
    }
    const startMs = median(starts)
    const rssMb = rss[0]!
    const waitShare = median(waits)
    return {
      name: 'footprint',
      tables: [],
      verdicts: [
        {
          what: `resident memory of the Node process, idle, ${SETTLE_MS / 1000} s after its start`,
          measured: `${rssMb.toFixed(0)} MB`,
          target: `below ${RSS_MAX_MB} MB`,
          met: rssMb < RSS_MAX_MB,
        },
        {
          what: `from start to the first 200 of /readyz, existing embedded data, median of ${STARTS}`,
          measured: `${startMs.toFixed(0)} ms`,
          target: `below ${START_MAX_MS} ms`,
          met: startMs < START_MAX_MS,
        },
        {
          what: `longest wait of another request while the first sign-in loads its code, as a share of that time, median of ${STARTS}`,
          measured: waitShare.toFixed(2),
          target: `below ${WAIT_MAX_SHARE}`,
          met: waitShare < WAIT_MAX_SHARE,
        },
      ],
      errors: [],
      data: { firstStartMs: first.readyMs, startsMs: starts, rssMb, waitShares: waits },
    }
  } finally {
    removeDataFolder(dataDir)
  }
}

async function startOnce(dataDir: string, settleMs = 0) {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawnDoorpost({ PORT: String(port), DATA_DIR: dataDir })
  try {
    const deadline = startedAt + READY_TIMEOUT_MS
    while (!(await isReady(port))) {
      if (child.exitCode !== null) throw new Error(`Doorpost ended with code ${child.exitCode} while starting`)
      if (performance.now() > deadline) throw new Error('Doorpost did not get ready in time')
      await delay(5)
    }
    const readyMs = performance.now() - startedAt
    await delay(settleMs)
    const rssMb = residentMb(child.pid!)
    return { readyMs, rssMb, waitShare: await signInFirst(port) }
  } finally {
    await stopChild(child)
  }
}

/** Sends one request after the other during a sign-in. 1 means that a single request waited for the whole sign-in. */
async function signInFirst(port: number): Promise<number> {
  const startedAt = performance.now()
  let isDone = false
  const signIn = fetch(`http://127.0.0.1:${port}/v1/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'not the right password' }),
  }).finally(() => {
    isDone = true
  })
  let longestMs = 0
  while (!isDone) {
    const askedAt = performance.now()
    await isReady(port)
    longestMs = Math.max(longestMs, performance.now() - askedAt)
  }
  const { status } = await signIn
  if (status !== 401) throw new Error(`the sign-in was answered with ${status}`)
  return longestMs / (performance.now() - startedAt)
}

async function isReady(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: 'close' } })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}

function residentMb(pid: number): number {
  if (process.platform === 'linux') {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
  }
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
