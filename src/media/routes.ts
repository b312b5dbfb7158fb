import { ifMatchOf, readIfMatch, taggedByVersion } from '../http/answers/etag.ts'
import { baseUrlAt, callerName, callerOf, keyIdOf, type Request, workspaceOf } from '../http/call.ts'
import { answerRepeatable, type CreationDeps, readIdempotencyKey } from '../http/idempotency.ts'
import { answerDeleted, idOf, objectBody, readInput, readQuery } from '../http/input.ts'
import { deletedAnswer, operationsOf, pageAnswer, recordAnswer } from '../http/route.ts'
import { isMultipart } from '../http/server/body.ts'
import type { SafeFetch } from '../lib/net/safe-fetch.ts'
import * as S from '../lib/schema.ts'
import { message } from '../messages/message.ts'
import { TAKEN_WORDS } from './facts/soundness.ts'
import { fromBody, fromForm, fromUrl, type Incoming } from './incoming.ts'
import { readUpload } from './input.ts'
import type { Library } from './library.ts'
import * as schemas from './schemas.ts'

interface Deps extends CreationDeps {
  library: Library
  uploadFetch: SafeFetch
  config: { baseUrl: string }
}

const operation = operationsOf<Deps>('Media')

const onFile = operationsOf<Deps>('Media', { missing: message('media.not_found') })

export const uploadMedia = operation({
  id: 'uploadMedia',
  idempotent: 'own',
  summary: 'Upload a file',
  description:
    `The body is the file itself: ${TAKEN_WORDS}. Its type comes from its bytes; a \`Content-Type\` that contradicts them is ` +
    'refused. Or send a form with the file as a part, or JSON with the `url` of a file, which Doorpost fetches within two ' +
    'minutes. Put the `url` of the answer into `media_urls` of a post. Bytes that the workspace has already are stored ' +
    'once: the answer is then the file of then, with `duplicate: true`, so an upload can be repeated without harm. The ' +
    'largest file and the quota are settings (`MEDIA_MAX_MB`, `MEDIA_QUOTA_MB`); `storage` of the list tells them.',
  query: schemas.UploadQuery,
  body: {
    kind: 'stream',
    schema: S.string({ format: 'binary' }),
    examples: { file: '(the bytes of the file)' },
    others: {
      'multipart/form-data': {
        schema: schemas.MediaFormSchema,
        examples: { form: { value: { file: '(the bytes of the file)', alt_text: 'A harbour in the morning.' } } },
      },
      'application/json': {
        schema: schemas.uploadUrl.schema,
        examples: { url: { value: { url: 'https://cdn.example.com/harbour.jpg' } } },
      },
    },
    maxBytes: 16_384,
  },
  answers: { 201: recordAnswer('The file is stored.', schemas.media) },
  async handle(deps, request, reply) {
    const { library, config, uploadFetch } = deps
    const { input, address, key } = readQuery(request, (issues, query) => ({
      input: readUpload(issues, query, request),
      address: request.body === undefined ? null : schemas.uploadUrl.read(issues, objectBody(request)),
      key: readIdempotencyKey(issues, request),
    }))
    const caller = callerOf(request)
    const owner = { workspaceId: caller.workspaceId, keyId: keyIdOf(caller), who: callerName(caller) }
    const upload = async (incoming: Incoming) => {
      const stored = await library.upload(owner, incoming)
      return { ...stored, data: library.show(stored.row, baseUrlAt(config.baseUrl, request), stored.duplicate) }
    }
    if (address !== null) {
      const named = { ...input, name: address.name ?? input.name, altText: address.alt_text ?? input.altText }
      const work = async () => (await upload(fromUrl(uploadFetch, request, address.url, named))).data
      return key === null ? work() : answerRepeatable(deps, request, reply, key, work)
    }
    const isForm = isMultipart(request)
    const { row, data, input: used } = await upload(isForm ? fromForm(request, input) : fromBody(request, input))
    if (key === null) return data
    // A repeat is recognised by its bytes, so it must arrive first. They are stored once.
    const sha256 = row.sha256.toString('hex')
    const content = isForm ? { sha256, name: used.name, alt_text: used.altText } : sha256
    return answerRepeatable(deps, request, reply, key, async () => data, { content })
  },
})

const page = pageAnswer('A page of files.', schemas.media.schema, schemas.media.example)

export const listMedia = operation({
  id: 'listMedia',
  summary: 'List files',
  description:
    'Newest first. `storage` tells what may be uploaded, how much room is left, and whether Threads and Instagram, which ' +
    'fetch files themselves, will be able to.',
  query: schemas.mediaQuery.schema,
  answers: {
    200: {
      ...page,
      schema: S.object({ ...(page.schema.properties as S.Fields), storage: schemas.storage.schema }),
      example: { ...(page.example as object), storage: schemas.storage.example },
    },
  },
  async handle({ library, config }, request, reply) {
    const { filter, page } = readQuery(request, schemas.mediaQuery.read)
    const workspaceId = workspaceOf(request)
    const [{ rows, pagination }, storage] = await Promise.all([
      library.list(workspaceId, filter, page),
      library.storage(workspaceId),
    ])
    const data = rows.map((row) => library.show(row, baseUrlAt(config.baseUrl, request)))
    return reply.send({ success: true, data, pagination, storage })
  },
})

export const getMedia = onFile({
  id: 'getMedia',
  summary: 'Read about a file',
  answers: { 200: { ...recordAnswer('The file.', schemas.media), etag: true } },
  async handle({ library, config }, request, reply) {
    const row = await library.get(workspaceOf(request), idOf(request))
    return taggedByVersion(reply, shown(library, config, request, row))
  },
})

export const updateMedia = onFile({
  id: 'updateMedia',
  idempotent: 'repeatable',
  summary: 'Change the name or alt text of a file',
  body: { schema: schemas.media.changeSchema, examples: { alt_text: { alt_text: 'A harbour in the morning.' } } },
  ifMatch: true,
  answers: { 200: { ...recordAnswer('The file as it is now.', schemas.media), etag: true } },
  async handle({ library, config }, request, reply) {
    const id = idOf(request)
    const { change, ifMatch } = readInput(request, (issues, body) => ({
      change: schemas.media.readChange(issues, body),
      ifMatch: readIfMatch(issues, request),
    }))
    const row = await library.update(workspaceOf(request), id, change, ifMatch)
    return taggedByVersion(reply, shown(library, config, request, row))
  },
})

export const deleteMedia = onFile({
  id: 'deleteMedia',
  summary: 'Delete a file',
  description:
    'The file is gone from the store, and its URL no longer works. Refused (400) while a scheduled post needs it. ' +
    'Published posts keep their copy on the platform.',
  ifMatch: true,
  answers: { 200: deletedAnswer('The file is gone.', schemas.media.example) },
  handle: ({ library }, request) =>
    answerDeleted(request, (id) => library.delete(workspaceOf(request), id, ifMatchOf(request))),
})

function shown(library: Library, config: Deps['config'], request: Request, row: Awaited<ReturnType<Library['get']>>) {
  return row && library.show(row, baseUrlAt(config.baseUrl, request))
}
