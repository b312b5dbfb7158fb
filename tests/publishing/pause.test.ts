import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, describe, test } from 'node:test'
import { commands as health } from '../../src/commands/doctor/doctor.ts'
import type { Command } from '../../src/commands/line/command.ts'
import { commands as publishing } from '../../src/commands/publishing.ts'
import { findInstallation } from '../../src/installation/store.ts'
import { say } from '../../src/messages/sentence.ts'
import { startStage } from '../helpers/publishing.ts'
import { startServer } from '../helpers/server.ts'
import { signIn } from '../helpers/session.ts'

// After the database went back in time nothing is sent until a person has checked. Here its rows are put back as a
// restore would; proof/publishing/scenarios restores whole databases and promotes a standby.

const stage = await startStage()
const { server } = stage
const { deps } = server
const owner = await signIn(server)
const MINUTE_MS = 60_000

beforeEach(async () => {
  await stage.fresh()
  await server.sql('update installation set paused_at = null, pause_code = null, pause_reason = null')
  await server.sql('delete from publishing_looks')
  await deps.guard.check()
})

/** What a restore brings back: posts with their jobs, and the count of sends. */
async function takeBackup() {
  const posts = await server.sql('select * from posts')
  const jobs = await server.sql('select key, payload, run_at from graphile_worker._private_jobs where key is not null')
  const { sends } = (await findInstallation(deps.pool))!
  return async () => {
    await server.sql('delete from posts')
    for (const post of posts) {
      await server.sql('insert into posts select * from json_populate_record(null::posts, $1)', [JSON.stringify(post)])
    }
    for (const { key, payload, run_at } of jobs) {
      const task = String(key).split(':')[0]
      await server.sql('select graphile_worker.add_job($1, $2, run_at => $3, job_key => $4)', [
        task,
        payload,
        run_at,
        key,
      ])
    }
    await server.sql('update installation set sends = $1', [sends])
    // This happens every few seconds.
    await deps.guard.check()
  }
}

const stateOf = async () => (await server.send('GET', '/v1/publishing', { key: stage.key })).body.data

