import type { Connections } from '../../connections/connections.ts'
import { build, run, runOne, sql } from '../../db/database.ts'
import type { Parts } from '../../db/parts.ts'
import type { Jobs } from '../../jobs/table.ts'
import type { Log } from '../../lib/log/log.ts'
import type { MediaFacts } from '../../media/facts/facts.ts'
import { ownFileOf } from '../../media/own-url.ts'
import type { MediaReader } from '../../media/reader.ts'
import { canShrink } from '../../media/shrink/shrink.ts'
import { MediaAwayError, MediaError } from '../../platforms/contract.ts'
import { judgeFile } from '../../platforms/files/file-rules.ts'
import type { Format } from '../../platforms/profile.ts'
import { rulesFor } from '../../platforms/registry.ts'
import type { Warning } from '../../platforms/text/rules.ts'

interface InspectDeps extends Pick<Parts, 'pool' | 'log'> {
  media: MediaReader
  accountsOf: Connections['accountsOf']
}

/** Reads the headers of a post's files long before its date, and warns about what the platform will refuse. */
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
      const message = `${field} cannot be used as it is. ${facts.message}`
      warnings.push({ rule: 'any.media.unreachable', field, message })
    } else if (ownFileOf(url) === null) {
      // What our own files are is known when the post is written.
      warnings.push(...judgeFile(rules, post.media_type, field, facts, canShrink()))
    }
  }
  const query = build
    .updateTable('posts')
    .set({ media_warnings: JSON.stringify(warnings), version: sql`version + 1` })
    .where(({ and }) => and(key))
  // Where the files have changed meanwhile, the change has its own job.
  await run(pool, query.where('media_urls', '=', post.media_urls === null ? null : JSON.stringify(post.media_urls)))
}

async function probe(media: MediaReader, url: string, log: Log): Promise<MediaFacts | MediaError> {
  try {
    return await media.probe(url)
  } catch (error) {
    // The queue tries again.
    if (error instanceof MediaAwayError) throw error
    if (error instanceof MediaError) {
      log.info({ err: error.cause ?? error, host: URL.parse(url)?.hostname }, 'media not read')
      return error
    }
    log.warn({ err: error }, 'media not read')
    return new MediaError('it did not answer.')
  }
}
