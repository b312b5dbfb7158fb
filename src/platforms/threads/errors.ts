import type { ContainerStatus } from '../meta/dialect.ts'
import { textOf } from '../shared/values.ts'

// developers.facebook.com/docs/threads/troubleshooting: why a container ended with ERROR. "ASPEC" is how they spell it.
const REASONS: Record<string, { text: string; isFinal: boolean }> = {
  FAILED_DOWNLOADING_VIDEO: { text: 'the video could not be downloaded from its address', isFinal: false },
  FAILED_PROCESSING_AUDIO: { text: 'the sound of the video could not be processed', isFinal: false },
  FAILED_PROCESSING_VIDEO: { text: 'the video could not be processed', isFinal: false },
  INVALID_ASPEC_RATIO: { text: 'the video has a shape that is not allowed', isFinal: true },
  INVALID_ASPECT_RATIO: { text: 'the video has a shape that is not allowed', isFinal: true },
  INVALID_BIT_RATE: { text: 'the bit rate of the video is too high', isFinal: true },
  INVALID_DURATION: { text: 'the video is too long; up to 5 minutes are allowed', isFinal: true },
  INVALID_FRAME_RATE: { text: 'the frame rate of the video must be 23 to 60 per second', isFinal: true },
  INVALID_AUDIO_CHANNELS: { text: 'the sound of the video must be mono or stereo', isFinal: true },
  UNKNOWN: { text: 'it does not say why', isFinal: false },
  INVALID_AUDIO_CHANNEL_LAYOUT: { text: 'the sound of the video must be mono or stereo', isFinal: true },
}

export function readStatus(body: Record<string, unknown>): ContainerStatus {
  const code = textOf(body.error_message)
  const known = REASONS[code ?? 'UNKNOWN']
  const status = textOf(body.status) ?? ''
  return { status, code, reason: known?.text ?? code ?? '', isFinal: known?.isFinal ?? false }
}
