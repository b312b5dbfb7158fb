import { failureOf, fieldsOf, isSuccess, listOf, textOf, wholeNumberOf } from '../shared/answers.ts'
import { inPlatformTime, SEARCH_MARGIN_MS } from '../shared/client.ts'
import type { HttpAnswer, Outgoing, PlatformContext, Progress } from '../shared/contract.ts'
import { cardOf, linkOf, prepareCard } from '../shared/link-card.ts'
import { altTextFor } from '../shared/media.ts'
import { siteUrlOf } from '../shared/oauth.ts'
import { isSameApartFromLinks } from '../shared/text.ts'
import { createUploadAdapter, prepareUploads, uploadsOf } from '../shared/uploads.ts'
import { linkedinAuth, restHeaders } from './auth.ts'
import { linkedinFailures, POST_URN } from './errors.ts'
import { linkedinMedia } from './media.ts'
import { linkedinProfile } from './profile.ts'
import { documentTitle, escapeLittleText, unescapeLittleText } from './text.ts'
import { type LinkedInUpload, linkedinUploads } from './upload.ts'

// https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api

const PAGE = 50
const MAX_PAGES = 4
const CANNOT_TELL = {
  member: 'LinkedIn lets no app read the posts of a person. Look at the profile, then say whether the post is there.',
  forbidden:
    'This connection may not read the posts of the page. Look at the page, then say whether the post is there.',
  tooMany:
    'The page has published too many posts since to find this one among them. Look at the page, then say whether it is there.',
}

export const linkedin = createUploadAdapter<LinkedInUpload>({
  auth: linkedinAuth,
  uploads: linkedinUploads,
  prepare(context, post, progress) {
    const link = post.mediaUrls.length === 0 ? linkOf(post.text) : null
    return link === null
      ? prepareUploads(context, post, progress, linkedinUploads)
      : prepareCard(context, post, progress, link, linkedinUploads)
  },
  request: (context, post, uploads, progress) => ({
    method: 'POST',
    url: `${context.settings.apiUrl}/rest/posts`,
    headers: restHeaders(context),
    json: toBody(context.account.id, post, uploads, progress),
  }),
  // The id is in a header only; the body is empty.
  idOf: ({ headers }) => postUrnOf(headers.get('x-restli-id')) ?? postUrnOf(headers.get('x-linkedin-id')),
  async find(context, post, uploads, search) {
    if (context.account.kind === 'member') return { kind: 'cannot_tell', reason: CANNOT_TELL.member }
    const urns = uploads.map(({ urn }) => urn)
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer = await listPosts(context, page * PAGE)
      // The permission to write for a page comes without the one to read it.
      if (answer.status === 403) return { kind: 'cannot_tell', reason: CANNOT_TELL.forbidden }
      if (!isSuccess(answer)) return { kind: 'failed', failure: linkedinFailures.ofAnswer(context, answer, 'other') }
      const { elements } = fieldsOf(answer.json)
      if (!Array.isArray(elements)) {
        const message = 'LinkedIn’s list of posts could not be read. It is tried again.'
        return { kind: 'failed', failure: failureOf(context, 'platform_down_before_send', message, answer) }
      }
      const since = inPlatformTime(search.sentAt, answer).getTime() - SEARCH_MARGIN_MS
      const posts = elements.map(fieldsOf)
      const recent = posts.filter((item) => (timeOf(item) ?? since) >= since)
      const match = recent.find((item) => !search.takenIds.has(String(item.id)) && isSame(item, post, urns))
      if (match) return { kind: 'found', platformId: postUrnOf(textOf(match.id)) }
      // Newest first: posts from before the send end the search.
      if (posts.length < PAGE || recent.length < posts.length) return { kind: 'not_seen' }
    }
    return { kind: 'cannot_tell', reason: CANNOT_TELL.tooMany }
  },
  permalink: async ({ settings }, urn) =>
    POST_URN.test(urn) ? `${siteUrlOf(settings, linkedinProfile)}/feed/update/${urn}/` : null,
})

function toBody(author: string, post: Outgoing, uploads: LinkedInUpload[], progress: Progress) {
  const [first] = uploads
  const media =
    uploads.length > 1
      ? { multiImage: { images: uploads.map(({ urn }, at) => ({ id: urn, ...altTextOf(post, at, urn) })) } }
      : first && { media: { id: first.urn, ...captionOf(post, first) } }
  const content = media ?? articleOf(progress, post)
  return {
    author,
    commentary: escapeLittleText(post.text),
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
    ...(content ? { content } : {}),
  }
}

/** A document has a title, a picture an alt text. */
function captionOf(post: Outgoing, { urn, kind }: LinkedInUpload): { title?: string; altText?: string } {
  return kind === 'document' ? { title: documentTitle(post) } : altTextOf(post, 0, urn)
}

function altTextOf(post: Outgoing, at: number, urn: string): { altText?: string } {
  const kind = urn.startsWith('urn:li:image:') ? 'image' : 'video'
  const altText = altTextFor(linkedinMedia, kind, post.altTexts[at])
  return altText === null ? {} : { altText }
}

/** A link card is `content.article`, with an uploaded picture. */
function articleOf(progress: Progress, post: Outgoing): Record<string, unknown> | undefined {
  const card = cardOf(progress, post)
  if (card === null) return undefined
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

function postUrnOf(header: string | null): string | null {
  const urn = header?.replaceAll(/%3a/gi, ':') ?? ''
  return POST_URN.test(urn) ? urn : null
}

function listPosts(context: PlatformContext, start: number): Promise<HttpAnswer> {
  return context.http({
    method: 'GET',
    url: `${context.settings.apiUrl}/rest/posts`,
    query: {
      q: 'author',
      author: context.account.id,
      count: String(PAGE),
      sortBy: 'CREATED',
      ...(start > 0 ? { start: String(start) } : {}),
    },
    headers: { ...restHeaders(context), 'x-restli-method': 'FINDER' },
  })
}

/** Uploaded media have ids of their own, so the same media are the same post; else the same words are. */
function isSame(item: Record<string, unknown>, post: Outgoing, urns: string[]): boolean {
  const itsMedia = mediaOf(item)
  if (urns.length > 0 && urns.length === itsMedia.length && urns.every((urn, at) => urn === itsMedia[at])) return true
  const commentary = typeof item.commentary === 'string' ? unescapeLittleText(item.commentary).trim() : ''
  return commentary !== '' && isSameApartFromLinks(commentary, post.text, 'lnkd.in')
}

function mediaOf(item: Record<string, unknown>): unknown[] {
  const { media, multiImage } = fieldsOf(item.content)
  const images = listOf(fieldsOf(multiImage).images)
  return (images.length > 0 ? images : [media]).map((entry) => fieldsOf(entry).id)
}

function timeOf(item: Record<string, unknown>): number | null {
  return wholeNumberOf(item.createdAt) ?? wholeNumberOf(item.publishedAt)
}
