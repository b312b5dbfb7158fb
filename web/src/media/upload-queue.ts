import { plural, t } from '@lingui/core/macro'
import type { Profile } from '../../../src/platforms/registry.ts'
import { isProblem, messageOf } from '../api/client.ts'
import type { UploadRequest } from '../api/files.ts'
import type { Media } from '../api/schema.ts'
import { type FileFacts, type Ready, Refused } from './file-plan.ts'

export interface Upload {
  key: string
  name: string
  localUrl: string
  state: 'preparing' | 'uploading' | 'failed' | 'stored'
  /** From 0 to 1. */
  share: number
  problem: string | null
  note: string | null
  facts: FileFacts | null
  stored: Media | null
}

interface Refusal {
  id: number
  name: string
  reason: string
}

export interface QueueState {
  uploads: Record<string, Upload>
  refusals: Refusal[]
  /** Announced to screen readers. */
  said: string
}

export const NO_UPLOADS: QueueState = { uploads: {}, refusals: [], said: '' }

export interface QueueDeps {
  prepare: (file: File, localUrl: string, networks: readonly Profile[]) => Promise<Ready>
  send: (request: UploadRequest) => Promise<Media>
  /** Replaces an entry; null removes it. */
  replace: (key: string, next: string | null, stored?: Media) => void
  onState: (state: QueueState) => void
}

interface Source {
  file: File
  networks: readonly Profile[]
  abort: AbortController
  ready: Ready | null
  /** The file it replaces, which is restored if this one is refused. */
  before: string | null
  /** True once the draft has contained it. */
  isPlaced: boolean
}

interface Queue extends QueueDeps {
  state: QueueState
  sources: Map<string, Source>
  /** A few at a time. */
  lines: Promise<unknown>[]
  count: number
}

export type UploadQueue = ReturnType<typeof createUploadQueue>

const AT_ONCE = 3

export function createUploadQueue(deps: QueueDeps) {
  const lines = Array.from({ length: AT_ONCE }, () => Promise.resolve())
  const queue: Queue = { ...deps, state: NO_UPLOADS, sources: new Map(), lines, count: 0 }
  return {
    /** Returns the keys that stand in the draft until there are URLs. */
    add(files: readonly File[], networks: readonly Profile[]): string[] {
      const name = files[0]?.name ?? ''
      say(queue, plural(files.length, { one: `${name} is being added.`, other: '# files are being added.' }))
      return files.map((file) => begin(queue, file, networks, null))
    },
    /** Uploads another version to replace a stored file. */
    redo: (url: string, file: File, networks: readonly Profile[]): string => begin(queue, file, networks, url),
    retry: (key: string) => void run(queue, key),
    fileOf: (key: string): File | undefined => queue.sources.get(key)?.file,
    /** Cancels uploads whose entries are gone. A new one may not be there yet. */
    keep(entries: ReadonlySet<string>): void {
      for (const [key, source] of queue.sources) source.isPlaced ||= entries.has(key)
      const gone = Object.values(queue.state.uploads).filter(
        ({ key, state }) => state !== 'stored' && queue.sources.get(key)?.isPlaced && !entries.has(key),
      )
      if (gone.length > 0) drop(queue, gone)
    },
    dismiss: (id: number) => change(queue, { refusals: queue.state.refusals.filter((each) => each.id !== id) }),
    say: (said: string) => say(queue, said),
    close: () => drop(queue, Object.values(queue.state.uploads)),
  }
}

function change(queue: Queue, next: Partial<QueueState>): void {
  queue.state = { ...queue.state, ...next }
  queue.onState(queue.state)
}

function say(queue: Queue, said: string): void {
  change(queue, { said })
}

function set(queue: Queue, key: string, next: Partial<Upload>): void {
  const { uploads } = queue.state
  if (uploads[key]) change(queue, { uploads: { ...uploads, [key]: { ...uploads[key], ...next } } })
}

function begin(queue: Queue, file: File, networks: readonly Profile[], before: string | null): string {
  const key = pendingKey(++queue.count, file.name)
  const upload: Upload = {
    key,
    name: file.name,
    localUrl: URL.createObjectURL(file),
    state: 'preparing',
    share: 0,
    problem: null,
    note: null,
    facts: null,
    stored: null,
  }
  queue.sources.set(key, { file, networks, abort: new AbortController(), ready: null, before, isPlaced: false })
  change(queue, { uploads: { ...queue.state.uploads, [key]: upload } })
  void run(queue, key)
  return key
}

async function run(queue: Queue, key: string): Promise<void> {
  const source = queue.sources.get(key)
  const upload = queue.state.uploads[key]
  if (!source || !upload) return
  const { file, networks, abort } = source
  try {
    set(queue, key, { state: 'preparing', problem: null })
    source.ready ??= await queue.prepare(file, upload.localUrl, networks)
    const { note, facts, blob } = source.ready
    set(queue, key, { note, facts, ...(blob === file ? {} : { localUrl: replaceUrl(upload.localUrl, blob) }) })
    await inLine(queue, () => send(queue, key, source, source.ready!))
  } catch (error) {
    if (abort.signal.aborted) return
    if (error instanceof Refused) return refuse(queue, key, error.message)
    if (isProblem(error) && error.details.file) return refuse(queue, key, error.details.file.join(' '))
    set(queue, key, { state: 'failed', problem: messageOf(error) })
    const [name, problem] = [file.name, messageOf(error)]
    say(queue, t`${name} was not uploaded. ${problem}`)
  }
}

/** The browser may not be able to show the file as it was chosen. */
function replaceUrl(before: string, blob: Blob): string {
  URL.revokeObjectURL(before)
  return URL.createObjectURL(blob)
}

function inLine(queue: Queue, work: () => Promise<void>): Promise<void> {
  const at = queue.count++ % AT_ONCE
  const turn = queue.lines[at]!.then(work)
  queue.lines[at] = turn.catch(() => {})
  return turn
}

async function send(queue: Queue, key: string, { file, abort }: Source, ready: Ready): Promise<void> {
  const { signal } = abort
  if (signal.aborted) return
  set(queue, key, { state: 'uploading', share: 0 })
  const onProgress = (share: number) => set(queue, key, { share })
  const { blob, contentType, name } = ready
  const stored = await queue.send({ blob, contentType, name, onProgress, signal })
  set(queue, key, { state: 'stored', stored })
  queue.replace(key, stored.url, stored)
  const own = file.name
  say(queue, t`${own} is uploaded.`)
}

/** Another try would fail the same way. */
function refuse(queue: Queue, key: string, reason: string): void {
  const { file, before } = queue.sources.get(key)!
  queue.replace(key, before)
  const refusals = [...queue.state.refusals, { id: ++queue.count, name: file.name, reason }]
  const { name } = file
  change(queue, { refusals, said: t`${name} was not added. ${reason}` })
}

function drop(queue: Queue, gone: readonly Upload[]): void {
  for (const { key, localUrl } of gone) {
    queue.sources.get(key)?.abort.abort()
    queue.sources.delete(key)
    URL.revokeObjectURL(localUrl)
  }
  const left = Object.entries(queue.state.uploads).filter(([key]) => !gone.some((each) => each.key === key))
  change(queue, { uploads: Object.fromEntries(left) })
}

const PREFIX = 'upload:'

/** Keeps the extension, which tells pictures from videos. */
export function pendingKey(id: number | string, name: string): string {
  const ending = /\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? ''
  return `${PREFIX}${id}${ending}`
}

export function isPending(entry: string): boolean {
  return entry.startsWith(PREFIX)
}
