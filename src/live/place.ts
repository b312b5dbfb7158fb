import type { SealedTokens } from '../lib/secrets/sealed-token.ts'

// Places count all events, also those that a listener may not see: what it keeps of one cannot be read.
const CONTEXT = 'live place'
const EARLIER_PLACE = /^\d{1,15}$/

/** As the `id` of a message. */
export function writePlace(tokens: SealedTokens, position: number): string {
  return tokens.seal(String(position), CONTEXT)
}

/** Null when it is not one of ours. */
export function readPlaceText(tokens: SealedTokens, text: string): number | null {
  const opened = tokens.open(text, CONTEXT)
  if (opened !== null) return Number(opened)
  // A stream of 0.1 that comes back after the upgrade. It is ahead of every feed, so it is told to read everything again.
  return EARLIER_PLACE.test(text) ? Number.MAX_SAFE_INTEGER : null
}
