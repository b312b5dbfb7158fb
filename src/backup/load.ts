import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { DamagedBackup, readMembers } from './archive.ts'
import { type Compression, createDecompressor } from './compression.ts'
import { countRows } from './dump.ts'
import { type CheckedBackup, JOBS, kindOf, type OnProgress, type TableFacts } from './format.ts'
import { columnList, quoteName, selectTables } from './tables.ts'

export interface LoadOptions {
  client: pg.ClientBase
  file: FileHandle
  backup: CheckedBackup
  onProgress: OnProgress
  signal: AbortSignal
}

/** Fills the empty tables of the backup's schema in one transaction: everything or nothing. */
export async function loadTables(options: LoadOptions): Promise<void> {
  const { client, backup } = options
  await checkShapes(client, backup)
  const names = backup.header.tables.map(({ name }) => name)
  await client.query('begin')
  // More memory speeds up the sorting for indexes. The setting lasts for this transaction only.
  await client.query(`set local maintenance_work_mem = '128MB'`)
  await withoutConstraints(client, names, async () => {
    // Migrations may have written rows of their own.
    await client.query(`truncate ${names.map(quoteName).join(', ')}`)
    await client.query(`create temporary table ${JOBS} (identifier text, payload json, queue_name text,
      run_at timestamptz, max_attempts integer, key text, priority integer) on commit drop`)
    await copyAll(options)
    for (const { name, value, isCalled } of backup.manifest.sequences) {
      await client.query('select setval($1::regclass, $2, $3)', [quoteName(name), value, isCalled])
    }
  })
  await client.query(`select count(graphile_worker.add_job(identifier, payload, queue_name => queue_name, run_at => run_at,
      max_attempts => max_attempts, job_key => key, priority => priority)) from ${JOBS}`)
  await client.query('commit')
}

/** Names from a backup end up in statements, so only names that the schema has are used. */
async function checkShapes(client: pg.ClientBase, { header, manifest }: CheckedBackup): Promise<void> {
  const own = new Map((await selectTables(client)).map(({ name, columns }) => [name, columns]))
  for (const { name, columns } of header.tables) {
    const known = own.get(name)
    const strange = known === undefined ? name : columns.find((column) => !known.includes(column))
    if (strange === undefined && manifest.tables[name] !== undefined) continue
    throw new DamagedBackup(
      `The backup does not fit the schema that it says it has: ${name}${strange === name ? '' : `.${strange}`}. It was altered, or made by a development version of Doorpost.`,
    )
  }
}

async function copyAll(options: LoadOptions): Promise<void> {
  const { client, file, backup, onProgress, signal } = options
  const { header, manifest } = backup
  const shapes = new Map(header.tables.map(({ name, columns }) => [name, columns]))
  const missing = new Set([...shapes.keys(), JOBS])
  const decompress = createDecompressor(header.compression as Compression)
  let table: TableCopy | null = null
  const finish = async () => {
    if (table === null) return
    checkFacts(table.name, await table.end(), manifest.tables[table.name])
    table = null
  }
  for await (const member of readMembers(file)) {
    signal.throwIfAborted()
    const kind = kindOf(member)
    if (kind === null || !('table' in kind)) continue
    if (table?.name !== kind.table) {
      await finish()
      if (!missing.delete(kind.table)) throw new DamagedBackup(`The backup has the table ${kind.table} twice.`)
      table = startCopy(client, kind.table, shapes.get(kind.table) ?? null)
    }
    const part = await decompress(await member.read())
    await table.add(part)
    onProgress({ what: kind.table, rows: countRows(part), bytes: part.length })
  }
  await finish()
  for (const name of missing) checkFacts(name, EMPTY, manifest.tables[name])
}

const EMPTY: TableFacts = { rows: 0, bytes: 0, sha256: createHash('sha256').digest('hex') }

function checkFacts(name: string, loaded: TableFacts, written: TableFacts | undefined): void {
  if (written === undefined && loaded.rows === 0) return
  if (written?.rows === loaded.rows && written.sha256 === loaded.sha256) return
  throw new DamagedBackup(
    `The table ${name} has ${loaded.rows} rows after the restore, but ${written?.rows ?? 'no'} were backed up, or they differ. Nothing was kept.`,
  )
}

type TableCopy = ReturnType<typeof startCopy>

function startCopy(client: pg.ClientBase, name: string, columns: readonly string[] | null) {
  const list = columns === null ? '' : ` (${columnList(columns)})`
  const stream = client.query(copyFrom(`copy ${quoteName(name)}${list} from stdin`))
  const hash = createHash('sha256')
  let bytes = 0
  const ended = finished(stream)
  ended.catch(() => {})
  return {
    name,
    async add(part: Buffer): Promise<void> {
      hash.update(part)
      bytes += part.length
      // A failed COPY never drains.
      if (!stream.write(part)) await Promise.race([new Promise((resolve) => stream.once('drain', resolve)), ended])
    },
    async end(): Promise<TableFacts> {
      stream.end()
      await ended
      return { rows: stream.rowCount, bytes, sha256: hash.digest('hex') }
    },
  }
}

/**
 * Runs `work` without foreign keys, triggers and plain indexes on these tables, then puts them back. So rows may come
 * in any order, nothing is counted twice, and each index is built once instead of row by row. It happens inside a
 * transaction: other sessions never see the tables without them.
 */
async function withoutConstraints(client: pg.ClientBase, names: readonly string[], work: () => Promise<void>) {
  const { rows: foreignKeys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by oid`,
  )
  // An index that a constraint or a foreign key needs stays.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index join pg_class class on class.oid = indrelid
      where relnamespace = current_schema()::regnamespace and relname = any ($1)
        and not exists (select from pg_constraint where conindid = indexrelid)
      order by indexrelid`,
    [names],
  )
  const { rows: triggered } = await client.query<{ name: string }>(
    `select distinct relname as name from pg_trigger join pg_class class on class.oid = tgrelid
      where not tgisinternal and relnamespace = current_schema()::regnamespace and relname = any ($1)`,
    [names],
  )
  for (const { table, name } of foreignKeys)
    await client.query(`alter table ${table} drop constraint ${quoteName(name)}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const { name } of triggered) await client.query(`alter table ${quoteName(name)} disable trigger user`)
  await work()
  for (const { name } of triggered) await client.query(`alter table ${quoteName(name)} enable trigger user`)
  for (const { definition } of indexes) await client.query(definition)
  for (const { table, name, definition } of foreignKeys) {
    await client.query(`alter table ${table} add constraint ${quoteName(name)} ${definition}`)
  }
}
