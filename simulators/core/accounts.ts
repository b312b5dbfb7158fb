import type { Call } from '../http/call.ts'
import type { Account, PlatformName } from '../state/records.ts'
import type { World } from '../state/world.ts'

/** One account per platform, and an organisation on LinkedIn, so that a new sandbox works at once. */
const DEFAULTS: Pick<Account, 'platform' | 'id' | 'username' | 'name' | 'kind' | 'admins'>[] = [
  {
    platform: 'threads',
    id: '17841400000000001',
    username: 'sandbox',
    name: 'Sandbox Threads',
    kind: 'member',
    admins: [],
  },
  {
    platform: 'instagram',
    id: '17841400000000002',
    username: 'sandbox',
    name: 'Sandbox Instagram',
    kind: 'member',
    admins: [],
  },
  { platform: 'linkedin', id: 'SandboxMbr', username: 'sandbox', name: 'Sandbox Member', kind: 'member', admins: [] },
  {
    platform: 'linkedin',
    id: '100000001',
    username: 'sandbox-organisation',
    name: 'Sandbox Organisation',
    kind: 'organization',
    admins: ['SandboxMbr'],
  },
  { platform: 'x', id: '1800000000000000001', username: 'sandbox', name: 'Sandbox X', kind: 'member', admins: [] },
  {
    platform: 'bluesky',
    id: 'did:plc:sandboxsandboxsandboxaa2',
    username: 'sandbox.test',
    name: 'Sandbox Bluesky',
    kind: 'member',
    admins: [],
  },
  {
    platform: 'mastodon',
    id: '114000000000000001',
    username: 'sandbox',
    name: 'Sandbox Mastodon',
    kind: 'member',
    admins: [],
  },
]

export interface NewAccount {
  platform: PlatformName
  id?: string
  username?: string
  name?: string
  kind?: Account['kind']
  admins?: string[]
  contentAdmins?: string[]
  restricted?: boolean
  maxWeightedLength?: number
}

export function addDefaultAccounts(world: World): void {
  for (const account of DEFAULTS) {
    if (!findAccount(world, account.platform, account.id)) saveAccount(world, account)
  }
}

/** Changes the account with this id, or creates a new one. */
export function saveAccount(world: World, input: NewAccount): Account {
  const id = input.id ?? newAccountId(world, input)
  const known = findAccount(world, input.platform, id)
  const username = input.username ?? known?.username ?? `sandbox${world.accounts.size + 1}`
  const account: Account = {
    platform: input.platform,
    id,
    username,
    name: input.name ?? known?.name ?? username,
    kind: input.kind ?? known?.kind ?? 'member',
    admins: input.admins ?? known?.admins ?? [],
    contentAdmins: input.contentAdmins ?? known?.contentAdmins ?? [],
    restricted: input.restricted ?? known?.restricted ?? false,
    maxWeightedLength: input.maxWeightedLength ?? known?.maxWeightedLength ?? 280,
  }
  return world.accounts.put(`${account.platform}:${id}`, account)
}

export function findAccount(world: World, platform: PlatformName, idOrName: string): Account | undefined {
  const direct = world.accounts.get(`${platform}:${idOrName}`)
  return direct ?? listAccounts(world, platform).find((account) => account.username === idOrName)
}

/** Oldest first. */
export function listAccounts(world: World, platform: PlatformName): Account[] {
  return [...world.accounts.newest(platform)].reverse()
}

export function accountOf(call: Call, id: string): Account {
  const account = call.world.accounts.get(`${call.platform}:${id}`)
  if (!account) throw new Error(`no account ${call.platform}:${id}`)
  return account
}

function newAccountId(world: World, input: NewAccount): string {
  switch (input.platform) {
    case 'threads':
    case 'instagram':
      return world.ids.number(17_841_400_000_100_000n)
    case 'linkedin':
      return input.kind === 'organization' ? world.ids.number(100_000_000n) : world.ids.word('', 10)
    case 'x':
      return world.ids.number(1_800_000_000_000_100_000n)
    case 'bluesky':
      return `did:plc:${world.ids
        .word('', 24)
        .toLowerCase()
        .replaceAll(/[0189]/g, 'q')}`
    case 'mastodon':
      return world.ids.number(114_000_000_000_100_000n)
  }
}
