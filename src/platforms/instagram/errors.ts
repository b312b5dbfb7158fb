import type { ContainerStatus } from '../meta/dialect.ts'
import { textOf } from '../shared/values.ts'

// Processing these again would not help.
const FILE_FAULTS: Record<string, string> = {
  2207004: 'the image is larger than 8 MB',
  2207005: 'the image is not a JPEG',
  2207009: 'the image has a shape that is not allowed; 4:5 to 1.91:1 is',
  2207023: 'the kind of media is not known',
  2207026: 'the video format is not supported; use MP4 or MOV with H.264 and AAC',
  2207057: 'the cover image lies outside the video',
}
const PASSING_FAULTS: Record<string, string> = {
  2207003: 'the file took too long to download',
  2207052: 'the file could not be downloaded from its address',
  2207077: 'the video could not be downloaded from its address',
}

export function readStatus(body: Record<string, unknown>): ContainerStatus {
  const words = textOf(body.status) ?? ''
  const code = /\b2207\d{3}\b/.exec(words)?.[0] ?? null
  const fault = FILE_FAULTS[code ?? ''] ?? PASSING_FAULTS[code ?? '']
  const status = textOf(body.status_code) ?? ''
  return { status, code, reason: fault ?? words, isFinal: (code ?? '') in FILE_FAULTS }
}
