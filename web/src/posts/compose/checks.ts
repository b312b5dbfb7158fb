import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiProblem, api, dataOf } from '../../api/client.ts'
import type { Warning } from '../../api/schema.ts'
import { isPending } from '../../media/upload-queue.ts'
import { loadTwitterText } from '../look/twitter-text.ts'
import { type Body, bodyOf, type Draft, fingerprintOf, hasContent, mediaOf, toGroup, toNewPost } from './draft.ts'
import { type Refused, timingOf } from './outbox.ts'
import { type Details, splitDetails, type Target } from './targets.ts'
import { isMissing, sayProblem } from './words.ts'

export interface Issue {
  target: Target
  field: string
  level: 'error' | 'warning'
  message: string
  /** The field is still empty: a note at first, an error once the person tries to finish. */
  isMissing?: boolean
}

interface Answer {
  errors: Details
  warnings: Warning[]
}

interface Asked {
  target: Pick<Target, 'key' | 'platform'>
  body: Body
}

const WAIT_MS = 500
const KEPT_MS = 5 * 60_000

/** Errors and warnings by target key. A refusal is a valid response here. */
export async function dryRun(asked: readonly Asked[], signal: AbortSignal): Promise<Record<string, Answer>> {
  const ids = asked.flatMap(({ body }) => body.connection_id ?? [])
  const isGroup = ids.length > 1 && new Set(ids).size === ids.length
  const together = isGroup ? asked.filter(({ body }) => body.connection_id) : []
  const apart = asked.filter((each) => !together.includes(each))
  const answers = await Promise.all([
    together.length > 0 ? dryRunTogether(together, signal) : {},
    ...apart.map(async (each) => ({ [each.target.key]: await dryRunAlone(each, signal) })),
  ])
  return Object.assign({}, ...answers)
}

const params = { query: { dry_run: true } }

async function dryRunAlone({ target, body }: Asked, signal: AbortSignal): Promise<Answer> {
  try {
    const call = api.POST(`/v1/posts/${target.platform}`, { params, body: toNewPost(body), signal })
    return { errors: {}, warnings: (await dataOf(call)).warnings }
  } catch (error) {
    return { errors: detailsOf(error), warnings: [] }
  }
}

/** One request for all accounts. If some are refused, a second one gets the warnings of the others. */
async function dryRunTogether(asked: readonly Asked[], signal: AbortSignal): Promise<Record<string, Answer>> {
  try {
    const body = toGroup(asked.map((each) => each.body))
    const { posts } = await dataOf(api.POST('/v1/posts', { params, body, signal }))
    return Object.fromEntries(
      asked.map(({ target }, at) => [target.key, { errors: {}, warnings: posts[at]!.warnings }]),
    )
  } catch (error) {
    const wrong = splitDetails(
      detailsOf(error),
      asked.map(({ target }) => target.key),
    )
    if (wrong.size === 0) throw error
    const right = asked.filter(({ target }) => !wrong.has(target.key))
    const refused = [...wrong].map(([key, errors]) => [key, { errors, warnings: [] }])
    return { ...(right.length > 0 ? await dryRun(right, signal) : {}), ...Object.fromEntries(refused) }
  }
}

function detailsOf(error: unknown): Details {
  if (error instanceof ApiProblem && error.code === 'validation_error') return error.details
  throw error
}

interface LastTry {
  hasDate: boolean
  hasTried: boolean
  refused: Refused[]
  /** Stored posts being edited. */
  ownIds: readonly string[]
}

/**
 * Issues of a dry run, and of the last attempt while its content is unchanged. One request per pause in typing;
 * outdated ones are cancelled. `problem` says why it could not be checked.
 */
