import { type Profile, rulesFor } from '../../../../src/platforms/registry.ts'
import { FORMATS, type Format } from '../../../../src/platforms/shared/provider.ts'
import type { Connection } from '../../api/schema.ts'
import { accountName } from '../post.ts'

/** A post is composed for an account, for a platform that has none yet, or for a stored post that is changed. */
export interface Target {
  /** The id of the account or of the post, or the name of the platform. */
  key: string
  platform: Format
  account: Connection | null
}

/** Every account, the default one of a platform first; a platform without accounts stands for itself. */
export function targetsOf(connections: readonly Connection[]): Target[] {
  return FORMATS.flatMap((platform): Target[] => {
    const accounts = connections.filter((each) => each.platform === platform)
    if (accounts.length === 0) return [{ key: platform, platform, account: null }]
    const ordered = accounts.toSorted((one, other) => Number(other.default) - Number(one.default))
    return ordered.map((account) => ({ key: account.id, platform, account }))
  })
}

/** The network of a target, with its rules: that of its account, or the usual one of its platform. */
export function networkOf({ platform, account }: Target): Profile {
  return rulesFor(platform, account)
}

/** "X", or "X @example" where others are on the same network. */
export function nameOf(target: Target, beside: readonly Target[]): string {
  const { label } = networkOf(target)
  const isAlone = beside.every((each) => each.key === target.key || networkOf(each).label !== label)
  return isAlone || target.account === null ? label : `${label} ${accountName(target.account)}`
}

/** "Threads, LinkedIn and X @example" */
export function listTargets(targets: readonly Target[], beside: readonly Target[] = targets): string {
  return new Intl.ListFormat('en-GB').format(targets.map((target) => nameOf(target, beside)))
}

/** The targets with these keys, in the order of the accounts. The name of a platform stands for its default account. */
export function chosenOf(targets: readonly Target[], keys: readonly string[]): Target[] {
  return targets.filter(
    ({ key, platform, account }) => keys.includes(key) || (account?.default && keys.includes(platform)),
  )
}

/** The targets to start with: those of the last post, or the default account of each platform that has one. */
export function usualTargets(targets: readonly Target[], last: readonly string[]): Target[] {
  const known = chosenOf(targets, last)
  if (known.length > 0) return known
  const defaults = targets.filter(({ account }) => account?.default)
  return defaults.length > 0 ? defaults : [...targets]
}

/** The key of the request for the posts of several accounts. */
export const GROUP = 'group'

/** The posts of one request: those of several accounts, or a single one. */
export interface Part {
  key: string
  targets: Target[]
}

/** Accounts make a group, which is stored as a whole or not at all. A platform without an account has its post alone. */
export function partsToStore(targets: readonly Target[]): Part[] {
  const accounts = targets.filter(({ account }) => account !== null)
  const others = targets.filter(({ account }) => account === null)
  const alone = accounts.length > 1 ? others : targets
  return [
    ...(accounts.length > 1 ? [{ key: GROUP, targets: accounts }] : []),
    ...alone.map((target) => ({ key: target.key, targets: [target] })),
  ]
}

/** Errors of the API: field → messages. */
export type Details = Record<string, string[]>

const PLACE = /^(?:accounts\[(\d+)\](?:\.overrides)?|(?:overrides|posts)\.([0-9a-f-]{36}))\.?/
const NAMED = /^(?:accounts\[\d+\](?:\.overrides)?|overrides\.[0-9a-f-]{36})\.?/

/**
 * The errors of each post of a group, by its key, in the words of a single post. `keys` are in the order of the accounts. An error
 * that belongs to no post is listed under all of them.
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
