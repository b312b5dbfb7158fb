import { readMigrations } from '../../db/migrations/files.ts'
import { findMissingRights, findSchemaState, hasSchema, type SchemaState } from '../../db/migrations/migrate.ts'
import { commandLine } from '../../lib/program.ts'
import { type Finding, fail, hint, ok, type SetupWithDatabase, warn } from './check.ts'

/** Tables and rights. The other checks of the database read tables, which only a current schema has. */
export async function checkSchema({ pool }: SetupWithDatabase): Promise<{ isCurrent: boolean; findings: Finding[] }> {
  if (!(await hasSchema(pool))) {
    const empty = hint('schema', 'empty: the first start creates the tables')
    return { isCurrent: false, findings: [await checkRights(pool, true), empty] }
  }
  const state = await findSchemaState(pool, await readMigrations())
  const findings = [describe(state), await checkRights(pool, state.kind === 'pending')]
  return { isCurrent: state.kind === 'current', findings }
}

function describe(state: SchemaState): Finding {
  if (state.kind === 'current') return ok('schema', 'up to date')
  if (state.kind === 'unusable') return fail('schema', state.problem)
  return warn('schema', `${state.problem} The next start applies them, or: ${commandLine('migrate')}`)
}

async function checkRights(pool: SetupWithDatabase['pool'], isNeededNow: boolean): Promise<Finding> {
  const { role, missing, grants } = await findMissingRights(pool)
  if (missing.length === 0) return ok('rights', `the role ${role} may create tables and schemas`)
  const when = `which the next ${isNeededNow ? 'start' : 'upgrade'} needs`
  const remedy = `As an administrator of the database, run: ${grants.join(' ')}`
  const finding = `the role ${role} may not create ${missing.join(' or ')}, ${when}. ${remedy}`
  return isNeededNow ? fail('rights', finding) : warn('rights', finding)
}
