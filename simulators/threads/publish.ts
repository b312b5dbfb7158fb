import { countSince, deleteItem, findItem } from '../core/items.ts'
import { DAY_MS } from '../core/time.ts'
import { type Call, json, type Reply, refuse } from '../http/call.ts'
import { param, signedIn, signedInAs } from '../meta/access.ts'
import { findContainer } from '../meta/containers.ts'
import { graphError, objectMissing, THREADS_PROBLEMS } from '../meta/errors.ts'
import { type PublishRules, publishContainer } from '../meta/publish.ts'
import { selectFields } from '../meta/read.ts'
import type { Container } from '../state/records.ts'

/** POST /{user}/threads_publish */
export function publishThread(call: Call): Reply {
  const account = signedInAs(call, call.params.user ?? '', 'threads_content_publish')
  const id = param(call, 'creation_id') ?? ''
  return publishContainer(call, account, id, publishRules(call, findContainer(call, id)))
}

/** Threads answers "not found" for everything that cannot be published; no other error is documented. */
export function publishRules(call: Call, container: Container | undefined): PublishRules {
  const settings = call.world.settings.current.threads
  const { notFound } = THREADS_PROBLEMS
  return {
    quota: container?.replyTo ? settings.reply_quota_total : settings.quota_total,
    quotaProblem: THREADS_PROBLEMS.quota,
    restrictedProblem: THREADS_PROBLEMS.restricted,
    missingProblem: notFound,
    stateProblem: { IN_PROGRESS: notFound, PUBLISHED: notFound, ERROR: notFound, EXPIRED: notFound },
    kindOf: ({ mediaType }) => mediaType.toLowerCase() as 'text' | 'image' | 'video' | 'carousel',
    pathOf: (account, _container, shortcode) => `/@${account.username}/post/${shortcode}`,
  }
}

/** DELETE /{media-id}, 100 a day. */
export function deleteThread(call: Call): Reply {
  const { account } = signedIn(call, 'threads_delete')
  const item = findItem(call.world, 'threads', call.params.id ?? '')
  if (!item || item.accountId !== account.id || item.deletedAt !== null) {
    return refuse(graphError(call, objectMissing(call.params.id ?? '', 'delete')))
  }
  const since = call.world.clock.now() - DAY_MS
  const deletions = [...call.world.items.newest(`threads:${account.id}`)].filter(
    (each) => (each.deletedAt ?? 0) > since,
  )
  if (deletions.length >= call.world.settings.current.threads.delete_quota_total) {
    return graphError(call, THREADS_PROBLEMS.quota)
  }
  deleteItem(call, item)
  return json(200, { success: true, deleted_id: item.id })
}

export function publishingLimit(call: Call): Reply {
  const account = signedInAs(call, call.params.user ?? '', 'threads_content_publish')
  const settings = call.world.settings.current.threads
  const since = call.world.clock.now() - DAY_MS
  const limits = {
    quota_usage: countSince(call.world, 'threads', account.id, since, false),
    config: { quota_total: settings.quota_total, quota_duration: 86_400 },
    reply_quota_usage: countSince(call.world, 'threads', account.id, since, true),
    reply_config: { quota_total: settings.reply_quota_total, quota_duration: 86_400 },
  }
  return json(200, { data: [selectFields(limits, call.query.get('fields') ?? 'quota_usage,config')] })
}
