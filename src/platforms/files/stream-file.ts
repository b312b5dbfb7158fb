import type { Http, HttpAnswer, HttpRequest } from '../contract.ts'

/** How much of a file is in memory at a time. */
const PART_BYTES = 1_048_576

interface FileToSend {
  bytes: number
  /** `end` is exclusive. */
  read(start: number, end: number): Promise<Uint8Array>
  /** Around the file, such as the borders of a form. */
  before?: string
  after?: string
}

/** Sends a file without holding it in memory. What is wrong with the file is thrown as it is, not as a failure of the network. */
export async function sendFile(http: Http, request: HttpRequest, file: FileToSend): Promise<HttpAnswer> {
  const { before = '', after = '' } = file
  let problem: unknown
  async function* parts(): AsyncGenerator<Uint8Array> {
    if (before !== '') yield Buffer.from(before)
    for (let at = 0; at < file.bytes; at += PART_BYTES) {
      try {
        yield await file.read(at, Math.min(at + PART_BYTES, file.bytes))
      } catch (error) {
        problem = error
        throw error
      }
    }
    if (after !== '') yield Buffer.from(after)
  }
  const bytes = Buffer.byteLength(before) + file.bytes + Buffer.byteLength(after)
  try {
    return await http({ ...request, stream: { bytes, open: parts } })
  } catch (error) {
    throw problem ?? error
  }
}
