import type { SafeFetch } from '../lib/net/safe-fetch.ts'
import { type MediaFacts, readFacts } from './facts.ts'
import { openRemote } from './remote.ts'

const TIMEOUT_MS = 20_000

/**
 * Reads only the header of a remote file, a few hundred kilobytes at most. What the file does not tell is null; a file
 * that cannot be fetched is a MediaError.
 */
export async function probeMedia(
  safeFetch: SafeFetch,
  url: string,
  options: { timeoutMs?: number } = {},
): Promise<MediaFacts> {
  const source = await openRemote(safeFetch, url, options.timeoutMs ?? TIMEOUT_MS)
  return readFacts(source, source.contentType)
}
