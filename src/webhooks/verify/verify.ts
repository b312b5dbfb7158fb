import { parseJson } from '../../lib/text/json.ts'
import { follow } from '../mapping/pointer.ts'
import { isSameText, isSecret, reject } from './checks.ts'
import type { Incoming, Verdict, Verifier } from './contract.ts'
import { verifyByRule } from './rule.ts'
import { verifyStandard, verifyStripe } from './schemes.ts'

const UNVERIFIED: Verdict = { ok: true, verified: false }

/** Judges a delivery by its raw bytes. Fails closed: what is missing, doubled or malformed is refused. */
export function verify(verifier: Verifier, incoming: Incoming, now: number): Verdict {
  const { provider } = verifier
  if (provider === 'none') return UNVERIFIED
  if (provider === 'microsoft') return verifyClientState(verifier, incoming)
  if (!verifier.secrets.some(isSecret)) {
    return reject('no_secret', 'This webhook has no secret, so nothing can be verified. Set the secret of the sender.')
  }
  if (provider === 'standard') return verifyStandard(verifier, incoming, now)
  if (provider === 'stripe') return verifyStripe(verifier, incoming, now)
  return verifyByRule(verifier, incoming, now)
}

/**
 * Microsoft Graph does not sign. Each notification of a delivery brings back the clientState of its subscription, which
 * nobody else knows; one delivery may hold notifications of several subscriptions, so all of them have to.
 */
function verifyClientState(verifier: Verifier, incoming: Incoming): Verdict {
  const token = verifier.verifyToken
  if (token === null || !isSecret(token)) {
    return reject('no_secret', 'This webhook has no verify token. Set it to the clientState of the subscription.')
  }
  const parsed = parseJson(incoming.body)
  const list = 'value' in parsed ? follow(parsed.value, '/value')?.value : undefined
  if (!Array.isArray(list) || list.length === 0) {
    const problem = 'The body must be JSON with a list "value" of notifications, as Microsoft Graph sends.'
    return reject('malformed_body', problem)
  }
  for (const item of list) {
    const state = follow(item, '/clientState')?.value
    if (typeof state !== 'string' || state === '') {
      const problem = 'A notification has no clientState. Give one when you create the subscription.'
      return reject('missing_signature', problem)
    }
    if (!isSameText(state, token)) {
      return reject(
        'wrong_signature',
        'A clientState is not the verify token of this webhook. Check that the subscription was created with it.',
      )
    }
  }
  return { ok: true, verified: true }
}
