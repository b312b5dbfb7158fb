import { everywhere } from '../../lib/record/fields.ts'
import * as S from '../../lib/schema.ts'
import { forReader } from '../../messages/for-reader.ts'
import type { Code } from '../../messages/message.ts'
import { sentence } from '../../messages/sentence.ts'

/** Enough points to be held on a form with default protection. */
const SURE = 10

/** A reason as it is stored. The sentence is for nodes of version 0.2. */
const reason = <const K extends string>(kind: K, points: number, code: Code) => {
  return { kind, points, text: sentence({ code }), reason_code: code as string | null }
}

/** Why a submission may be spam. Each reason gives points; at the form's threshold the submission is held for a person. */
export const REASONS = {
  honeypot: reason('honeypot', SURE, 'spam.honeypot'),

  noToken: reason('no_token', SURE, 'spam.no_token'),
  // Legitimate case: a plain HTML form on a website that does not load our script.
  noTokenFromBrowser: reason('no_token', 3, 'spam.no_token_from_browser'),
  staleToken: reason('stale_token', 3, 'spam.stale_token'),
  badToken: reason('bad_token', SURE, 'spam.bad_token'),
  instant: reason('instant', SURE, 'spam.instant'),

  // Legitimate case: a browser without JavaScript.
  noProof: reason('no_proof', 2, 'spam.no_proof'),
  expiredProof: reason('no_proof', 2, 'spam.expired_proof'),
  badProof: reason('bad_proof', SURE, 'spam.bad_proof'),
  replayedProof: reason('replayed_proof', SURE, 'spam.replayed_proof'),

  disposable: reason('disposable_address', SURE, 'spam.disposable'),
  linkInName: reason('link_in_name', SURE, 'spam.link_in_name'),
  // Not enough to be held: a page may have filled it in for everyone.
  repeatedText: reason('repeated_text', 6, 'spam.repeated_text'),
  repeatedLink: reason('repeated_text', SURE, 'spam.repeated_link'),

  sameAgain: reason('flood', SURE, 'spam.same_again'),
  sameToken: reason('flood', SURE, 'spam.same_token'),
  // Together with the points for no token and no proof, the submission is held.
  manyWithoutToken: reason('flood', 5, 'spam.many_without_token'),
  manyWithoutProof: reason('flood', SURE, 'spam.many_without_proof'),
  tooMany: reason('flood', SURE, 'spam.too_many'),
}

export type Reason = (typeof REASONS)[keyof typeof REASONS]

const REASON_TEXTS: ReadonlyMap<Reason, string> = new Map(
  Object.values(REASONS).map((reason) => [reason, JSON.stringify(reason)]),
)

/** As JSON. */
export function writeReasons(reasons: readonly Reason[]): string {
  return `[${reasons.map((reason) => REASON_TEXTS.get(reason)).join(',')}]`
}

/** A stored reason in current words. Reasons of version 0.2 have no code. */
export function showReason({ reason_code = null, ...reason }: Reason) {
  const text = forReader(reason_code === null ? reason.text : { code: reason_code as Code })
  return { ...reason, text, reason_code }
}

export type ShownReason = ReturnType<typeof showReason>

/** Lists can be filtered by kind, and all of one kind can be accepted at once. */
export type ReasonKind = Reason['kind']
export const REASON_KINDS = [...new Set(Object.values(REASONS).map(({ kind }) => kind))]

const THRESHOLDS = { off: Number.POSITIVE_INFINITY, normal: SURE, strict: 5 }
type Level = keyof typeof THRESHOLDS
export const LEVELS = Object.keys(THRESHOLDS) as Level[]
const THRESHOLD_MAX = 100

export type Protection = Level | number

export function thresholdOf(protection: Protection): number {
  return typeof protection === 'number' ? protection : THRESHOLDS[protection]
}

export const protection = everywhere<Protection>({
  schema: {
    anyOf: [S.oneOf(LEVELS), S.integer({ minimum: 1, maximum: THRESHOLD_MAX })],
    description:
      'How suspicious a submission must be to be held: `normal` holds from 10 points, `strict` from 5 (it also holds what ' +
      'comes from a page without the script), `off` holds nothing; or a number of points of your own.',
  },
  example: 'normal',
  isRequired: false,
  read(issues, path, value) {
    if (value === undefined || value === null) return 'normal'
    if (LEVELS.includes(value as Level)) return value as Level
    if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= THRESHOLD_MAX) return value as number
    issues.add(path, 'form.wrong_protection', { max: THRESHOLD_MAX })
    return 'normal'
  },
})
