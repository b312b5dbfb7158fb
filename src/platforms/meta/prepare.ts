import { MINUTE_MS } from '../../lib/time/span.ts'
import { message, type Said } from '../../messages/message.ts'
import { failureOf, isSuccess, plainFailure, redact, redactMessage, secretsOf } from '../shared/answers.ts'
import {
  type Failure,
  MediaAwayError,
  MediaError,
  type PrepareResult,
  type Progress,
  TransportError,
} from '../shared/contract.ts'
import { altTextFor } from '../shared/media.ts'
import { fieldsOf } from '../shared/values.ts'
import {
  type Child,
  callGraph,
  fingerprintOf,
  type GraphPost,
  idOf,
  type MetaProgress,
  newProgress,
  readProgress,
  unreachableFailure,
} from './dialect.ts'
import { classifyFailure } from './errors.ts'
import { findMatches, type Look, readContainer } from './reconcile.ts'

// Containers live for 24 hours.
const CONTAINER_LIFE_MS = 23 * 60 * MINUTE_MS
const REBUILDS_MAX = 2
const REBUILD_WAIT_MS = 10_000
/** Processing that takes longer is stuck: Meta speaks of five minutes. */
const STUCK_AFTER_MS = 30 * MINUTE_MS
const POLL_WAITS_MS = [2_000, 3_000, 5_000, 10_000, 20_000, 30_000]
const LAST_POLL_WAIT_MS = MINUTE_MS
const VIDEO_WAIT_MS = 5_000
const UNREADABLE_POLLS_MAX = 6
/**
 * Threads may keep refusing a FINISHED container with "not found" (24/4279009). If every call was plainly refused,
 * and neither status nor list shows the post, one new container is made after this many refusals.
 */
const REFUSALS_BEFORE_REPLACEMENT = 4
const REPLACEMENTS_MAX = 1
/**
 * The same happens while a published container is not visible yet. So if an outcome was unknown, the container is
 * replaced only after several attempts and this long.
 */
const OFFERS_BEFORE_REPLACEMENT = 3
const REPLACE_AFTER_MS = 15 * MINUTE_MS

const IMAGE_EXTENSIONS = /\.(jpe?g|png|gif|webp|heic|avif|bmp|tiff?)$/i
const VIDEO_EXTENSIONS = /\.(mp4|mov|m4v|webm|avi|mkv|mpe?g)$/i

interface Step extends GraphPost {
  state: MetaProgress
  now: number
}

export async function prepare(graph: GraphPost, progress: Progress): Promise<PrepareResult> {
  const { dialect, context, post } = graph
  const state = readProgress(progress, fingerprintOf(context.account.id, post))
  const step: Step = { ...graph, state, now: context.now().getTime() }
  try {
    if (state.container !== null) return await checkContainer(step, state.container.id, state.container.createdAt)
    return post.mediaType === 'carousel' ? await makeCarousel(step) : await makeSingle(step)
  } catch (error) {
    if (error instanceof TransportError) return failed(state, unreachableFailure(dialect))
    if (error instanceof MediaAwayError) return failed(state, plainFailure('storage_away', error.said))
    if (!(error instanceof MediaError)) throw error
    const problem = redactMessage(error.said, secretsOf(context))
    return failed(state, plainFailure('media_unreachable', message('meta.file_unreadable', { problem })))
  }
}

async function makeSingle(step: Step): Promise<PrepareResult> {
  const [url] = step.post.mediaUrls
  const mediaUrls = url === undefined ? [] : [await publicUrlOf(step, url)]
  const file = step.dialect.single({ ...step.post, mediaUrls })
  if (file === null) return refuseIncomplete(step)
  return makeContainer(step, url === undefined ? file : { ...file, ...altText(step, 0, 'video_url' in file) })
}

async function makeCarousel(step: Step): Promise<PrepareResult> {
  const { state } = step
  const { mediaUrls } = step.post
  if (mediaUrls.length < 2) return refuseIncomplete(step)
  // Expired items are made again.
  const children = mediaUrls.map((_, at) => {
    const child = state.children[at] ?? null
    return child !== null && !isOld(step, child.createdAt) ? child : null
  })
  const missing = children.indexOf(null)
  if (missing !== -1) return makeChild(step, children, missing)
  const made = children as Child[]
  const waiting = made.findIndex((child) => child.isVideo && !child.isReady)
  if (waiting !== -1) return checkChild(step, made, waiting)
  return makeContainer(step, { media_type: 'CAROUSEL', children: made.map((child) => child.id).join(',') })
}

