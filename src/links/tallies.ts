import type { IncomingHttpHeaders } from 'node:http'
import type { Db } from '../db/database.ts'
import { agentOf, classify, hostOfReferrer } from './classify.ts'
import { type DayCount, selectHosts } from './click-store.ts'
import type { KnownLink } from './known-links.ts'
import type { Visit } from './visitors.ts'

/** The most hosts of a link and day that are stored by name: clients can send any Referer. */
const HOSTS_MAX = 20
export const OTHER_HOSTS = 'other'

const VISITS_MAX = 20_000

/** The clicks since the last write, as plain numbers, because every redirect adds to them. */
interface Tally {
  link: KnownLink
  persons: Map<string, number>
  bots: number
  previews: number
  heads: number
  /** Address and agent → the host that the visitor came from. */
  visits: Map<string, { address: string; agent: string; sourceHost: string }>
}

export function createTallies() {
  const tallies = new Map<string, Tally>()
  let visits = 0

  const tallyOf = (link: KnownLink): Tally => {
    let tally = tallies.get(link.id)
    if (tally === undefined) {
      tally = { link, persons: new Map(), bots: 0, previews: 0, heads: 0, visits: new Map() }
      tallies.set(link.id, tally)
    }
    return tally
  }

  return {
    get isEmpty() {
      return tallies.size === 0
    },
    add(link: KnownLink, method: string, headers: IncomingHttpHeaders, address: string): void {
      const tally = tallyOf(link)
      const agent = agentOf(headers)
      switch (classify(method, headers, agent)) {
        case 'head':
          tally.heads++
          return
        case 'preview':
          tally.previews++
          return
        case 'bot':
          tally.bots++
          return
        case 'person': {
          const sourceHost = boundHost(tally.persons, hostOfReferrer(headers.referer ?? ''))
          tally.persons.set(sourceHost, (tally.persons.get(sourceHost) ?? 0) + 1)
          const who = `${address} ${agent.number}`
          if (visits >= VISITS_MAX || tally.visits.has(who)) return
          visits++
          tally.visits.set(who, { address, agent: agent.text, sourceHost })
        }
      }
    },
    *counts(day: string): Generator<DayCount> {
      for (const { link, persons, bots, previews, heads } of tallies.values()) {
        const of = { workspaceId: link.workspaceId, linkId: link.id, day, visitors: 0 }
        for (const [sourceHost, clicks] of persons) yield { ...of, kind: 'person', sourceHost, clicks }
        for (const [kind, clicks] of [
          ['bot', bots],
          ['preview', previews],
          ['head', heads],
        ] as const) {
          if (clicks > 0) yield { ...of, kind, sourceHost: '', clicks }
        }
      }
    },
    *visits(): Generator<Visit> {
      for (const { link, visits } of tallies.values()) {
        for (const visit of visits.values()) yield { workspaceId: link.workspaceId, linkId: link.id, ...visit }
      }
    },
  }
}

function boundHost(known: ReadonlyMap<string, number>, host: string): string {
  return host === '' || known.has(host) || known.size < HOSTS_MAX ? host : OTHER_HOSTS
}

const LINK_DAYS_MAX = 2_000

type LinkDay = Pick<DayCount, 'workspaceId' | 'linkId' | 'day'>

/** Limits the number of hosts of a link and day, also across restarts. With several nodes, each may add as many. */
export function createSourceHosts() {
  const known = new Map<string, Set<string>>()
  const keyOf = ({ linkId, day }: Pick<LinkDay, 'linkId' | 'day'>) => `${day} ${linkId}`

  return {
    async load(db: Db, linkDays: readonly LinkDay[]): Promise<void> {
      const missing = new Map(linkDays.filter((each) => !known.has(keyOf(each))).map((each) => [keyOf(each), each]))
      if (missing.size === 0) return
      const rows = await selectHosts(db, [...missing.values()])
      for (const key of missing.keys()) known.set(key, new Set())
      for (const { link_id: linkId, day, source_host } of rows) known.get(keyOf({ linkId, day }))?.add(source_host)
    },
    /** The name under which clicks from this host are stored. */
    nameOf(linkDay: Pick<LinkDay, 'linkId' | 'day'>, host: string): string {
      if (host === '' || host === OTHER_HOSTS) return host
      const hosts = known.get(keyOf(linkDay))
      if (hosts === undefined) return OTHER_HOSTS
      if (!hosts.has(host) && hosts.size >= HOSTS_MAX) return OTHER_HOSTS
      hosts.add(host)
      return host
    },
    makeRoom(): void {
      while (known.size > LINK_DAYS_MAX) known.delete(known.keys().next().value!)
    },
  }
}
