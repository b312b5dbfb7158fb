import { readFileSync } from 'node:fs'

/** A delivery as the documentation of the sender shows it, with invented people. */
export function readPayload(sender: string): unknown {
  return JSON.parse(readFileSync(new URL(`${sender}/payload.json`, import.meta.url), 'utf8'))
}
