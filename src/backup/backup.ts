import type pg from 'pg'
import { connectClient, destroyClient } from '../db/database.ts'
import { deriveKey } from '../lib/secrets/secret-box.ts'
import { PROGRAM_VERSION } from '../lib/version.ts'
import type { FileStore } from '../media/stores/file-store.ts'
import { message } from '../messages/message.ts'
import { BackupError, createArchiveWriter, type Sink } from './archive.ts'
import { COMPRESSION } from './compression.ts'
import { dumpTables } from './dump.ts'
import { dumpFiles, selectFiles } from './files.ts'
import { countAllRows, FORMAT, HEADER, type Header, MANIFEST, type Manifest, type OnProgress } from './format.ts'
import { type KeyTexts, sealKey } from './key.ts'
import { isInBackup, quoteName, selectTables } from './tables.ts'

export interface BackupOptions {
  /** A direct connection to the database: a snapshot needs its own session. */
  connection: pg.ClientConfig
  /** The files of this node; null to leave them out. */
  disk: FileStore | null
  /** Both or neither: the key is only written encrypted. */
  secret: { keys: KeyTexts; passphrase: string } | null
  sink: Sink
  /** Called once, before the first row, with the estimated number of rows. */
  onEstimate?: (rows: number) => void
  onProgress?: OnProgress
  signal?: AbortSignal
}

export interface BackupFacts {
  header: Header
  manifest: Manifest
  rows: number
  bytes: number
}

const LOCK_MS = 10_000

/**
 * Makes a backup of the running installation: all tables as of one moment, then the files. Doorpost keeps running. It
 * reads whichever tables exist, so it also works on a database that has not been migrated to this version yet.
 */
export async function writeBackup(options: BackupOptions): Promise<BackupFacts> {
  const { connection, disk, sink, onEstimate, onProgress = () => {}, signal = new AbortController().signal } = options
  const client = await connectClient({ ...connection, application_name: 'doorpost backup', keepAlive: true })
  const writer = createArchiveWriter(sink, new Date())
  try {
    const tables = await openSnapshot(client)
    const header = await describeSnapshot(client, tables, options)
    onEstimate?.(tables.reduce((sum, { estimate }) => sum + estimate, 0))
    await writer.add(HEADER, toJson(header))
    const dumped = await dumpTables({ client, writer, tables, onProgress, signal })
    const { onDisk, inBucket } = await selectFiles(client, tables)
    // From here on, the snapshot no longer holds back the database's vacuum.
    await client.query('commit')
    const files = disk ? await dumpFiles(onDisk, { disk, writer, onProgress, signal }) : NO_FILES
    const manifest: Manifest = { ...dumped, files, filesInBucket: inBucket }
    await writer.add(MANIFEST, toJson(manifest))
    await writer.finish()
    return { header, manifest, rows: countAllRows(manifest), bytes: writer.bytesWritten() }
  } finally {
    destroyClient(client)
  }
}

const NO_FILES: Manifest['files'] = { count: 0, bytes: 0, missing: 0 }

function toJson(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
}

/**
 * Opens the transaction that sees one moment. It locks the tables against schema changes, not against changes of rows.
 */
async function openSnapshot(client: pg.Client) {
  await client.query(
    `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = ${LOCK_MS};
     set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'iso_8601'; set extra_float_digits = 1;
     set bytea_output = 'hex'; set client_encoding = 'UTF8'`,
  )
  const before = (await selectTables(client)).filter(isInBackup)
  if (before.length === 0) throw new BackupError(message('backup.no_tables'))
  await client.query('begin isolation level repeatable read read only')
  const names = before.map(({ name }) => quoteName(name)).join(', ')
  await client.query(`lock table ${names} in access share mode`).catch((error) => {
    if (error.code !== '55P03') throw error
    throw new BackupError(message('backup.table_locked'), { cause: error })
  })
  const tables = (await selectTables(client)).filter(isInBackup)
  const shapes = (list: typeof tables) => JSON.stringify(list.map(({ name, columns }) => [name, columns]))
  if (shapes(tables) !== shapes(before)) throw new BackupError(message('backup.being_migrated'))
  return tables
}

async function describeSnapshot(
  client: pg.Client,
  tables: Awaited<ReturnType<typeof openSnapshot>>,
  { disk, secret }: BackupOptions,
): Promise<Header> {
  const hasTable = (wanted: string) => tables.some(({ name }) => name === wanted)
  const one = async (text: string) => (await client.query(text)).rows[0]?.value ?? null
  const { rows: migrations } = await client.query(
    'select version, name, sha256 from schema_migrations order by version',
  )
  const keyId: string | null = hasTable('secret_key') ? await one('select key_id as value from secret_key') : null
  if (secret !== null && keyId !== null) checkKey(secret.keys, keyId)
  return {
    format: FORMAT,
    program: PROGRAM_VERSION,
    createdAt: await one(`select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as value`),
    installationId: hasTable('installation') ? await one('select id as value from installation') : null,
    postgres: await one(`select current_setting('server_version') as value`),
    compression: COMPRESSION,
    migrations,
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    keyId,
    key: secret === null ? null : await sealKey(secret.keys, secret.passphrase),
    files: disk === null ? 'left_out' : 'included',
  }
}

function checkKey({ current, old }: KeyTexts, keyId: string): void {
  if ([current, ...old].some((key) => deriveKey(key).id === keyId)) return
  throw new BackupError(message('backup.other_key', { key: keyId }))
}
