import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for what is tried, and what has to be undone afterwards. */
export function openTrial(name: string) {
  const folder = mkdtempSync(join(tmpdir(), `doorpost-${name}-`))
  // Started by root, Doorpost runs PostgreSQL under another account, which must be able to reach its folder.
  chmodSync(folder, 0o755)
  const ends: Array<() => unknown> = [() => rmSync(folder, { recursive: true, force: true })]
  return {
    folder,
    atEnd: (end: () => unknown) => void ends.push(end),
    /** Also when the work fails, everything is undone, the last first. */
    async run(work: () => Promise<void>): Promise<void> {
      try {
        await work()
      } finally {
        for (const end of ends.reverse()) await end()
      }
    },
  }
}
