import { isSecret, reject } from './checks.ts'
import { verifyClientState } from './client-state.ts'
import type { Incoming, Verdict, Verifier } from './contract.ts'
import { verifyByRule } from './rule.ts'
import { verifyBody, verifySlack, verifyStandard, verifyStripe } from './schemes.ts'

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
  switch (provider) {
    case 'standard':
      return verifyStandard(verifier, incoming, now)
    case 'stripe':
      return verifyStripe(verifier, incoming, now)
    case 'slack':
      return verifySlack(verifier, incoming, now)
    case 'hmac':
      return verifyByRule(verifier, incoming, now)
    case 'github':
    case 'meta':
    case 'shopify':
    case 'x':
    case 'linkedin':
      return verifyBody(provider, verifier, incoming)
  }
}
