import type { LinkPreview, Outgoing, PlatformContext, PrepareResult, Progress } from '../contract.ts'
import { prepareUploads, type UploadRules, uploadsOf } from '../uploads.ts'
import { type LinkedInUpload, linkedinUploads } from './upload.ts'

// LinkedIn's Posts API does not look at links: whoever wants a card sends it as `content.article`, picture included.
// https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api

/** The card under preparation. Nothing about it can fail the post: what cannot be had is left out. */
interface Card extends LinkPreview {
  source: string
  startedAt: number
  image: Progress
}

const TITLE_MAX = 400
const DESCRIPTION_MAX = 4_000
/** For the picture, from its download until LinkedIn has processed it. */
const IMAGE_LIMIT_MS = 60_000
const IMAGE_LIMITS = { maxBytes: 10 * 1024 * 1024, timeoutMs: 15_000 }

const pictureRules: UploadRules<LinkedInUpload> = {
  ...linkedinUploads,
  problemOf: ([file], _count, context) =>
    file?.type.startsWith('image/') ? linkedinUploads.problemOf([file], 1, context) : 'no picture',
}

/** The link a card is made for: the first one of the text. */
export function linkOf(text: string): string | null {
  const found = /https?:\/\/[^\s<>"]+/i.exec(text)?.[0]?.replace(/[.,;:!?'”’)\]}]+$/, '')
  return found !== undefined && found.length <= 2_048 && URL.canParse(found) ? found : null
}

export async function prepareCard(
  context: PlatformContext,
  post: Outgoing,
  progress: Progress,
  link: string,
): Promise<PrepareResult> {
  const now = context.now().getTime()
  const known = cardOf(progress, link)
  if (known === null) {
    const preview = await context.readLinkPreview?.(link)
    const card: Card = {
      source: link,
      title: cut(preview?.title ?? '', TITLE_MAX),
      description: preview?.description ? cut(preview.description, DESCRIPTION_MAX) : null,
      imageUrl: preview?.imageUrl ?? null,
      startedAt: now,
      image: {},
    }
    return { kind: 'continue', progress: { ...progress, card }, waitMs: 0 }
  }
  if (known.title === '' || known.imageUrl === null) return { kind: 'ready', progress }
  const withImage = (image: Progress, imageUrl: string | null) => ({ ...progress, card: { ...known, image, imageUrl } })
  if (now - known.startedAt > IMAGE_LIMIT_MS) return { kind: 'ready', progress: withImage({}, null) }
  const bounded = { ...context, openMedia: (url: string) => context.openMedia(url, IMAGE_LIMITS) }
  const result = await prepareUploads(bounded, { ...post, mediaUrls: [known.imageUrl] }, known.image, pictureRules)
  if (result.kind === 'failed') return { kind: 'ready', progress: withImage({}, null) }
  return { ...result, progress: withImage(result.progress, known.imageUrl) }
}

/** `content` of the post; undefined where there is no card. */
export function articleOf(progress: Progress, text: string): Record<string, unknown> | undefined {
  const link = linkOf(text)
  const card = link === null ? null : cardOf(progress, link)
  if (card === null || card.title === '') return undefined
  const [picture] = card.imageUrl === null ? [] : uploadsOf<LinkedInUpload>(card.image)
  return {
    article: {
      source: card.source,
      title: card.title,
      ...(card.description === null ? {} : { description: card.description }),
      ...(picture?.state === 'ready' ? { thumbnail: picture.urn } : {}),
    },
  }
}

/** The card of this very link: a changed text may have another one. */
function cardOf(progress: Progress, link: string): Card | null {
  const card = progress.card as Card | undefined
  return card?.source === link ? card : null
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
}
