import { everywhere } from '../../lib/record/fields.ts'
import * as S from '../../lib/schema.ts'

/** Enough points to be held on a form with the usual protection. */
const SURE = 10

const reason = <const K extends string>(kind: K, points: number, text: string) => ({ kind, points, text })

/** Why a submission may be spam. Each reason gives points; at the form's threshold the submission is held for a person. */
export const REASONS = {
  honeypot: reason('honeypot', SURE, 'A field that people cannot see was filled in.'),

  noToken: reason(
    'no_token',
    SURE,
    'It carries no token of the form and nothing that browsers send, so a program has sent it without opening a page.',
  ),
  // Honest: a form in plain HTML on a website that does not load our script.
  noTokenFromBrowser: reason('no_token', 3, 'It carries no token, but it looks like a browser sent it.'),
  staleToken: reason('stale_token', 3, 'The page was opened more than a day before the form was sent.'),
  badToken: reason('bad_token', SURE, 'Its token was invented, changed, or taken from another form.'),
  instant: reason('instant', SURE, 'It was sent less than 3 seconds after the page was opened.'),

  // Honest: a browser without JavaScript.
  noProof: reason('no_proof', 2, 'The browser has not done the small computation that our script asks for.'),
  expiredProof: reason('no_proof', 2, 'The computation that our script asks for was done too long ago.'),
  badProof: reason('bad_proof', SURE, 'Its proof of work is wrong, or belongs to another form.'),
  replayedProof: reason('replayed_proof', SURE, 'Its proof of work was sent before. Each counts once.'),

  disposable: reason('disposable_address', SURE, 'The e-mail address is from a provider of throw-away addresses.'),
  linkInName: reason('link_in_name', SURE, 'There is a link in the name.'),
  // Not held by itself: a page may have filled it in for everybody.
  repeatedText: reason('repeated_text', 6, 'The same text has come from several senders.'),
  repeatedLink: reason('repeated_text', SURE, 'The same text, with a link in it, has come from several senders.'),

  sameAgain: reason('flood', SURE, 'The same sender has sent exactly this before, several times.'),
  sameToken: reason('flood', SURE, 'One opened page has sent the form many times.'),
  // Together with the points for no token and no proof it is held.
  manyWithoutToken: reason('flood', 5, 'One sender has sent many in ten minutes, without a token.'),
  manyWithoutProof: reason('flood', SURE, 'One sender has sent very many in ten minutes, without proof of work.'),
  tooMany: reason('flood', SURE, 'One sender has sent far more in ten minutes than a person could.'),
}

export type Reason = (typeof REASONS)[keyof typeof REASONS]
/** Lists are filtered by kind, and all of one kind can be accepted at once. */
export type ReasonKind = Reason['kind']
export const REASON_KINDS = [...new Set(Object.values(REASONS).map(({ kind }) => kind))]

const THRESHOLDS = { off: Number.POSITIVE_INFINITY, normal: SURE, strict: 5 }
type Level = keyof typeof THRESHOLDS
const LEVELS = Object.keys(THRESHOLDS) as Level[]
const THRESHOLD_MAX = 100

/** A level, or the points from which a submission is held. */
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
