import { DAY_MS } from '../lib/time/span.ts'
import { withinTime } from '../platforms/calls/client.ts'
import { withProofs } from '../platforms/calls/dpop.ts'
import type { AccountProfile } from '../platforms/contract.ts'
import type { AppKind } from '../platforms/profile.ts'
import { withAppOf } from './connect/apps.ts'
import type { ConnectionsOptions } from './options.ts'
import { type ConnectionRow, providerOf, takeDueForProfile, updateProfile } from './store.ts'
import { openTokens } from './tokens.ts'

/** X takes money for each read. */
const EVERY_MS = DAY_MS
const TIMEOUT_MS = 15_000

/** People rename their accounts, and servers change their limits: both are read again once a day. */
export async function checkProfiles(options: ConnectionsOptions): Promise<void> {
  const { pool, clock, sandbox, log } = options
  const at = new Date(clock.now())
  for (const row of await takeDueForProfile(pool, sandbox, { at, before: new Date(at.getTime() - EVERY_MS) })) {
    try {
      const profile = await fetchProfile(options, row)
      if (profile !== null) await updateProfile(pool, row, profile, at)
    } catch (error) {
      // It is tried again tomorrow. An approval that has ended is found out by whoever needs it.
      log.info({ connection: row.id, err: error }, 'the profile of an account could not be read')
    }
  }
}

/** Null when the app is not set up any more, or the approval no longer covers the account. */
async function fetchProfile(options: ConnectionsOptions, row: ConnectionRow): Promise<AccountProfile | null> {
  const { pool, box, clock, adapters, settingsFor, httpFor } = options
  const provider = providerOf(row)
  const known = settingsFor(provider, row.app as AppKind, row.service_url)
  if (known === null) return null
  const { accessToken, session } = openTokens(box, row)
  const settings = session ? await withAppOf(pool, box, known, provider, session) : known
  const http = withinTime(httpFor(provider, settings), TIMEOUT_MS)
  const proven = session ? withProofs(http, session.key, () => new Date(clock.now())) : http
  const profiles = await adapters[provider].auth.profiles(proven, settings, accessToken)
  return profiles.find(({ id }) => id === row.account_id) ?? null
}