describe('a restored database', () => {
  test('sends nothing again: publishing pauses, public posts are found, and a person resumes', async () => {
    const ids = {
      thread: await stage.create('thread', {}, 0),
      photo: await stage.create('photo', {}, 0),
      short: await stage.create('short', {}, 0),
      professional: await stage.create('professional', {}, 0),
    }
    const unsent = await stage.create('thread', { content: 'Not out yet' }, MINUTE_MS)
    const restore = await takeBackup()
    for (const id of Object.values(ids)) assert.equal((await stage.drive(id)).publication_state, 'published')
    await restore()

    for (const id of Object.values(ids)) await stage.step(id)
    assert.equal((await stage.control.oracle()).total, 4, 'nothing was sent again')
    const waiting = await stage.row(ids.thread)
    assert.equal(waiting.publication_state, 'waiting')
    assert.match(waiting.reason!, /Nothing is sent at the moment\. The database has counted/)
    const { reason, reason_code, reason_values } = await stateOf()
    assert.equal(reason_code, 'installation.older_database')
    assert.deepEqual(Object.keys(reason_values).sort(), ['counted', 'sent'])
    const attention = await server.send('GET', '/v1/reports/attention', { key: stage.key })
    assert.equal(attention.body.data.publishing.code, 'older_database')
    assert.equal(attention.body.data.publishing.reason_code, reason_code)
    await server.sql('update installation set reason_code = null, reason_values = null')
    assert.deepEqual([(await stateOf()).reason, (await stateOf()).reason_code], [reason, null], 'as 0.2 stored it')
    assert.ok(server.logs.some((line) => line.includes('publishing is paused')))

    // Hours later: a pause alone makes nothing missed.
    await stage.pass(30 * MINUTE_MS)
    await deps.publishing.lookBack()
    const looked = await stateOf()
    assert.ok(looked.looked_at)
    const outcomes = Object.fromEntries(
      looked.posts.map((post: { id: string; outcome: string; on_resume: string }) => [
        post.id,
        [post.outcome, post.on_resume],
      ]),
    )
    assert.deepEqual(outcomes[ids.thread], ['found', 'nothing'])
    assert.deepEqual(outcomes[ids.photo], ['found', 'nothing'])
    assert.deepEqual(outcomes[ids.short], ['found', 'nothing'])
    assert.deepEqual(outcomes[ids.professional], ['cannot_tell', 'unconfirmed'])
    assert.deepEqual(outcomes[unsent], ['not_found', 'sent'])
    const { note, note_code } = looked.posts.find(({ id }: { id: string }) => id === ids.professional)
    assert.deepEqual([note_code, note], ['linkedin.member_unreadable', say('linkedin.member_unreadable')])
    const found = await stage.row(ids.short)
    assert.equal(found.publication_state, 'published')
    assert.ok(found.platform_id && found.permalink)

    assert.equal((await owner.send('POST', '/v1/publishing/resume')).body.data.state, 'active')
    assert.equal((await stage.row(ids.professional)).publication_state, 'unconfirmed')
    assert.equal((await stage.drive(unsent)).publication_state, 'published')
    assert.equal((await stage.control.oracle()).total, 5)
    assert.equal((await owner.send('POST', '/v1/publishing/resume')).status, 400)
    assert.match((await stateOf()).resumed_by, /^owner/)
  })

  test('marks late posts as missed only after a person has resumed', async () => {
    const published = await stage.create('thread', {}, 0)
    const late = await stage.create('thread', {}, MINUTE_MS)
    const restore = await takeBackup()
    await stage.drive(published)
    await restore()
    await stage.pass(3 * 60 * MINUTE_MS)
    await stage.step(late)
    assert.equal((await stage.row(late)).publication_state, 'waiting')
    await deps.publishing.lookBack()
    assert.equal((await owner.send('POST', '/v1/publishing/resume')).status, 200)
    assert.equal((await stage.drive(late)).publication_state, 'missed')
    assert.equal((await stage.control.oracle()).total, 1)
  })

  test('is detected inside the transaction of a send, even between check and send', async () => {
    const before = await stage.create('thread', {}, 0)
    await stage.drive(before)
    const id = await stage.create('thread', {}, 0)
    stage.onCrashPoint = async (name) => {
      if (name === 'after_prepare_step') await server.sql('update installation set sends = sends - 1')
    }
    await stage.step(id)
    stage.onCrashPoint = null
    await deps.guard.check()
    assert.equal((await stage.control.oracle()).total, 1)
    assert.equal((await stateOf()).code, 'older_database')
    assert.equal((await stage.row(id)).publication_state, 'preparing')
    assert.equal((await owner.send('POST', '/v1/publishing/resume')).status, 200)
  })

  test('is not assumed for a post that is sent while the database is being asked', async (t) => {
    const id = await stage.create('thread', {}, 0)
    const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>()
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    const query = deps.pool.query.bind(deps.pool) as (...words: unknown[]) => Promise<unknown>
    t.mock.method(deps.pool, 'query', async (...words: unknown[]) => {
      const answer = await query(...words)
      if ((words[0] as { name?: string }).name !== 'installation.find') return answer
      ask()
      await isReleased
      return answer
    })
    const checking = deps.guard.check()
    try {
      await isAsked
      assert.equal((await stage.drive(id)).publication_state, 'published')
    } finally {
      release()
    }
    await checking
    assert.equal(await deps.guard.closed(), null)
  })

  test('on another timeline, on another server or of another installation pauses too', async () => {
    await stage.create('thread')
    for (const [change, code] of [
      ['timeline = timeline + 1', 'failover'],
      [`server = '1/1'`, 'other_server'],
      ['id = gen_random_uuid()', 'other_installation'],
    ]) {
      await server.sql(`update installation set ${change}`)
      await deps.guard.check()
      assert.equal((await stateOf()).code, code)
      assert.equal((await owner.send('POST', '/v1/publishing/resume')).body.data.state, 'active')
      await deps.guard.check()
      assert.equal((await stateOf()).state, 'active', 'asked once')
    }
  })
})

