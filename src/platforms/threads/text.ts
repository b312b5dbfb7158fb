import { countCodePoints } from '../../lib/text/text.ts'
import { PLAIN_MENTION, type TextRules } from '../shared/text.ts'

const MAX = 500
const LINKS_MAX = 5

export const threadsText: TextRules = {
  max: MAX,
  counting: 'Threads takes 500 characters. An emoji counts as its bytes, mostly 4 or more.',
  count: countBytesOfEmoji,
  links: { urls: 'all', mentions: PLAIN_MENTION, hashtags: 'first' },
  check(text, warn, load) {
    const length = countBytesOfEmoji(text)
    if (length > MAX) {
      const counted = `content counts ${length} of ${MAX} and may be refused. Use fewer emoji or less text.`
      const rule = 'Threads counts an emoji as its UTF-8 bytes (the stricter reading of its rules)'
      warn('thread.text.max', 'content', `${rule}: ${counted}`)
    }
    // Six links have six dots.
    if (text.split('.').length - 1 <= LINKS_MAX) return
    const { extractUrlsWithIndices } = load()
    const links = new Set(extractUrlsWithIndices(text).map(({ url }) => url)).size
    if (links > LINKS_MAX) {
      const message = `Threads refuses more than ${LINKS_MAX} different links, but content has ${links}.`
      warn('thread.links.max', 'content', message)
    }
  },
}

function countBytesOfEmoji(text: string): number {
  const rest = text.replace(/\p{RGI_Emoji}/gv, '')
  const bytes = (part: string) => new TextEncoder().encode(part).length
  return countCodePoints(rest) + bytes(text) - bytes(rest)
}