async function makeChild(step: Step, children: Array<Child | null>, at: number): Promise<PrepareResult> {
  const url = step.post.mediaUrls[at]!
  const isVideo = await isVideoUrl(step, url)
  const from = await publicUrlOf(step, url)
  const file = isVideo ? { media_type: 'VIDEO', video_url: from } : step.dialect.image(from)
  const made = await create(step, { ...file, ...altText(step, at, isVideo), is_carousel_item: 'true' })
  if (typeof made !== 'string') return made
  const child: Child = { id: made, createdAt: step.now, isVideo, isReady: false }
  return proceed({ ...step.state, children: children.with(at, child), polls: 0 })
}

/** The public URL is not part of the fingerprint, because it may change. */
async function publicUrlOf({ context }: Step, url: string): Promise<string> {
  return (await context.publicUrl?.(url)) ?? url
}

function altText({ dialect, post }: Step, at: number, isVideo: boolean): { alt_text?: string } {
  const text = altTextFor(dialect.media, isVideo ? 'video' : 'image', post.altTexts[at])
  return text === null ? {} : { alt_text: text }
}

async function makeContainer(step: Step, content: Record<string, string>): Promise<PrepareResult> {
  const made = await create(step, { ...content, ...step.dialect.wording(step.post) })
  if (typeof made !== 'string') return made
  const container = { id: made, createdAt: step.now }
  return proceed({ ...step.state, container, polls: 0 }, 'video_url' in content ? VIDEO_WAIT_MS : 0)
}

/** Returns the id of a new container, or the end of the step. */
async function create(step: Step, parameters: Record<string, string>): Promise<string | PrepareResult> {
  const { dialect, context, state } = step
  const answer = await callGraph(step, 'POST', [context.account.id, dialect.edges.create], parameters)
  if (isSuccess(answer)) {
    const id = idOf(fieldsOf(answer.json).id)
    if (id !== null) return id
    const said = message('meta.wrong_answer', { network: dialect.name })
    return failed(state, failureOf(context, 'platform_down_before_send', said, answer))
  }
  const { failure, renew } = classifyFailure(step, answer, 'prepare')
  if (renew) return rebuild(step, failure)
  if (failure.class !== 'not_ready') return failed(state, failure)
  // Items are not ready yet.
  return state.polls < UNREADABLE_POLLS_MAX ? pollAgain(state) : rebuild(step, failure)
}

async function checkContainer(step: Step, id: string, createdAt: number): Promise<PrepareResult> {
  const { state, now } = step
  if (state.offers === 0 && isSettled(step) && !isOld(step, createdAt)) return offer(state, now)
  const look = await readContainer(step, id)
  if (look.kind === 'failed') return failed(state, look.failure)
  switch (look.status) {
    case 'PUBLISHED':
      return alreadyOut(state)
    case 'FINISHED':
      return isOld(step, createdAt) ? startAgain(state) : offerFinished(step)
    case 'ERROR':
    case 'EXPIRED':
      return waitOrRebuild(step, look, createdAt)
  }
  if (state.offers === 0 || isWorthWaiting(step, look, createdAt)) return waitOrRebuild(step, look, createdAt)
  if (!isWorn(step)) return pollAgain(state)
  // It may be about to go out.
  return replaceOffered(step, () => (look.status === 'IN_PROGRESS' ? pollAgain(state) : alreadyOut(state)))
}

function waitOrRebuild(step: Step, look: Look, createdAt: number, item?: number): PrepareResult {
  if (isWorthWaiting(step, look, createdAt)) return pollAgain(step.state)
  const failure = (reason: Said) => processingFailure(step, reason, look, item)
  switch (look.status) {
    case 'IN_PROGRESS':
      return rebuild(step, failure(message('meta.cause_late')))
    case 'ERROR':
      return look.isFinal ? giveUp(failure(look.reason)) : rebuild(step, failure(look.reason))
  }
  if (isOld(step, createdAt)) return startAgain(step.state)
  return rebuild(step, failure(message(look.status === 'EXPIRED' ? 'meta.cause_expired' : 'meta.cause_unread')))
}

function isWorthWaiting({ state, now }: Step, { status }: Look, createdAt: number): boolean {
  if (status === 'ERROR' || status === 'EXPIRED') return false
  return status === 'IN_PROGRESS' ? now - createdAt < STUCK_AFTER_MS : state.polls < UNREADABLE_POLLS_MAX
}

function isOld({ now }: Step, createdAt: number): boolean {
  return now - createdAt >= CONTAINER_LIFE_MS
}

async function offerFinished(step: Step): Promise<PrepareResult> {
  const { context, state, now } = step
  const { settleMs = 0 } = context.settings
  if (state.finishedAt === null && settleMs > 0) return proceed({ ...state, finishedAt: now }, settleMs)
  if (isRefusedForGood(state)) return replaceOffered(step, () => offer(state, now), state.replacements + 1)
  if (state.offers < OFFERS_BEFORE_REPLACEMENT || !isWorn(step)) return offer(state, now)
  return replaceOffered(step, () => offer(state, now))
}

