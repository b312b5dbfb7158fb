interface LittleText {
  /** The text that readers see. */
  text: string
  /** Index in the sent text where an unescaped reserved character ended it; null if none did. */
  cutAt: number | null
}

const RESERVED = new Set('\\|{}[]()<>#@*_~')
const MENTION = /^@\[((?:\\.|[^\]\\])*)\]\((urn:li:(?:person|organization):[^)\s]+)\)/
const HASHTAG = /^#[\p{L}\p{N}]+/u
const TEMPLATE = /^\{hashtag\|\\?#\|((?:\\.|[^}\\])+)\}/

/**
 * Reads the `commentary` format. A reserved character that is neither escaped nor part of an element ends the text
 * without an error.
 */
export function readLittleText(sent: string, cut = true): LittleText {
  let text = ''
  let at = 0
  while (at < sent.length) {
    const rest = sent.slice(at)
    const char = sent[at]!
    if (char === '\\' && at + 1 < sent.length) {
      text += sent[at + 1]
      at += 2
      continue
    }
    if (!RESERVED.has(char)) {
      text += char
      at += 1
      continue
    }
    const mention = MENTION.exec(rest)
    const template = TEMPLATE.exec(rest)
    const element = mention ?? template ?? HASHTAG.exec(rest)
    if (element) {
      if (mention) text += plain(mention[1]!)
      else text += template ? `#${plain(template[1]!)}` : element[0]
      at += element[0].length
      continue
    }
    if (cut) return { text: text.trimEnd(), cutAt: at }
    text += char
    at += 1
  }
  return { text, cutAt: null }
}

function plain(text: string): string {
  return text.replaceAll(/\\(.)/gs, '$1')
}
