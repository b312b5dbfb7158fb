import { createHash } from 'node:crypto'
import { foldName } from '../../contact-fields.ts'
import { build, type Db, run, runOne, sql, type Tx } from '../../db/database.ts'
import type { Issues } from '../../lib/issues.ts'
import { COLUMN_TARGETS, type DecidedColumn, type Decision, type Decisions } from './columns.ts'
import { parseJsonObject } from './file.ts'

// Keeps people's decisions about the columns of a file for the next file with the same header.

/** The newest mappings of a workspace that are kept. */
const KEPT_MAX = 200

const EXAMPLE = '{"extra":"phone"}'

/** `{"1": "full_name", "2": {"extra": "phone"}, "3": "ignored"}` */
export function readDecisions(issues: Issues, text: string | null): Decisions {
  if (text === null) return new Map()
  const decisions = toDecisions(parseJsonObject(text))
  if (decisions !== null) return decisions
  issues.add('columns', 'import.wrong_targets', { targets: COLUMN_TARGETS.join(', '), example: EXAMPLE })
  return new Map()
}

function toDecisions(value: object | null): Map<number, Decision> | null {
  const entries = Object.entries(value ?? {})
  const isRight = ([place, decision]: [string, unknown]) => /^[1-9]\d{0,2}$/.test(place) && isDecision(decision)
  if (value === null || !entries.every(isRight)) return null
  return new Map(entries.map(([place, decision]) => [Number(place), trimmed(decision as Decision)]))
}

function isDecision(value: unknown): value is Decision {
  if (typeof value === 'string') return COLUMN_TARGETS.some((each) => each === value)
  if (typeof value !== 'object' || value === null || Object.keys(value).join() !== 'extra') return false
  const { extra } = value as { extra: unknown }
  return typeof extra === 'string' && extra.trim() !== ''
}

function trimmed(decision: Decision): Decision {
  return typeof decision === 'object' ? { extra: decision.extra.trim() } : decision
}

/** Case, accents and separators in names do not matter. */
function hashOf(names: readonly string[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(names.map(foldName)))
    .digest()
}

export async function recallDecisions(db: Db, workspaceId: string, names: readonly string[]): Promise<Decisions> {
  const query = build.selectFrom('import_mappings').select('columns').where('workspace_id', '=', workspaceId)
  const row = await runOne(db, query.where('header_sha256', '=', hashOf(names)))
  return toDecisions((row?.columns as object | undefined) ?? null) ?? new Map()
}

/** Keeps the decisions of this import and of earlier ones. Guesses are made anew each time. */
export async function rememberDecisions(
  tx: Tx,
  workspaceId: string,
  { names, columns, at }: { names: readonly string[]; columns: readonly DecidedColumn[]; at: Date },
): Promise<void> {
  const decided = columns.flatMap((column, index): Array<[number, Decision]> => {
    const { decided_by } = column
    return decided_by === 'request' || decided_by === 'remembered' ? [[index + 1, decisionOf(column)]] : []
  })
  const hash = hashOf(names)
  const own = build.deleteFrom('import_mappings').where('workspace_id', '=', workspaceId)
  if (decided.length === 0) {
    await run(tx, own.where('header_sha256', '=', hash))
    return
  }
  const written = JSON.stringify(Object.fromEntries(decided))
  await run(
    tx,
    sql`insert into import_mappings (workspace_id, header_sha256, columns, used_at)
      values (${workspaceId}, ${hash}, ${written}::jsonb, ${at})
      on conflict (workspace_id, header_sha256) do update set columns = excluded.columns, used_at = excluded.used_at`,
  )
  await run(
    tx,
    sql`delete from import_mappings where workspace_id = ${workspaceId} and header_sha256 in (
      select header_sha256 from import_mappings where workspace_id = ${workspaceId}
       order by used_at desc, header_sha256 offset ${KEPT_MAX} for update skip locked)`,
  )
}

function decisionOf({ use, field, name }: DecidedColumn): Decision {
  if (use === 'extra') return field === null || field === name ? 'extra' : { extra: field }
  return (use === 'field' || use === 'lead' ? field : use) as Decision
}
