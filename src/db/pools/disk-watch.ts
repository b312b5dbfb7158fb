import { DISK_FULL } from '../connect/failure.ts'
import type { Db } from '../database.ts'

export type DiskWatch = ReturnType<typeof createDiskWatch>

const IO_ERROR = '58030'
const LOOK_AGAIN_MS = 1_000

// New pages, as a stored row needs them: a change inside of existing pages would succeed on a full disk.
const WRITE = 'create temporary table doorpost_disk_probe on commit drop as select generate_series(1, 20000) as n'

/** Remembers that the server could not write, and finds out when it can again. */
export function createDiskWatch(pulse: Db, onChange: (problem: string | null) => void) {
  let problem: string | null = null
  let looked: { at: number; result: Promise<string | null> } | null = null

  const set = (next: string | null) => {
    if (next !== problem) onChange(next)
    problem = next
  }
  const look = async (): Promise<string | null> => {
    try {
      await pulse.query({ text: WRITE })
      set(null)
    } catch (error) {
      const code = (error as { code?: string }).code
      // A role that may not create temporary tables learns it from the next write instead.
      if (code === '42501') set(null)
      else if (code === DISK_FULL || code === IO_ERROR) set(describe(code))
    }
    return problem
  }
  return {
    notice(sqlState: string): void {
      if (sqlState === DISK_FULL || sqlState === IO_ERROR) set(describe(sqlState))
    },
    /** What is wrong with the disk, or null. Writes a little to find out, but only after a write has failed. */
    problem(): Promise<string | null> {
      if (problem === null) return Promise.resolve(null)
      const now = performance.now()
      if (looked === null || now - looked.at > LOOK_AGAIN_MS) looked = { at: now, result: look() }
      return looked.result
    },
  }
}

function describe(sqlState: string): string {
  return sqlState === DISK_FULL ? 'disk full' : 'the disk reports errors'
}
