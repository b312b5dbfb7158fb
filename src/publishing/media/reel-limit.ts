import type { SafeFetch } from '../../lib/net/safe-fetch.ts'
import { probeMedia } from '../../media/remote/probe.ts'
import { plainFailure } from '../../platforms/answers.ts'
import { type Adapter, type Failure, MediaError } from '../../platforms/contract.ts'
import { REEL_SECONDS_MAX } from './rules.ts'

/** Our interface allows reels of up to 90 seconds; the platform would take longer ones. Checked once per attempt. */
export function withReelLimit(adapter: Adapter, mediaFetch: SafeFetch): Adapter {
  return {
    ...adapter,
    async prepare(context, post, progress) {
      const [url] = post.mediaUrls
      if (post.mediaType !== 'reel' || url === undefined) return adapter.prepare(context, post, progress)
      const failure = progress.reel_length_known === true ? null : await checkReel(mediaFetch, url)
      if (failure !== null) return { kind: 'failed', progress, failure }
      const result = await adapter.prepare(context, post, progress)
      // The adapter returns only its own progress.
      return { ...result, progress: { ...result.progress, reel_length_known: true } }
    },
  }
}

async function checkReel(mediaFetch: SafeFetch, url: string): Promise<Failure | null> {
  try {
    const seconds = ((await probeMedia(mediaFetch, url)).durationMs ?? 0) / 1000
    if (seconds <= REEL_SECONDS_MAX) return null
    const message = `The reel is ${seconds.toFixed(1)} seconds long, and ${REEL_SECONDS_MAX} are allowed. Use a shorter video.`
    return plainFailure('rejected_content', message)
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    return plainFailure('media_unreachable', `The video cannot be read: ${error.message}`)
  }
}
