import type { FileHandle } from 'node:fs/promises'
import { SetupError } from '../lib/problem.ts'
import { checkSeal, DamagedBackup, type Member, readMembers } from './archive.ts'
import { type Compression, requireCompression } from './compression.ts'
import type { SealedKey } from './key.ts'

// The contents of a backup. docs/how-to/backup.md describes them for users; raise FORMAT for a change that older
// versions cannot read.

export const FORMAT = 1
export const HEADER = 'backup.json'
export const MANIFEST = 'manifest.json'
const TABLE_PART = /^tables\/([a-z0-9_]{1,63})\/(\d{6,8})\.copy\.(?:zst|gz)$/
const FILE = /^files\/([A-Za-z0-9_-]{32}\.[a-z0-9]{3,4})$/
/** Not a table: the jobs waiting in the queue. */
export const JOBS = 'waiting_jobs'

export interface TableShape {
  name: string
  columns: string[]
}

/** The first member: what a restore needs before the data. */
export interface Header {
  format: number
  program: string
  createdAt: string
  installationId: string | null
  postgres: string
  compression: Compression
  migrations: Array<{ version: number; name: string; sha256: string }>
  tables: TableShape[]
  /** The id of the key that opens the stored secrets; null when nothing is sealed. */
  keyId: string | null
  key: SealedKey | null
  files: 'included' | 'left_out'
}

export interface TableFacts {
  rows: number
  bytes: number
  /** The hash of the rows in COPY's format. */
  sha256: string
}

/** The last member before the seal: facts that are known only after everything was written. */
export interface Manifest {
  tables: Record<string, TableFacts>
  sequences: Array<{ name: string; value: string; isCalled: boolean }>
  files: { count: number; bytes: number; missing: number }
  /** Files in a bucket. The backup has only their names. */
  filesInBucket: number
}

export function countAllRows({ tables }: Manifest): number {
  return Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)
}

export interface CheckedBackup {
  header: Header
  manifest: Manifest
}

export const tablePart = (table: string, number: number, compression: Compression) =>
  `tables/${table}/${String(number).padStart(6, '0')}.copy.${compression}`
export const fileMember = (name: string) => `files/${name}`

export function kindOf({ name }: Member): { table: string } | { file: string } | null {
  const table = TABLE_PART.exec(name)?.[1]
  if (table !== undefined) return { table }
  const file = FILE.exec(name)?.[1]
  return file === undefined ? null : { file }
}

/** Reads everything, and trusts none of it until the seal has matched. */
export async function checkBackup(file: FileHandle, onRead: (bytes: number) => void): Promise<CheckedBackup> {
  const header = await readHeader(file)
  await checkSeal(file, onRead)
  for await (const member of readMembers(file)) {
    if (member.name === MANIFEST) return { header, manifest: parse<Manifest>(await member.read()) }
  }
  throw new DamagedBackup('The backup is damaged: it has no list of its contents. Use another backup.')
}

async function readHeader(file: FileHandle): Promise<Header> {
  for await (const member of readMembers(file)) {
    if (member.name !== HEADER) break
    const header = parse<Header>(await member.read())
    if (header.format > FORMAT) {
      throw new SetupError(
        `The backup has the format ${header.format}, written by Doorpost ${header.program}; this version reads up to ${FORMAT}. Install that version of Doorpost, or a newer one, and run the command again.`,
      )
    }
    requireCompression(header.compression)
    return header
  }
  throw new DamagedBackup('The file is not a backup of Doorpost.')
}

function parse<T>(bytes: Buffer): T {
  try {
    return JSON.parse(bytes.toString('utf8')) as T
  } catch (error) {
    throw new DamagedBackup('The backup is damaged: its description cannot be read. Use another backup.', {
      cause: error,
    })
  }
}

export interface Progress {
  /** A table, or "files". */
  what: string
  rows: number
  bytes: number
}

export type OnProgress = (part: Progress) => void
