import { fileTypeOf, HEAD_BYTES, isAnimated, isPicture } from './file-type.ts'
import type { FileFacts } from './plan.ts'

const NO_SIZE = { width: null, height: null }
/** A browser that reads no more of a video says nothing at all. */
const VIDEO_WAIT_MS = 5_000

/** Reads what a file is. `url` leads to it inside of this page. */
export async function inspectFile(file: Blob, url: string): Promise<FileFacts> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  const type = fileTypeOf(head)
  const facts = { type, bytes: file.size, seconds: null, isAnimated: false, ...NO_SIZE }
  if (type === 'mp4' || type === 'mov') return { ...facts, ...(await readVideo(url)) }
  if (!isPicture(type)) return facts
  const bytes = type === 'gif' ? new Uint8Array(await file.arrayBuffer()) : head
  return { ...facts, isAnimated: isAnimated(type, bytes), ...(await readPicture(url)) }
}

/** As it is shown: turned when the file says so. Only its header is decoded. */
function readPicture(url: string): Promise<{ width: number | null; height: number | null }> {
  return new Promise((resolve) => {
    const image = new Image()
    image.onload = () => resolve({ width: image.naturalWidth || null, height: image.naturalHeight || null })
    image.onerror = () => resolve(NO_SIZE)
    image.src = url
  })
}

/** Nothing is known of a video whose codec the browser does not have: the server reads it then. */
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
