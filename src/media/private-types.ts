import { CONTENT_TYPES, sniffType } from './facts/file-type.ts'

/** How much of a file is looked at. */
export const LOOKED_AT_BYTES = 4_096

/** By the bytes, never by the name: pictures, films, PDF, text, and what office programs write, which are ZIP archives. */
export const PRIVATE_TYPES: Readonly<Record<string, { contentType: string; extensions: readonly string[] }>> = {
  ...Object.fromEntries(
    Object.entries({
      jpeg: ['jpg', 'jpeg'],
      png: ['png'],
      gif: ['gif'],
      webp: ['webp'],
      mp4: ['mp4', 'm4v'],
      mov: ['mov'],
      webm: ['webm'],
      pdf: ['pdf'],
    }).map(([type, extensions]) => [type, { contentType: CONTENT_TYPES[type as 'pdf'], extensions }]),
  ),
  zip: {
    contentType: 'application/zip',
    extensions: ['zip', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'pages', 'numbers', 'key'],
  },
  text: { contentType: 'text/plain; charset=utf-8', extensions: ['txt', 'csv', 'md', 'rtf', 'ics', 'vcf'] },
}

export const PRIVATE_WORDS = 'pictures, films, PDF, text and office documents'

/** Null for everything else, programs among it. */
export function privateTypeOf(first: Buffer): string | null {
  const type = sniffType(first)
  if (type !== 'other') return type
  if (first.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) return 'zip'
  return isText(first) ? 'text' : null
}

/** Without control characters. The end may cut a character in two. */
function isText(bytes: Buffer): boolean {
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true })
  return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/.test(text)
}
