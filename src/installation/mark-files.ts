import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Log } from '../lib/log/log.ts'
import { syncFolder } from '../lib/machine.ts'
import { type Message, message } from '../messages/message.ts'
import { sentence } from '../messages/sentence.ts'

/**
 * The state of the database as a node has seen it. It is kept outside the database, so a restore does not change it.
 */
export interface Mark {
  installationId: string
  sends: number
  position: number
  server: string | null
  timeline: number | null
  feedEpoch: number
  /** The newest commit seen had waited for a standby, and so had all commits before it. */
  synchronous: boolean
  /** The processes that the mark speaks for: this one, and earlier ones with the same DATA_DIR. */
  nodes: readonly string[]
}

/** Identifies the folder of the files: a copy of DATA_DIR has a different inode and birth time. */
export interface Folder {
  inode: string
  bornAt: number
}

export interface StoredMark extends Mark {
  folder: Folder
}

const SUFFIX = '.json'
/** Older processes are dropped. */
const NODES_MAX = 20
const NOTE =
  'What Doorpost has sent, so that it notices when its database goes back in time. Do not edit, copy or restore it: docs/how-to/operations.md, "After a restore".'

type MarkFiles = ReturnType<typeof createMarkFiles>

/** There is one file per process, because several may share a DATA_DIR. A new process takes over earlier files. */
export function createMarkFiles(dataDir: string) {
  const dir = join(dataDir, 'installation')
  const own = `mark-${randomBytes(6).toString('hex')}${SUFFIX}`
  let latest: Mark | null = null
  let writing: Promise<void> | null = null
  let next: Promise<void> | null = null

  async function folder(): Promise<Folder> {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    const { ino, birthtimeMs } = await stat(dir, { bigint: true })
    return { inode: ino.toString(), bornAt: Number(birthtimeMs) }
  }

  async function save(): Promise<void> {
    const text = JSON.stringify({ note: NOTE, ...latest, folder: await folder(), writtenAt: new Date().toISOString() })
    await writeDurably(dir, own, `${text}\n`)
  }

  return {
    folder,
    /** The highest values of all files; null if there are none. */
    async read(): Promise<StoredMark | null> {
      const names = await readdir(dir).catch(() => [])
      const marks = await Promise.all(names.filter((name) => name.endsWith(SUFFIX)).map((name) => readMark(dir, name)))
      return mergeMarks(marks.filter((mark) => mark !== null))
    },
    /** Resolves once the mark is on disk. Concurrent calls share a write. */
    async write(mark: Mark): Promise<void> {
      latest = highest(latest, mark)
      // The current write may have started before this mark, so all later calls share the next one.
      next ??= (writing ?? Promise.resolve())
        .catch(() => {})
        .then(() => {
          next = null
          writing = save()
          return writing
        })
      await next
    },
    /** Removes the files of other processes, once this process has written what they say. */
    async adopt(): Promise<void> {
      for (const name of await readdir(dir)) {
        if (name === own || !name.endsWith(SUFFIX)) continue
        // Renamed first: its process may write a newer file meanwhile, which must not be removed unread.
        const taken = `${own.slice(0, -SUFFIX.length)}-adopted${SUFFIX}`
        if (!(await isDone(rename(join(dir, name), join(dir, taken))))) continue
        const mark = await readMark(dir, taken)
        if (mark !== null && latest?.installationId === mark.installationId) await this.write(highest(latest, mark))
        await isDone(unlink(join(dir, taken)))
      }
    },
  }
}

/** False if another process took the file at the same moment. */
async function isDone(work: Promise<void>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** The facts of `newer`, with the higher counts of both. Counts of another installation are ignored. */
export function highest<M extends Mark>(older: Mark | null, newer: M): M {
  if (older?.installationId !== newer.installationId) return newer
  return {
    ...newer,
    sends: Math.max(older.sends, newer.sends),
    position: Math.max(older.position, newer.position),
    nodes: [...new Set([...newer.nodes, ...older.nodes])].slice(0, NODES_MAX),
  }
}

type DatedMark = StoredMark & { writtenAt: string }

function mergeMarks(marks: readonly DatedMark[]): StoredMark | null {
  if (marks.length === 0) return null
  const { writtenAt: _, ...mark } = marks.reduce((newest, each) => (each.writtenAt > newest.writtenAt ? each : newest))
  return marks.reduce((merged, each) => highest(each, merged), mark)
}

/** Null for other files. A half-written mark never has a matching name. */
async function readMark(dir: string, name: string): Promise<DatedMark | null> {
  try {
    const mark = JSON.parse(await readFile(join(dir, name), 'utf8')) as DatedMark
    const isMark = typeof mark.installationId === 'string' && Number.isSafeInteger(mark.sends)
    // Files of earlier versions lack these.
    return isMark ? { ...mark, synchronous: mark.synchronous ?? false, nodes: mark.nodes ?? [] } : null
  } catch {
    return null
  }
}

/** After a power cut, either the old file or the new one exists. */
async function writeDurably(dir: string, name: string, text: string): Promise<void> {
  const temporary = join(dir, `${name}.new`)
  await writeFile(temporary, text, { mode: 0o600, flush: true })
  await rename(temporary, join(dir, name))
  await syncFolder(dir)
}

/** The mark of this installation, as last written to DATA_DIR. */
export class KeptMark {
  readonly #files: MarkFiles
  readonly #dataDir: string
  readonly #log: Log
  #mark: StoredMark | null = null
  #problem: Message | null = null
  #isAdopted = false

  constructor({ dataDir, log }: { dataDir: string; log: Log }) {
    this.#files = createMarkFiles(dataDir)
    this.#dataDir = dataDir
    this.#log = log
  }

  get mark(): StoredMark | null {
    return this.#mark
  }

  /** Set while the files cannot be written. */
  get problem(): Message | null {
    return this.#problem
  }

  async load(): Promise<void> {
    this.#mark = await this.#files.read()
  }

  /** Reads the files again, because other processes may share the folder. */
  read(): Promise<StoredMark | null> {
    return this.#files.read()
  }

  folder(): Promise<StoredMark['folder']> {
    return this.#files.folder()
  }

  forget(): void {
    this.#mark = null
  }

  /** Writes the mark if it changed. */
  async remember(mark: Mark): Promise<void> {
    const old = this.#mark
    const isSame = old !== null && isDeepStrictEqual(old, highest(old, { ...mark, folder: old.folder }))
    if (isSame && this.#problem === null && this.#isAdopted) return
    await this.write(mark).catch(() => {})
    if (this.#isAdopted || this.#problem !== null) return
    await this.#files.adopt()
    this.#isAdopted = true
  }

  async write(mark: Mark): Promise<void> {
    try {
      await this.#files.write(mark)
      const folder = this.#mark?.folder && this.#isAdopted ? this.#mark.folder : await this.#files.folder()
      this.#mark = highest(this.#mark, { ...mark, folder })
      if (this.#problem !== null) this.#log.info('DATA_DIR can be written again')
      this.#problem = null
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? 'error'
      const problem = message('installation.data_dir_not_writable', { folder: this.#dataDir, error: code })
      if (this.#problem === null) this.#log.error({ err: error }, sentence(problem))
      this.#problem = problem
      throw error
    }
  }
}
