import { Readable } from 'node:stream'
import { WrittenRow } from '../../db/statements/paging.ts'
import type { Reply } from '../call.ts'
import { markSpoken } from '../language.ts'
import type { PageInParts } from '../pagination.ts'
import { linkPages } from './page-links.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

// For a client that does not read, we hold little more than this.
const WHOLE_MAX = 131_072

/** The next text, or null after the end. */
export type NextPiece = () => Promise<string | null>

/** A list with its pagination. `frame` is the JSON around the items. */
export function sendPage(reply: Reply, page: PageInParts<object>, frame = ['[', ']']): Promise<Reply> {
  return sendPieces(reply.header('content-type', JSON_TYPE), writePage(reply, page, frame), () => {
    // Later rows of a long list may have text.
    markSpoken(reply)
    if (!page.isEndless) linkPages(reply, { ...page.pagination(), next_cursor: null }, false)
  })
}

/** Rows that are few. `frame` is the JSON around them. */
export function sendRows(reply: Reply, [before, after]: [string, string], rows: readonly WrittenRow[]): Reply {
  const texts = rows.map((row) => writeRow(reply, row))
  return reply.send(`{"success":true,"data":${before}${texts.join()}${after}}`)
}

function writePage(reply: Reply, page: PageInParts<object>, [before, after]: string[]): NextPiece {
  let prefix: string | null = `{"success":true,"data":${before}`
  let separator = ''
  return async () => {
    if (prefix === null) return null
    const items = await page.next()
    let text = prefix
    if (items === null) {
      prefix = null
      const pagination = page.pagination()
      // Does nothing if a long page is under way.
      if (!page.isEndless) linkPages(reply, pagination)
      return `${text}${after},"pagination":${JSON.stringify(pagination)}}`
    }
    for (const item of items) {
      text += separator + (item instanceof WrittenRow ? writeRow(reply, item) : reply.json(item))
      separator = ','
    }
    prefix = ''
    return text
  }
}

function writeRow(reply: Reply, { json, inLanguage }: WrittenRow): string {
  if (inLanguage === null) return json
  markSpoken(reply)
  return reply.language === 'en' ? json : inLanguage(reply.language)
}

/**
 * Sends short responses whole, and long ones as fast as the client reads. A failure of the first pieces is still a 503.
 */
export async function sendPieces(reply: Reply, next: NextPiece, beforeStream = () => {}): Promise<Reply> {
  let begun = ''
  while (begun.length < WHOLE_MAX) {
    const piece = await next()
    if (piece === null) return reply.send(begun)
    begun += piece
  }
  beforeStream()
  return reply.send(streamOf(begun, next))
}

/** Reads nothing ahead, and keeps nothing that was handed on. */
function streamOf(begun: string, next: NextPiece): Readable {
  const stream = new Readable({
    highWaterMark: 0,
    read() {
      next().then(
        // Pushing an empty chunk would mean that there is nothing to read yet.
        (piece) => (piece === '' ? this._read(0) : this.push(piece)),
        (error: Error) => this.destroy(error),
      )
    },
  })
  stream.push(begun)
  return stream
}
