import { validationError } from '../errors.ts'
import type { Request } from '../http/call.ts'
import { badBody } from '../http/input.ts'
import { type Query, queryText } from '../http/query-values.ts'
import type { Issues } from '../lib/issues.ts'
import { type Message, message } from '../messages/message.ts'
import { ALT_TEXT_MAX } from '../platforms/registry.ts'
import { CONTENT_TYPES } from './facts/file-type.ts'
import { TAKEN_TYPES, type TakenType } from './facts/soundness.ts'
import { fileNameProblems, NAME_MAX } from './schemas.ts'

export interface UploadInput {
  name: string | null
  altText: string | null
  /** The type that the sender declares; null if it declares none. */
  declaredType: string | null
}

/** What is said beside the file. */
export function readUpload(issues: Issues, query: Query, request: Request): UploadInput {
  const name = queryText(issues, query, 'name', NAME_MAX)
  if (name !== null) for (const problem of fileNameProblems(name)) issues.add('name', problem)
  const { 'content-encoding': encoding, 'content-type': type } = request.headers
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    issues.add('Content-Encoding', 'media.compressed')
  const declaredType = type?.replace(/;.*/s, '').trim().toLowerCase() || null
  const altText = queryText(issues, query, 'alt_text', ALT_TEXT_MAX)
  return { name, altText, declaredType }
}

/** Types that say nothing, or that programs use for types we know under another name. */
const ANY_TYPE = ['application/octet-stream', 'binary/octet-stream', '*/*']
const OTHER_NAMES: Partial<Record<TakenType, readonly string[]>> = {
  jpeg: ['image/jpg', 'image/pjpeg'],
  mp4: ['video/x-m4v', 'application/mp4', 'video/quicktime'],
  mov: ['video/mp4'],
  pdf: ['application/x-pdf'],
}

export function checkDeclaredType(declared: string | null, type: TakenType): void {
  const actual = CONTENT_TYPES[type]
  if (declared === null || declared === actual || ANY_TYPE.includes(declared)) return
  if (OTHER_NAMES[type]?.includes(declared)) return
  const values = { actual: TAKEN_TYPES[type].name, type: actual }
  const isName = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(declared)
  const said = isName
    ? message('media.other_type', { said: declared, ...values })
    : message('media.other_type_unnamed', values)
  throw badBody(said, 'Content-Type')
}

export function badFile(problem: Message) {
  return validationError({ file: [problem] })
}
