import { DAY_MS } from '../core/time.ts'
import { type Call, json, type Reply, refuse } from '../http/call.ts'
import type { FetchedMedia } from '../media/fetch.ts'
import { flagParam, listParam, param, signedInAs } from '../meta/access.ts'
import { containersSince, createContainer, findContainer, type NewContainer, statusOf } from '../meta/containers.ts'
import { type GraphProblem, graphError, INSTAGRAM_PROBLEMS, invalidParameter } from '../meta/errors.ts'
import { isVideoFile, loadMedia, ratioOf } from '../meta/media.ts'
import type { Account, Container } from '../state/records.ts'

const MAX_CAPTION = 2200
const MAX_ALT_TEXT = 1000
const MAX_HASHTAGS = 30
const MAX_MENTIONS = 20
const MAX_COLLABORATORS = 3
const MAX_IMAGE_BYTES = 8 * 1024 * 1024
const MAX_VIDEO_BYTES = 300 * 1024 * 1024
const REEL_SECONDS = { least: 3, most: 15 * 60 }

type Kind = 'IMAGE' | 'VIDEO' | 'REELS' | 'STORIES' | 'CAROUSEL'

/** POST /{ig-id}/media */
export async function createMedia(call: Call): Promise<Reply> {
  const account = signedInAs(call, call.params.user ?? '', 'instagram_business_content_publish')
  const { container_cap: cap } = call.world.settings.current.instagram
  if (cap !== null && containersSince(call, account, call.world.clock.now() - DAY_MS) >= cap) {
    return graphError(call, INSTAGRAM_PROBLEMS.quota)
  }
  const kind = readKind(call)
  const input: NewContainer = { ...readCommon(call, kind), ...(await readMedia(call, kind)) }
  if (kind === 'CAROUSEL') input.children = readChildren(call, account)
  return json(200, { id: createContainer(call, account, input).id })
}

/** A single picture has no media_type. A single video has been a reel since 2022. */
function readKind(call: Call): Kind {
  const type = param(call, 'media_type')
  const isItem = flagParam(call, 'is_carousel_item')
  switch (type) {
    case null:
    case '':
    case 'IMAGE':
      return 'IMAGE'
    case 'VIDEO':
      if (isItem) return 'VIDEO'
      return refuse(
        graphError(
          call,
          invalidParameter(
            '(#100) The VIDEO value for media_type is no longer supported. Use the REELS media_type to publish a video.',
          ),
        ),
      )
    case 'REELS':
    case 'STORIES':
    case 'CAROUSEL':
      if (!isItem) return type
      return refuse(graphError(call, invalidParameter('(#100) A carousel item must be an image or a video.')))
    default:
      return refuse(graphError(call, INSTAGRAM_PROBLEMS.unknownType))
  }
}

