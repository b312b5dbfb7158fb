import type { SafeFetch } from '../../lib/net/safe-fetch.ts'
import { probeMedia } from '../../media/probe.ts'
import { plainFailure } from '../../platforms/answers.ts'
import { type Adapter, MediaError } from '../../platforms/contract.ts'
import { isReelTooLong, REEL_SECONDS_MAX } from './rules.ts'

/** Our interface allows reels of up to 90 seconds; the platform would take longer ones. Checked once per attempt. */
export function withReelLimit(adapter: Adapter, mediaFetch: SafeFetch): Adapter {
  return {
    ...adapter,
    async prepare(context, post, progress) {
      const [url] = post.mediaUrls
      if (post.mediaType !== 'reel' || url === undefined) return adapter.prepare(context, post, progress)
      if (progress.reel_length_known === true) return prepareKnown(adapter, context, post, progress)
      try {
        const facts = await probeMedia(mediaFetch, url)
        if (isReelTooLong('photo', post.mediaType, facts)) {
          const seconds = (facts.durationMs! / 1000).toFixed(1)
          const message = `The reel is ${seconds} seconds long, and ${REEL_SECONDS_MAX} are allowed. Use a shorter video.`
          return { kind: 'failed', progress, failure: plainFailure('rejected_content', message) }
        }
      } catch (error) {
        if (!(error instanceof MediaError)) throw error
        const message = `The video cannot be read: ${error.message}`
        return { kind: 'failed', progress, failure: plainFailure('media_unreachable', message) }
      }
      return prepareKnown(adapter, context, post, progress)
    },
  }
}

/** The platform's own preparation; our flag is kept beside its ids. */
async function prepareKnown(adapter: Adapter, ...[context, post, progress]: Parameters<Adapter['prepare']>) {
  const result = await adapter.prepare(context, post, progress)
  return { ...result, progress: { ...result.progress, reel_length_known: true } }
}
