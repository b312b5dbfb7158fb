import type { IncomingHttpHeaders } from 'node:http'
import type { ContactInput } from '../../contact-fields.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/time/span.ts'
import { type FormField, joinText } from '../fields/fields.ts'
import { isDisposable } from './disposable.ts'
import type { CheckedProof, Proofs, UsedProof } from './proof.ts'
import { type Protection, REASONS, type Reason, thresholdOf } from './reasons.ts'
import { createTallies, type Tallies } from './tallies.ts'
import { type FormTokens, type ReadToken, readControls } from './token.ts'

type Sent = Record<string, unknown>

export interface JudgedForm {
  formId: string
  publicId: string
  fields: ReadonlyArray<Pick<FormField, 'name' | 'type'>>
  settings: { protection: Protection }
}

export interface JudgedSubmission {
  /** Includes the fields that only the spam protection reads. */
  sent: Sent
  input: { contact: Pick<ContactInput, 'email_key'> }
}

interface JudgeContext {
  headers: IncomingHttpHeaders
  /** The rate limits' unit: an IPv4 address or an IPv6 /64. It is not stored. */
  address: string
}

export interface Judgement {
  points: number
  isHeld: boolean
  reasons: Reason[]
}

/** For tests, and for forms without protection. */
export const NOT_SUSPICIOUS: Judgement = { points: 0, isHeld: false, reasons: [] }

type Judge = (form: JudgedForm, submission: JudgedSubmission, context: JudgeContext) => Promise<Judgement>

const INSTANT_MS = 3 * SECOND_MS
const MANY_MS = 10 * MINUTE_MS
const LIMITS = {
  /** From one address to one form, in ten minutes. A whole office, or a tablet at a trade fair, stays below. */
  withoutToken: 8,
  withoutProof: 15,
  atAll: 120,
  /** From one opened page, in a day. */
  sameToken: 4,
  /** Identical submissions from one address, in an hour: a second click is not spam. */
  sameAgain: 2,
  /** Different addresses that have sent the same text, in a day. */
  senders: 5,
}
// Shorter texts are alike by chance: "Please call me back."
const LONG_TEXT = 40
const LINK = /https?:|www\./i
const ASCII = /^[\0-\x7f]*$/
const LINK_IN_NAME =
  /https?:|www\.|\w{2}\.(?:com|net|org|ru|info|xyz|top|shop|biz|online|site|store|club|click|link)(?:$|[\s/])/i

interface JudgeOptions {
  tokens: FormTokens
  proofs: Proofs
  /** Returns false if it was used before. */
  markUsed: (proof: UsedProof) => Promise<boolean>
  clock: Clock
}

/** Adds up the signs of spam in a submission, whatever its encoding. */
export function createJudge({ tokens, proofs, markUsed, clock }: JudgeOptions): Judge {
  const tallies = createTallies(() => clock.now())
  const judgeProof = async (publicId: string, text: string): Promise<CheckedProof | { state: 'replayed' }> => {
    const proof = await proofs.check(publicId, text)
    return proof.state === 'good' && !(await markUsed(proof)) ? { state: 'replayed' } : proof
  }
  return async (form, submission, context) => {
    const { protection } = form.settings
    if (protection === 'off') return NOT_SUSPICIOUS
    const controls = readControls(submission.sent)
    const token = tokens.read(form.publicId, controls.token)
    const proof = controls.proof === null ? NO_PROOF : await judgeProof(form.publicId, controls.proof)
    const reasons = [
      controls.isHoneypotFilled && REASONS.honeypot,
      judgeToken(token, context),
      PROOF_REASONS[proof.state],
      ...judgeContent(submission),
      ...judgeCounts(tallies, form, submission, context, { token, hasProof: proof.state === 'good' }),
    ].filter((reason) => reason !== false && reason !== null)
    const points = reasons.reduce((sum, reason) => sum + reason.points, 0)
    return { points, isHeld: points >= thresholdOf(protection), reasons }
  }
}

const NO_PROOF: CheckedProof = { state: 'none' }

const PROOF_REASONS: Record<CheckedProof['state'] | 'replayed', Reason | null> = {
  good: null,
  none: REASONS.noProof,
  expired: REASONS.expiredProof,
  bad: REASONS.badProof,
  replayed: REASONS.replayedProof,
}

