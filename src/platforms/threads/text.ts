import { countCodePoints } from '../../lib/text/text.ts'
import { message } from '../../messages/message.ts'
import { PLAIN_MENTION, type TextRules } from '../shared/text.ts'

const MAX = 500
const LINKS_MAX = 5

export const threadsText: TextRules = {
  max: MAX,
  counting: message('counting.threads'),
  count: countBytesOfEmoji,
  links: { urls: 'all', mentions: PLAIN_MENTION, hashtags: 'first' },
  check(text, warn, load) {
    const length = countBytesOfEmoji(text)
    if (length > MAX) warn('thread.text.max', 'content', message('threads.text_too_long', { length, max: MAX }))
    // Six links have six dots.
    if (text.split('.').length - 1 <= LINKS_MAX) return
    const { extractUrlsWithIndices } = load()
    const count = new Set(extractUrlsWithIndices(text).map(({ url }) => url)).size
    if (count > LINKS_MAX) {
      warn('thread.links.max', 'content', message('threads.too_many_links', { max: LINKS_MAX, count }))
    }
  },
}

function countBytesOfEmoji(text: string): number {
  const rest = text.replace(/\p{RGI_Emoji}/gv, '')
  const bytes = (part: string) => new TextEncoder().encode(part).length
  return countCodePoints(rest) + bytes(text) - bytes(rest)
}
