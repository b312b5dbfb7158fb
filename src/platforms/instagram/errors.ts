import type { Code } from '../../messages/message.ts'
import type { ContainerStatus } from '../meta/dialect.ts'
import { textOf } from '../shared/values.ts'

// Processing these again would not help.
const FILE_FAULTS: Record<string, Code> = {
  2207004: 'meta.cause_image_size',
  2207005: 'meta.cause_image_type',
  2207009: 'meta.cause_image_shape',
  2207023: 'meta.cause_media_type',
  2207026: 'meta.cause_video_type',
  2207057: 'meta.cause_cover',
}
const PASSING_FAULTS: Record<string, Code> = {
  2207003: 'meta.cause_slow_download',
  2207052: 'meta.cause_download',
  2207077: 'meta.cause_video_download',
}

export function readStatus(body: Record<string, unknown>): ContainerStatus {
  const words = textOf(body.status) ?? ''
  const code = /\b2207\d{3}\b/.exec(words)?.[0] ?? null
  const fault = FILE_FAULTS[code ?? ''] ?? PASSING_FAULTS[code ?? '']
  const status = textOf(body.status_code) ?? ''
  return { status, code, reason: fault ? { code: fault } : words, isFinal: (code ?? '') in FILE_FAULTS }
}
