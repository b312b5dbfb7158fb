import type { IncomingMessage } from 'node:http'
import { ApiError, validationError } from '../errors.ts'
import type { Request } from '../http/call.ts'
import { badBody, checked } from '../http/input.ts'
import { type MultipartRules, readMultipartStream } from '../http/server/multipart.ts'
import type { Guest } from '../lib/bounds/places.ts'
import { SafeFetchError } from '../lib/net/fetch-error.ts'
import type { SafeFetch } from '../lib/net/safe-fetch.ts'
import { type Message, message } from '../messages/message.ts'
import { badFile, type UploadInput } from './input.ts'
import { MOST_REDIRECTS } from './remote/remote.ts'
import { fileNameProblems, NAME_MAX, uploadForm } from './schemas.ts'
import { pour } from './stores/pour.ts'
import { type Arrival, type ReceiveLimits, receiveFile, Stalled, tooLarge } from './stores/receive.ts'

// The ways in which a file arrives: as the body of a request, in a form, or from another server.

export interface Incoming {
  guest: Guest
  /** Writes the file to disk. If it throws, nothing is left there. */
  receive(limits: ReceiveLimits): Promise<{ arrival: Arrival; input: UploadInput }>
  /** Rewords a refusal if this way has its own wording. */
  refusalOf?(error: unknown): unknown
}

export function fromBody({ raw, headers }: Request, input: UploadInput): Incoming {
  const declaredBytes = Number(headers['content-length'] ?? 0)
  return {
    guest: guestOf(raw),
    async receive(limits) {
      if (declaredBytes > limits.maxBytes) throw tooLarge(limits.maxBytes)
      return { arrival: await receiveFile(raw, limits), input }
    },
  }
}

/** Far more than the name and the alt text may have. */
const FIELDS_BYTES_MAX = 32_768
const FORM_RULES: MultipartRules = {
  fieldsMaxBytes: FIELDS_BYTES_MAX,
  filesMax: 1,
  takes: () => true,
  tooManyFiles: (field) => badBody(message('submission.one_file_only'), field),
}

/** The fields of the form win over the parameters of the URL. */
export function fromForm(request: Request, input: UploadInput): Incoming {
  return {
    guest: guestOf(request.raw),
    async receive(limits) {
      const rules = { ...FORM_RULES, fileMaxBytes: limits.maxBytes }
      const { pairs, files } = await readMultipartStream(request, rules, (stream) => receiveFile(stream, limits))
      const [file] = files
      if (file === undefined) throw badFile(message('media.no_file_part'))
      try {
        const sent = checked((issues) => uploadForm.read(issues, Object.fromEntries(pairs)))
        const name = sent.name ?? input.name ?? labelOf(file.name ?? '')
        const declaredType = file.contentType.toLowerCase()
        return { arrival: file.arrival, input: { name, altText: sent.alt_text ?? input.altText, declaredType } }
      } catch (error) {
        await file.arrival.discard()
        throw error
      }
    },
  }
}

function guestOf(raw: IncomingMessage): Guest {
  return {
    bytes: () => raw.socket.bytesRead,
    giveWay() {
      if (!raw.complete) raw.destroy(new Stalled())
    },
  }
}

/** For the whole file. Programs and proxies rarely wait for an answer longer than this. */
const FETCH_MS = 120_000

/** The type that the server declares is ignored: many declare a wrong one. */
export function fromUrl(
  safeFetch: SafeFetch,
  { raw }: Pick<Request, 'raw'>,
  url: string,
  input: UploadInput,
  timeoutMs = FETCH_MS,
): Incoming {
  const stop = new AbortController()
  let bytes = 0
  const guest = { bytes: () => bytes, giveWay: () => stop.abort() }
  return {
    guest,
    async receive(limits) {
      const hangUp = () => stop.abort()
      raw.socket.once('close', hangUp)
      const headers = { accept: 'image/*, video/*, application/pdf' }
      const asked = { url, headers, timeoutMs, maxBytes: limits.maxBytes, maxRedirects: MOST_REDIRECTS }
      try {
        const body = await pour(safeFetch, asked, {
          stop,
          lookAt: 1,
          isWanted: ({ status }) => status === 200,
          onBytes: (count) => {
            bytes += count
          },
        })
        try {
          const arrival = await receiveFile(body, limits)
          const { pathname } = new URL(url)
          return { arrival, input: { ...input, name: input.name ?? labelOf(decode(pathname)), declaredType: null } }
        } finally {
          body.destroy()
        }
      } finally {
        raw.socket.off('close', hangUp)
      }
    },
    refusalOf: toUrlRefusal,
  }
}

function toUrlRefusal(error: unknown): unknown {
  if (error instanceof SafeFetchError) {
    // The same words for every name that has no public address: the caller must not learn which names our network has.
    const isHidden = error.reason === 'dns' || error.reason === 'refused_address'
    return badUrl(
      isHidden ? message('file.unreadable') : message('file.unreadable_because', { problem: error.said }),
      error,
    )
  }
  if (!(error instanceof ApiError)) return error
  if (error.cause instanceof Stalled) return badUrl(message('file.unreadable_because', { problem: SLOW }), error)
  const problems = error.details?.file
  return problems === undefined ? error : validationError({ url: problems })
}

const SLOW = message('fetch.too_slow')

function badUrl(said: Message, cause: Error): ApiError {
  return new ApiError('validation_error', { message: said, details: { url: [said] }, cause })
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The last part of a path as the name of a file; null if it cannot be one. */
function labelOf(path: string): string | null {
  const name = path.split(/[\\/]/).at(-1)!.trim().toWellFormed()
  return name === '' || [...name].length > NAME_MAX || fileNameProblems(name).length > 0 ? null : name
}
