import { parseJson } from '../../lib/text/json.ts'
import { isSameText, isSecret, reject } from './checks.ts'
import type { Incoming, Verdict, Verifier } from './contract.ts'

/**
 * Microsoft Graph does not sign. Each notification of a delivery brings back the clientState of its subscription, which
 * nobody else knows; one delivery may hold notifications of several subscriptions, so all of them have to.
 */
export function verifyClientState(verifier: Verifier, incoming: Incoming): Verdict {
  const token = verifier.verifyToken
  if (token === null || !isSecret(token)) {
    return reject('no_secret', 'This webhook has no verify token. Set it to the clientState of the subscription.')
  }
  const parsed = parseJson(incoming.body)
  const list = 'value' in parsed ? memberOf(parsed.value, 'value') : undefined
  if (!Array.isArray(list) || list.length === 0) {
    const problem = 'The body must be JSON with a list "value" of notifications, as Microsoft Graph sends.'
    return reject('malformed_body', problem)
  }
  for (const item of list) {
    const state = memberOf(item, 'clientState')
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

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Record<string, unknown>)[name]
}
