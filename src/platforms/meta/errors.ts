import { HOUR_MS, MINUTE_MS } from '../../lib/time/span.ts'
import type { Code } from '../../messages/message.ts'
import { failureOf, quote, secretsOf } from '../shared/answers.ts'
import type { FailureClass, HttpAnswer } from '../shared/contract.ts'
import { fieldsOf, textOf } from '../shared/values.ts'
import type { GraphHost } from './dialect.ts'

/** See developers.facebook.com/docs/instagram-platform/reference/error-codes and /docs/threads/troubleshooting. */

type GraphProblem = NonNullable<ReturnType<typeof readProblem>>

type Purpose = 'prepare' | 'send' | 'read'

interface Rule {
  /** A subcode (seven digits) is more specific than its code. */
  codes?: number[]
  class: FailureClass
  said: Code
  atSend?: FailureClass
  mayBeVisible?: true
  renew?: true
  /** The wait for a rate limit that names no end. */
  waitMs?: number
}

const LONGEST_WAIT_MS = 24 * HOUR_MS

const server: Rule = {
  codes: [-1, 1, 2, 2207001],
  class: 'platform_down_before_send',
  said: 'meta.down',
  mayBeVisible: true,
}
const unclear: Rule = { class: 'ambiguous', said: 'meta.unclear' }
const suspicious: Rule = {
  codes: [2207051],
  class: 'account_restricted',
  said: 'meta.blocked',
  // Seen even though the post went out.
  mayBeVisible: true,
}
const slowDown: Rule = {
  codes: [4, 17, 32, 341, 613, 80002],
  class: 'rate_limited',
  said: 'meta.too_many_calls',
  waitMs: 15 * MINUTE_MS,
}
const signInAgain: Rule = { codes: [102, 190, 452, 2500], class: 'auth_expired', said: 'meta.access_ended' }
const noPermission: Rule = { codes: [3, 10], class: 'permission_missing', said: 'meta.forbidden' }
const missingObject: Rule = {
  class: 'permission_missing',
  said: 'meta.not_shown',
  // Meta sometimes sends this by mistake.
  mayBeVisible: true,
}
const rejected = (said: Code, codes: number[] = []): Rule => ({ codes, class: 'rejected_content', said })
const invalid = rejected('meta.refused', [100])

const RULES: readonly Rule[] = [
  server,
  suspicious,
  slowDown,
  signInAgain,
  noPermission,
  invalid,
  { codes: [25, 368, 2207050, 4279013], class: 'account_restricted', said: 'meta.restricted' },
  // The window of 24 hours slides.
  { codes: [9, 2207042], class: 'rate_limited', said: 'meta.too_many_posts', waitMs: HOUR_MS },
  { codes: [9004, 2207052, 2207077], class: 'media_unreachable', said: 'meta.file_not_fetched' },
  { codes: [-2, 2207003], class: 'media_unreachable', said: 'meta.file_too_slow' },
  { codes: [9007, 2207008, 2207027, 4279009], class: 'not_ready', said: 'meta.not_ready' },
  {
    codes: [24, 2207006],
    class: 'media_processing',
    said: 'meta.forgotten',
    // While sending, it may mean "not yet" or "not any more".
    atSend: 'not_ready',
    renew: true,
  },
  { codes: [2207020], class: 'media_processing', said: 'meta.expired', renew: true },
  { codes: [2207032, 2207053, 2207082], class: 'media_processing', said: 'meta.file_failed', renew: true },
  { codes: [506], class: 'duplicate_on_platform', said: 'meta.duplicate' },
  rejected('meta.image_type', [36001, 2207005]),
  rejected('meta.image_too_large', [36000, 2207004]),
  rejected('meta.image_shape', [36003, 2207009]),
  rejected('meta.video_type', [352, 2207026]),
  rejected('meta.text_too_long', [36004, 2207010]),
  rejected('meta.product_tags', [2207035, 2207036, 2207037, 2207040]),
  rejected('meta.media_type', [2207023]),
  rejected('meta.carousel', [2207028]),
  rejected('meta.cover', [2207057]),
  rejected('meta.trial_reel', [2207081]),
]

const FIRST_SUBCODE = 1_000_000
const RULE_OF = new Map(RULES.flatMap((rule) => (rule.codes ?? []).map((code) => [code, rule] as const)))

const TOKEN_PROBLEMS: Record<number, Code> = {
  458: 'meta.permission_taken_back',
  460: 'meta.password_changed',
  463: 'meta.access_expired',
  467: 'meta.access_stopped',
}

const LINK_LIMIT = 'THREADS_API__LINK_LIMIT_EXCEEDED'

