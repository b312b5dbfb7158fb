import { type Profile, rulesFor } from '../../../../src/platforms/registry.ts'
import { FORMATS, type Format } from '../../../../src/platforms/shared/provider.ts'
import type { Connection } from '../../api/schema.ts'
import { formatList } from '../../parts/locale.ts'
import { networkLabel } from '../../parts/networks.ts'
import { accountLabel, accountName } from '../post.ts'

/** An account, a platform without accounts, or a stored post being edited. */
export interface Target {
  /** Id of the account or post, or name of the platform. */
  key: string
  platform: Format
  account: Connection | null
}

/** All accounts, default first; a platform without accounts stands for itself. */
export function targetsOf(connections: readonly Connection[]): Target[] {
  return FORMATS.flatMap((platform): Target[] => {
    const accounts = connections.filter((each) => each.platform === platform)
    if (accounts.length === 0) return [{ key: platform, platform, account: null }]
    const ordered = accounts.toSorted((one, other) => Number(other.default) - Number(one.default))
    return ordered.map((account) => ({ key: account.id, platform, account }))
  })
}

/** With its rules: those of the account, or the platform's default. */
export function networkOf({ platform, account }: Target): Profile {
  return rulesFor(platform, account)
}

function labelOf({ platform, account }: Target): string {
  return networkLabel(platform, account)
}

/** "X", or "X @example" where others are on the same network. */
export function nameOf(target: Target, beside: readonly Target[]): string {
  const label = labelOf(target)
  const isAlone = beside.every((each) => each.key === target.key || labelOf(each) !== label)
  return isAlone || target.account === null ? label : `${label} ${accountName(target.account)}`
}

/** "X @example" */
export function fullNameOf({ platform, account }: Target): string {
  return account === null ? networkLabel(platform, null) : accountLabel(account)
}

/** "Threads, LinkedIn and X @example" */
export function listTargets(targets: readonly Target[], beside: readonly Target[] = targets): string {
  return formatList(targets.map((target) => nameOf(target, beside)))
}

/** In the order of the accounts. A platform's name stands for its default account. */
export function chosenOf(targets: readonly Target[], keys: readonly string[]): Target[] {
  return targets.filter(
    ({ key, platform, account }) => keys.includes(key) || (account?.default && keys.includes(platform)),
  )
}

/** Those of the last post, or one account of each network, the default one first. */
export function usualTargets(targets: readonly Target[], last: readonly string[]): Target[] {
  const known = chosenOf(targets, last)
  if (known.length > 0) return known
  const networks = new Set<string>()
  const firsts = targets.filter(({ account }) => {
    if (account === null || networks.has(account.provider)) return false
    networks.add(account.provider)
    return true
  })
  return firsts.length > 0 ? firsts : [...targets]
}

export const GROUP = 'group'

/** Posts stored by one request. */
export interface Part {
  key: string
  targets: Target[]
}

/** Accounts make a group, stored as a whole or not at all. A platform without an account is stored alone. */
export function partsToStore(targets: readonly Target[]): Part[] {
  const accounts = targets.filter(({ account }) => account !== null)
  const others = targets.filter(({ account }) => account === null)
  const alone = accounts.length > 1 ? others : targets
  return [
    ...(accounts.length > 1 ? [{ key: GROUP, targets: accounts }] : []),
    ...alone.map((target) => ({ key: target.key, targets: [target] })),
  ]
}

/** Field → messages. */
export type Details = Record<string, string[]>

const PLACE = /^(?:accounts\[(\d+)\](?:\.overrides)?|(?:overrides|posts)\.([0-9a-f-]{36}))\.?/
const NAMED = /^(?:accounts\[\d+\](?:\.overrides)?|overrides\.[0-9a-f-]{36})\.?/

/**
 * Errors by post, in the words of a single post. `keys` are in the order of the accounts. Errors that name no post are listed
 * under all.
 */
export function splitDetails(details: Details, keys: readonly string[]): Map<string, Details> {
  const split = new Map<string, Details>()
  for (const [field, messages] of Object.entries(details)) {
    const place = PLACE.exec(field)
    const own = place ? field.slice(place[0].length) || (place[2] ? 'id' : 'connection_id') : field
    const plain = messages.map((message) => message.replace(NAMED, ''))
    for (const key of place ? [place[2] ?? keys[Number(place[1])]!] : keys) {
      const known = split.get(key) ?? {}
      split.set(key, { ...known, [own]: [...(known[own] ?? []), ...plain] })
    }
  }
  return split
}
