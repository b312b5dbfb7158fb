import type { MessageDescriptor } from '@lingui/core'
import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { Profile } from '../../../src/platforms/registry.ts'
import { formatBytes } from '../parts/locale.ts'
import type { ConvertAnswer, Converted, ConvertRequest, Problem, Work } from './convert-worker.ts'
import {
  type FileFacts,
  fileTypeOf,
  HEAD_BYTES,
  isAnimated,
  isPicture,
  noteOf,
  type Plan,
  planFile,
  type Ready,
  Refused,
  STORED_TYPES,
  type StoredType,
  storedName,
} from './file-plan.ts'

interface Room {
  fileBytes: number
  freeBytes: number
}

export async function prepareFile(
  file: File,
  localUrl: string,
  networks: readonly Profile[],
  room: Room | undefined,
): Promise<Ready> {
  const facts = await inspectFile(file, localUrl)
  const { source, known } = await readable(file, facts)
  const plan = planFile(known, networks, room?.fileBytes)
  if (plan.action === 'refuse') throw new Refused(plan.reason)
  const { blob, size } = await carryOut(plan, source, known)
  if (room && blob.size > room.freeBytes) {
    const [size, left] = [formatBytes(blob.size), formatBytes(Math.max(0, room.freeBytes))]
    throw new Refused(
      t`This file has ${size}, and the library has ${left} left. Delete files on the page “Media”, and add it again.`,
    )
  }
  const isConverted = plan.action === 'convert' || source !== file
  const type = isConverted ? 'jpeg' : (facts.type as StoredType)
  return {
    blob,
    contentType: STORED_TYPES[type],
    name: storedName(file.name, isConverted ? 'jpg' : null),
    note: noteOf(facts, { type, bytes: blob.size, size }, plan.action === 'convert' ? plan.loss : null),
    facts: { ...known, type, bytes: blob.size, ...size },
  }
}

/** A HEIC picture that this browser cannot read, as a JPEG of the same size; all others as they are. */
async function readable(file: File, facts: FileFacts): Promise<{ source: Blob; known: FileFacts }> {
  if (facts.type !== 'heic' || facts.width !== null) return { source: file, known: facts }
  const { blob, size } = await convertFile(file, { kind: 'heic' })
  return { source: blob, known: { ...facts, type: 'jpeg', bytes: blob.size, ...size } }
}

async function carryOut(plan: Exclude<Plan, { action: 'refuse' }>, file: Blob, facts: FileFacts): Promise<Converted> {
  if (plan.action === 'convert') {
    return convertFile(file, { kind: 'jpeg', mostBytes: plan.mostBytes, mostPixels: plan.mostPixels })
  }
  return isPicture(facts.type) ? convertFile(file, { kind: 'clean', type: facts.type }) : { blob: file, size: null }
}

const NO_SIZE = { width: null, height: null }
/** Some browsers never report a video that they cannot read. */
const VIDEO_WAIT_MS = 5_000
/** The largest photo of a phone takes a few seconds, and a minute on an old machine. */
const HEIC_WAIT_MS = 90_000

async function inspectFile(file: Blob, url: string): Promise<FileFacts> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  const type = fileTypeOf(head)
  const facts = { type, bytes: file.size, seconds: null, isAnimated: false, ...NO_SIZE }
  if (type === 'mp4' || type === 'mov') return { ...facts, ...(await readVideo(url)) }
  if (!isPicture(type)) return facts
  const bytes = type === 'gif' ? new Uint8Array(await file.arrayBuffer()) : head
  return { ...facts, isAnimated: isAnimated(type, bytes), ...(await readPicture(url)) }
}

/** As shown, after rotation. Only the header is decoded. */
function readPicture(url: string): Promise<{ width: number | null; height: number | null }> {
  return new Promise((resolve) => {
    const image = new Image()
    image.onload = () => resolve({ width: image.naturalWidth || null, height: image.naturalHeight || null })
    image.onerror = () => resolve(NO_SIZE)
    image.src = url
  })
}

/** Unknown if the browser lacks the codec; the server reads it then. */
function readVideo(url: string): Promise<Pick<FileFacts, 'width' | 'height' | 'seconds'>> {
  return new Promise((resolve) => {
    const video = document.createElement('video')
    const nothing = { ...NO_SIZE, seconds: null }
    const timer = setTimeout(() => finish(nothing), VIDEO_WAIT_MS)
    const finish = (facts: Pick<FileFacts, 'width' | 'height' | 'seconds'>) => {
      clearTimeout(timer)
      video.removeAttribute('src')
      resolve(facts)
    }
    video.onloadedmetadata = () =>
      finish({
        width: video.videoWidth || null,
        height: video.videoHeight || null,
        seconds: Number.isFinite(video.duration) ? video.duration : null,
      })
    video.onerror = () => finish(nothing)
    video.preload = 'metadata'
    video.muted = true
    video.src = url
  })
}

const UNREADABLE_HEIC = msg`This HEIC photo cannot be read: the file is damaged, or of a kind that browsers do not know. Export it as JPEG and add that; on an iPhone, Settings › Camera › Formats › Most Compatible saves new photos as JPEG.`

const PROBLEMS: Record<Problem, MessageDescriptor> = {
  unreadable: msg`This picture cannot be read: the file is damaged or not complete. Save it again, or choose another one.`,
  too_large: msg`This picture cannot be made small enough for the networks you chose. Scale it down yourself, and add it again.`,
  stopped: msg`This picture needs more memory than the browser has. Scale it down yourself, and add it again.`,
}

/** Lives as long as the page; restarted after a crash. */
let worker: Worker | null = null
/** One at a time: the pixels of a photo take 100 MB. */
let line: Promise<unknown> = Promise.resolve()

function convertFile(file: Blob, work: Work): Promise<Converted> {
  const turn = line.then(() => ask(file, work))
  line = turn.catch(() => {})
  return turn
}

async function ask(file: Blob, work: Work): Promise<Converted> {
  worker ??= new Worker(new URL('./convert-worker.ts', import.meta.url), { type: 'module' })
  const port = worker
  const answer = await new Promise<ConvertAnswer>((resolve) => {
    const stop = (problem: Problem) => {
      worker = null
      port.terminate()
      resolve({ problem })
    }
    // The decoder never ends with some damaged files.
    const timer = work.kind === 'heic' ? setTimeout(() => stop('unreadable'), HEIC_WAIT_MS) : undefined
    port.onmessage = ({ data }: MessageEvent<ConvertAnswer>) => {
      clearTimeout(timer)
      resolve(data)
    }
    port.onerror = () => {
      clearTimeout(timer)
      stop('stopped')
    }
    port.postMessage({ file, work } satisfies ConvertRequest)
  })
  if ('problem' in answer) {
    const isHeic = work.kind === 'heic' && answer.problem === 'unreadable'
    throw new Refused(i18n._(isHeic ? UNREADABLE_HEIC : PROBLEMS[answer.problem]))
  }
  return answer
}
