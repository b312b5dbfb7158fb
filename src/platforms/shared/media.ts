import { type Message, message } from '../../messages/message.ts'
import type { RuleId, Warn } from './rules.ts'

export interface MediaRules {
  /** Otherwise the provider fetches them from the internet. */
  uploaded: boolean
  image: FileLimits
  video: FileLimits
  audio?: FileLimits
  /** PDF. */
  document?: FileLimits
  altText?: { max: number; kinds: readonly ('image' | 'video')[] }
  checkMix?(files: readonly NamedFile[], warn: Warn): void
}

export interface NamedFile {
  /** Null when the address has none. */
  extension: string | null
  kind: 'image' | 'video' | 'audio' | 'document' | 'other' | null
}

export const FILE_TYPES = {
  jpeg: { name: 'JPEG', extensions: ['jpg', 'jpeg', 'jpe', 'jfif'] },
  png: { name: 'PNG', extensions: ['png'] },
  gif: { name: 'GIF', extensions: ['gif'] },
  webp: { name: 'WebP', extensions: ['webp'] },
  mp4: { name: 'MP4', extensions: ['mp4'] },
  mov: { name: 'MOV', extensions: ['mov'] },
  pdf: { name: 'PDF', extensions: ['pdf'] },
  mp3: { name: 'MP3', extensions: ['mp3'] },
  ogg: { name: 'Ogg', extensions: ['ogg', 'oga', 'opus'] },
  flac: { name: 'FLAC', extensions: ['flac'] },
  wav: { name: 'WAV', extensions: ['wav'] },
  m4a: { name: 'M4A', extensions: ['m4a'] },
} as const
export type FileType = keyof typeof FILE_TYPES

/** The types that Doorpost knows, by their MIME names. */
export const TYPE_NAMES: Readonly<Record<string, FileType>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'application/pdf': 'pdf',
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/mp4': 'm4a',
  'audio/m4a': 'm4a',
  'audio/x-m4a': 'm4a',
}

export function listTypes(types: readonly FileType[], word: 'and' | 'or'): Message | string {
  const names = types.map((each) => FILE_TYPES[each].name)
  const last = names.at(-1)!
  return names.length === 1 ? last : message(`types.${word}`, { types: names.slice(0, -1).join(', '), last })
}

/** Limits beyond which the provider refuses a file. Where it only scales down, there is no limit. */
interface FileLimits {
  types: readonly FileType[]
  bytes: number
  gifBytes?: number
  seconds?: readonly [number, number]
  /** The provider would publish the post without the video. */
  refusesLonger?: boolean
  leastWidth?: number
  ratio?: readonly [number, number]
  pixels?: number
}

/** Shortened for the provider; null if it takes none. */
export function altTextFor({ altText }: MediaRules, kind: 'image' | 'video', text: string | null | undefined) {
  if (!text || !altText?.kinds.includes(kind)) return null
  const characters = [...text]
  return characters.length <= altText.max ? text : `${characters.slice(0, altText.max - 1).join('')}…`
}

export function imagesOrVideo(rule: RuleId, label: string, most: number) {
  return (files: readonly NamedFile[], warn: Warn): void => {
    const videos = files.filter(({ kind }) => kind === 'video' || kind === 'audio').length
    if (files.length <= most && (videos === 0 || files.length === 1)) return
    const values = { network: label, max: most, count: files.length }
    const said = videos === 0 ? message('mix.too_many', values) : message('mix.moving', { ...values, moving: videos })
    warn(rule, 'media_urls', said)
  }
}

export const MB = 1_000_000