export function useIssues(draft: Draft, chosen: readonly Target[], { hasDate, hasTried, refused, ownIds }: LastTry) {
  const timing = timingOf(hasDate ? 'schedule' : 'draft', hasDate)
  // Without its files, a post has errors that it will not have with them.
  const isWhole = (target: Target) => !mediaOf(draft, target).some(isPending)
  const asked = chosen.filter((target) => isWhole(target) && (hasTried || hasContent(draft, target)))
  const bodies = asked.map(({ account, ...target }) => ({
    target,
    body: bodyOf(draft, { ...target, account }, timing),
  }))
  const [json] = useDebouncedValue(JSON.stringify(bodies), WAIT_MS)
  const check = useQuery({
    queryKey: ['checks', json],
    queryFn: async ({ signal }) => {
      const checked: Asked[] = JSON.parse(json)
      return { checked, answers: await dryRun(checked, signal) }
    },
    enabled: json !== '[]',
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
    retry: (count, error) => error instanceof ApiProblem && [0, 429, 503].includes(error.status) && count < 3,
    retryDelay: (count, error) => 1000 * Math.max(2 ** count, (error as ApiProblem).retryAfter ?? 0),
  })
  const found = bodies.flatMap(({ body }, at) => {
    const target = asked[at]!
    const checked = check.data?.checked.find((each) => each.target.key === target.key)
    const issues = toIssues(draft, target, check.data?.answers[target.key], ownIds)
    return checked ? issues.filter((issue) => !isOutdated(issue, checked.body, body)) : issues
  })
  const last = refused
    .filter(({ target, fingerprint }) => fingerprint === fingerprintOf(draft, target))
    .flatMap(({ target, details }) => errorsOf(draft, target, details))
  const isSaid = (issue: Issue) =>
    found.some(({ target, message }) => target.key === issue.target.key && message === issue.message)
  const hasFailed = hasTried || refused.length > 0
  const issues = [...found, ...last.filter((issue) => !isSaid(issue))].map((issue): Issue => {
    if (hasFailed || issue.level === 'warning' || !isMissing(issue, draft, issue.target)) return issue
    return { ...issue, level: 'warning', isMissing: true }
  })
  return { issues, problem: asked.length > 0 ? check.error : null }
}

/** The files have changed since they were checked, or there is a text now where there was none. */
function isOutdated({ field }: Issue, checked: Body, body: Body): boolean {
  if (PLACES.media.test(field)) return checked.media_urls?.join() !== body.media_urls?.join()
  return PLACES.text.test(field) && checked[field as keyof Body] === null
}

function toIssues(draft: Draft, target: Target, answer: Answer | undefined, ownIds: readonly string[]): Issue[] {
  if (!answer) return []
  const warnings = answer.warnings
    // A post is not a duplicate of itself.
    .filter(({ rule, message }) => !(rule.endsWith('.duplicate') && ownIds.some((id) => message.includes(id))))
    .map(({ rule, field, message }) => {
      const found = { rule, field, level: 'warning' as const, message }
      return { target, field, level: found.level, message: sayProblem(found, draft, target, loadTwitterText) }
    })
  return [...errorsOf(draft, target, answer.errors), ...warnings]
}

function errorsOf(draft: Draft, target: Target, details: Details): Issue[] {
  return Object.entries(details).flatMap(([field, messages]) =>
    messages.map((message) => {
      const found = { field, level: 'error' as const, message }
      return { target, ...found, message: sayProblem(found, draft, target, loadTwitterText) }
    }),
  )
}

/** Form fields and the API names that belong to them. */
export const PLACES = {
  text: /^(content|caption)$/,
  media: /^(media_urls|alt_texts)(\[|$)/,
  mediaType: /^media_type$/,
  hashtags: /^hashtags(\[|$)/,
  mentions: /^mentions(\[|$)/,
  reply: /^reply_control$/,
  account: /^(connection_id|status)$/,
  links: /^track_links$/,
  when: /^(scheduled_date|time_zone)$/,
} as const

export type Place = keyof typeof PLACES

export function issuesAt(issues: Issue[], place: Place, targets: readonly Target[]): Issue[] {
  return issues.filter(
    ({ field, target }) => PLACES[place].test(field) && targets.some(({ key }) => key === target.key),
  )
}

export function issuesElsewhere(issues: Issue[]): Issue[] {
  return issues.filter(({ field }) => !Object.values(PLACES).some((pattern) => pattern.test(field)))
}
