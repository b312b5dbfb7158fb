import { HOUR_MS, MINUTE_MS } from '../../lib/time/span.ts'
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
  /** {name} is the platform; {words} what it said. */
  message: string
  atSend?: FailureClass
  mayBeVisible?: true
  renew?: true
  /** For rate limits without an end. */
  waitMs?: number
}

const LONGEST_WAIT_MS = 24 * HOUR_MS

const server: Rule = {
  codes: [-1, 1, 2, 2207001],
  class: 'platform_down_before_send',
  message: '{name} has a problem on its side. The post is tried again by itself.',
  mayBeVisible: true,
}
const unclear: Rule = {
  class: 'ambiguous',
  message: 'The answer of {name} ({words}) does not tell whether the post is out. It is looked up.',
}
const suspicious: Rule = {
  codes: [2207051],
  class: 'account_restricted',
  message:
    '{name} blocked the action to protect its community. Sign in to {name} and see whether the account has a warning.',
  // Seen although the post went out.
  mayBeVisible: true,
}
const slowDown: Rule = {
  codes: [4, 17, 32, 341, 613, 80002],
  class: 'rate_limited',
  message: '{name} allows no more calls for this account at the moment. The post goes out when it allows them again.',
  waitMs: 15 * MINUTE_MS,
}
const signInAgain: Rule = {
  codes: [102, 190, 452, 2500],
  class: 'auth_expired',
  message: '{name} no longer accepts the connection to this account. Connect the account again.',
}
const noPermission: Rule = {
  codes: [3, 10],
  class: 'permission_missing',
  message:
    '{name} does not let this connection publish. Connect the account again and allow everything that is asked for.',
}
const missingObject: Rule = {
  class: 'permission_missing',
  message: '{name} does not show this to us: it is gone, or the connection may not see it. Connect the account again.',
  // Meta sometimes answers so by mistake.
  mayBeVisible: true,
}
const invalid: Rule = {
  codes: [100],
  class: 'rejected_content',
  message: '{name} refused the post: {words}. Change the post, then publish it again.',
}
const rejected = (message: string, codes: number[] = []): Rule => ({ codes, class: 'rejected_content', message })

const RULES: readonly Rule[] = [
  server,
  suspicious,
  slowDown,
  signInAgain,
  noPermission,
  invalid,
  {
    codes: [25, 368, 2207050, 4279013],
    class: 'account_restricted',
    message:
      '{name} has restricted this account. Sign in to {name}, settle what it asks for, then publish the post again.',
  },
  {
    codes: [9, 2207042],
    class: 'rate_limited',
    message: '{name} allows no more posts for this account today. The post goes out when it allows the next one.',
    // The window of 24 hours slides.
    waitMs: HOUR_MS,
  },
  {
    codes: [9004, 2207052, 2207077],
    class: 'media_unreachable',
    message:
      '{name} could not download the file. Its address must be public, without sign-in, and open to the programs of Meta.',
  },
  {
    codes: [-2, 2207003],
    class: 'media_unreachable',
    message: '{name} took too long to download the file. Use a smaller file or a faster place for it.',
  },
  {
    codes: [9007, 2207008, 2207027, 4279009],
    class: 'not_ready',
    message: '{name} has not finished preparing the post. It is tried again by itself.',
  },
  {
    codes: [24, 2207006],
    class: 'media_processing',
    message: '{name} no longer knows the prepared post. It is prepared again.',
    // Then it may mean "not yet" or "not any more".
    atSend: 'not_ready',
    renew: true,
  },
  {
    codes: [2207020],
    class: 'media_processing',
    message: '{name} keeps a prepared post for a day only, and it has expired. It is prepared again.',
    renew: true,
  },
  {
    codes: [2207032, 2207053, 2207082],
    class: 'media_processing',
    message: '{name} could not process the file. Check that it opens and plays, or upload it in another format.',
    renew: true,
  },
  {
    codes: [506],
    class: 'duplicate_on_platform',
    message: '{name} has just published the same post and does not take it twice.',
  },
  rejected('{name} does not take this kind of image. Use a JPEG file.', [36001, 2207005]),
  rejected('{name} takes images of up to 8 MB only. Use a smaller file.', [36000, 2207004]),
  rejected(
    '{name} does not take an image of this shape. Use one between 4:5 (upright) and 1.91:1 (wide).',
    [36003, 2207009],
  ),
  rejected('{name} does not take this kind of video. Use an MP4 or MOV file with H.264 and AAC.', [352, 2207026]),
  rejected('The text is too long for {name}. Shorten it, hashtags included.', [36004, 2207010]),
  rejected(
    '{name} refused the product tags of the post. Remove them, then publish it again.',
    [2207035, 2207036, 2207037, 2207040],
  ),
  rejected('{name} does not know this kind of media. Use a JPEG image, or an MP4 or MOV video.', [2207023]),
  rejected('{name} refused the carousel. It needs 2 to 10 images or videos.', [2207028]),
  rejected('The cover image of the video lies outside the video. Choose another moment.', [2207057]),
  rejected('{name} does not allow trial reels on this account. Publish it as a normal reel.', [2207081]),
]

const FIRST_SUBCODE = 1_000_000
const RULE_OF = new Map(RULES.flatMap((rule) => (rule.codes ?? []).map((code) => [code, rule] as const)))

const TOKEN_PROBLEMS: Record<number, string> = {
  458: 'The permission for this account was taken back in {name}. Connect the account again.',
  460: 'The password of the {name} account was changed, which ended the connection. Connect the account again.',
  463: 'The connection to the {name} account has expired. Connect the account again.',
  467: 'The connection to the {name} account was ended. Connect the account again.',
}

const LINK_LIMIT = 'THREADS_API__LINK_LIMIT_EXCEEDED'

/** `mayBeVisible`: the post may be out. `renew`: a new container can help. */
export function classifyFailure({ dialect, context }: GraphHost, answer: HttpAnswer, purpose: Purpose) {
  const problem = readProblem(answer.json)
  const rule = findRule(problem, answer.status)
  const words = wordsOf(problem, answer.status, secretsOf(context))
  const code = codeOf(problem, answer.status)
  const failure = (kind: FailureClass, template: string, retryAt: Date | null = null) => {
    const message = template.replaceAll('{name}', dialect.name).replaceAll('{words}', () => words)
    return failureOf(context, kind, message, answer, { code, retryAt })
  }

  if (purpose === 'send' && (rule === null || answer.status >= 500 || rule.mayBeVisible)) {
    const told = rule === suspicious && answer.status < 500 ? rule : unclear
    return { failure: failure(told.class, told.message), mayBeVisible: true, renew: false }
  }
  if (rule === null) {
    const told = answer.status >= 500 || answer.status < 400 || purpose === 'read' ? server : invalid
    return { failure: failure(told.class, told.message), mayBeVisible: false, renew: false }
  }
  const kind = purpose === 'send' ? (rule.atSend ?? rule.class) : rule.class
  const message = rule === signInAgain ? (TOKEN_PROBLEMS[problem?.subcode ?? 0] ?? rule.message) : rule.message
  const retryAt = kind === 'rate_limited' ? retryAtOf(answer.headers, context.now(), rule.waitMs ?? HOUR_MS) : null
  return { failure: failure(kind, message, retryAt), mayBeVisible: false, renew: rule.renew === true }
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
    return rejected('{name} takes at most 5 different links in a post. Remove some, then publish it again.')
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
