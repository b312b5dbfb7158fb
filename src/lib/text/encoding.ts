// The encodings in which spreadsheets save text. The dashboard uses this too.

export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'macintosh',
  'shift_jis',
  'euc-jp',
] as const
export type Encoding = (typeof ENCODINGS)[number]

const MARKS: ReadonlyArray<readonly [Encoding, ...number[]]> = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
]

const LOOKED_AT = 1_024
const [CR, LF] = [0x0d, 0x0a]

/**
 * Detects by byte order mark, then zero bytes, then valid UTF-8, then Japanese words; otherwise assumes what Excel writes
 * in Western countries, on a Mac if the lines end as they did there.
 */
export function detectEncoding(bytes: Uint8Array): Encoding {
  const marked = MARKS.find(([, ...mark]) => mark.every((byte, at) => bytes[at] === byte))
  if (marked !== undefined) return marked[0]
  // In UTF-16, every other byte is zero for most languages.
  const zeros = [0, 0]
  const end = Math.min(bytes.length, LOOKED_AT)
  for (let at = 0; at < end; at++) if (bytes[at] === 0) zeros[at % 2]!++
  const [even, odd] = zeros as [number, number]
  if (odd > end / 4 && even === 0) return 'utf-16le'
  if (even > end / 4 && odd === 0) return 'utf-16be'
  if (isIn('utf-8', bytes)) return 'utf-8'
  if (isJapanese(bytes, 'shift_jis')) return 'shift_jis'
  if (isJapanese(bytes, 'euc-jp')) return 'euc-jp'
  return bytes.includes(CR) && !bytes.includes(LF) ? 'macintosh' : 'windows-1252'
}

/** What is read to recognise Japanese. */
const JAPANESE_BYTES = 262_144
const JAPANESE_WORD = /[\u3005\u3040-\u30ff\u4e00-\u9fff]{2,}/g

/**
 * Most Western texts are also valid Shift_JIS, and Japanese ones in EUC-JP are, too: an accented letter and the next one become one kanji. But these stand
 * alone, while Japanese ones stand together; EUC-JP becomes narrow katakana.
 */
function isJapanese(bytes: Uint8Array, encoding: 'shift_jis' | 'euc-jp'): boolean {
  let text = ''
  try {
    // As a stream, because the end may be inside a character.
    const start = bytes.subarray(0, JAPANESE_BYTES)
    text = new TextDecoder(encoding, { fatal: true }).decode(start, { stream: true })
  } catch {
    return false
  }
  const inWords = text.match(JAPANESE_WORD)?.join('').length ?? 0
  const foreign = text.replace(/[ -~\s]+/g, '').length
  return inWords > foreign / 2
}

function isIn(encoding: Encoding, bytes: Uint8Array): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Decoding this much takes about three milliseconds. */
const PIECE_BYTES = 1_048_576

/** The text in pieces, without its byte order mark. Throws a TypeError if the bytes are not in this encoding. */
export function* decodePieces(bytes: Uint8Array, encoding: Encoding): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true })
  }
  yield decoder.decode()
}

/** The encoding that a Content-Type names. Null if it is not one of these. */
export function encodingOfCharset(charset: string, bytes: Uint8Array): Encoding | null {
  const name = charset.toLowerCase()
  // The name covers both byte orders; the mark decides.
  if (name === 'utf-16') return bytes[0] === 0xfe ? 'utf-16be' : 'utf-16le'
  try {
    const { encoding } = new TextDecoder(name)
    return ENCODINGS.find((each) => each === encoding) ?? null
  } catch {
    return null
  }
}
