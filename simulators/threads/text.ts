const MAX_TEXT = 500
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })
export const MAX_LINKS = 5

/** Counts characters, and an emoji as its UTF-8 bytes. */
function textLength(text: string): number {
  let length = 0
  for (const { segment } of GRAPHEMES.segment(text)) {
    const isEmoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F/u.test(segment)
    length += isEmoji ? Buffer.byteLength(segment) : [...segment].length
  }
  return length
}

export function isTooLong(text: string): boolean {
  return textLength(text) > MAX_TEXT
}

export function uniqueLinks(text: string, attachment: string | null): number {
  const links = new Set(text.match(/https?:\/\/[^\s]+/g) ?? [])
  if (attachment !== null) links.add(attachment)
  return links.size
}
