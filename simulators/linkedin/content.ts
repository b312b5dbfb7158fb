import { findUpload, toPublicMedia } from '../core/uploads.ts'
import { type Call, refuse } from '../http/call.ts'
import type { PublicItem, PublicMedia, Upload } from '../state/records.ts'
import { fieldError, inputError } from './errors.ts'

interface PostContent {
  kind: PublicItem['kind']
  media: PublicMedia[]
}

const MAX_ALT_TEXT = 4086

interface ImageRef {
  id?: unknown
  title?: unknown
  altText?: unknown
}

/** Reads `content`, which has one of media, multiImage and article. */
export function readContent(call: Call, owner: string): PostContent {
  const content = call.body.fields.content
  if (content === undefined || content === null) return { kind: 'text', media: [] }
  const names = Object.keys(content)
  const [name] = names
  if (names.length !== 1 || !['media', 'multiImage', 'article'].includes(name ?? '')) {
    refuse(fieldError('/content', 'FIELD_INVALID', 'union type must have exactly one of media, multiImage, article'))
  }
  const value = (content as Record<string, unknown>)[name!] as Record<string, unknown>
  if (name === 'article') return readArticle(call, owner, value)
  if (name === 'media') {
    const upload = readUpload(call, owner, value, '/content/media/id')
    if (upload.kind === 'document') return readDocument(call, upload, value)
    return { kind: upload.kind === 'video' ? 'video' : 'image', media: shown(call, [upload], [value]) }
  }
  const images = Array.isArray(value.images) ? (value.images as ImageRef[]) : []
  if (images.length < 2 || images.length > 20) {
    refuse(fieldError('/content/multiImage/images', 'FIELD_INVALID', 'a multi-image post must have 2 to 20 images'))
  }
  const uploads = images.map((image, at) => {
    const upload = readUpload(call, owner, image, `/content/multiImage/images/${at}/id`)
    if (upload.kind === 'video' || upload.kind === 'document')
      refuse(fieldError(`/content/multiImage/images/${at}/id`, 'FIELD_INVALID', 'must be an image URN'))
    return upload
  })
  return { kind: 'carousel', media: shown(call, uploads, images) }
}

/** A document has a title, which is shown above its pages. */
function readDocument(call: Call, upload: Upload, { title }: ImageRef): PostContent {
  if (typeof title !== 'string' || title === '') {
    refuse(fieldError('/content/media/title', 'FIELD_REQUIRED', 'field is required for documents'))
  }
  return { kind: 'document', media: [toPublicMedia(call.world, upload, String(title))] }
}

/** A card shows a picture only if it was uploaded: nothing is fetched from the link. */
function readArticle(call: Call, owner: string, article: Record<string, unknown>): PostContent {
  if (typeof article.source !== 'string' || !URL.canParse(article.source)) {
    refuse(fieldError('/content/article/source', 'FIELD_INVALID', 'field must be a URL'))
  }
  if (typeof article.title !== 'string' || article.title === '') {
    refuse(
      fieldError(
        '/content/article/title',
        'FIELD_REQUIRED',
        'field is required but not found and has no default value',
      ),
    )
  }
  if (article.thumbnail === undefined) return { kind: 'article', media: [] }
  const picture = readUpload(call, owner, { id: article.thumbnail }, '/content/article/thumbnail')
  return { kind: 'article', media: shown(call, [picture], [{}]) }
}

/** A picture may still be processing, but is then not shown. A video and a document must be ready. */
function readUpload(call: Call, owner: string, ref: ImageRef, path: string): Upload {
  const upload = typeof ref.id === 'string' ? findUpload(call, ref.id) : undefined
  if (ref.altText !== undefined && (typeof ref.altText !== 'string' || ref.altText.length > MAX_ALT_TEXT)) {
    const problem = `must be a string of at most ${MAX_ALT_TEXT} characters`
    return refuse(fieldError(path.replace(/id$/, 'altText'), 'FIELD_INVALID', problem))
  }
  if (!upload || upload.owner !== owner) {
    return refuse(
      fieldError(path, 'FIELD_INVALID', `media ${String(ref.id)} does not exist or does not belong to the author`),
    )
  }
  const no = (code: string, description: string) =>
    refuse(inputError(`ERROR :: ${path} :: ${description}`, [{ description, fieldPath: path, code }], 400))
  if (upload.completedAt === null) return no('MEDIA_ASSET_WAITING_UPLOAD', 'the media has not been uploaded')
  if (upload.failed !== null) return no('MEDIA_ASSET_PROCESSING_FAILED', 'the media could not be processed')
  if ((upload.kind === 'video' || upload.kind === 'document') && call.world.clock.now() < upload.readyAt) {
    return no('MEDIA_ASSET_PROCESSING', 'the media is still being processed')
  }
  return upload
}

/** Leaves out media that are not processed when the post is created. */
function shown(call: Call, uploads: Upload[], refs: ImageRef[]): PublicMedia[] {
  const now = call.world.clock.now()
  return uploads
    .map((upload, at) => ({ upload, ref: refs[at]! }))
    .filter(({ upload }) => upload.readyAt <= now)
    .map(({ upload, ref }) => toPublicMedia(call.world, upload, alt(ref)))
}

function alt(value: ImageRef): string | null {
  return typeof value.altText === 'string' ? value.altText : null
}
