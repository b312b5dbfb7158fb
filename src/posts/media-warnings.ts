import ipaddr from 'ipaddr.js'
import { FILE_TYPES, listTypes, type NamedFile } from '../platforms/media.ts'
import { profileFor } from '../platforms/registry.ts'
import type { Warn } from '../platforms/rules.ts'
import type { PostInput } from './fields.ts'

const KINDS = {
  image: 'jpg jpeg jpe jfif png gif webp heic heif avif bmp tif tiff svg'.split(' '),
  video: 'mp4 m4v mov webm avi mkv mpg mpeg wmv flv 3gp ogv'.split(' '),
  other: 'pdf doc docx ppt pptx xls xlsx txt zip mp3 m4a wav ogg'.split(' '),
}

/** The media types that take one kind of file only. */
const KIND_OF_MEDIA_TYPE: Record<string, 'image' | 'video'> = {
  image: 'image',
  video: 'video',
  feed_post: 'image',
  reel: 'video',
}

export function checkMedia(warn: Warn, input: PostInput, privateMedia: boolean): void {
  const { label, media } = profileFor(input.platform)
  const files: NamedFile[] = []
  for (const [index, text] of (input.media_urls ?? []).entries()) {
    const url = URL.parse(text)
    if (!url) continue
    const field = `media_urls[${index}]`
    if (isPrivateHost(url.hostname) && !(privateMedia && media.uploaded)) {
      const message = `${field} is on a private host, which ${label} cannot reach. Use a public address.`
      warn('any.media.url.private', field, message)
    }
    const file = toNamedFile(url)
    checkFileType(warn, input, field, file)
    files.push(file)
  }
  media.checkMix?.(files, warn)
}

function toNamedFile(url: URL): NamedFile {
  const extension = /\.([a-z0-9]{2,5})$/i.exec(url.pathname)?.[1]?.toLowerCase() ?? ''
  const kind = (['image', 'video', 'other'] as const).find((each) => KINDS[each].includes(extension))
  return kind === undefined ? { extension: null, kind: null } : { extension, kind }
}

function checkFileType(warn: Warn, input: PostInput, field: string, { extension, kind }: NamedFile) {
  if (kind === null) return
  const { platform, media_type: mediaType } = input
  const refuse = (kindOfRule: 'image' | 'video', problem: string) =>
    warn(`${platform}.${kindOfRule}.type`, field, `${field} ends in .${extension}, ${problem}.`)
  const wanted = mediaType === null ? undefined : KIND_OF_MEDIA_TYPE[mediaType]
  if (wanted !== undefined && kind !== wanted) {
    return refuse(wanted, `but media_type ${mediaType} takes ${wanted === 'image' ? 'an image' : 'a video'}`)
  }
  if (kind === 'other') return refuse('image', 'which is neither an image nor a video')
  const { label, media } = profileFor(platform)
  const { types } = media[kind]
  if (types.some((type) => FILE_TYPES[type].extensions.some((each) => each === extension))) return
  const only = kind === 'image' && types.length === 1 ? 'only ' : ''
  refuse(kind, `but ${label} takes ${only}${listTypes(types, 'and')} ${kind}s`)
}

const PRIVATE_SUFFIX = /(^|\.)(localhost|local|internal|lan|home\.arpa|test|invalid)$/

/** By the name alone, without a look-up: what resolves to a private address is found when the file is fetched. */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  // `process` reads ::ffff:10.0.0.1 as the IPv4 address it is.
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() !== 'unicast'
  return !host.includes('.') || PRIVATE_SUFFIX.test(host)
}
