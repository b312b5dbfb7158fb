import { type Query, queryId, queryText } from '../http/input/query.ts'
import type { Issues } from '../lib/issues.ts'
import { targetProblems } from './target.ts'

export function checkTarget(issues: Issues, target: string | undefined, ownUrls: readonly string[]): void {
  if (target) for (const problem of targetProblems(target, ownUrls)) issues.add('target', problem)
}

export function readLinkFilter(issues: Issues, query: Query) {
  return { postId: queryId(issues, query, 'post_id', 'a post'), text: queryText(issues, query, 'q') }
}
export type LinkFilter = ReturnType<typeof readLinkFilter>
