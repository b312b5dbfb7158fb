import type { Migration } from '../db/migrations/files.ts'
import { SetupError } from '../lib/problem.ts'
import type { Header } from './format.ts'

/** The migrations that make the schema of the backup. Refuses one that this program cannot make. */
export function migrationsOf({ migrations, program }: Header, known: readonly Migration[]): Migration[] {
  const newest = known.at(-1)?.version ?? 0
  const level = migrations.at(-1)?.version ?? 0
  if (level > newest) {
    throw new SetupError(
      `The backup was made by Doorpost ${program} with schema version ${level}, but this version only knows version ${newest}. Nothing was changed. Install Doorpost ${program} or later, and run the restore again.`,
    )
  }
  const needed = known.filter(({ version }) => migrations.some((each) => each.version === version))
  const isSame =
    needed.length === migrations.length && needed.every(({ sha256 }, at) => sha256 === migrations[at]!.sha256)
  if (isSame) return needed
  throw new SetupError(
    `The backup was made by a development version of Doorpost (${program}), whose schema is not that of any release. Nothing was changed. Restore it with that version.`,
  )
}
