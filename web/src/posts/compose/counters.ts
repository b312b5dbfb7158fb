import { countCodePoints } from '../../../../src/lib/text/text.ts'
import { composeText, type LoadTwitterText, type TextRules } from '../../../../src/platforms/text.ts'

/** What a platform counts: the text, and the tags that are added to it. */
export interface Parts {
  text: string
  hashtags: readonly string[]
  mentions: readonly string[]
}

/** The text as the server will send it. */
export function wholeText({ text, ...tags }: Parts): string {
  return composeText({ content: text.trim(), ...tags })
}

/** By the rules of the network that it is for. */
export function countText(rules: TextRules, parts: Parts, load: LoadTwitterText): { used: number; max: number } {
  const { max, count } = rules
  // Doorpost itself counts characters as typed, so a long link on X counts in full until it is short enough for both.
  return { used: Math.max(count(wholeText(parts), load), countCodePoints(parts.text.trim())), max }
}
