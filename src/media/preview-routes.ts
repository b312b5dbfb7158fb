import { ApiError, validationError } from '../errors.ts'
import { callerName, callerOf } from '../http/call.ts'
import { queryOf, queryText } from '../http/query-values.ts'
import { operationsOf } from '../http/route.ts'
import { createIssues } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import type { PicturePreviews } from './preview.ts'

const operation = operationsOf<{ previews: PicturePreviews }>('Posts')

const URL_MAX_LENGTH = 2_048
const URL_MISSING = 'url is required: the address of a picture.'

const PreviewQuery = S.object({
  url: S.string({ maxLength: URL_MAX_LENGTH, description: 'The address of the picture, as it stands in a post.' }),
})

export const previewMedia = operation({
  id: 'previewMedia',
  summary: 'Show a picture of another server',
  description:
    'For the pages of the dashboard: Doorpost fetches the picture, so that whoever wrote its address into a post learns ' +
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
  invalid: { url: URL_MISSING },
  missing: 'This picture cannot be shown here. Open its address to see what is there.',
  async handle({ previews }, request, reply) {
    const issues = createIssues()
    const url = queryText(issues, queryOf(issues, request), 'url', URL_MAX_LENGTH)
    if (url === null && issues.count === 0) issues.add('url', URL_MISSING)
    if (url === null || issues.count > 0) throw validationError(issues.details)
    const result = await previews.open(callerName(callerOf(request)), url, () => request.raw.socket.bytesWritten)
    if ('problem' in result) {
      if (result.problem === 'not_shown') return null
      throw new ApiError('rate_limit_exceeded', {
        message: 'Too many pictures are being fetched at the moment. Try again in a second.',
        headers: { 'retry-after': '1' },
      })
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