function readCommon(call: Call, kind: Kind): NewContainer {
  const no = (problem: GraphProblem) => refuse(graphError(call, problem))
  const caption = param(call, 'caption') ?? ''
  const isCarouselItem = flagParam(call, 'is_carousel_item')
  if ([...caption].length > MAX_CAPTION) no(INSTAGRAM_PROBLEMS.captionTooLong)
  if ((caption.match(/#[\p{L}\p{N}_]+/gu) ?? []).length > MAX_HASHTAGS) {
    no(invalidParameter(`(#100) A caption can have at most ${MAX_HASHTAGS} hashtags.`))
  }
  if ((caption.match(/(?<![\p{L}\p{N}])@[\p{L}\p{N}_.]+/gu) ?? []).length > MAX_MENTIONS) {
    no(invalidParameter(`(#100) A caption can have at most ${MAX_MENTIONS} mentions.`))
  }
  if (listParam(call, 'collaborators').length > MAX_COLLABORATORS) {
    no(invalidParameter(`(#100) There can be at most ${MAX_COLLABORATORS} collaborators.`))
  }
  return {
    mediaType: kind,
    // Captions of stories and carousel items are not shown.
    text: kind === 'STORIES' || isCarouselItem ? '' : caption,
    media: [],
    children: [],
    isCarouselItem,
    error: null,
    replyTo: null,
    details: {},
  }
}

async function readMedia(call: Call, kind: Kind): Promise<Partial<NewContainer>> {
  if (kind === 'CAROUSEL') return {}
  const imageUrl = param(call, 'image_url')
  const videoUrl = param(call, 'video_url')
  const no = (problem: GraphProblem) => refuse(graphError(call, problem))
  const isVideo = kind === 'VIDEO' || kind === 'REELS' || (kind === 'STORIES' && videoUrl !== null)
  const url = isVideo ? videoUrl : imageUrl
  if (url === null || url === '') {
    return no(invalidParameter(`(#100) The parameter ${isVideo ? 'video_url' : 'image_url'} is required.`))
  }
  const alt = param(call, 'alt_text')
  if (alt !== null && isVideo) no(invalidParameter('(#100) Param alt_text is supported for images only.'))
  if (alt !== null && [...alt].length > MAX_ALT_TEXT) {
    no(invalidParameter(`(#100) Param alt_text must be at most ${MAX_ALT_TEXT} characters long.`))
  }
  const { media, file, problem } = await loadMedia(call, isVideo ? 'video' : 'image', url, alt)
  if (isVideo) {
    const wrong = file === null ? { ...INSTAGRAM_PROBLEMS.unreachable, video: 2207077 } : videoProblem(call, kind, file)
    if (wrong === null) return { media: [media] }
    const early = wrong.subcode === INSTAGRAM_PROBLEMS.thumbOffset.subcode
    if (early || call.world.settings.current.instagram.video_errors === 'create') return no(wrong)
    const subcode = 'video' in wrong ? 2207077 : (wrong.subcode ?? 0)
    return { media: [media], error: { subcode, message: `Error: Media upload has failed with error code ${subcode}` } }
  }
  if (problem === 'slow') return no(INSTAGRAM_PROBLEMS.slowDownload)
  if (file === null) return no(INSTAGRAM_PROBLEMS.unreachable)
  const wrong = imageProblem(kind, file)
  if (wrong !== null) no(wrong)
  return { media: [media] }
}

function imageProblem(kind: Kind, file: FetchedMedia): GraphProblem | null {
  if (file.type !== 'image/jpeg') return INSTAGRAM_PROBLEMS.imageFormat
  if (file.bytes > MAX_IMAGE_BYTES) return INSTAGRAM_PROBLEMS.imageTooLarge
  const ratio = ratioOf(file)
  // 4:5 to 1.91:1, with some tolerance for sizes that cannot match exactly.
  const fits = kind === 'STORIES' || ratio === null || (ratio >= 0.795 && ratio <= 1.915)
  return fits ? null : INSTAGRAM_PROBLEMS.aspectRatio
}

function videoProblem(call: Call, kind: Kind, file: FetchedMedia): GraphProblem | null {
  if (!isVideoFile(file) || file.bytes > MAX_VIDEO_BYTES) return INSTAGRAM_PROBLEMS.videoFormat
  if (file.seconds === null) return null
  const offset = Number(param(call, 'thumb_offset') ?? 0)
  if (!(offset >= 0) || offset > file.seconds * 1000) return INSTAGRAM_PROBLEMS.thumbOffset
  const most = kind === 'REELS' ? REEL_SECONDS.most : 60
  return file.seconds >= REEL_SECONDS.least && file.seconds <= most ? null : INSTAGRAM_PROBLEMS.videoFormat
}

function readChildren(call: Call, account: Account): string[] {
  const ids = listParam(call, 'children')
  const usable = (child: Container | undefined) =>
    child?.accountId === account.id && child.isCarouselItem && !['EXPIRED', 'PUBLISHED'].includes(statusOf(call, child))
  if (ids.length < 2 || ids.length > 10) refuse(graphError(call, INSTAGRAM_PROBLEMS.carousel))
  if (!ids.every((id) => usable(findContainer(call, id)))) refuse(graphError(call, INSTAGRAM_PROBLEMS.notFound))
  return ids
}
