import type { Connections } from '../connections/connections.ts'
import { build, run, runOne } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import type { Jobs } from '../jobs/table.ts'
import type { Log } from '../lib/log/log.ts'
import type { MediaFacts } from '../media/facts/file-type.ts'
import { ownFileOf } from '../media/own-url.ts'
import type { MediaReader } from '../media/reader.ts'
import { canShrink } from '../media/shrink/shrink.ts'
import { message } from '../messages/message.ts'
import { rulesFor } from '../platforms/registry.ts'
import { plainFailure } from '../platforms/shared/answers.ts'
import { type Adapter, type Failure, MediaAwayError, MediaError } from '../platforms/shared/contract.ts'
import { judgeFile, REEL_SECONDS_MAX } from '../platforms/shared/file-rules.ts'
import type { Format } from '../platforms/shared/provider.ts'
import type { Warning } from '../platforms/shared/rules.ts'

interface InspectDeps extends Pick<Parts, 'pool' | 'log'> {
  media: MediaReader
  accountsOf: Connections['accountsOf']
}

/**
 * Checks the files of a post long before its date, and warns about those that the platform will refuse. Nobody has changed the
 * post, so the version stays.
 */
export async function inspectPost(
  { pool, media, log, accountsOf }: InspectDeps,
  { workspace_id: workspaceId, post_id: postId }: Jobs['post.inspect'],
): Promise<void> {
  const key = { workspace_id: workspaceId, id: postId }
  const found = build.selectFrom('posts').where(({ and }) => and(key))
  const post = await runOne(pool, found.select(['platform', 'media_type', 'media_urls', 'connection_id']))
  if (post === null) return
  const platform = post.platform as Format
  const [account = null] = await accountsOf(pool, [{ workspaceId, platform, id: post.connection_id }])
  const rules = rulesFor(platform, account)
  const urls = (post.media_urls as string[] | null) ?? []
  const warnings: Warning[] = []
  for (const [index, url] of urls.entries()) {
    const field = `media_urls[${index}]`
    const facts = await probe(media, url, log)
    if (facts instanceof MediaError) {
      const said = message('post_file.not_usable', { field, problem: facts.said })
      warnings.push({ rule: 'any.media.unreachable', field, message: said })
    } else if (ownFileOf(url) === null) {
      // Files of the library were checked when the post was stored.
      warnings.push(...judgeFile(rules, post.media_type, field, facts, canShrink()))
    }
  }
  const query = build
    .updateTable('posts')
    .set({ media_warnings: JSON.stringify(warnings) })
    .where(({ and }) => and(key))
  // If the files have changed since, another job checks them.
  await run(pool, query.where('media_urls', '=', post.media_urls === null ? null : JSON.stringify(post.media_urls)))
}

async function probe(media: MediaReader, url: string, log: Log): Promise<MediaFacts | MediaError> {
  try {
    return await media.probe(url)
  } catch (error) {
    if (error instanceof MediaAwayError) throw error
    if (error instanceof MediaError) {
      log.info({ err: error.cause ?? error, host: URL.parse(url)?.hostname }, 'media not read')
      return error
    }
    log.warn({ err: error }, 'media not read')
    return new MediaError(message('post_file.no_answer'))
  }
}

/** Instagram accepts longer reels than our API allows: 90 seconds. */
export function withReelLimit(adapter: Adapter, media: MediaReader): Adapter {
  return {
    ...adapter,
    async prepare(context, post, progress) {
      const [url] = post.mediaUrls
      if (post.mediaType !== 'reel' || url === undefined) return adapter.prepare(context, post, progress)
      const failure = progress.reel_length_known === true ? null : await checkReel(media, url)
      if (failure !== null) return { kind: 'failed', progress, failure }
      const result = await adapter.prepare(context, post, progress)
      return { ...result, progress: { ...result.progress, reel_length_known: true } }
    },
  }
}

async function checkReel(media: MediaReader, url: string): Promise<Failure | null> {
  try {
    const seconds = ((await media.probe(url)).durationMs ?? 0) / 1000
    if (seconds <= REEL_SECONDS_MAX) return null
    const said = message('reel.too_long', { seconds: Number(seconds.toFixed(1)), max: REEL_SECONDS_MAX })
    return plainFailure('rejected_content', said)
  } catch (error) {
    if (error instanceof MediaAwayError) return plainFailure('storage_away', error.said)
    if (!(error instanceof MediaError)) throw error
    return plainFailure('media_unreachable', message('reel.unreadable', { problem: error.said }))
  }
}
