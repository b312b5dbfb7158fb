import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serverOptions } from '../../scripts/server-options.ts'
import { removeDataFolder } from '../../tests/helpers/folder.ts'
import { readArguments } from '../tools/arguments.ts'
import { stopChild, stopChildren, track } from '../tools/children.ts'
import { createTraffic, type Traffic } from './traffic.ts'
import { judge, type Memory, readMemory, type Sample, takeSample } from './trend.ts'

const USAGE = `npm run soak -- [--minutes N] [--rate N] [--every SECONDS]

  --minutes N       how long (60)
  --rate N          requests a second (60)
  --every SECONDS   seconds between samples of memory, handles, connections and tables (60)

Runs Doorpost with its embedded database, sends requests to all of its routes, and prints how its memory, handles,
connections and tables develop. Memory is the minimum of each interval, which leaves out what the next garbage
collection frees. Fits a line through the second half to tell whether each value is flat or rising.
Everything stays on this machine, in a temporary folder that is removed at the end.
`

const { whole } = readArguments('soak', USAGE, { minutes: '60', rate: '60', every: '60' })
const minutes = whole('minutes', 24 * 60)
const rate = whole('rate', 5_000)
const everyMs = whole('every', 3_600) * 1_000

const MEMORY_EVERY_MS = 5_000

const folder = await mkdtemp(join(tmpdir(), 'doorpost-soak-'))
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = true
  })
}
try {
  await soak()
} finally {
  await stopChildren()
  removeDataFolder(join(folder, 'data'))
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

async function soak(): Promise<void> {
  const dataDir = join(folder, 'data')
  const env = {
    ...process.env,
    PORT: '0',
    DATA_DIR: dataDir,
    // Logs a line per request as in production. The output is discarded.
    LOG_LEVEL: 'info',
    ...Object.fromEntries(
      ['AUTHENTICATED', 'DASHBOARD', 'PUBLIC', 'WEBHOOK', 'FAILED_AUTH'].map((name) => [
        `RATE_LIMIT_${name}`,
        '1000000',
      ]),
    ),
  }
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
  const child = track(
    spawn(process.execPath, [...serverOptions(), main], { env, stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  const { url, setupUrl } = await readBanner(child.stdout!)
  const traffic = await createTraffic({ url, setupUrl, rate })
  console.log(`pid ${child.pid}, ${rate} requests a second, ${minutes} minutes\n`)
  const samples = await watch(child.pid!, dataDir, url, traffic)
  await traffic.stop()
  console.log(`\nanswers: ${JSON.stringify(traffic.counts())}`)
  for (const line of judge(samples)) console.log(line)
  await stopChild(child)
}

async function watch(pid: number, dataDir: string, url: string, traffic: Traffic): Promise<Sample[]> {
  const samples: Sample[] = []
  const endsAt = performance.now() + minutes * 60_000
  for (let next = performance.now(); performance.now() < endsAt && !interrupted; ) {
    next += everyMs
    const memory: Memory[] = []
    while (performance.now() < Math.min(next, endsAt) && !interrupted) {
      const measured = await readMemory(pid, url, traffic.openSockets).catch(traffic.countFailure)
      if (measured) memory.push(measured)
      await pause(Math.min(MEMORY_EVERY_MS, everyMs / 4))
    }
    if (memory.length === 0) continue
    const sample = await takeSample({ memory, dataDir, requests: traffic.total() })
    if (samples.length === 0) console.log(Object.keys(sample).join('\t'))
    samples.push(sample)
    console.log(Object.values(sample).join('\t'))
  }
  return samples
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Keeps reading after the banner: a full pipe would block the server. */
function readBanner(stdout: NodeJS.ReadableStream): Promise<{ url: string; setupUrl: string }> {
  return new Promise((resolve, reject) => {
    let text = ''
    stdout.on('data', (chunk: Buffer) => {
      if (text.length > 20_000) return
      text += chunk.toString()
      const url = /API +(\S+)/.exec(text)?.[1]
      const setupUrl = /Set up +(\S+)/.exec(text)?.[1]
      if (url && setupUrl) resolve({ url, setupUrl })
    })
    stdout.on('end', () => reject(new Error(`Doorpost did not start:\n${text}`)))
  })
}
