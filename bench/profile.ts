import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand, startDoorpost } from './contestants/doorpost.ts'
import { createLinks } from './parts/redirect.ts'
import { stopChildren } from './tools/children.ts'
import { startCluster } from './tools/cluster.ts'
import { createForm } from './tools/forms.ts'
import { startLoad } from './tools/load.ts'
import { printTable } from './tools/report.ts'
import {
  contactRequests,
  draftRequests,
  getRequest,
  redirectRequests,
  scheduledRequests,
  webhookRequests,
} from './tools/requests.ts'

const USAGE = `node bench/profile.ts [--load contact|plain|form|webhook|draft|scheduled|list|redirect] [--seconds N] [--top N]

Profiles Doorpost's process under 64 connections. Prints self time by function and by package.
`

const KINDS = ['contact', 'plain', 'form', 'webhook', 'draft', 'scheduled', 'list', 'redirect'] as const
const CONNECTIONS = 64
const WARMUP_SECONDS = 3
const SAMPLE_US = 250

interface ProfileNode {
  id: number
  callFrame: { functionName: string; url: string; lineNumber: number }
  children?: number[]
}

interface Profile {
  nodes: ProfileNode[]
  samples: number[]
  timeDeltas: number[]
  startTime: number
  endTime: number
}

const { kind, seconds, top } = readArguments()
const folder = await mkdtemp(join(tmpdir(), 'doorpost-profile-'))
// Doorpost drops root and must still be able to write here.
await chmod(folder, 0o777)
const cluster = await startCluster()
try {
  const settings = { DATABASE_URL: await cluster.createDatabase('bench_profile') }
  const doorpost = await startDoorpost(settings, [
    '--cpu-prof',
    `--cpu-prof-interval=${SAMPLE_US}`,
    `--cpu-prof-dir=${folder}`,
  ])
  const key = await runCommand(settings, 'keys', 'create', '--name', 'bench')
  const requests = {
    contact: async () => contactRequests('/v1/contacts', key),
    plain: async () => contactRequests('/v1/contacts', key, { withUtm: false }),
    form: async () => contactRequests(await createForm(doorpost.port, key), null, { withUtm: false }),
    webhook: async () =>
      webhookRequests(new URL(await runCommand(settings, 'webhooks', 'create', '--name', 'bench')).pathname),
    draft: async () => draftRequests(key),
    scheduled: async () => scheduledRequests(key, new Date(Date.now() + 30 * 86_400_000)),
    list: async () => getRequest('/v1/contacts', key),
    redirect: async () => redirectRequests(await createLinks(doorpost.port, key, 16)),
  }[kind]
  const load = await startLoad()
  if (kind === 'list') {
    const contacts = { ...doorpost, requests: contactRequests('/v1/contacts', key), expectedStatus: 201 }
    await load.measure(contacts, 16, 0.5)
  }
  const expectedStatus = kind === 'redirect' ? 302 : kind === 'webhook' || kind === 'list' ? 200 : 201
  const target = { pid: doorpost.pid, port: doorpost.port, requests: await requests(), expectedStatus }
  const measured = await load.measure(target, CONNECTIONS, seconds, WARMUP_SECONDS)
  const stoppedAt = performance.now()
  await load.stop()
  await doorpost.stop()
  const stopUs = (performance.now() - stoppedAt) * 1000
  console.log(
    `${kind}: ${measured.requestsPerSecond.toFixed(0)}/s, ${measured.errors} errors, ${measured.answers} answers`,
  )
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'))) {
    const profile = JSON.parse(await readFile(join(folder, file), 'utf8')) as Profile
    // Samples from before the measurement (loading, compiling) and after it (stopping) do not count.
    const toUs = profile.endTime - stopUs
    show(profile, toUs - seconds * 1e6, toUs, measured.requestsPerSecond * seconds)
  }
} finally {
  await stopChildren()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}

function show(profile: Profile, fromUs: number, toUs: number, answers: number): void {
  const frames = new Map(profile.nodes.map((node) => [node.id, node.callFrame]))
  const byFunction = new Map<string, number>()
  const byPackage = new Map<string, number>()
  let busyUs = 0
  let atUs = profile.startTime
  for (let i = 0; i < profile.samples.length; i++) {
    const us = profile.timeDeltas[i]!
    atUs += us
    if (atUs < fromUs || atUs > toUs) continue
    const { functionName, url, lineNumber } = frames.get(profile.samples[i]!)!
    if (functionName === '(idle)' || functionName === '(root)') continue
    busyUs += us
    add(byFunction, `${functionName || '(anonymous)'} ${shorten(url)}${url === '' ? '' : `:${lineNumber + 1}`}`, us)
    add(byPackage, packageOf(functionName, url), us)
  }
  const rows = (costs: Map<string, number>) =>
    [...costs]
      .sort((a, b) => b[1] - a[1])
      .slice(0, top)
      .map(([name, us]) => [name, `${((us / busyUs) * 100).toFixed(1)} %`, (us / answers).toFixed(2)])
  const header = ['', 'share', 'us/request']
  printTable({
    title: `By package, self time; busy ${(busyUs / 1e6).toFixed(1)} of ${seconds} s`,
    header,
    rows: rows(byPackage),
  })
  printTable({ title: 'By function, self time', header, rows: rows(byFunction) })
}

function add(costs: Map<string, number>, name: string, us: number): void {
  costs.set(name, (costs.get(name) ?? 0) + us)
}

function packageOf(functionName: string, url: string): string {
  if (url === '') return functionName.startsWith('(') ? functionName : '(native)'
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  return inPackage ?? (url.startsWith('node:') ? url : `src/${/\/src\/([^/]+)/.exec(url)?.[1] ?? ''}`)
}

function shorten(url: string): string {
  return url.replace(/^file:\/\/.*?\/(?=src\/|node_modules\/)/, '')
}

function readArguments(): {
  kind: (typeof KINDS)[number]
  seconds: number
  top: number
} {
  try {
    const { values } = parseArgs({
      options: {
        load: { type: 'string', default: 'contact' },
        seconds: { type: 'string', default: '8' },
        top: { type: 'string', default: '25' },
      },
    })
    const kind = KINDS.find((each) => each === values.load)
    const seconds = Number(values.seconds)
    const top = Number(values.top)
    if (kind && Number.isInteger(seconds) && seconds >= 1 && seconds <= 600 && Number.isInteger(top) && top >= 1) {
      return { kind, seconds, top }
    }
  } catch {
    // Wrong options end in the usage below.
  }
  process.stderr.write(USAGE)
  process.exit(2)
}