function judgeToken(token: ReadToken, { headers }: JudgeContext): Reason | null {
  switch (token.state) {
    case 'none':
      return looksLikeBrowser(headers) ? REASONS.noTokenFromBrowser : REASONS.noToken
    case 'bad':
      return REASONS.badToken
    case 'stale':
      return REASONS.staleToken
    case 'fresh':
      return token.ageMs < INSTANT_MS ? REASONS.instant : null
  }
}

function judgeContent({ sent, input }: JudgedSubmission): Array<Reason | false> {
  const { email_key: emailKey } = input.contact
  return [
    emailKey !== null && isDisposable(emailKey) && REASONS.disposable,
    // Uses the names as typed: a missing name is derived from the address.
    textsOf(sent, NAME_FIELDS).some((name) => LINK_IN_NAME.test(name)) && REASONS.linkInName,
  ]
}

/** Counts every submission, including held ones: later ones are compared with all of them. */
function judgeCounts(
  tallies: Tallies,
  form: JudgedForm,
  { sent }: JudgedSubmission,
  { address }: JudgeContext,
  { token, hasProof }: { token: ReadToken; hasProof: boolean },
): Array<Reason | false> {
  const sender = [form.formId, address]
  const isOver = (limit: number, windowMs: number, kind: string, what: readonly string[]) =>
    tallies.count(kind, what, windowMs) > limit
  const namesOf = (fields: JudgedForm['fields']) => fields.map(({ name }) => name)
  const texts = textsOf(sent, namesOf(form.fields))
  // Only what people type. A choice or a hidden value is the same for many of them.
  const typed = form.fields.filter(({ type }) => type === 'text' || type === 'textarea')
  const longest = textsOf(sent, namesOf(typed)).reduce((one, other) => (other.length > one.length ? other : one), '')
  const plain = isShort(longest) ? '' : plainText(longest)
  const senders = plain.length < LONG_TEXT ? 0 : tallies.countDifferent('text', [form.formId, plain], address, DAY_MS)
  const isTooMany = isOver(LIMITS.atAll, MANY_MS, 'all', sender)
  const isManyWithoutProof = !hasProof && isOver(LIMITS.withoutProof, MANY_MS, 'no proof', sender)
  const isManyWithoutToken = token.state === 'none' && isOver(LIMITS.withoutToken, MANY_MS, 'no token', sender)
  return [
    senders >= LIMITS.senders && (LINK.test(longest) ? REASONS.repeatedLink : REASONS.repeatedText),
    isOver(LIMITS.sameAgain, HOUR_MS, 'same', [...sender, ...texts]) && REASONS.sameAgain,
    'id' in token && isOver(LIMITS.sameToken, DAY_MS, 'token', [form.formId, token.id]) && REASONS.sameToken,
    (isTooMany && REASONS.tooMany) ||
      (isManyWithoutProof && REASONS.manyWithoutProof) ||
      (isManyWithoutToken && REASONS.manyWithoutToken),
  ]
}

const NAME_FIELDS = ['first_name', 'last_name', 'name']

function textsOf(sent: Sent, names: readonly string[]): string[] {
  return names.map((name) => (Object.hasOwn(sent, name) ? (joinText(sent[name]) ?? '') : '')).map((text) => text.trim())
}

/** Other characters may become several letters. */
function isShort(text: string): boolean {
  return text.length < LONG_TEXT && ASCII.test(text)
}

/** Compares only letters: spam programs vary the rest to make one text look like many. */
function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
}

const BROWSER_AGENT = /^Mozilla\/5\.0 \(/

/**
 * Whether the request looks like what a browser sends for a form or a page's script. All of it can be faked; it tells a
 * plain HTML form from the many programs that do not bother. Each sign may be missing for an honest reason (Sec-Fetch-*
 * on websites without https, privacy extensions), so not all are required. But every browser names the website in a
 * POST.
 */
export function looksLikeBrowser(headers: IncomingHttpHeaders): boolean {
  const { origin, accept = '', 'user-agent': agent = '', 'accept-language': language = '' } = headers
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers
  const saysWhy = site !== undefined && mode !== undefined && destination !== undefined
  if (origin === undefined && !saysWhy) return false
  const signs = [
    BROWSER_AGENT.test(agent),
    saysWhy,
    accept.includes('text/html') || (saysWhy && mode === 'cors'),
    /^[a-z]{2,3}\b/i.test(language),
  ]
  return signs.filter(Boolean).length >= 2
}
