import { countCodePoints } from '../../../../../src/lib/text/text.ts'
import { composeText, type LoadTwitterText, type TextRules } from '../../../../../src/platforms/text/text.ts'

/** What a platform counts: the text, and the tags that are added to it. */
export interface Parts {
  text: string
  hashtags: readonly string[]
  mentions: readonly string[]
}

/** The post as the server stores it. */
export function toTexts({ text, ...tags }: Parts) {
  return { content: text.trim(), ...tags }
}

/** The text with its tags. The server may send other links in it: see tracking.ts. */
export function wholeText(parts: Parts): string {
  return composeText(toTexts(parts))
}

/** By the rules of the network that it is for. `sent` is the text as it will be sent. */
export function countText(
  rules: TextRules,
  parts: Parts,
  load: LoadTwitterText,
  sent: string = wholeText(parts),
): { used: number; max: number } {
  const { max, count } = rules
  // Doorpost itself counts characters as typed, so a long link on X counts in full until it is short enough for both.
  return { used: Math.max(count(sent, load), countCodePoints(parts.text.trim())), max }
}
