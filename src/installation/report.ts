import type { Db } from '../db/database.ts'
import { commandLine } from '../lib/program.ts'
import { spanOf } from '../lib/time/span.ts'
import { sentence } from '../messages/sentence.ts'
import { OFFSET_MAX_MS } from './database-time.ts'
import { findDatabaseNow, findInstallation, selectLiveNodes } from './store.ts'

interface InstallationLine {
  verdict: 'ok' | 'warn' | 'fail'
  what: 'publishing' | 'clock'
  finding: string
}

/** Posts on a platform whose clock is this far off are still found, but the operator should know. */
const PLATFORM_OFFSET_WARN_MS = 60_000

/** For doctor: whether publishing is paused, and which clocks are wrong. `machineNow` is this machine's clock. */
export async function reportInstallation(
  db: Db,
  hasTables: boolean,
  machineNow: () => number,
): Promise<InstallationLine[]> {
  const pause = hasTables ? [await reportPause(db)] : []
  return [...pause, ...(await reportClocks(db, hasTables, machineNow))]
}

async function reportPause(db: Db): Promise<InstallationLine> {
  const pause = (await findInstallation(db))?.pause
  const finding = pause
    ? `paused since ${pause.since.toISOString()}: ${sentence(pause.reason)} See: ${commandLine('publishing status')}`
    : 'not paused'
  return { verdict: pause ? 'fail' : 'ok', what: 'publishing', finding }
}

async function reportClocks(db: Db, hasTables: boolean, machineNow: () => number): Promise<InstallationLine[]> {
  const databaseNow = await findDatabaseNow(db)
  const offset = machineNow() - databaseNow.getTime()
  const lines: InstallationLine[] = []
  const check = (name: string, offsetMs: number, limit: number, verdict: 'fail' | 'warn', effect: string) => {
    if (Math.abs(offsetMs) <= limit) return
    const direction = offsetMs > 0 ? 'ahead' : 'behind'
    lines.push({ verdict, what: 'clock', finding: `${name} is ${spanOf(Math.abs(offsetMs))} ${direction}: ${effect}` })
  }
  const stops = 'it publishes and purges nothing. Synchronize its clock with that of the database'
  check('this machine', offset, OFFSET_MAX_MS, 'fail', stops)
  for (const node of hasTables ? await selectLiveNodes(db) : []) {
    check(`the node ${node.name}`, node.clock_offset_ms, OFFSET_MAX_MS, 'fail', stops)
    for (const [host, offsetMs] of Object.entries(node.platform_offsets)) {
      const effect =
        'Doorpost searches for posts by its clock. If all platforms are off, our clock is wrong: set it with NTP'
      check(host, offsetMs, PLATFORM_OFFSET_WARN_MS, 'warn', effect)
    }
  }
  if (lines.length === 0) lines.push({ verdict: 'ok', what: 'clock', finding: 'within 30 s of the database' })
  return lines
}
