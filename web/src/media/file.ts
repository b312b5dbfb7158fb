import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../api/client.ts'
import type { Media } from '../api/schema.ts'
import { formatBytes } from '../parts/locale.ts'

export type FileKind = 'image' | 'video' | 'document'

export const KINDS: Record<FileKind, MessageDescriptor> = {
  image: msg({ message: 'Pictures', comment: 'Kind of file' }),
  video: msg({ message: 'Videos', comment: 'Kind of file' }),
  document: msg({ message: 'PDF', comment: 'Kind of file' }),
}

export function isFileKind(text: string | undefined): text is FileKind {
  return text !== undefined && Object.hasOwn(KINDS, text)
}

export function kindOfType(type: string): FileKind {
  if (type.startsWith('image/')) return 'image'
  return type.startsWith('video/') ? 'video' : 'document'
}

const NAMES: Record<string, string> = { 'image/webp': 'WebP', 'video/quicktime': 'MOV' }

/** "JPEG · 1200 × 800 · 240 kB" */
export function describeFile(file: Pick<Media, 'type' | 'width' | 'height' | 'duration_seconds' | 'bytes'>): string {
  const { type, width, height, duration_seconds: seconds, bytes } = file
  const name = NAMES[type] ?? type.split('/')[1]!.toUpperCase()
  const size = width !== null && height !== null ? `${width} × ${height}` : null
  const length = seconds === null ? null : formatSeconds(seconds)
  return [name, size, length, formatBytes(bytes)].filter((part) => part !== null).join(' · ')
}

/** "0:07", "12:05" */
function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

export function useStoreFacts() {
  return useQuery({
    queryKey: ['media', 'storage'],
    queryFn: async ({ signal }) =>
      (await answerOf(api.GET('/v1/media', { params: { query: { limit: 1 } }, signal }))).storage,
    staleTime: 60_000,
  })
}
