import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { SetupError } from '../lib/problem.ts'
import { decodeHeader, HEADER_BYTES, paddingOf } from './tar.ts'
import { SEAL } from './writer.ts'

const CHUNK = 256 * 1024
/** No member that is read as a whole is larger. */
const WHOLE_MAX = 64 * 1024 * 1024

export interface Member {
  name: string
  size: number
  /** Where its header begins. */
  position: number
  /** In pieces. */
  chunks(): AsyncGenerator<Buffer>
  read(): Promise<Buffer>
}

/** The file is not what was written: nothing of it may be used. */
export class DamagedBackup extends SetupError {
  override readonly name: string = 'DamagedBackup'
}

export async function openBackupFile(path: string): Promise<FileHandle> {
  try {
    const file = await open(path, 'r')
    if ((await file.stat()).isFile()) return file
    await file.close()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new SetupError(`There is no file ${path}.`, { cause: error })
    throw new SetupError(`${path} cannot be read (${code}).`, { cause: error })
  }
  throw new SetupError(`${path} is not a file. A backup has to be a file, because it is read twice.`)
}

/** The members in their order, up to the seal. Those that nobody reads are skipped. */
export async function* readMembers(file: FileHandle): AsyncGenerator<Member> {
  for (let at = 0; ; ) {
    const entry = decodeHeader(await readAt(file, at, HEADER_BYTES))
    if (entry === null && at === 0) throw new DamagedBackup('The file is not a backup of Doorpost.')
    if (entry === null) throw new DamagedBackup(explainDamage('it ends too early, or is altered', at))
    if (entry === 'end') return
    const { name, size } = entry
    const start = at + HEADER_BYTES
    const position = at
    yield {
      name,
      size,
      position,
      chunks: () => readChunks(file, start, size),
      read: () => readWhole(file, start, size),
    }
    at = start + size + paddingOf(size)
  }
}

/** Reads everything once, and compares it with the seal. Throws DamagedBackup. */
export async function checkSeal(file: FileHandle, onRead: (bytes: number) => void): Promise<void> {
  const seal = await findSeal(file)
  const hash = createHash('sha256')
  for await (const chunk of readChunks(file, 0, seal.position)) {
    hash.update(chunk)
    onRead(chunk.length)
  }
  if ((await seal.read()).toString('latin1').trim() === hash.digest('hex')) return
  throw new DamagedBackup(explainDamage('its checksum does not match'))
}

async function findSeal(file: FileHandle): Promise<Member> {
  for await (const member of readMembers(file)) if (member.name === SEAL) return member
  throw new DamagedBackup(explainDamage('its end is missing'))
}

function explainDamage(what: string, at?: number): string {
  const place = at === undefined ? '' : ` (at byte ${at})`
  return `The backup is damaged: ${what}${place}. Nothing was changed. Copy the file again from where it was made, or use another backup.`
}

async function* readChunks(file: FileHandle, start: number, size: number): AsyncGenerator<Buffer> {
  for (let read = 0; read < size; ) {
    const part = await readAt(file, start + read, Math.min(CHUNK, size - read))
    if (part.length === 0) throw new DamagedBackup(explainDamage('it ends too early', start + read))
    read += part.length
    yield part
  }
}

async function readWhole(file: FileHandle, start: number, size: number): Promise<Buffer> {
  if (size > WHOLE_MAX) throw new DamagedBackup(explainDamage('a part of it is too large', start))
  const parts: Buffer[] = []
  for await (const part of readChunks(file, start, size)) parts.push(part)
  return Buffer.concat(parts)
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
