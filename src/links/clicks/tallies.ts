import type { IncomingHttpHeaders } from 'node:http'
import type { KnownLink } from '../known-links.ts'
import { agentOf, classify, hostOfReferrer } from '../redirect/classify.ts'
import type { DayCount } from './store.ts'
import type { Visit } from './visitors.ts'

/** Hosts of a link and day that are kept by name: anybody can send any Referer. */
export const HOSTS_MAX = 20
/** The others together. */
export const OTHER_HOSTS = 'other'

const VISITS_MAX = 20_000

/** What was opened since the last time that counts were written: plain numbers, because every redirect adds to them. */
export interface Tally {
  link: KnownLink
  persons: Map<string, number>
  bots: number
  previews: number
  heads: number
  /** Address and agent → the host that they came from. */
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
export type Tallies = ReturnType<typeof createTallies>

function boundHost(known: ReadonlyMap<string, number>, host: string): string {
  return host === '' || known.has(host) || known.size < HOSTS_MAX ? host : OTHER_HOSTS
}
