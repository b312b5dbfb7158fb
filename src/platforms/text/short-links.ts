import { comparable } from '../calls/answers.ts'

// A link with its scheme, or a bare domain, which platforms shorten too.
const LINK = /^(?:https?:\/\/\S+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/?#:]\S*)?)$/iu

/**
 * Is `shown` the text that was sent, apart from links that the platform has shortened? A short link stands for whatever
 * link was in its place, so that everything else has to be the same, word by word. `host` is that of the short links, such as t.co.
 */
export function isSameApartFromLinks(shown: string, sent: string, host: string): boolean {
  const mark = new RegExp(`https?://${host.replaceAll('.', '\\.')}/[\\w-]+`, 'i')
  const [ours, theirs] = [wordsOf(sent), wordsOf(shown)]
  return ours.length === theirs.length && theirs.every((word, at) => isSameWord(word, ours[at]!, mark))
}

function isSameWord(shown: string, sent: string, mark: RegExp): boolean {
  if (shown === sent) return true
  const short = mark.exec(shown)
  if (short === null) return false
  // What clings to the link, such as brackets and full stops, is not part of it.
  const before = shown.slice(0, short.index)
  const after = shown.slice(short.index + short[0].length)
  if (!sent.startsWith(before) || !sent.endsWith(after) || sent.length <= before.length + after.length) return false
  return LINK.test(sent.slice(before.length, sent.length - after.length))
}

function wordsOf(text: string): string[] {
  return comparable(text).split(' ')
}
