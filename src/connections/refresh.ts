import { transaction } from '../db/database.ts'
import { DAY_MS, MINUTE_MS } from '../lib/time/span.ts'
import { type Message, message } from '../messages/message.ts'
import { profileOf } from '../platforms/registry.ts'
import { withinTime } from '../platforms/shared/client.ts'
import { type AccountProfile, AuthError, RefreshError, type Tokens } from '../platforms/shared/contract.ts'
import { withProofs } from '../platforms/shared/dpop.ts'
import type { AppKind } from '../platforms/shared/provider.ts'
import { stopAccount } from './approvals.ts'
import { withAppOf } from './apps.ts'
import type { ConnectionsOptions } from './options.ts'
import {
  type ConnectionRow,
  findForRefresh,
  providerOf,
  renewalReason,
  takeDueForProfile,
  updateConnection,
  updateProfile,
} from './store.ts'
import { openTokens, sealTokens } from './tokens.ts'

/** `failed`: to be tried again later. `dead`: a person has to connect the account again. */
export type RefreshOutcome = 'fresh' | 'dead' | 'failed'

/** Shorter than the transaction timeouts: the response is saved in the same transaction. */
const REFRESH_TIMEOUT_MS = 12_000

/** The last wait repeats. */
const RETRY_WAITS_MS = [1, 2, 5, 10, 15].map((minutes) => minutes * MINUTE_MS)

/** A temporary refusal becomes final once the access has been gone this long, after this many attempts. */
const REFUSED_MAX_MS = DAY_MS
const REFUSALS_LEAST = 8

/** `seen` is when the old token was issued; a newer one is fresh. */
export function refreshToken(options: ConnectionsOptions, id: string, seen: Date): Promise<RefreshOutcome> {
  const { pool, clock, emit, box, adapters, log } = options
  return transaction(pool, async (tx) => {
    const row = await findForRefresh(tx, id)
    if (row === null || row.status === 'needs_reconnect') return 'dead'
    if (row.issued_at.getTime() !== seen.getTime()) return 'fresh'
    const provider = providerOf(row)
    const known = await options.settingsFor(provider, row.app as AppKind, row.service_url, tx)
    // A real token never goes to the sandbox, and a sandbox token never to a platform.
    if (known === null || row.sandbox !== options.sandbox) return 'failed'
    const { auth } = adapters[provider]
    const now = () => new Date(clock.now())
    let fresh: Tokens
    if (auth.renewsWithApp && row.client_id !== null && row.client_id !== known.clientId) {
      const reason = message('account.app_changed', { network: labelOf(row) })
      await stopAccount(emit, tx, row, { status: 'needs_reconnect', reason, at: now() })
      return 'dead'
    }
    try {
      if (auth.refresh === null) throw new AuthError(message('auth.not_renewable'))
      const tokens = openTokens(box, row)
      const settings = tokens.session ? await withAppOf(tx, box, known, provider, tokens.session) : known
      fresh = await auth.refresh(
        withinTime(options.httpFor(provider, settings), REFRESH_TIMEOUT_MS),
        settings,
        tokens,
        now(),
      )
    } catch (error) {
      log.warn({ connection: id, provider, err: error }, 'token not refreshed')
      const reason = error instanceof AuthError ? refusalReason(row) : lastingRefusal(row, error, now())
      if (reason === null) {
        await updateConnection(tx, id, afterFailure(row, error, now()))
        return 'failed'
      }
      await stopAccount(emit, tx, row, { status: 'needs_reconnect', reason, at: now() })
      return 'dead'
    }
    // Saved before use: a refresh token may work only once.
    const sealed = sealTokens(box, id, fresh, auth, now())
    await updateConnection(tx, id, { ...sealed, ...renewalReason(null), updated_at: now() })
    return 'fresh'
  })
}

function afterFailure(row: ConnectionRow, error: unknown, at: Date) {
  const waitMs = RETRY_WAITS_MS[row.refresh_failures] ?? RETRY_WAITS_MS.at(-1)!
  return {
    refresh_at: new Date(at.getTime() + waitMs),
    refresh_failures: row.refresh_failures + 1,
    refresh_unanswered_at: error instanceof RefreshError && error.mayBeSpent ? at : row.refresh_unanswered_at,
    ...renewalReason(message('account.not_renewed', { network: labelOf(row) })),
    updated_at: at,
  }
}

/** Null while the refusal may be temporary. */
function lastingRefusal(row: ConnectionRow, error: unknown, at: Date): Message | null {
  if (!(error instanceof RefreshError) || error.refusal === null || row.expires_at === null) return null
  const endedMs = at.getTime() - row.expires_at.getTime()
  if (endedMs < REFUSED_MAX_MS || row.refresh_failures < REFUSALS_LEAST) return null
  return message('account.renewal_refused', { network: labelOf(row), refusal: error.refusal })
}

function refusalReason(row: ConnectionRow): Message {
  const network = labelOf(row)
  if (row.refresh_unanswered_at === null) return message('account.not_accepted', { network })
  const time = `${row.refresh_unanswered_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return message('account.renewal_lost', { network, time })
}

function labelOf(row: ConnectionRow): string {
  return profileOf(providerOf(row)).label
}

/** X charges for each read. */
const EVERY_MS = DAY_MS
const TIMEOUT_MS = 15_000

/** Names and limits change: both are read once a day. */
export async function checkProfiles(options: ConnectionsOptions): Promise<void> {
  const { pool, clock, sandbox, log } = options
  const at = new Date(clock.now())
  for (const row of await takeDueForProfile(pool, sandbox, { at, before: new Date(at.getTime() - EVERY_MS) })) {
    try {
      const profile = await fetchProfile(options, row)
      if (profile !== null) await updateProfile(pool, row, profile, at)
    } catch (error) {
      // The job tries again tomorrow.
      log.info({ connection: row.id, err: error }, 'the profile of an account could not be read')
    }
  }
}

async function fetchProfile(options: ConnectionsOptions, row: ConnectionRow): Promise<AccountProfile | null> {
  const { pool, box, clock, adapters, settingsFor, httpFor } = options
  const provider = providerOf(row)
  const known = await settingsFor(provider, row.app as AppKind, row.service_url)
  if (known === null) return null
  const { accessToken, session } = openTokens(box, row)
  const settings = session ? await withAppOf(pool, box, known, provider, session) : known
  const http = withinTime(httpFor(provider, settings), TIMEOUT_MS)
  const proven = session ? withProofs(http, session.key, () => new Date(clock.now())) : http
  const profiles = await adapters[provider].auth.profiles(proven, settings, accessToken)
  return profiles.find(({ id }) => id === row.account_id) ?? null
}
