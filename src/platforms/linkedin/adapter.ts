import { failureOf, fieldsOf, isRefusal, isSuccess, listOf, textOf, wholeNumberOf } from '../answers.ts'
import { PLATFORM_TIMEOUT_MS } from '../client.ts'
import { inPlatformTime } from '../clock-offset.ts'
import {
  type Adapter,
  type Finding,
  type HttpAnswer,
  type Outgoing,
  type PlatformContext,
  type Progress,
  type SendResult,
  TransportError,
} from '../contract.ts'
import { siteUrlOf } from '../oauth.ts'
import { isSameApartFromLinks } from '../short-links.ts'
import { prepareUploads, uploadsOf } from '../uploads.ts'
import { headersOf } from './api.ts'
import { linkedinAuth } from './auth.ts'
import { articleOf, linkOf, prepareCard } from './card.ts'
import { linkedinFailure, linkedinTransportFailure, POST_URN } from './errors.ts'
import { linkedinProfile } from './profile.ts'
import { escapeLittleText, unescapeLittleText } from './text.ts'
import { type LinkedInUpload, linkedinUploads } from './upload.ts'

// https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api

/** Times are rounded, and the offset of LinkedIn's clock is known to a second or so. */
const MARGIN_MS = 60_000
const PAGE = 50
const MAX_PAGES = 4

export const linkedin: Adapter = {
  auth: linkedinAuth,
  prepare(context, post, progress) {
    const link = post.mediaUrls.length === 0 ? linkOf(post.text) : null
    return link === null
      ? prepareUploads(context, post, progress, linkedinUploads)
      : prepareCard(context, post, progress, link)
  },
  sendTimeoutMs: PLATFORM_TIMEOUT_MS,
  send,
  reconcile,
  permalink: async ({ settings }, urn) =>
    POST_URN.test(urn) ? `${siteUrlOf(settings, linkedinProfile)}/feed/update/${urn}/` : null,
}

async function send(context: PlatformContext, post: Outgoing, progress: Progress): Promise<SendResult> {
  const uploads = uploadsOf<LinkedInUpload>(progress)
  if (uploads.length !== post.mediaUrls.length || uploads.some((upload) => upload.state !== 'ready')) {
    const message = 'The media of this post are not uploaded yet. Nothing was published; it is tried again.'
    return { kind: 'refused', failure: failureOf(context, 'not_ready', message, null) }
  }
  try {
    const answer = await context.http({
      method: 'POST',
      url: `${context.settings.apiUrl}/rest/posts`,
      headers: headersOf(context),
      json: toBody(context.account.id, post, uploads, progress),
    })
    return toResult(context, answer)
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    const failure = linkedinTransportFailure(context, error, 'send')
    return { kind: error.sent ? 'unknown' : 'refused', failure }
  }
}

function toBody(
  author: string,
  post: Outgoing,
  uploads: LinkedInUpload[],
  progress: Progress,
): Record<string, unknown> {
  const [first] = uploads
  const media =
    uploads.length > 1
      ? { multiImage: { images: uploads.map(({ urn }) => ({ id: urn })) } }
      : first && { media: { id: first.urn } }
  const content = media ?? articleOf(progress, post.text)
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

/** The id is in a header only; the body is empty. */
function toResult(context: PlatformContext, answer: HttpAnswer): SendResult {
  if (isSuccess(answer)) {
    const urn = postUrnOf(answer.headers.get('x-restli-id')) ?? postUrnOf(answer.headers.get('x-linkedin-id'))
    if (urn !== null) return { kind: 'published', platformId: urn }
    const message =
      'LinkedIn accepted the post but did not say where it is. It is being checked; do not post it again by hand.'
    return { kind: 'unknown', failure: failureOf(context, 'ambiguous', message, answer) }
  }
  const failure = linkedinFailure(context, answer, 'send')
  return { kind: isRefusal(answer.status) ? 'refused' : 'unknown', failure }
}

function postUrnOf(header: string | null): string | null {
  const urn = header?.replaceAll(/%3a/gi, ':') ?? ''
  return POST_URN.test(urn) ? urn : null
}

async function reconcile(
  context: PlatformContext,
  post: Outgoing,
  progress: Progress,
  search: { sentAt: Date; takenIds: ReadonlySet<string> },
): Promise<Finding> {
  if (context.account.kind === 'member') {
    const reason =
      'LinkedIn lets no app read the posts of a person. Look at the profile, then say whether the post is there.'
    return { kind: 'cannot_tell', reason }
  }
  const urns = uploadsOf<LinkedInUpload>(progress).map(({ urn }) => urn)
  try {
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer = await listPosts(context, page * PAGE)
      // The permission to write for a page comes without the one to read it.
      if (answer.status === 403) {
        const reason =
          'This connection may not read the posts of the page. Look at the page, then say whether the post is there.'
        return { kind: 'cannot_tell', reason }
      }
      const elements = fieldsOf(answer.json).elements
      if (!isSuccess(answer) || !Array.isArray(elements)) {
        return { kind: 'failed', failure: unreadableList(context, answer) }
      }
      const since = inPlatformTime(search.sentAt, answer).getTime() - MARGIN_MS
      const posts = elements.map(fieldsOf)
      const recent = posts.filter((item) => (timeOf(item) ?? since) >= since)
      const match = recent.find((item) => !search.takenIds.has(String(item.id)) && isSame(item, post, urns))
      if (match) return { kind: 'found', platformId: postUrnOf(textOf(match.id)) }
      // Newest first: older ones than the send end the search.
      if (posts.length < PAGE || recent.length < posts.length) return { kind: 'not_seen' }
    }
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    return { kind: 'failed', failure: linkedinTransportFailure(context, error, 'other') }
  }
  const reason =
    'The page has published too many posts since to find this one among them. Look at the page, then say whether it is there.'
  return { kind: 'cannot_tell', reason }
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
    headers: { ...headersOf(context), 'x-restli-method': 'FINDER' },
  })
}

/** Uploaded media have ids of their own, so the same media are the same post; else the same words are. */
function isSame(item: Record<string, unknown>, post: Outgoing, urns: string[]): boolean {
  if (urns.length > 0 && sameList(mediaOf(item), urns)) return true
  const commentary = typeof item.commentary === 'string' ? unescapeLittleText(item.commentary).trim() : ''
  return commentary !== '' && isSameApartFromLinks(commentary, post.text, 'lnkd.in')
}

function mediaOf(item: Record<string, unknown>): unknown[] {
  const { media, multiImage } = fieldsOf(item.content)
  const images = listOf(fieldsOf(multiImage).images)
  return (images.length > 0 ? images : [media]).map((entry) => fieldsOf(entry).id)
}

function sameList(a: unknown[], b: unknown[]): boolean {
  return a.length === b.length && a.every((entry, at) => entry === b[at])
}

function timeOf(item: Record<string, unknown>): number | null {
  return wholeNumberOf(item.createdAt) ?? wholeNumberOf(item.publishedAt)
}

function unreadableList(context: PlatformContext, answer: HttpAnswer) {
  if (!isSuccess(answer)) return linkedinFailure(context, answer, 'other')
  const message = 'LinkedIn’s list of posts could not be read. It is tried again.'
  return failureOf(context, 'platform_down_before_send', message, answer)
}
