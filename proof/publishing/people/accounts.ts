import type { SimulatorControl } from '../../../simulators/client.ts'
import type { SettingsPatch } from '../../../simulators/state/settings.ts'
import type { Deps } from '../../../src/app/deps.ts'
import { adapters } from '../../../src/platforms/adapters.ts'
import { byFormat, type Provider, profileOf } from '../../../src/platforms/registry.ts'
import type { Format } from '../../../src/platforms/shared/provider.ts'

/** A connected account with its ids on the platform and in Doorpost. */
export interface ProofAccount {
  platform: Format
  provider: Provider
  connectionId: string
  accountId: string
  /** Who approved it: an organisation's posts are sent with the token of a member who manages it. */
  grantedBy: string
}

const MANY = 1_000_000

/** Raises the quotas: the proof posts more in minutes than a person in weeks. */
export const GENEROUS: SettingsPatch = {
  threads: { quota_total: MANY },
  instagram: { quota_total: MANY },
  x: { posts_per_15_min: MANY, reads_per_15_min: MANY, media_per_15_min: MANY, posts_per_day: MANY },
  mastodon: { posts_per_3_hours: MANY, requests_per_5_min: MANY, media_per_30_min: MANY },
}

/** Switches off the platforms' own protection against duplicates, so that only Doorpost's is left. */
export const DEFENCELESS: SettingsPatch = {
  threads: { republish: 'new_item' },
  instagram: { republish: 'new_item' },
  linkedin: { duplicate_window_ms: 0 },
  x: { duplicate_window_ms: 0 },
  mastodon: { forgets_keys: true },
}

/** One provider per format. */
const FIRST: readonly Provider[] = Object.values(byFormat(({ name }) => name))

/**
 * Connects several accounts of each provider. On LinkedIn all but the last are organisations, whose posts can be read.
 */
export async function connectAccounts(
  deps: Deps,
  control: SimulatorControl,
  each: number,
  providers = FIRST,
): Promise<ProofAccount[]> {
  const accounts: ProofAccount[] = []
  for (const provider of providers) {
    for (let at = 0; at < each; at++) {
      const member = await control.account({ platform: provider, username: `${provider}${at}` })
      const wantsPage = provider === 'linkedin' && at < each - 1
      const page = wantsPage
        ? await control.account({
            platform: provider,
            username: `page${at}`,
            kind: 'organization',
            admins: [member.id],
          })
        : null
      const wanted = page?.id ?? member.id
      accounts.push(await connect(deps, control, provider, wanted, member.id))
    }
  }
  return accounts
}

/** Connects as a person who approves again. */
export async function connect(
  deps: Deps,
  control: SimulatorControl,
  provider: Provider,
  accountId: string,
  grantedBy: string,
): Promise<ProofAccount> {
  const { connections, http, settingsFor } = deps.publishing
  const { format: platform, service } = profileOf(provider)
  const granted = await control.token({ platform: provider, account: grantedBy })
  // A page is approved by a member who manages it, for the app that supports pages.
  const app = accountId === grantedBy ? 'standard' : 'pages'
  const settings = (await settingsFor(provider, app))!
  const profiles = await adapters[provider].auth.profiles(http, settings, granted.access_token)
  // LinkedIn's ids are urn:li:person:ID, Mastodon's ID@server.
  const isIt = (id: string) => id === accountId || id.endsWith(`:${accountId}`) || id.startsWith(`${accountId}@`)
  const profile = profiles.find(({ id }) => isIt(id))
  if (!profile) throw new Error(`no profile ${accountId} on ${provider}`)
  const tokens = {
    accessToken: granted.access_token,
    expiresAt: new Date(Date.now() + granted.expires_in * 1000),
    refreshToken: granted.refresh_token ?? null,
    refreshExpiresAt: null,
    scopes: granted.scope.split(/[ ,]+/),
  }
  const serviceUrl = service ? settings.apiUrl : null
  const [saved] = await connections.save(deps.workspaceId, provider, [profile], tokens, app, serviceUrl)
  return { platform, provider, connectionId: saved!.id, accountId, grantedBy }
}
