import type { Issues } from '../../lib/issues.ts'

/** A post of a group that was left alone, and why. */
export interface Unchanged {
  id: string
  reason: string
}

const LEFT_CANCELLED = 'The post is cancelled, and stays so when its group changes. Change or publish it by itself.'

/** A cancelled post was taken out by a person. It stays out, unless it is named or there are no others. */
export function leaveOutCancelled<T extends { id: string; publication_state: string }>(
  members: readonly T[],
  named: readonly string[] = [],
): { chosen: T[]; leftOut: Unchanged[] } {
  const isOut = (each: T) => each.publication_state === 'cancelled' && !named.includes(each.id)
  if (members.every(isOut)) return { chosen: [...members], leftOut: [] }
  const leftOut = members.filter(isOut).map(({ id }) => ({ id, reason: LEFT_CANCELLED }))
  return { chosen: members.filter((each) => !isOut(each)), leftOut }
}

/** Nothing can be done to any of them: each says why. */
export function refuseAll(issues: Issues, unchanged: readonly Unchanged[]): void {
  for (const { id, reason } of unchanged) issues.add(`posts.${id}.publication.state`, reason)
}
