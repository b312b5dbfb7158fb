import { attemptsFor, type FileType, fitPixels, type Size } from './file-plan.ts'
import { withoutMetadata } from './metadata.ts'

/** High, because the result may be compressed once more. */
const HEIC_QUALITY = 0.95

// Runs in a worker: decoding and encoding a large photo takes a second or more.

self.onmessage = async ({ data }: MessageEvent<ConvertRequest>) => {
  const answer = await answerTo(data).catch((): ConvertAnswer => ({ problem: 'unreadable' }))
  self.postMessage(answer)
}

async function answerTo({ file, work }: ConvertRequest): Promise<ConvertAnswer> {
  if (work.kind === 'clean') {
    const bytes = withoutMetadata(work.type, new Uint8Array(await file.arrayBuffer()))
    if (bytes === null) return { problem: 'unreadable' }
    return { blob: new Blob([bytes], { type: file.type }), size: null }
  }
  const bitmap = work.kind === 'heic' ? await decodeHeic(file) : await decode(file)
  try {
    if (work.kind === 'heic') {
      const { width, height } = bitmap
      const blob = await draw(bitmap, width, height).convertToBlob({ type: 'image/jpeg', quality: HEIC_QUALITY })
      return { blob, size: { width, height } }
    }
    const whole = fitPixels(bitmap, work.mostPixels)
    for (const { width, height, quality } of attemptsFor(whole)) {
      const blob = await draw(bitmap, width, height).convertToBlob({ type: 'image/jpeg', quality })
      if (blob.size <= work.mostBytes) return { blob, size: { width, height } }
    }
    return { problem: 'too_large' }
  } finally {
    bitmap.close()
  }
}

/** The browser turns it upright. Only pixels are copied. */
function decode(file: Blob): Promise<ImageBitmap> {
  return createImageBitmap(file, { imageOrientation: 'from-image' })
}

/** Half a megabyte of code that few people need. It runs in a worker of its own, which ends with this one. */
async function decodeHeic(file: Blob): Promise<ImageBitmap> {
  const { heicTo } = await import('heic-to/csp')
  return heicTo({ blob: file, type: 'bitmap' })
}

function draw(bitmap: ImageBitmap, width: number, height: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false })!
  // JPEG has no transparency: transparent parts would become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  return canvas
}

export interface ConvertRequest {
  file: Blob
  work: Work
}

export type Work =
  | { kind: 'clean'; type: FileType }
  | { kind: 'jpeg'; mostBytes: number; mostPixels: number }
  /** Into a JPEG of the same size, where the browser cannot read HEIC itself. */
  | { kind: 'heic' }

export interface Converted {
  blob: Blob
  /** Null if the pixels did not change. */
  size: Size | null
}

export type Problem = 'unreadable' | 'too_large' | 'stopped'

export type ConvertAnswer = Converted | { problem: Problem }