function isSettled({ context, state, now }: Step): boolean {
  return state.finishedAt !== null && now - state.finishedAt >= (context.settings.settleMs ?? 0)
}

function isRefusedForGood({ offers, refusals, replacements }: MetaProgress): boolean {
  return refusals >= REFUSALS_BEFORE_REPLACEMENT && refusals === offers && replacements < REPLACEMENTS_MAX
}

async function checkChild(step: Step, children: Child[], at: number): Promise<PrepareResult> {
  const { state } = step
  const child = children[at]!
  const look = await readContainer(step, child.id)
  if (look.kind === 'failed') return failed(state, look.failure)
  if (look.status !== 'FINISHED' && look.status !== 'PUBLISHED') return waitOrRebuild(step, look, child.createdAt, at)
  return proceed({ ...state, children: children.with(at, { ...child, isReady: true }), polls: 0 })
}

/** Replaces a container only when no such post is in the list. */
async function replaceOffered(
  step: Step,
  otherwise: () => PrepareResult,
  replacements = step.state.replacements,
): Promise<PrepareResult> {
  const { state } = step
  const search = { sentAt: new Date(state.offeredAt ?? step.now), takenIds: new Set<string>() }
  const found = await findMatches(step, search)
  if (found.kind === 'failed') return failed(state, found.failure)
  return found.ids.length > 0 ? otherwise() : startAgain({ ...state, replacements })
}

function isWorn({ state, now }: Step): boolean {
  return state.offeredAt !== null && now - state.offeredAt >= REPLACE_AFTER_MS
}

function offer(state: MetaProgress, now: number): PrepareResult {
  const offered = { offers: state.offers + 1, offeredAt: state.offeredAt ?? now }
  return { kind: 'ready', progress: { ...state, ...offered, polls: 0, published: false } }
}

/** `send` then looks it up without publishing. */
function alreadyOut(state: MetaProgress): PrepareResult {
  return { kind: 'ready', progress: { ...state, published: true } }
}

function startAgain({ fingerprint, rebuilds, replacements }: MetaProgress, waitMs = 0): PrepareResult {
  return proceed({ ...newProgress(fingerprint), rebuilds, replacements }, waitMs)
}

/** Rebuilds twice, then the post fails. */
function rebuild({ state }: Step, failure: Failure): PrepareResult {
  const rebuilds = state.rebuilds + 1
  if (rebuilds > REBUILDS_MAX) return giveUp({ ...failure, class: 'media_processing' })
  return startAgain({ ...state, rebuilds }, REBUILD_WAIT_MS * rebuilds)
}

/** Keeps nothing, so that a corrected file starts over. */
function giveUp(failure: Failure): PrepareResult {
  return { kind: 'failed', progress: {}, failure }
}

function failed(progress: MetaProgress, failure: Failure): PrepareResult {
  return { kind: 'failed', progress, failure }
}

function proceed(progress: MetaProgress, waitMs = 0): PrepareResult {
  return { kind: 'continue', progress, waitMs }
}

function pollAgain(state: MetaProgress): PrepareResult {
  return proceed({ ...state, polls: state.polls + 1 }, POLL_WAITS_MS[state.polls] ?? LAST_POLL_WAIT_MS)
}

async function isVideoUrl({ context }: Step, url: string): Promise<boolean> {
  const path = URL.parse(url)?.pathname ?? ''
  if (VIDEO_EXTENSIONS.test(path)) return true
  if (IMAGE_EXTENSIONS.test(path)) return false
  return (await context.openMedia(url)).type.startsWith('video/')
}

function processingFailure(step: Step, reason: Said, look: Look, item?: number): Failure {
  const { dialect, context, post } = step
  const network = dialect.name
  const shown =
    typeof reason === 'string'
      ? redact(reason, secretsOf(context))
          .slice(0, 200)
          .replace(/(?<!\.)\.+$/, '')
      : reason
  const cause = shown === '' ? '' : message('meta.cause', { cause: shown })
  const said =
    item !== undefined
      ? message('meta.item_failed', { network, item: item + 1, cause })
      : message(post.mediaUrls.length === 0 ? 'meta.post_failed' : 'meta.one_file_failed', { network, cause })
  return failureOf(context, 'media_processing', said, look.answer, { code: look.code ?? look.status })
}

function refuseIncomplete({ dialect, post, state }: Step): PrepareResult {
  const values = { network: dialect.name, kind: post.mediaType ?? 'none', count: post.mediaUrls.length }
  return failed(state, plainFailure('rejected_content', message('meta.incomplete', values)))
}
