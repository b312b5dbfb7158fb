import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runSynchronousFailover } from '../../proof/publishing/scenarios/synchronous-failover.ts'
import { transaction } from '../../src/db/database.ts'
import { type DatabaseFacts, isCoveredBy } from '../../src/installation/compare.ts'
import type { StoredMark } from '../../src/installation/mark-files.ts'
import { confirmTimeline } from '../../src/installation/store.ts'
import { startServer } from '../helpers/server.ts'

// A promoted standby that lost nothing is accepted without a person. proof/cluster does this with Patroni.

test('a failover to a synchronous standby: publishing continues by itself, and nothing is sent twice', async (t) => {
  const result = await runSynchronousFailover({ control: false, logLevel: 'silent', signal: t.signal }, 1)
  assert.deepEqual(result, { n: 2, violations: [] })
})

test('what a node has seen decides whether anything is missing', () => {
  const seen: StoredMark = {
    installationId: 'a',
    sends: 7,
    position: 70,
    server: '1/2',
    timeline: 1,
    feedEpoch: 1,
    synchronous: true,
    nodes: ['n'],
    folder: { inode: '1', bornAt: 1 },
  }
  const database: DatabaseFacts = {
    installationId: 'a',
    sends: 7,
    position: 102,
    feedEpoch: 1,
    acceptedServer: '1/2',
    acceptedTimeline: 1,
    server: '1/2',
    timeline: 2,
  }
  assert.ok(isCoveredBy(database, seen))
  for (const [why, facts, mark] of [
    ['its commits did not wait for a standby', {}, { synchronous: false }],
    ['a send is missing', { sends: 6 }, {}],
    ['a place in the feed is missing', { position: 69 }, {}],
    ['another server', { server: '9/9', acceptedServer: '9/9' }, {}],
    ['another installation', { installationId: 'b' }, {}],
    ['the old primary, which does not know that it was replaced', { timeline: 1 }, { timeline: 2 }],
    ['somebody has looked since', { feedEpoch: 2 }, {}],
    ['the server does not tell its timeline', { timeline: null }, {}],
  ] as const) {
    assert.equal(isCoveredBy({ ...database, ...facts }, { ...seen, ...mark }), false, why)
  }
  assert.equal(isCoveredBy(database, null), false, 'a node that has seen nothing')
})

test('the installation continues when every node that sends has confirmed, and not before', async () => {
  const server = await startServer()
  const { deps, sql } = server
  await deps.guard.close()
  const [{ timeline }] = (await sql('select timeline from installation')) as [{ timeline: number }]
  const [a, b, api, old] = Array.from({ length: 4 }, () => deps.ids.next().id)
  await sql('delete from installation_nodes')
  await sql(
    `insert into installation_nodes (id, name, is_trusted, clock_offset_ms, started_at, last_seen_at, publishes, timeline)
     select id, 'node', true, 0, now(), now() - make_interval(secs => age), publishes, $5
       from (values ($1::uuid, 0, true), ($2, 20, true), ($3, 1, false), ($4, 90, true)) as node (id, age, publishes)`,
    [a, b, api, old, timeline],
  )
  const confirm = (nodes: string[]) => transaction(deps.pool, (tx) => confirmTimeline(tx, nodes, timeline + 1))
  const accepted = async () => (await sql('select timeline from installation'))[0]!.timeline
  assert.equal(await confirm([a!]), false, 'the other worker has not said anything')
  assert.equal(await accepted(), timeline)
  assert.equal(await confirm([]), false, 'a node that cannot tell confirms nothing')
  assert.equal(
    await confirm([b!, deps.ids.next().id]),
    true,
    'API nodes and nodes that ended long before are not asked',
  )
  assert.equal(await accepted(), timeline + 1)
})