describe('resuming', () => {
  test('is for owners: no key, no editor', async () => {
    assert.equal((await server.send('POST', '/v1/publishing/resume', { key: stage.key })).status, 403)
    const editor = await signIn(server, { role: 'editor' })
    assert.equal((await editor.send('POST', '/v1/publishing/resume')).status, 403)
  })

  test('works on the command line, where doctor and status say why it is paused', async () => {
    const run = async (command: Command) => {
      const lines: string[] = []
      const env = { DATABASE_URL: server.databaseUrl, DATA_DIR: deps.config.dataDir }
      const print = (line: string) => void lines.push(line)
      const context = { env, cwd: process.cwd(), print, result: () => {}, input: async () => '', all: async () => ({}) }
      return { code: await command.run(context, {}), text: lines.join('\n') }
    }
    assert.match((await run(publishing.status!)).text, /not paused/)
    // On the real clock, like commands.
    const id = await stage.create('thread', { scheduled_date: new Date(Date.now() - MINUTE_MS).toISOString() })
    await server.sql('update installation set timeline = timeline + 1')
    await deps.guard.check()
    const status = await run(publishing.status!)
    assert.equal(status.code, 1)
    assert.match(status.text, /paused since .* \(failover\)/)
    assert.match(status.text, new RegExp(`${id} +thread .* not checked +unconfirmed`))
    assert.match((await run(health['']!)).text, /fail +publishing +paused since/)
    assert.match((await run(publishing.resume!)).text, /Publishing is resumed/)
    assert.match((await run(health['']!)).text, /ok +publishing +not paused\nok +clock/)
    assert.equal(await deps.guard.closed(), null)
  })

  test('another check can be requested', async () => {
    assert.equal((await owner.send('POST', '/v1/publishing/look')).status, 400)
    await stage.create('thread')
    await server.sql('update installation set timeline = timeline + 1')
    await deps.guard.check()
    await deps.publishing.lookBack()
    assert.ok((await stateOf()).looked_at)
    assert.equal((await owner.send('POST', '/v1/publishing/look')).body.data.looked_at, null)
    const jobs = await server.sql(`select from graphile_worker.jobs where key = 'publishing.look:installation'`)
    assert.equal(jobs.length, 1)
  })
})

describe('a data folder', () => {
  const second = async (dataDir: string) =>
    startServer({
      beside: server,
      clock: { now: stage.now },
      sandboxUrl: stage.simulators.url,
      env: { DATA_DIR: dataDir },
    })
  const newFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'doorpost-folder-'))
    after(() => rm(folder, { recursive: true, force: true }))
    return folder
  }

  test('that is new is confirmed by a running node; without one, publishing pauses and asks once', async () => {
    await stage.drive(await stage.create('thread', {}, 0))
    await deps.guard.check()
    const folder = await newFolder()
    const node = await second(folder)
    assert.equal((await node.deps.guard.closed())!.code, 'unknown_data_folder', 'it asks around first')
    await stage.pass(5_000)
    await deps.guard.check()
    await node.deps.guard.check()
    assert.equal(await node.deps.guard.closed(), null, 'vouched for')

    // No node confirms from here on, not even by a heartbeat meanwhile.
    await server.sql(`
      create function vouch_for_nobody() returns trigger language plpgsql as
        $$ begin new.is_trusted := false; return new; end $$;
      create trigger vouch_for_nobody before insert or update on installation_nodes
        for each row execute function vouch_for_nobody();
      update installation_nodes set is_trusted = is_trusted`)
    const stranger = await second(await newFolder())
    await stage.pass(20_000)
    await stranger.deps.guard.check()
    assert.equal((await stateOf()).code, 'unknown_data_folder')
    await server.sql('drop function vouch_for_nobody cascade')
    await owner.send('POST', '/v1/publishing/resume')
    assert.equal(await stranger.deps.guard.closed(), null)
  })

  test('that is a copy pauses', async () => {
    await stage.drive(await stage.create('thread', {}, 0))
    const folder = await newFolder()
    const node = await second(folder)
    await stage.pass(5_000)
    await deps.guard.check()
    await node.deps.guard.check()
    assert.equal(await node.deps.guard.closed(), null)
    // Copied back, like a restore of the whole folder: the files are the same, but the folder is new.
    await rename(join(folder, 'installation'), join(folder, 'away'))
    await mkdir(join(folder, 'installation'))
    await cp(join(folder, 'away'), join(folder, 'installation'), { recursive: true })
    const again = await second(folder)
    assert.equal((await again.deps.guard.closed())!.code, 'copied_data_folder')
    await owner.send('POST', '/v1/publishing/resume')
  })

  test('that cannot be written: nothing is sent, and publishing continues by itself later', async () => {
    const folder = await newFolder()
    // A file in its place stops root as well.
    await writeFile(join(folder, 'installation'), '')
    const node = await second(folder)
    await stage.pass(5_000)
    await deps.guard.check()
    await node.deps.guard.check()
    assert.equal((await node.deps.guard.closed())!.code, 'data_folder_not_writable')
    const id = await stage.create('thread', {}, 0)
    await stage.step(id, { on: node })
    assert.equal((await stage.control.oracle()).total, 0)
    assert.match((await stage.row(id)).reason!, /DATA_DIR .* cannot be written/)
    await rm(join(folder, 'installation'))
    await node.deps.guard.check()
    assert.equal(await node.deps.guard.closed(), null)
  })
})

