import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { SetupError } from '../lib/problem.ts'
import type { Message } from '../messages/message.ts'
import { sentence } from '../messages/sentence.ts'

const CHUNK = 256 * 1024
/** The largest member that is read into memory as a whole. */
const WHOLE_MAX = 64 * 1024 * 1024

export interface Member {
  name: string
  size: number
  position: number
  chunks(): AsyncGenerator<Buffer>
  read(): Promise<Buffer>
}

/** Why a backup cannot be made. Scheduled backups store the error with its code. */
export class BackupError extends SetupError {
  readonly said: Message

  constructor(said: Message, options: ErrorOptions = {}) {
    super(sentence(said), options)
    this.said = said
  }
}

/** The file differs from what was written, so none of it may be used. */
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

/** The members in their order, up to the seal. Members that the caller does not read are skipped. */
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

// The parts of the tar format that a backup needs: plain files with short names. Standard tools can unpack a backup.

const BLOCK = 512
/** The largest size that the octal digits of a header can express. */
const SIZE_MAX = 8 ** 11 - 1
const NAME_MAX = 100
const END_OF_TAR = Buffer.alloc(2 * BLOCK)

interface TarEntry {
  name: string
  size: number
}

export const HEADER_BYTES = BLOCK

export function encodeHeader({ name, size }: TarEntry, modifiedAt: Date): Buffer {
  if (Buffer.byteLength(name) > NAME_MAX) throw new RangeError(`The name ${name} is too long for a backup.`)
  if (size > SIZE_MAX) throw new RangeError(`${name} is too large for a backup.`)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1')
  header.write(name, 0)
  octal(0o600, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(Math.floor(modifiedAt.getTime() / 1000), 136, 12)
  header.write('0', 156, 'latin1')
  header.write('ustar\u000000', 257, 'latin1')
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}

/** Null if it is not a header; 'end' for the zeros at the end of the file. */
export function decodeHeader(header: Buffer): TarEntry | 'end' | null {
  if (header.length < BLOCK) return null
  if (header.every((byte) => byte === 0)) return 'end'
  const text = (at: number, length: number) => header.toString('utf8', at, at + length).replace(/\0[\s\S]*/, '')
  const number = (at: number, length: number) => Number.parseInt(text(at, length).trim(), 8)
  if (text(257, 5) !== 'ustar' || number(148, 8) !== checksumOf(header)) return null
  return { name: text(0, NAME_MAX), size: number(124, 12) }
}

/** How many bytes fill up the last block of a file. */
function paddingOf(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK
}

/** The sum of all bytes, counting the checksum field itself as spaces. */
function checksumOf(header: Buffer): number {
  let sum = 8 * 0x20
  for (let at = 0; at < BLOCK; at++) if (at < 148 || at >= 156) sum += header[at]!
  return sum
}

/** Resolves when there is room for more. */
export type Sink = (bytes: Buffer) => Promise<void>

export type ArchiveWriter = ReturnType<typeof createArchiveWriter>

/** The name of the last member: the checksum of all bytes before it. */
const SEAL = 'seal.sha256'

/** Writes the members of a backup in order, then a checksum of all of them. */
export function createArchiveWriter(sink: Sink, createdAt: Date) {
  const seal = createHash('sha256')
  let written = 0
  const write = async (bytes: Buffer) => {
    seal.update(bytes)
    await sink(bytes)
    written += bytes.length
  }
  const addMember = async (name: string, size: number, chunks: Iterable<Buffer> | AsyncIterable<Buffer>) => {
    let length = 0
    await write(encodeHeader({ name, size }, createdAt))
    for await (const chunk of chunks) {
      length += chunk.length
      await write(chunk)
    }
    if (length !== size) throw new Error(`${name} changed while it was read: ${length} of ${size} bytes.`)
    await write(Buffer.alloc(paddingOf(size)))
  }
  return {
    bytesWritten: () => written,
    add: (name: string, bytes: Buffer) => addMember(name, bytes.length, [bytes]),
    addStream: addMember,
    async finish(): Promise<void> {
      const text = Buffer.from(`${seal.copy().digest('hex')}\n`)
      await write(encodeHeader({ name: SEAL, size: text.length }, createdAt))
      await write(Buffer.concat([text, Buffer.alloc(paddingOf(text.length)), END_OF_TAR]))
    },
  }
}
