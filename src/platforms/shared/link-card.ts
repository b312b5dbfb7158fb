import { message } from '../../messages/message.ts'
import {
  type LinkPreview,
  MediaError,
  type Outgoing,
  type PlatformContext,
  type PrepareResult,
  type Progress,
} from './contract.ts'
import { findHttpUrls } from './text.ts'
import { prepareUploads, type UploadRules } from './uploads.ts'

// LinkedIn and Bluesky do not fetch links: the card is sent with the post, picture included.

/** A card under preparation. It never fails the post: missing parts are left out. */
export interface Card extends LinkPreview {
  source: string
  startedAt: number
  image: Progress
}

const TITLE_MAX = 400
const DESCRIPTION_MAX = 4_000
/** The time limit for the picture, from its download until it is uploaded and processed. */
const IMAGE_LIMIT_MS = 60_000
const IMAGE_LIMITS = { maxBytes: 10 * 1024 * 1024, timeoutMs: 15_000 }

/** The first link of the text. */
export function linkOf(text: string): string | null {
  const found = findHttpUrls(text)[0]?.url
  return found !== undefined && found.length <= 2_048 ? found : null
}

/** Prepares the files of a post, or the card of its first link when it has none. */
export async function prepareWithCard<U>(
  context: PlatformContext,
  post: Outgoing,
  progress: Progress,
  rules: UploadRules<U>,
  mostBytes = IMAGE_LIMITS.maxBytes,
): Promise<PrepareResult> {
  const link = post.mediaUrls.length === 0 ? linkOf(post.text) : null
  if (link === null) return prepareUploads(context, post, progress, rules)
  const now = context.now().getTime()
  const known = knownCard(progress, link)
  if (known === null) {
    // Reads the target, not our redirect: that would count a click, and our own address may be unreachable from here.
    const page = post.links.find(({ url }) => url === link)?.target ?? link
    const preview = await context.readLinkPreview?.(page)
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
  const bounded = {
    ...context,
    openMedia: async (url: string) => {
      const file = await context.openMedia(url, { ...IMAGE_LIMITS, maxBytes: mostBytes })
      if (!file.type.startsWith('image/')) throw new MediaError(message('file.not_media'))
      return file
    },
  }
  const picture = { ...post, mediaUrls: [known.imageUrl], altTexts: [] }
  const result = await prepareUploads(bounded, picture, known.image, rules)
  if (result.kind === 'failed') return { kind: 'ready', progress: withImage({}, null) }
  return { ...result, progress: withImage(result.progress, known.imageUrl) }
}

/** The card of the post, or null. Its picture is among the uploads of `image`. */
export function cardOf(progress: Progress, { text }: Outgoing): Card | null {
  const link = linkOf(text)
  const card = link === null ? null : knownCard(progress, link)
  return card === null || card.title === '' ? null : card
}

/** A changed text may have another link. */
function knownCard(progress: Progress, link: string): Card | null {
  const card = progress.card as Card | undefined
  return card?.source === link ? card : null
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
}
