import ipaddr from 'ipaddr.js'
import { FILE_TYPES, listTypes } from '../platforms/profile.ts'
import { profileFor } from '../platforms/registry.ts'
import type { Warn } from '../platforms/rules.ts'
import type { PostInput } from './input.ts'

const SHORT_IMAGES_MAX = 4

type Kind = 'image' | 'video' | 'other'

const KINDS: Record<Kind, string[]> = {
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

interface Medium {
  /** Of the path, in lower case; null when it tells nothing, as in /media/42. */
  extension: string | null
  kind: Kind | null
}

export function checkMedia(warn: Warn, input: PostInput, privateMedia: boolean): void {
  const media: Medium[] = []
  for (const [index, text] of (input.mediaUrls ?? []).entries()) {
    const url = URL.parse(text)
    if (!url) continue
    const field = `media_urls[${index}]`
    if (isPrivateHost(url.hostname) && !(privateMedia && profileFor(input.platform).media.uploaded)) {
      const message = `${field} is on a private host, which ${profileFor(input.platform).label} cannot reach. Use a public address.`
      warn('any.media.url.private', field, message)
    }
    const medium = toMedium(url)
    checkFileType(warn, input, field, medium)
    media.push(medium)
  }
  if (input.platform === 'professional') checkProfessionalMix(warn, media)
  if (input.platform === 'short') checkShortMix(warn, media)
}

function toMedium(url: URL): Medium {
  const extension = /\.([a-z0-9]{2,5})$/i.exec(url.pathname)?.[1]?.toLowerCase()
  for (const kind of ['image', 'video', 'other'] as const) {
    if (extension !== undefined && KINDS[kind].includes(extension)) return { extension, kind }
  }
  return { extension: null, kind: null }
}

function checkFileType(warn: Warn, input: PostInput, field: string, { extension, kind }: Medium): void {
  if (kind === null || extension === null) return
  const { platform, mediaType } = input
  const wanted = mediaType === null ? undefined : KIND_OF_MEDIA_TYPE[mediaType]
  if (wanted !== undefined && kind !== wanted) {
    const message = `${field} ends in .${extension}, but media_type ${mediaType} takes ${wanted === 'image' ? 'an image' : 'a video'}.`
    warn(`${platform}.${wanted}.type`, field, message)
    return
  }
  if (kind === 'other') {
    const message = `${field} ends in .${extension}, which is neither an image nor a video.`
    warn(`${platform}.image.type`, field, message)
    return
  }
  const { label, media } = profileFor(platform)
  const { types } = media[kind]
  if (types.some((type) => FILE_TYPES[type].extensions.some((each) => each === extension))) return
  const only = kind === 'image' && types.length === 1 ? 'only ' : ''
  const message = `${field} ends in .${extension}, but ${label} takes ${only}${listTypes(types, 'and')} ${kind}s.`
  warn(`${platform}.${kind}.type`, field, message)
}

function checkProfessionalMix(warn: Warn, media: Medium[]): void {
  const videos = media.filter(({ kind }) => kind === 'video').length
  if (videos === 0 || media.length === 1) return
  const actual = videos === media.length ? `${videos} videos` : `${videos} of ${media.length} files are videos`
  const message = `LinkedIn takes either images or one video in a post, but media_urls has ${actual}. Make several posts.`
  warn('professional.mix', 'media_urls', message)
}

function checkShortMix(warn: Warn, media: Medium[]): void {
  const isMoving = ({ kind, extension }: Medium) => kind === 'video' || extension === 'gif'
  if (media.length <= SHORT_IMAGES_MAX && !(media.length > 1 && media.some(isMoving))) return
  const moving = media.filter(isMoving).length
  const actual = moving === 0 ? `${media.length} files` : `${media.length} files, ${moving} of them GIF or video`
  const message = `X takes up to ${SHORT_IMAGES_MAX} images, or 1 GIF, or 1 video in a post, but media_urls has ${actual}.`
  warn('short.media.mix', 'media_urls', message)
}

const PRIVATE_SUFFIX = /(^|\.)(localhost|local|internal|lan|home\.arpa|test|invalid)$/

/** By the name alone, without a look-up: what resolves to a private address is found when the file is fetched. */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  // `process` reads ::ffff:10.0.0.1 as the IPv4 address it is.
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() !== 'unicast'
  return !host.includes('.') || PRIVATE_SUFFIX.test(host)
}
