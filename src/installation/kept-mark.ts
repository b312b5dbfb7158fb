import { isDeepStrictEqual } from 'node:util'
import type { Log } from '../lib/log/log.ts'
import { createMarkFiles, highest, type Mark, type MarkFiles, type StoredMark } from './mark-files.ts'

/** The mark of this installation outside of its database: what the files in DATA_DIR say, as far as it was written. */
export class KeptMark {
  readonly #files: MarkFiles
  readonly #dataDir: string
  readonly #log: Log
  #mark: StoredMark | null = null
  #problem: string | null = null
  #isAdopted = false

  constructor({ dataDir, log }: { dataDir: string; log: Log }) {
    this.#files = createMarkFiles(dataDir)
    this.#dataDir = dataDir
    this.#log = log
  }

  get mark(): StoredMark | null {
    return this.#mark
  }

  /** Why the files cannot be written; null while they can. */
  get problem(): string | null {
    return this.#problem
  }

  async load(): Promise<void> {
    this.#mark = await this.#files.read()
  }

  /** What the files say now. Other processes may share the folder. */
  read(): Promise<StoredMark | null> {
    return this.#files.read()
  }

  folder(): Promise<StoredMark['folder']> {
    return this.#files.folder()
  }

  forget(): void {
    this.#mark = null
  }

  /** Written when it changed. */
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
      const problem =
        `DATA_DIR (${this.#dataDir}) cannot be written (${(error as NodeJS.ErrnoException).code ?? 'error'}). Nothing is sent, ` +
        'because a restore of the database would go unnoticed. Free space on the disk, or allow this user to write there.'
      if (this.#problem === null) this.#log.error({ err: error }, problem)
      this.#problem = problem
      throw error
    }
  }
}
