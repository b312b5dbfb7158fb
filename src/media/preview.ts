import { addAbortSignal, type Readable } from 'node:stream'
import { retryLater } from '../errors.ts'
import { callerName, callerOf } from '../http/call.ts'
import { readQuery } from '../http/input.ts'
import { queryText } from '../http/query-values.ts'
import { operationsOf } from '../http/route.ts'
import { createPlaces } from '../lib/bounds/places.ts'
import type { AnswerHead } from '../lib/net/fetch-error.ts'
import type { SafeFetch } from '../lib/net/safe-fetch.ts'
import * as S from '../lib/schema.ts'
import { message } from '../messages/message.ts'
import { CONTENT_TYPES, type MediaType, SNIFF_BYTES, sniffType } from './facts/file-type.ts'
import type { Library } from './library.ts'
import { ownFileOf } from './own-url.ts'
import { MOST_REDIRECTS } from './remote/remote.ts'
import { pour } from './stores/pour.ts'

const operation = operationsOf<{ previews: PicturePreviews }>('Posts')

const URL_MAX_LENGTH = 2_048

const PreviewQuery = S.object({
  url: S.string({ maxLength: URL_MAX_LENGTH, description: 'The address of the picture, as it stands in a post.' }),
})

export const previewMedia = operation({
  id: 'previewMedia',
  summary: 'Show a picture of another server',
  description:
    'For the pages of the dashboard: Doorpost fetches the picture, so that the person who wrote its address into a post learns ' +
    'nothing of those who look at it. JPEG, PNG, GIF and WebP up to 10 MB, by their first bytes. Private addresses, files ' +
    'of other kinds and servers that do not answer are the same 404.',
  query: PreviewQuery,
  answers: {
    200: {
      description: 'The picture.',
      schema: S.string({ format: 'binary' }),
      example: '(the bytes of the picture)',
      contentType: 'image/*',
    },
  },
  missing: message('preview.not_shown'),
  async handle({ previews }, request, reply) {
    const url = readQuery(request, (issues, query) => {
      const sent = queryText(issues, query, 'url', URL_MAX_LENGTH)
      if (sent === null && issues.count === 0) issues.add('url', 'preview.no_url')
      return sent ?? ''
    })
    const result = await previews.open(callerName(callerOf(request)), url, () => request.raw.socket.bytesWritten)
    if ('problem' in result) {
      if (result.problem === 'not_shown') return null
      throw retryLater('rate_limit_exceeded', message('preview.too_many'), 1)
    }
    const { contentType, body } = result.picture
    return reply
      .header('content-type', contentType)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'same-origin')
      .header('cache-control', 'private, max-age=600')
      .send(body)
  },
})

/** Pictures that browsers show and that cannot contain a script, recognised by their first bytes. */
const PICTURES: readonly MediaType[] = ['jpeg', 'png', 'gif', 'webp']
const MOST_BYTES = 10 * 1024 * 1024
/** The limit for the whole picture, even for a slow reader. */
const TIMEOUT_MS = 20_000
/** Browsers request six at a time. */
const MOST_FOR_ONE = 8
const MOST_AT_ONCE = 40

interface Picture {
  contentType: string
  body: Readable
}

type PreviewResult = { picture: Picture } | { problem: 'busy' | 'not_shown' }

type PicturePreviews = ReturnType<typeof createPicturePreviews>

/**
 * Shows pictures from other servers without the browser contacting them, so the author of the URL learns nothing about
 * the reader.
 */
export function createPicturePreviews(safeFetch: SafeFetch, library: Pick<Library, 'find'>) {
  const places = createPlaces({ most: MOST_AT_ONCE, mostForOne: MOST_FOR_ONE })
  return {
    /**
     * `who` may have a few open at a time; `taken` counts the bytes that went to its connection. All failures look the
     * same.
     */
    async open(who: string, url: string, taken: () => number): Promise<PreviewResult> {
      const stop = new AbortController()
      let hasLost = false
      const giveWay = () => {
        hasLost = true
        stop.abort()
      }
      const leave = places.take(who, { bytes: taken, giveWay })
      if (leave === null) return { problem: 'busy' }
      try {
        const picture = (await openOwn(library, url)) ?? (await openPicture(safeFetch, url, stop))
        addAbortSignal(stop.signal, picture.body).once('close', leave)
        return { picture }
      } catch {
        leave()
        return { problem: hasLost ? 'busy' : 'not_shown' }
      }
    },
  }
}

/** Our own pictures come from the store, whatever the URL's host. */
async function openOwn(library: Pick<Library, 'find'>, url: string): Promise<Picture | null> {
  const file = ownFileOf(url)
  const found = file === null ? null : await library.find(file)
  const type = found?.row.type as MediaType
  if (found === null || type === 'other' || !PICTURES.includes(type)) return null
  const body = await found.place.stream(found.row.file, { start: 0, end: found.row.bytes })
  return body && { contentType: CONTENT_TYPES[type], body }
}

/** Resolves once the first bytes show that it is a picture. The rest is read as fast as the caller takes it. */
async function openPicture(safeFetch: SafeFetch, url: string, stop: AbortController): Promise<Picture> {
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES, maxRedirects: MOST_REDIRECTS }
  let type: MediaType = 'other'
  const isWanted = ({ status }: AnswerHead, first: Buffer) => {
    type = sniffType(first)
    return status === 200 && PICTURES.includes(type)
  }
  const body = await pour(safeFetch, { url, ...limits }, { stop, lookAt: SNIFF_BYTES, isWanted })
  return { contentType: CONTENT_TYPES[type as 'jpeg'], body }
}
