import type { MediaReader } from '../../media/reader.ts'
import { plainFailure } from '../../platforms/calls/answers.ts'
import { type Adapter, type Failure, MediaAwayError, MediaError } from '../../platforms/contract.ts'
import { REEL_SECONDS_MAX } from '../../platforms/files/file-rules.ts'

/** Our interface allows reels of up to 90 seconds; the platform would take longer ones. Checked once per attempt. */
export function withReelLimit(adapter: Adapter, media: MediaReader): Adapter {
  return {
    ...adapter,
    async prepare(context, post, progress) {
      const [url] = post.mediaUrls
      if (post.mediaType !== 'reel' || url === undefined) return adapter.prepare(context, post, progress)
      const failure = progress.reel_length_known === true ? null : await checkReel(media, url)
      if (failure !== null) return { kind: 'failed', progress, failure }
      const result = await adapter.prepare(context, post, progress)
      // The adapter returns only its own progress.
      return { ...result, progress: { ...result.progress, reel_length_known: true } }
    },
  }
}

async function checkReel(media: MediaReader, url: string): Promise<Failure | null> {
  try {
    const seconds = ((await media.probe(url)).durationMs ?? 0) / 1000
    if (seconds <= REEL_SECONDS_MAX) return null
    const message = `The reel is ${seconds.toFixed(1)} seconds long, and ${REEL_SECONDS_MAX} are allowed. Use a shorter video.`
    return plainFailure('rejected_content', message)
  } catch (error) {
    if (error instanceof MediaAwayError) return plainFailure('storage_away', error.message)
    if (!(error instanceof MediaError)) throw error
    return plainFailure('media_unreachable', `The video cannot be read: ${error.message}`)
  }
}
