import type { SafeFetch } from '../../lib/net/safe-fetch.ts'
import type { MediaFacts } from '../facts/facts.ts'
import { readFacts } from '../facts/headers.ts'
import { openRemote } from './remote.ts'

const TIMEOUT_MS = 20_000

/** Reads the header of a remote file: a few hundred kilobytes at most. Throws a MediaError if it cannot be fetched. */
export async function probeMedia(safeFetch: SafeFetch, url: string, timeoutMs = TIMEOUT_MS): Promise<MediaFacts> {
  return readFacts(await openRemote(safeFetch, url, timeoutMs))
}
