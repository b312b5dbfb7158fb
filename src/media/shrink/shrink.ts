import { spawn } from 'node:child_process'
import { type FileHandle, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createWorkLine } from '../../lib/bounds/work-line.ts'
import type { Log } from '../../lib/log/log.ts'
import { message } from '../../messages/message.ts'
import { MediaBusyError, type MediaFile } from '../../platforms/shared/contract.ts'
import { openNameless, readRange } from '../stores/disk.ts'
import type { ShrinkOrder } from './shrink-process.ts'

const PROGRAM = fileURLToPath(new URL('./shrink-process.ts', import.meta.url))
const TIMEOUT_MS = 60_000
/** The largest picture takes half a gigabyte when decoded. */
const MEMORY_MAX_BYTES = 1_000_000_000
const MEMORY_LOOK_MS = 50
const PAGE_BYTES = 4_096
const COPY_BYTES = 1_048_576
const LOW_PRIORITY = 10
const CANNOT = 2

// One at a time: each may use a CPU core and a gigabyte.
const line = createWorkLine({ atOnce: 1, waitingMax: 1_000 })

let installed: boolean | undefined

/**
 * Whether pictures can be made smaller here: the library is an optional package, with a binary for each kind of
 * machine.
 */
export function canShrink(): boolean {
  installed ??= ['', 'musl'].some((libc) =>
    isInstalled(`@img/sharp-${process.platform}${libc}-${process.arch}/package`),
  )
  return installed
}

function isInstalled(name: string): boolean {
  const require = createRequire(import.meta.url)
  try {
    // It is a dependency of sharp, which may have it in its own folder.
    createRequire(require.resolve('sharp')).resolve(name)
    return true
  } catch {
    return false
  }
}

/**
 * Converts the picture to a JPEG within these limits, upright and without metadata. Null if that is impossible: it is
 * damaged, animated, or needs too much memory. Throws a MediaBusyError if another attempt may succeed.
 */
export function shrinkImage(
  { dir, log, timeoutMs = TIMEOUT_MS }: { dir: string; log: Log; timeoutMs?: number },
  source: MediaFile,
  limits: Omit<ShrinkOrder, 'timeoutMs'>,
): Promise<(MediaFile & { close(): Promise<void> }) | null> {
  return line.run(async () => {
    const input = await openNameless(dir)
    const output = await openNameless(dir)
    let isKept = false
    try {
      await copyTo(input, source)
      const result = await runProcess({ ...limits, timeoutMs }, [input.fd, output.fd])
      const { size: bytes } = await output.stat()
      if (!('width' in result) || bytes === 0 || bytes > limits.mostBytes) {
        log.warn({ result, bytes: source.bytes }, 'a picture could not be made smaller')
        return null
      }
      isKept = true
      return {
        type: 'image/jpeg',
        bytes,
        size: { width: result.width, height: result.height },
        read: (start: number, end: number) => readRange(output, { start, end: Math.min(end, bytes) }),
        close: () => output.close(),
      }
    } finally {
      await input.close()
      if (!isKept) await output.close()
    }
  })
}

/** Writes at explicit positions, so that the descriptor's reader begins at the start. */
async function copyTo(file: FileHandle, source: MediaFile): Promise<void> {
  for (let at = 0; at < source.bytes; at += COPY_BYTES) {
    const part = await source.read(at, Math.min(at + COPY_BYTES, source.bytes))
    await file.write(part, 0, part.length, at)
  }
}

type Result = { width: number; height: number } | { problem: string }

async function runProcess(order: ShrinkOrder, [input, output]: [number, number]): Promise<Result> {
  // In its own process group: a signal from the terminal must not make a picture look impossible to shrink.
  const child = spawn(process.execPath, ['--no-warnings', '--max-old-space-size=128', PROGRAM, JSON.stringify(order)], {
    env: {},
    stdio: ['ignore', 'pipe', 'ignore', input, output],
    detached: true,
  })
  const told: Buffer[] = []
  child.stdout!.on('data', (part: Buffer) => told.push(part))
  let problem: string | null = null
  const stop = (why: string) => {
    problem ??= why
    child.kill('SIGKILL')
  }
  const timer = setTimeout(() => stop('it took too long'), order.timeoutMs)
  const memory = setInterval(async () => {
    if ((await residentBytes(child.pid)) > MEMORY_MAX_BYTES) stop(TOO_MUCH_MEMORY)
  }, MEMORY_LOOK_MS)
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', resolve)
      if (child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY)
    })
    if (problem === TOO_MUCH_MEMORY) return { problem }
    if (code === 0 || code === CANNOT) return JSON.parse(Buffer.concat(told).toString()) as Result
    throw new Error(problem ?? `the process ended with ${code}`)
  } catch (error) {
    throw new MediaBusyError(message('file.not_shrunk'), { cause: error })
  } finally {
    clearTimeout(timer)
    clearInterval(memory)
  }
}

const TOO_MUCH_MEMORY = 'it needs too much memory'

/** 0 if the system does not say. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(text.split(' ')[1] ?? 0) * PAGE_BYTES
}
