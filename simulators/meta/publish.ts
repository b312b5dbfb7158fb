import { isQuotaUsed, publishItem } from '../core/items.ts'
import { DAY_MS } from '../core/time.ts'
import { type Call, json, type Reply, refuse } from '../http/call.ts'
import type { Account, Container, PublicItem } from '../state/records.ts'
import { type ContainerStatus, findContainer, mediaOf, saveContainer, statusOf } from './containers.ts'
import { type GraphProblem, graphError } from './errors.ts'
import { shortcodeOf } from './shortcode.ts'

export interface PublishRules {
  quota: number
  quotaProblem: GraphProblem
  restrictedProblem: GraphProblem
  missingProblem: GraphProblem
  /** Why a container in this state cannot be published. */
  stateProblem: Record<Exclude<ContainerStatus, 'FINISHED'>, GraphProblem>
  kindOf(container: Container): PublicItem['kind']
  pathOf(account: Account, container: Container, shortcode: string): string
}

/** Check and effect happen in one turn of the event loop, so two concurrent requests cannot both succeed. */
export function publishContainer(call: Call, account: Account, creationId: string, rules: PublishRules): Reply {
  const no = (problem: GraphProblem) => refuse(graphError(call, problem))
  const container = findContainer(call, creationId)
  if (!container || container.accountId !== account.id || container.isCarouselItem) return no(rules.missingProblem)
  if (account.restricted) return no(rules.restrictedProblem)
  if (container.lost) return no(rules.missingProblem)
  const again = container.publishedId
  if (again !== null) {
    const { republish } = call.world.settings.current[call.platform === 'threads' ? 'threads' : 'instagram']
    if (republish === 'same_id') return json(200, { id: again })
    if (republish === 'error') return no(rules.stateProblem.PUBLISHED)
  } else {
    const status = statusOf(call, container)
    if (status !== 'FINISHED') return no(rules.stateProblem[status])
  }
  const since = call.world.clock.now() - DAY_MS
  if (isQuotaUsed(call, account.id, since, container.replyTo !== null, rules.quota)) return no(rules.quotaProblem)
  return json(200, { id: makePublic(call, account, container, rules).id })
}

export function makePublic(call: Call, account: Account, container: Container, rules: PublishRules): PublicItem {
  const id = call.world.ids.number(18_000_000_000_000_000n)
  const item = publishItem(call, {
    id,
    accountId: account.id,
    kind: rules.kindOf(container),
    text: container.text,
    sent: container.text,
    media: mediaOf(call, container).map(({ kind, url, key, alt }) => ({ kind, url, key, alt })),
    path: rules.pathOf(account, container, shortcodeOf(id)),
    containerId: container.id,
    replyTo: container.replyTo,
    details: container.details,
  })
  saveContainer(call, { ...container, publishedId: container.publishedId ?? id })
  return item
}
