import type { Doorpost } from '../../../sdk/src/index.ts'
import { findNearest } from '../../lib/nearest.ts'
import { SetupError } from '../../lib/problem.ts'
import { PROVIDERS } from '../../platforms/registry.ts'
import { UsageError } from '../line/command.ts'

type Account = Awaited<ReturnType<ReturnType<Doorpost['connections']['list']>['page']>>['data'][number]

/** The accounts that words such as "x", "mastodon:ana@example.social" or "@ana" name, in their order. */
export async function findAccounts(doorpost: Doorpost, text: string): Promise<Account[]> {
  const words = text.split(',').flatMap((word) => word.trim() || [])
  if (words.length === 0) throw new UsageError('--on needs the networks, such as x,bluesky.')
  const all: Account[] = []
  for await (const account of doorpost.connections.list({ limit: 100 })) all.push(account)
  const found = words.map((word) => findAccount(word, all))
  const twice = found.find((account, at) => found.indexOf(account) !== at)
  if (twice) throw new UsageError(`--on names ${nameOf(twice)} twice.`)
  return found
}

function findAccount(word: string, all: readonly Account[]): Account {
  const [before = '', ...after] = word.split(':')
  const isHandle = before.startsWith('@')
  const provider = isHandle ? null : before.toLowerCase()
  const handle = isHandle ? word : after.join(':')
  if (provider !== null && !PROVIDERS.some((name) => name === provider)) throw unknownNetwork(before, all)
  const there = all.filter((account) => provider === null || account.provider === provider)
  const found = handle === '' ? there : there.filter((account) => plain(account.handle) === plain(handle))
  const [first] = found
  if (first === undefined) throw new SetupError(`There is no account for "${word}". ${connected(all)}`)
  const preferred = found.length === 1 ? first : handle === '' ? found.find((account) => account.default) : undefined
  if (preferred) return preferred
  throw new UsageError(`"${word}" could be ${found.map(nameOf).join(' or ')}. Name one of them.`)
}

function plain(handle: string | null): string {
  return (handle ?? '').replace(/^@/, '').toLowerCase()
}

export function nameOf({ provider, handle, account_id }: Account): string {
  return `${provider}:${handle ?? account_id}`
}

function connected(all: readonly Account[]): string {
  return all.length === 0
    ? 'No account is connected yet: connect one in the dashboard, under Accounts.'
    : `Connected are ${all.map(nameOf).join(', ')}.`
}

function unknownNetwork(word: string, all: readonly Account[]): UsageError {
  const nearest = findNearest(word, PROVIDERS)
  const hint = nearest === null ? `The networks are ${PROVIDERS.join(', ')}.` : `Did you mean "${nearest}"?`
  return new UsageError(`"${word}" is not a network. ${hint} ${connected(all)}`)
}
