import type { Code } from '../../messages/message.ts'
import type { ContainerStatus } from '../meta/dialect.ts'
import { textOf } from '../shared/values.ts'

// developers.facebook.com/docs/threads/troubleshooting: why a container ended with ERROR. "ASPEC" is how they spell it.
const REASONS: Record<string, { code: Code; isFinal: boolean }> = {
  FAILED_DOWNLOADING_VIDEO: { code: 'meta.cause_video_download', isFinal: false },
  FAILED_PROCESSING_AUDIO: { code: 'meta.cause_sound', isFinal: false },
  FAILED_PROCESSING_VIDEO: { code: 'meta.cause_video', isFinal: false },
  INVALID_ASPEC_RATIO: { code: 'meta.cause_video_shape', isFinal: true },
  INVALID_ASPECT_RATIO: { code: 'meta.cause_video_shape', isFinal: true },
  INVALID_BIT_RATE: { code: 'meta.cause_bit_rate', isFinal: true },
  INVALID_DURATION: { code: 'meta.cause_duration', isFinal: true },
  INVALID_FRAME_RATE: { code: 'meta.cause_frame_rate', isFinal: true },
  INVALID_AUDIO_CHANNELS: { code: 'meta.cause_channels', isFinal: true },
  UNKNOWN: { code: 'meta.cause_untold', isFinal: false },
  INVALID_AUDIO_CHANNEL_LAYOUT: { code: 'meta.cause_channels', isFinal: true },
}

export function readStatus(body: Record<string, unknown>): ContainerStatus {
  const code = textOf(body.error_message)
  const known = REASONS[code ?? 'UNKNOWN']
  const status = textOf(body.status) ?? ''
  const reason = known ? { code: known.code } : (code ?? '')
  return { status, code, reason, isFinal: known?.isFinal ?? false }
}
