import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiProblem, api, dataOf } from '../../api/client.ts'
import type { Warning } from '../../api/schema.ts'
import { PLATFORMS, type Platform } from '../../parts/platforms.tsx'
import { type Body, toNewPost } from './draft.ts'

/** A message of the API about one field of one platform. */
export interface Issue {
  platform: Platform
  field: string
  level: 'error' | 'warning'
  message: string
}

export type Details = Record<string, string[]>

interface Answer {
  errors: Details
  warnings: Warning[]
}

const WAIT_MS = 500
const KEPT_MS = 5 * 60_000

/** Asks what would be refused. A refusal is a valid answer here. */
export async function dryRun(platform: Platform, json: string, signal: AbortSignal): Promise<Answer> {
  try {
    const params = { query: { dry_run: true } }
    const body = toNewPost(JSON.parse(json))
    const { warnings } = await dataOf(api.POST(`/v1/posts/${platform}`, { params, body, signal }))
    return { errors: {}, warnings }
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'validation_error') return { errors: error.details, warnings: [] }
    throw error
  }
}

/** One request when typing pauses. Outdated ones are cancelled, answers are cached. */
function useCheck(platform: Platform, body: Body | null) {
  const [json] = useDebouncedValue(body === null ? null : JSON.stringify(body), WAIT_MS)
  const check = useQuery({
    queryKey: ['checks', platform, json],
    queryFn: ({ signal }) => dryRun(platform, json!, signal),
    enabled: json !== null,
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
    retry: (count, error) => error instanceof ApiProblem && [0, 429, 503].includes(error.status) && count < 3,
    retryDelay: (count, error) => 1000 * Math.max(2 ** count, (error as ApiProblem).retryAfter ?? 0),
  })
  return { answer: body === null ? undefined : check.data, error: body === null ? null : check.error }
}

/** Platforms with a body are checked. `problem` says why one could not be. */
export function useChecks(bodies: Record<Platform, Body | null>, ownId: string | undefined) {
  const checks = {
    thread: useCheck('thread', bodies.thread),
    photo: useCheck('photo', bodies.photo),
    professional: useCheck('professional', bodies.professional),
    short: useCheck('short', bodies.short),
  }
  return {
    issues: PLATFORMS.flatMap((platform) => toIssues(platform, checks[platform].answer, ownId)),
    problem: PLATFORMS.map((platform) => checks[platform].error).find((error) => error !== null) ?? null,
  }
}

function toIssues(platform: Platform, answer: Answer | undefined, ownId: string | undefined): Issue[] {
  if (!answer) return []
  const warnings = answer.warnings
    // A post is not a duplicate of itself.
    .filter(({ rule, message }) => !(ownId !== undefined && rule.endsWith('.duplicate') && message.includes(ownId)))
    .map(({ field, message }) => ({ platform, field, level: 'warning' as const, message }))
  return [...errorsOf(platform, answer.errors), ...warnings]
}

export function errorsOf(platform: Platform, details: Details): Issue[] {
  return Object.entries(details).flatMap(([field, messages]) =>
    messages.map((message) => ({ platform, field, level: 'error' as const, message })),
  )
}

/** The fields of the form, and the names of the API that belong to them. */
export const PLACES = {
  text: /^(content|caption)$/,
  media: /^(media_urls|alt_texts)(\[|$)/,
  mediaType: /^media_type$/,
  hashtags: /^hashtags(\[|$)/,
  mentions: /^mentions(\[|$)/,
  reply: /^reply_control$/,
  account: /^(connection_id|status)$/,
  when: /^(scheduled_date|time_zone)$/,
} as const

export type Place = keyof typeof PLACES

export function issuesAt(issues: Issue[], place: Place, platforms: readonly Platform[]): Issue[] {
  return issues.filter(({ field, platform }) => PLACES[place].test(field) && platforms.includes(platform))
}

/** Issues that belong to no field. */
export function issuesElsewhere(issues: Issue[]): Issue[] {
  return issues.filter(({ field }) => !Object.values(PLACES).some((pattern) => pattern.test(field)))
}
