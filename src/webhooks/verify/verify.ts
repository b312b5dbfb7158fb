import { isSecret, reject } from './checks.ts'
import { verifyClientState } from './client-state.ts'
import type { Incoming, Verdict, Verifier } from './contract.ts'
import { verifyByRule } from './rule.ts'
import { verifyStandard, verifyStripe } from './schemes.ts'

const UNVERIFIED: Verdict = { ok: true, verified: false }

/** Whether deliveries have to prove anything. Sources that do not are shown as unverified. */
export function isVerifying(provider: string): boolean {
  return provider !== 'none'
}

/**
 * Judges a delivery over its raw bytes. Fails closed: whatever is missing, doubled or of another form is refused. `now` is
 * in milliseconds.
 */
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
