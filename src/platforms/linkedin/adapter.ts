import { message } from '../../messages/message.ts'
import { callApi, requestFor } from '../shared/answers.ts'
import type { Outgoing, Progress } from '../shared/contract.ts'
import { cardOf, prepareWithCard } from '../shared/link-card.ts'
import { altTextFor } from '../shared/media.ts'
import { siteUrlOf } from '../shared/oauth.ts'
import { searchPosts } from '../shared/search.ts'
import { isSameApartFromLinks } from '../shared/text.ts'
import { createUploadAdapter, uploadsOf } from '../shared/uploads.ts'
import { fieldsOf, listOf, textOf, wholeNumberOf } from '../shared/values.ts'
import { linkedinAuth, restHeaders } from './auth.ts'
import { linkedinFailures, POST_URN } from './errors.ts'
import { linkedinMedia } from './media.ts'
import { linkedinProfile } from './profile.ts'
import { documentTitle, escapeLittleText, unescapeLittleText } from './text.ts'
import { type LinkedInUpload, linkedinUploads } from './upload.ts'

// https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api

const PAGE = 50
const PAGES_MAX = 4
export const linkedin = createUploadAdapter<LinkedInUpload>({
  auth: linkedinAuth,
  uploads: linkedinUploads,
  prepare: (context, post, progress) => prepareWithCard(context, post, progress, linkedinUploads),
  request: (context, post, uploads, progress) =>
    requestFor(context, 'POST', '/rest/posts', {
      headers: restHeaders(context.settings),
      json: toBody(context.account.id, post, uploads, progress),
    }),
  // The id is in a header only; the body is empty.
  idOf: ({ headers }) => postUrnOf(headers.get('x-restli-id')) ?? postUrnOf(headers.get('x-linkedin-id')),
  async find(context, post, uploads, search) {
    const { id: author, kind } = context.account
    if (kind === 'member') return { kind: 'cannot_tell', reason: message('linkedin.member_unreadable') }
    const urns = uploads.map(({ urn }) => urn)
    let isForbidden = false
    const finding = await searchPosts(context, search, {
      failures: linkedinFailures,
      pagesMax: PAGES_MAX,
      async read(start) {
        const query = {
          q: 'author',
          author,
          count: String(PAGE),
          sortBy: 'CREATED',
          ...(start === null ? {} : { start }),
        }
        const headers = { ...restHeaders(context.settings), 'x-restli-method': 'FINDER' }
        const answer = await callApi(context, 'GET', '/rest/posts', { query, headers })
        isForbidden = answer.status === 403
        return answer
      },
      itemsOf: ({ json }) => fieldsOf(json).elements,
      idOf: (item) => postUrnOf(textOf(item.id)),
      timeOf: (item) => wholeNumberOf(item.createdAt) ?? wholeNumberOf(item.publishedAt) ?? Number.NaN,
      isSame: (item) => isSame(item, post, urns),
      // Posts from before the send end the search.
      nextOf: ({ items, recent, number }) =>
        items.length < PAGE || recent.length < items.length ? null : String(number * PAGE),
    })
    // The permission to write for a page comes without the one to read it.
    return isForbidden ? { kind: 'cannot_tell', reason: message('linkedin.page_unreadable') } : finding
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

function captionOf(post: Outgoing, { urn, kind }: LinkedInUpload): { title?: string; altText?: string } {
  return kind === 'document' ? { title: documentTitle(post) } : altTextOf(post, 0, urn)
}

function altTextOf(post: Outgoing, at: number, urn: string): { altText?: string } {
  const kind = urn.startsWith('urn:li:image:') ? 'image' : 'video'
  const altText = altTextFor(linkedinMedia, kind, post.altTexts[at])
  return altText === null ? {} : { altText }
}

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

/** The same media, or the same text. */
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