describe('the feed', () => {
  test('continues above everything that a reader may have seen, and waits while the database is not accepted', async () => {
    const read = async (query = '') => (await server.send('GET', `/v1/events?${query}`, { key: stage.key })).body
    await stage.create('thread')
    await deps.courier.runDue()
    const before = (await read('limit=1000')).pagination.next_cursor
    const [{ position }] = (await server.sql('select max(position) as position from events')) as [{ position: number }]
    // Events are forgotten, and positions restart where the backup was.
    await server.sql('delete from events where position > $1::bigint - 1', [position])
    await server.sql(`select setval('event_positions', $1::bigint - 1)`, [position])
    await server.sql('update installation set timeline = timeline + 1')
    await stage.create('thread')
    await deps.courier.runDue()
    assert.equal((await server.sql('select from event_outbox')).length > 0, true, 'no place is given before the jump')
    await deps.guard.check()
    await deps.courier.runDue()
    const page = await read(`cursor=${before}`)
    assert.ok(page.data.length > 0, 'the reader sees what is new')
    assert.equal((await read(`cursor=${page.pagination.next_cursor}`)).data.length, 0)
    // A cursor of the old epoch that points far ahead, as after losing more than the margin.
    const { feedEpoch } = (await findInstallation(deps.pool))!
    const epochBefore = feedEpoch === 2 ? '' : `.${feedEpoch - 1}`
    const far = Buffer.from(`asc.1.${position + 900_000_000}${epochBefore}`).toString('base64url')
    assert.equal((await read(`cursor=${far}`)).data.length, page.data.length)
    await owner.send('POST', '/v1/publishing/resume')
  })
})

describe('a refusal as a repeat', () => {
  test('of a post that this database does not know as sent proves that it is out', async () => {
    for (const platform of ['short', 'professional'] as const) {
      const id = await stage.create(platform, {}, 0)
      const restore = await takeBackup()
      const first = await stage.drive(id)
      await restore()
      // As if nothing had been detected.
      await owner.send('POST', '/v1/publishing/resume')
      await server.sql(`update posts set publication_state = 'waiting', reason = null where id = $1`, [id])
      await stage.pass(5 * MINUTE_MS)
      const row = await stage.drive(id)
      assert.equal(row.publication_state, 'published', platform)
      assert.equal(row.platform_id, first.platform_id)
      assert.equal((await stage.publicOf(platform)).length, 1)
    }
  })
})
