import { readWhole } from '../../../tests/helpers/page.ts'
import { withoutGuard } from '../faults/controls.ts'
import { connectAccounts } from '../people/accounts.ts'
import { createPosts, judgePosts, readPosts, type ScenarioNode, waitFor, waitForEnd } from './node.ts'
import type { RunningPostgres } from './postgres.ts'
import type { Scenario } from './scenario.ts'
import { lookAndResume, startPair, withScene } from './scene.ts'

const DUE_MS = 3_000
const NEW_CONTACTS = 20

/**
 * A streaming standby falls behind. Posts go out and events are read from the primary, which is then killed. The
 * standby is promoted and takes over its address, while Doorpost keeps running. Commits that the standby had not
 * received are lost.
 */
export const scenario: Scenario = {
  name: 'lost-commits',
  claim: 'after a failover that lost commits no post is public twice, and a reader of the feed misses no new event',
  run,
}

function run({ control: isControl, logLevel, onProgress }: Parameters<Scenario['run']>[0]) {
  return withScene(async (scene) => {
    const { platforms, cluster, stops, startNode } = scene
    const { primary, standby, standbyDir, standbyPort, road } = await startPair(scene)

    const node = await startNode(road.port, {
      logLevel,
      ...(isControl ? { replace: withoutGuard } : {}),
    })
    const accounts = await connectAccounts(node.deps, platforms.control, 2)
    await createPosts(node, accounts, `${platforms.url}/media`, new Date(Date.now() + DUE_MS))
    await waitFor('the standby has caught up', () => isCaughtUp(primary))
    await standby.stop()
    onProgress?.('lost-commits: the standby falls behind from here on')

    await waitFor('all posts are out', async () => (await readPosts(node)).every(({ state }) => state === 'published'))
    await createContacts(node, 'lost', NEW_CONTACTS)
    const cursor = await readToEnd(node, 'lost', NEW_CONTACTS)
    await primary.kill()

    const promoted = await cluster.start(standbyDir, standbyPort)
    // Stopped after the node, which would otherwise wait for the database.
    stops.splice(stops.indexOf(node.stop), 0, promoted.stop)
    await promoted.query('select pg_promote(true, 30)', 'postgres')
    road.leadTo(standbyPort)
    onProgress?.('lost-commits: the standby is the primary now')
    if (!isControl) await lookAndResume(node)
    await waitFor('contacts can be stored', async () => {
      await createContacts(node, 'new', NEW_CONTACTS)
      return true
    })
    await waitForEnd(node, 90_000)
    const posts = await judgePosts(node, platforms.control)
    const events = await judgeFeed(node, cursor)
    return { n: accounts.length + NEW_CONTACTS, violations: [...posts, ...events] }
  })
}

async function isCaughtUp(primary: RunningPostgres): Promise<boolean> {
  const rows = await primary.query<{ is_caught_up: boolean }>(
    'select replay_lsn = pg_current_wal_lsn() as is_caught_up from pg_stat_replication',
  )
  return rows.length === 1 && rows[0]!.is_caught_up
}

async function createContacts({ deps }: ScenarioNode, name: string, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    await deps.pool.query(
      `insert into event_outbox (id, workspace_id, type, subject_id, data, created_at)
       values ($1, $2, 'contact.created', $1, $3, now())`,
      [deps.ids.next().id, deps.workspaceId, JSON.stringify({ name: `${name} ${at}` })],
    )
  }
}

/** Reads the feed with a cursor until this many events with the name were seen. Returns the last cursor. */
async function readToEnd(node: ScenarioNode, name: string, wanted: number): Promise<string> {
  let cursor: string | null = null
  let seen = 0
  await waitFor(`${wanted} events "${name}" were read`, async () => {
    const page = await readFeed(node, cursor)
    cursor = page.cursor
    seen += page.names.filter((each) => each.startsWith(name)).length
    return seen >= wanted
  })
  return cursor!
}

async function readFeed({ deps }: ScenarioNode, cursor: string | null): Promise<{ names: string[]; cursor: string }> {
  const place = cursor === null ? null : deps.events.readCursor(cursor, null)
  const filter = { types: null, subjectId: null, fromId: null }
  const page = await deps.events.list(deps.workspaceId, filter, {
    order: 'asc',
    page: place?.page ?? 1,
    limit: 1_000,
    afterPosition: place?.position ?? null,
    epoch: place?.epoch ?? 1,
  })
  const { items, pagination } = await readWhole(page)
  const names = items.map(({ json }) => String(JSON.parse(json).data.name))
  return { names, cursor: pagination.next_cursor! }
}

/** The reader continues with its cursor from before the failover. */
async function judgeFeed(node: ScenarioNode, cursor: string): Promise<string[]> {
  const { pool } = node.deps
  await waitFor('all events have their position', async () => {
    const { rows } = await pool.query('select from event_outbox where hold_until is null limit 1')
    return rows.length === 0
  })
  const { names } = await readFeed(node, cursor)
  const wanted = Array.from({ length: NEW_CONTACTS }, (_, at) => `new ${at}`)
  return wanted.filter((name) => !names.includes(name)).map((name) => `the event "${name}" was never seen`)
}
