import type { RuleId, Warn } from './rules.ts'

/** What files a provider takes. Pure, like the rest of its profile. */
export interface MediaRules {
  /** Doorpost uploads the files itself; otherwise the provider fetches them, from the public internet. */
  uploaded: boolean
  image: FileLimits
  video: FileLimits
  /** Where posts can have a sound. */
  audio?: FileLimits
  /** Where posts can have one: a PDF, shown page by page. */
  document?: FileLimits
  /** The longest alt text, in characters, and which files can have one. */
  altText?: { max: number; kinds: readonly ('image' | 'video')[] }
  /** Which files cannot stand beside each other. */
  checkMix?(files: readonly NamedFile[], warn: Warn): void
}

/** A file, as far as its address tells. */
export interface NamedFile {
  /** Of the path, in lower case; null when it tells nothing, as in /media/42. */
  extension: string | null
  kind: 'image' | 'video' | 'audio' | 'document' | 'other' | null
}

/** Kinds of files, with what people call them and how their names end. */
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

/** "JPEG, PNG and GIF" */
export function listTypes(types: readonly FileType[], word: 'and' | 'or'): string {
  const type = word === 'and' ? 'conjunction' : 'disjunction'
  return new Intl.ListFormat('en-GB', { type }).format(types.map((each) => FILE_TYPES[each].name))
}

/** What the provider refuses, from its own pages. What it scales down by itself is not a limit. */
interface FileLimits {
  types: readonly FileType[]
  bytes: number
  gifBytes?: number
  /** Shortest and longest, in seconds. */
  seconds?: readonly [number, number]
  /** A longer one is not sent: the provider would publish the post, but not show the video. */
  refusesLonger?: boolean
  /** Width in pixels; narrower is refused, wider is scaled down. */
  leastWidth?: number
  /** Width divided by height. */
  ratio?: readonly [number, number]
  pixels?: number
}

/** The alt text as it is sent: cut where the provider would refuse it. Null where the provider takes none. */
export function altTextFor({ altText }: MediaRules, kind: 'image' | 'video', text: string | null | undefined) {
  if (!text || !altText?.kinds.includes(kind)) return null
  const characters = [...text]
  return characters.length <= altText.max ? text : `${characters.slice(0, altText.max - 1).join('')}…`
}

/** Up to so many images, or one video, or one sound where those are taken. */
export function imagesOrVideo(rule: RuleId, label: string, most: number) {
  return (files: readonly NamedFile[], warn: Warn): void => {
    const videos = files.filter(({ kind }) => kind === 'video' || kind === 'audio').length
    if (files.length <= most && (videos === 0 || files.length === 1)) return
    const actual = videos === 0 ? `${files.length} files` : `${files.length} files, ${videos} of them video or audio`
    const message = `${label} takes up to ${most} images or 1 video in a post, but media_urls has ${actual}.`
    warn(rule, 'media_urls', message)
  }
}

export const MB = 1_000_000
