import { readFileSync } from 'node:fs'

/** A delivery as the sender's documentation shows it, with invented people. */
export function readPayload(sender: string): unknown {
  return JSON.parse(readFileSync(new URL(`${sender}/payload.json`, import.meta.url), 'utf8'))
}
