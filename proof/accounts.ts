import type { SimulatorControl } from '../simulators/client.ts'
import type { PlatformName as SimulatorName } from '../simulators/state/records.ts'
import type { SettingsPatch } from '../simulators/state/settings.ts'
import type { Deps } from '../src/deps.ts'
import { PLATFORM_NAMES, type PlatformName } from '../src/platforms/contract.ts'
import { adapters } from '../src/platforms/registry.ts'

export const SIMULATOR_OF: Record<PlatformName, SimulatorName> = {
  thread: 'threads',
  photo: 'instagram',
  professional: 'linkedin',
  short: 'x',
}

/** A connected account: the one of the platform, and ours. */
export interface ProofAccount {
  platform: PlatformName
  connectionId: string
  accountId: string
  /** Whose approval it is: an organisation's posts are sent with the token of a member who runs it. */
  grantedBy: string
}

const MANY = 1_000_000

/** Quotas out of the way: the proof posts more in minutes than a person in weeks. */
export const GENEROUS: SettingsPatch = {
  threads: { quota_total: MANY },
  instagram: { quota_total: MANY },
  x: { posts_per_15_min: MANY, reads_per_15_min: MANY, media_per_15_min: MANY, posts_per_day: MANY },
}

/** What the platforms do of themselves against a second post is switched off: only ours is then left. */
export const DEFENCELESS: SettingsPatch = {
  threads: { republish: 'new_item' },
  instagram: { republish: 'new_item' },
  linkedin: { duplicate_window_ms: 0 },
  x: { duplicate_window_ms: 0 },
}

/** Several accounts on each platform; on LinkedIn all but the last are organisations, whose posts can be read. */
export async function connectAccounts(deps: Deps, control: SimulatorControl, each: number): Promise<ProofAccount[]> {
  const accounts: ProofAccount[] = []
  for (const platform of PLATFORM_NAMES) {
    for (let at = 0; at < each; at++) {
      const simulator = SIMULATOR_OF[platform]
      const member = await control.account({ platform: simulator, username: `${platform}${at}` })
      const wantsPage = platform === 'professional' && at < each - 1
      const page = wantsPage
        ? await control.account({
            platform: simulator,
            username: `page${at}`,
            kind: 'organization',
            admins: [member.id],
          })
        : null
      const wanted = page?.id ?? member.id
      accounts.push(await connect(deps, control, platform, wanted, member.id))
    }
  }
  return accounts
}

/** As a person who approves again. */
export async function connect(
  deps: Deps,
  control: SimulatorControl,
  platform: PlatformName,
  accountId: string,
  grantedBy: string,
): Promise<ProofAccount> {
  const { connections, http, settingsFor } = deps.publishing
  const granted = await control.token({ platform: SIMULATOR_OF[platform], account: grantedBy })
  // A page is approved by a member who runs it, for the app that pages have.
  const app = accountId === grantedBy ? 'standard' : 'pages'
  const profiles = await adapters[platform].auth.profiles(http, settingsFor(platform, app)!, granted.access_token)
  // LinkedIn names them as urn:li:person:ID.
  const profile = profiles.find(({ id }) => id === accountId || id.endsWith(`:${accountId}`))
  if (!profile) throw new Error(`no profile ${accountId} on ${platform}`)
  const tokens = {
    accessToken: granted.access_token,
    expiresAt: new Date(Date.now() + granted.expires_in * 1000),
    refreshToken: granted.refresh_token ?? null,
    refreshExpiresAt: null,
    scopes: granted.scope.split(/[ ,]+/),
  }
  const [saved] = await connections.save(deps.workspaceId, platform, [profile], tokens, app)
  return { platform, connectionId: saved!.id, accountId, grantedBy }
}
