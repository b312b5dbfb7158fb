import { findItem } from '../core/items.ts'
import { type Call, json, type Reply, refuse } from '../http/call.ts'
import { flagParam, listParam, param, signedInAs } from '../meta/access.ts'
import { createContainer, findContainer, type NewContainer, statusOf } from '../meta/containers.ts'
import { type GraphProblem, graphError, invalidParameter, THREADS_PROBLEMS } from '../meta/errors.ts'
import { isVideoFile, loadMedia, ratioOf } from '../meta/media.ts'
import { makePublic } from '../meta/publish.ts'
import type { Account, Container } from '../state/records.ts'
import { publishRules } from './publish.ts'
import { isTooLong, MAX_LINKS, uniqueLinks } from './text.ts'

const TYPES = ['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL']
const REPLY_CONTROLS = [
  'everyone',
  'accounts_you_follow',
  'mentioned_only',
  'parent_post_author_only',
  'followers_only',
]
const MAX_IMAGE_BYTES = 8 * 1024 * 1024
const MAX_VIDEO_BYTES = 1024 ** 3
const MAX_VIDEO_SECONDS = 300

/** POST /{user}/threads */
export async function createThread(call: Call): Promise<Reply> {
  const account = signedInAs(call, call.params.user ?? '', 'threads_content_publish')
  const type = param(call, 'media_type') ?? ''
  const no = (problem: GraphProblem) => refuse(graphError(call, problem))
  if (!TYPES.includes(type)) no(invalidParameter(`(#100) Param media_type must be one of {${TYPES.join(', ')}}`))
  const input: NewContainer = { ...readCommon(call, type), ...(await readMedia(call, type)) }
  if (type === 'CAROUSEL') input.children = readChildren(call, account)
  if (type === 'TEXT' && input.text === '') no(invalidParameter('(#100) The parameter text is required.'))
  const container = createContainer(call, account, input)
  // Published at once: the returned id is the post's, and there is no container to read afterwards.
  if (type === 'TEXT' && flagParam(call, 'auto_publish_text')) {
    return json(200, { id: makePublic(call, account, container, publishRules(call, container)).id })
  }
  return json(200, { id: container.id })
}

function readCommon(call: Call, type: string): NewContainer {
  const no = (message: string) => refuse(graphError(call, invalidParameter(message)))
  const text = param(call, 'text') ?? ''
  const isCarouselItem = flagParam(call, 'is_carousel_item')
  const link = param(call, 'link_attachment')
  const topic = param(call, 'topic_tag')
  const alt = param(call, 'alt_text')
  const replyControl = param(call, 'reply_control') ?? 'everyone'
  const replyTo = param(call, 'reply_to_id')
  if (isTooLong(text)) no('Param text must be at most 500 characters long.')
  if (isCarouselItem && type !== 'IMAGE' && type !== 'VIDEO') no('(#100) A carousel item must be an image or a video.')
  if (isCarouselItem && text !== '') no('(#100) Carousel items cannot have text.')
  if (!REPLY_CONTROLS.includes(replyControl))
    no(`(#100) Param reply_control must be one of {${REPLY_CONTROLS.join(', ')}}`)
  if (link !== null && type !== 'TEXT') no('(#100) Param link_attachment is for text posts only.')
  if (topic !== null && (topic.length < 1 || [...topic].length > 50 || /[.&]/.test(topic))) {
    no('(#100) Param topic_tag must have 1 to 50 characters, without periods and ampersands.')
  }
  if (alt !== null && [...alt].length > 1000) no('(#100) Param alt_text must be at most 1000 characters long.')
  if (replyTo !== null && !findItem(call.world, 'threads', replyTo)) no('(#100) Param reply_to_id is not a post.')
  if (uniqueLinks(text, link) > MAX_LINKS) refuse(graphError(call, THREADS_PROBLEMS.linkLimit))
  return {
    mediaType: type,
    text,
    media: [],
    children: [],
    isCarouselItem,
    error: null,
    replyTo,
    details: {
      reply_control: replyControl,
      ...(link === null ? {} : { link_attachment_url: link }),
      ...(topic === null ? {} : { topic_tag: topic }),
      ...(param(call, 'quote_post_id') === null ? {} : { quote_post_id: param(call, 'quote_post_id') }),
    },
  }
}

/** A picture is checked when the container is created, a video afterwards. */
async function readMedia(call: Call, type: string): Promise<Partial<NewContainer>> {
  if (type !== 'IMAGE' && type !== 'VIDEO') return {}
  const name = type === 'IMAGE' ? 'image_url' : 'video_url'
  const url = param(call, name)
  const no = (problem: GraphProblem) => refuse(graphError(call, problem))
  if (url === null || url === '') return no(invalidParameter(`(#100) The parameter ${name} is required.`))
  const { media, file, problem } = await loadMedia(
    call,
    type === 'IMAGE' ? 'image' : 'video',
    url,
    param(call, 'alt_text'),
  )
  if (type === 'VIDEO') {
    const failure = (message: string) => ({ media: [media], error: { subcode: 0, message } })
    if (problem !== null || file === null) return failure('FAILED_DOWNLOADING_VIDEO')
    if (!isVideoFile(file) || file.bytes > MAX_VIDEO_BYTES) return failure('FAILED_PROCESSING_VIDEO')
    if (file.seconds !== null && file.seconds > MAX_VIDEO_SECONDS) return failure('INVALID_DURATION')
    return { media: [media] }
  }
  if (file === null) return no(THREADS_PROBLEMS.unreachable)
  if (file.type !== 'image/jpeg' && file.type !== 'image/png') {
    no(invalidParameter('(#100) The image format is not supported. Use JPEG or PNG.'))
  }
  if (file.bytes > MAX_IMAGE_BYTES) no(invalidParameter('(#100) The image is too large. It should be at most 8 MB.'))
  const ratio = ratioOf(file)
  if (ratio !== null && (ratio > 10 || ratio < 0.1))
    no(invalidParameter('(#100) The aspect ratio of the image must be at most 10:1.'))
  return { media: [media] }
}

function readChildren(call: Call, account: Account): string[] {
  const ids = listParam(call, 'children')
  const usable = (child: Container | undefined) =>
    child?.accountId === account.id && child.isCarouselItem && !['EXPIRED', 'PUBLISHED'].includes(statusOf(call, child))
  const no = (message: string) => refuse(graphError(call, invalidParameter(message)))
  if (ids.length < 2 || ids.length > 20) no('(#100) A carousel must have 2 to 20 children.')
  const wrong = ids.find((id) => !usable(findContainer(call, id)))
  if (wrong !== undefined) no(`(#100) ${wrong} is not a carousel item container of this user.`)
  return ids
}
