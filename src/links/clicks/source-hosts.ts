import type { Db } from '../../db/database.ts'
import { type DayCount, selectHosts } from './store.ts'
import { HOSTS_MAX, OTHER_HOSTS } from './tallies.ts'

/** Links and days whose hosts are in memory. */
const LINK_DAYS_MAX = 2_000

type LinkDay = Pick<DayCount, 'workspaceId' | 'linkId' | 'day'>

/** Keeps the hosts of a link and day few, also across restarts. With several nodes each may add as many. */
export function createSourceHosts() {
  const known = new Map<string, Set<string>>()
  const keyOf = ({ linkId, day }: Pick<LinkDay, 'linkId' | 'day'>) => `${day} ${linkId}`

  return {
    /** Reads what is stored of these, where it is not in memory. */
    async load(db: Db, linkDays: readonly LinkDay[]): Promise<void> {
      const missing = new Map(linkDays.filter((each) => !known.has(keyOf(each))).map((each) => [keyOf(each), each]))
      if (missing.size === 0) return
      const rows = await selectHosts(db, [...missing.values()])
      for (const key of missing.keys()) known.set(key, new Set())
      for (const { link_id: linkId, day, source_host } of rows) known.get(keyOf({ linkId, day }))?.add(source_host)
    },
    /** The name under which clicks from this host are stored. What was not loaded is nobody's. */
    nameOf(linkDay: Pick<LinkDay, 'linkId' | 'day'>, host: string): string {
      if (host === '' || host === OTHER_HOSTS) return host
      const hosts = known.get(keyOf(linkDay))
      if (hosts === undefined) return OTHER_HOSTS
      if (!hosts.has(host) && hosts.size >= HOSTS_MAX) return OTHER_HOSTS
      hosts.add(host)
      return host
    },
    /** The oldest first. */
    makeRoom(): void {
      while (known.size > LINK_DAYS_MAX) known.delete(known.keys().next().value!)
    },
  }
}
