import { isUtf8 } from 'node:buffer'
import type { ApiError } from '../../errors.ts'
import type { Request } from '../../http/call.ts'
import { badBody, objectBody } from '../../http/input.ts'
import { type ContentRule, checkContent, isFileStream, isMultipart, readJson } from '../../http/server/body.ts'
import { type MultipartRules, readMultipartBytes, readMultipartStream } from '../../http/server/multipart.ts'
import { message } from '../../messages/message.ts'
import type { FormField } from '../fields/fields.ts'
import type { FileArrival, ReceiveFile } from './files.ts'

interface ReceivingForm {
  maxBytes: number
  fields: ReadonlyArray<Pick<FormField, 'name' | 'type'>>
  settings: { files: { max_count: number; max_bytes: number } }
}

export interface Arrived {
  /** By name. A name that occurs several times has a list. */
  sent: Record<string, unknown>
  files: FileArrival[]
}

const CONTENT: ContentRule = {
  type: /^(?:application\/(?:json|x-www-form-urlencoded)|multipart\/form-data|text\/plain)[\t ]*(?:;|$)/i,
  otherwise: { compressed: 'content.compressed_form', type: 'content.not_form', charset: 'content.form_charset' },
}

// Further pairs are ignored: 50 KB can hold tens of thousands.
const PAIRS_MAX = 1_000

export async function readArrived(request: Request, form: ReceivingForm, receive: ReceiveFile): Promise<Arrived> {
  checkContent(request, CONTENT)
  if (isFileStream(request)) {
    const fileMaxBytes = form.settings.files.max_bytes
    const { pairs, files } = await readMultipartStream(
      request,
      { ...rulesOf(form), fileMaxBytes },
      (stream, field, guest) => receive(stream, { maxBytes: fileMaxBytes, field, guest }),
    )
    return { sent: readPairs(pairs), files: files.map(({ field, name, arrival }) => ({ field, name: name!, arrival })) }
  }
  // A missing body is treated as empty, so that the response says what is missing.
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  // Beacons are plain text.
  if (/^(?:application\/json|text\/plain)/i.test(request.headers['content-type']!)) {
    return { sent: objectBody({ body: readJson(request, bytes) }), files: [] }
  }
  request.rawBody = bytes
  if (isMultipart(request)) {
    return { sent: readPairs(await readMultipartBytes(request, rulesOf(form), bytes)), files: [] }
  }
  if (!isUtf8(bytes)) throw badBody(message('submission.not_utf8'))
  return { sent: readPairs(new URLSearchParams(bytes.toString())), files: [] }
}

function readPairs(pairs: Iterable<[string, string]>): Arrived['sent'] {
  const sent = Object.create(null) as Record<string, string | string[]>
  let count = 0
  for (const [name, text] of pairs) {
    if (++count > PAIRS_MAX) break
    // Browsers send a line break as two characters, but count it as one.
    const value = text.replaceAll('\r\n', '\n')
    const known = sent[name]
    if (known === undefined) sent[name] = value
    else if (Array.isArray(known)) known.push(value)
    else sent[name] = [known, value]
  }
  return sent
}

/** A file without a name is a field that was left empty. */
function rulesOf(form: ReceivingForm): MultipartRules {
  const isFileField = (name: string) => form.fields.some((field) => field.type === 'file' && field.name === name)
  return {
    fieldsMaxBytes: form.maxBytes,
    filesMax: form.settings.files.max_count,
    takes: (field, name) => Boolean(name) && isFileField(field),
    tooManyFiles: (field) => tooManyFiles(form, field),
  }
}

function tooManyFiles({ settings }: ReceivingForm, field: string): ApiError {
  const { max_count } = settings.files
  const said =
    max_count === 1 ? message('submission.one_file_only') : message('submission.too_many_files', { max: max_count })
  return badBody(said, field)
}
