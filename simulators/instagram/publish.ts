import { countSince } from '../core/items.ts'
import { DAY_MS } from '../core/time.ts'
import { type Call, json, type Reply } from '../http/call.ts'
import { param, signedInAs } from '../meta/access.ts'
import { INSTAGRAM_PROBLEMS } from '../meta/errors.ts'
import { publishContainer } from '../meta/publish.ts'
import { selectFields } from '../meta/read.ts'
import type { Container, PublicItem } from '../state/records.ts'

const SCOPE = 'instagram_business_content_publish'

/** POST /{ig-id}/media_publish */
export function publishMedia(call: Call): Reply {
  const account = signedInAs(call, call.params.user ?? '', SCOPE)
  return publishContainer(call, account, param(call, 'creation_id') ?? '', {
    quota: call.world.settings.current.instagram.quota_total,
    quotaProblem: INSTAGRAM_PROBLEMS.quota,
    restrictedProblem: INSTAGRAM_PROBLEMS.restricted,
    missingProblem: INSTAGRAM_PROBLEMS.notFound,
    stateProblem: {
      IN_PROGRESS: INSTAGRAM_PROBLEMS.notReady,
      // The answer to a second publication is not documented.
      PUBLISHED: INSTAGRAM_PROBLEMS.notFound,
      ERROR: INSTAGRAM_PROBLEMS.createFailed,
      EXPIRED: INSTAGRAM_PROBLEMS.expired,
    },
    kindOf,
    pathOf: (_account, container, shortcode) => `/${container.mediaType === 'REELS' ? 'reel' : 'p'}/${shortcode}`,
  })
}

function kindOf(container: Container): PublicItem['kind'] {
  if (container.mediaType === 'REELS') return 'reel'
  if (container.mediaType === 'STORIES') return 'story'
  return container.mediaType === 'CAROUSEL' ? 'carousel' : 'image'
}

export function publishingLimit(call: Call): Reply {
  const account = signedInAs(call, call.params.user ?? '', SCOPE)
  const limits = {
    quota_usage: countSince(call.world, 'instagram', account.id, call.world.clock.now() - DAY_MS, false),
    config: { quota_total: call.world.settings.current.instagram.quota_total, quota_duration: 86_400 },
  }
  return json(200, { data: [selectFields(limits, call.query.get('fields') ?? 'quota_usage')] })
}