/** `mayBeVisible`: the post may be out. `renew`: a new container can help. */
export function classifyFailure({ dialect, context }: GraphHost, answer: HttpAnswer, purpose: Purpose) {
  const problem = readProblem(answer.json)
  const rule = findRule(problem, answer.status)
  const words = wordsOf(problem, answer.status, secretsOf(context))
  const code = codeOf(problem, answer.status)
  const failure = (kind: FailureClass, said: Code, retryAt: Date | null = null) =>
    failureOf(context, kind, { code: said, values: { network: dialect.name, words } }, answer, { code, retryAt })

  if (purpose === 'send' && (rule === null || answer.status >= 500 || rule.mayBeVisible)) {
    const told = rule === suspicious && answer.status < 500 ? rule : unclear
    return { failure: failure(told.class, told.said), mayBeVisible: true, renew: false }
  }
  if (rule === null) {
    const told = answer.status >= 500 || answer.status < 400 || purpose === 'read' ? server : invalid
    return { failure: failure(told.class, told.said), mayBeVisible: false, renew: false }
  }
  const kind = purpose === 'send' ? (rule.atSend ?? rule.class) : rule.class
  const said = rule === signInAgain ? (TOKEN_PROBLEMS[problem?.subcode ?? 0] ?? rule.said) : rule.said
  const retryAt = kind === 'rate_limited' ? retryAtOf(answer.headers, context.now(), rule.waitMs ?? HOUR_MS) : null
  return { failure: failure(kind, said, retryAt), mayBeVisible: false, renew: rule.renew === true }
}

/** Gone, not ours, or a mistake by Meta. */
export function isUnreadable(answer: HttpAnswer): boolean {
  const problem = readProblem(answer.json)
  return problem !== null && ((problem.code === 100 && problem.subcode === 33) || problem.code === 24)
}

export function isTokenRefused(answer: HttpAnswer): boolean {
  const rule = findRule(readProblem(answer.json), answer.status)
  return rule === signInAgain || rule === noPermission
}

export function readProblem(json: unknown) {
  const body = fieldsOf(json)
  // The code exchange has a flat error.
  const isFlat = typeof body.error_message === 'string'
  if (!isFlat && (typeof body.error !== 'object' || body.error === null)) return null
  const error = isFlat ? body : fieldsOf(body.error)
  const number = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : null)
  return {
    code: number(error.code),
    subcode: number(error.error_subcode),
    message: textOf(error.message) ?? textOf(error.error_message) ?? '',
    /** In the account's language. */
    userMessage: textOf(error.error_user_msg) ?? textOf(error.error_user_title),
  }
}

export function wordsOf(problem: GraphProblem | null, status: number, secrets: readonly string[]): string {
  const said = problem?.userMessage ?? (problem?.message || `status ${status}`)
  return quote(said.replace(/\p{Cc}+/gu, ' ').replace(/(?<![.\s])[.\s]+$/, ''), secrets)
}

function findRule(problem: GraphProblem | null, status: number): Rule | null {
  if (problem?.message.includes(LINK_LIMIT)) {
    return rejected('meta.too_many_links')
  }
  const { code, subcode } = problem ?? { code: null, subcode: null }
  if (code === 100 && subcode === 33) return missingObject
  const bySubcode = subcode !== null && subcode >= FIRST_SUBCODE ? RULE_OF.get(subcode) : undefined
  const rule = bySubcode ?? (code !== null && code < FIRST_SUBCODE ? RULE_OF.get(code) : undefined)
  if (rule) return rule
  if (code !== null && code >= 200 && code <= 299) return noPermission
  if (status === 401) return signInAgain
  return status === 429 ? slowDown : null
}

function codeOf(problem: GraphProblem | null, status: number): string {
  if (problem?.code == null) return `HTTP ${status}`
  return problem.subcode === null ? `${problem.code}` : `${problem.code}/${problem.subcode}`
}

function retryAtOf(headers: Headers, now: Date, guessMs: number): Date {
  const waitMs = regainMs(headers.get('x-business-use-case-usage')) ?? retryAfterMs(headers, now) ?? guessMs
  return new Date(now.getTime() + Math.min(Math.max(waitMs, MINUTE_MS), LONGEST_WAIT_MS))
}

function regainMs(header: string | null): number | null {
  if (header === null) return null
  let usage: unknown
  try {
    usage = JSON.parse(header)
  } catch {
    return null
  }
  if (typeof usage !== 'object' || usage === null) return null
  const minutes = Object.values(usage)
    .flat()
    .map((entry: unknown) => (entry as Record<string, unknown> | null)?.estimated_time_to_regain_access)
    .filter((value) => typeof value === 'number' && Number.isFinite(value) && value > 0) as number[]
  return minutes.length === 0 ? null : Math.max(...minutes) * MINUTE_MS
}

function retryAfterMs(headers: Headers, now: Date): number | null {
  const value = headers.get('retry-after')
  if (value === null) return null
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime()
  return Number.isFinite(ms) && ms > 0 ? ms : null
}
