import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { jobTable } from '../../src/app/worker.ts'
import { startJobs } from '../../src/jobs/runner.ts'
import type { LeaveLine } from '../../src/jobs/table.ts'
import { FORMATS } from '../../src/platforms/shared/provider.ts'
import { until } from '../helpers/process.ts'
import { QUICK_LOOKS_MS, startStage, startWorker } from '../helpers/publishing.ts'
import { signIn } from '../helpers/session.ts'

// The real queue in real time: workers in this process and in others, some of them killed.

const stage = await startStage({ hooks: { times: { lookDelaysMs: QUICK_LOOKS_MS } } })
const { server, control } = stage

const stateOf = async (id: string) => (await stage.row(id)).publication_state
const isPublished = (id: string) => async () => (await stateOf(id)) === 'published'

/** A worker process that is stopped at the end of the test. */
function worker(t: TestContext, options: Parameters<typeof startWorker>[1] = {}) {
  const started = startWorker(stage, options)
  t.after(async () => {
    started.child.kill('SIGKILL')
    await started.ended
  })
  return started
}

test('a due post is published by the worker, on time', async (t) => {
  await stage.fresh()
  const { pool, log } = server.deps
  const connection = { connectionString: server.databaseUrl }
  const jobs = await startJobs({ pool, connection, table: jobTable(server.deps), log, concurrency: 4 })
  t.after(() => jobs.stop())
  const ids: string[] = []
  for (const platform of FORMATS) ids.push(await stage.create(platform, {}, 1_500))
  const [due] = await server.sql<{ at: Date }>('select max(scheduled_date) as at from posts')
  for (const id of ids) await until(isPublished(id), 20_000)
  for (const id of ids) {
    const { published_at: at } = await stage.row(id)
    assert.ok(at!.getTime() >= due!.at.getTime() - 1_500)
  }
  assert.deepEqual((await control.oracle()).per_platform, {
    threads: 1,
    instagram: 1,
    linkedin: 1,
    x: 1,
    bluesky: 0,
    mastodon: 0,
  })
})

for (const point of ['before_prepare_step', 'after_marker', 'after_send']) {
  test(`the job of a worker that was killed at ${point} is taken over within seconds, and the post is out once`, async (t) => {
    await stage.fresh()
    const doomed = worker(t, { hangAt: point })
    const id = await stage.create('thread', {}, 0)
    await until(() => doomed.stdout.includes('reached'))
    doomed.child.kill('SIGKILL')
    await doomed.ended
    worker(t)
    await until(isPublished(id), 30_000)
    assert.equal((await control.oracle()).total, 1)
    assert.equal((await control.journal({ platform: 'threads', call: 'threads_publish' })).length, 1)
  })
}

test('a job is not taken from a worker that is only slow', async (t) => {
  await stage.fresh()
  const slow = worker(t, { hangAt: 'before_prepare_step', leaveLineAfterMs: 600_000 })
  const id = await stage.create('thread', {}, 0)
  await until(() => slow.stdout.includes('reached'))
  const jobOf = async () => {
    const [job] = await server.sql('select locked_by from graphile_worker.jobs where key = $1', [`post.publish:${id}`])
    return job!.locked_by
  }
  const owner = await jobOf()
  // It has run for an hour beside the job of a dead worker: the process that frees that one has seen both.
  await server.sql(`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour'`)
  await server.sql(`select graphile_worker.add_job('nobody.knows', job_key => 'dead')`)
  await server.sql(`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour', locked_by = 'pool-dead'
                     where key = 'dead'`)
  await until(async () => {
    const [job] = await server.sql(`select locked_by from graphile_worker.jobs where key = 'dead'`)
    return job!.locked_by === null
  }, 20_000)
  assert.equal(await jobOf(), owner)
})

test('the job of a stopped but connected worker is taken over, and the post is out once after it resumes', async (t) => {
  await stage.fresh()
  const stopped = worker(t, { hangAt: 'before_prepare_step', leaseMs: 4_000, leaveLineAfterMs: 600_000 })
  const id = await stage.create('thread', {}, 0)
  await until(() => stopped.stdout.includes('reached'))
  process.kill(stopped.pid, 'SIGSTOP')
  const [before] = await server.sql<{ count: number }>(
    `select count(*)::int from pg_stat_activity where application_name = 'doorpost lifeline' and datname = current_database()`,
  )
  assert.equal(before!.count, 1, 'its connection lives')
  worker(t, { leaseMs: 4_000 })
  await until(isPublished(id), 30_000)
  process.kill(stopped.pid, 'SIGCONT')
  // It is the only one left that can do so: the second worker registered itself before.
  await until(async () => {
    const workers = await server.sql(`select from job_workers where seen_at > now() - interval '3 seconds'`)
    return workers.length === 2
  }, 20_000)
  assert.equal((await control.oracle()).total, 1)
  assert.equal((await control.journal({ platform: 'threads', call: 'threads_publish' })).length, 1)
})

test('a post with a slow preparation leaves the line of its account: the next one is sent meanwhile', async (t) => {
  await stage.fresh()
  const slow = worker(t, { hangAt: 'before_prepare_step' })
  const id = await stage.create('thread', {}, 0)
  await until(() => slow.stdout.includes('reached'))
  const next = await stage.create('thread', {}, 0)
  await until(isPublished(next), 12_000)
  assert.equal(await stateOf(id), 'preparing')
  const findJob = async () => {
    const key = `post.publish:${id}`
    const [job] = await server.sql<{ locked_by: string | null; run_at: Date }>(
      'select locked_by, run_at from graphile_worker.jobs where key = $1',
      [key],
    )
    return job
  }
  const job = await findJob()
  assert.equal(job?.locked_by, null, 'a job waits in case that the process dies')

  const { fence } = await stage.row(id)
  worker(t)
  // The job checks whether the post is still worked on, in either process, and waits again.
  await until(async () => ((await findJob())?.run_at ?? job!.run_at) > job!.run_at, 20_000)
  assert.equal((await stage.row(id)).fence, fence, 'nobody else takes it')
  slow.child.kill('SIGKILL')
  await until(isPublished(id), 12_000)
  assert.equal((await control.journal({ platform: 'threads', call: 'threads_publish' })).length, 2)
})

test('a slow post whose process is stopped is sent once, and the process does nothing more when it resumes', async (t) => {
  await stage.fresh()
  const slow = worker(t, { hangAt: 'before_prepare_step', hangMs: 3_000 })
  const id = await stage.create('thread', {}, 0)
  await until(async () => (await stage.row(id)).busy_until !== null)
  process.kill(slow.pid, 'SIGSTOP')
  worker(t)
  // The permalink is written last.
  await until(async () => (await stage.row(id)).permalink !== null, 20_000)
  const published = await stage.row(id)
  process.kill(slow.pid, 'SIGCONT')
  await until(() => slow.stdout.includes('ran'), 20_000)
  assert.equal((await control.journal({ platform: 'threads', call: 'threads_publish' })).length, 1)
  assert.deepEqual(await stage.row(id), published)
})

test('what a slow run leaves for later continues when it is due, not when its lease would have ended', async (t) => {
  await stage.fresh()
  await control.fault({ platform: 'threads', call: 'threads_publish', kind: 'drop_after' })
  worker(t, { hangAt: 'before_prepare_step', hangMs: 1_000, busyMs: 600_000 })
  const id = await stage.create('thread', {}, 0)
  await until(isPublished(id), 20_000)
  const row = await stage.row(id)
  assert.equal(row.busy_until, null)
})

test('a stopping process waits for runs that have left their line', async (t) => {
  let end = () => {}
  let ran = false
  const table = {
    tasks: {
      slow: async (_: unknown, leaveLine: LeaveLine) => {
        assert.ok(leaveLine())
        await new Promise<void>((resolve) => {
          end = resolve
        })
        ran = true
      },
    },
    schedule: [],
  }
  const { pool, log } = server.deps
  const jobs = await startJobs({
    pool,
    connection: { connectionString: server.databaseUrl },
    table,
    log,
    concurrency: 1,
  })
  t.after(() => jobs.stop())
  await server.sql(`select graphile_worker.add_job('slow')`)
  await until(
    async () => (await server.sql(`select from graphile_worker.jobs where task_identifier = 'slow'`)).length === 0,
  )
  const stopping = jobs.stop()
  setTimeout(() => end(), 200)
  await stopping
  assert.ok(ran)
})

test('two worker processes share the load: every post out once', async (t) => {
  await stage.fresh()
  const workers = [worker(t), worker(t)]
  // Otherwise the first one may finish everything before the second has started.
  for (const each of workers) await until(() => each.stdout.includes('ready'))
  const ids: string[] = []
  for (let each = 0; each < 5; each++) {
    for (const platform of FORMATS) ids.push(await stage.create(platform, {}, 2_000))
  }
  for (const id of ids) await until(isPublished(id), 60_000)
  const oracle = await control.oracle()
  assert.equal(oracle.total, ids.length)
  assert.equal(oracle.duplicates, 0)
  for (const each of workers) assert.match(each.stdout, /ran/)
})

test('a worker is killed while two posts can still be taken back: one is gone, the other is sent once', async (t) => {
  await stage.fresh()
  const owner = await signIn(server)
  const remove = async (id: string): Promise<string> => {
    const answer = await owner.send('POST', '/v1/removals', { json: { noun: 'posts', records: [{ id }] } })
    assert.equal(answer.status, 201, answer.text)
    return answer.body.data.id
  }
  const [gone, kept] = [await stage.create('thread', {}, 500), await stage.create('short', {}, 500)]
  await remove(gone)
  const removal = await remove(kept)
  const doomed = worker(t)
  // The worker has looked at both, and left them alone.
  await until(async () => (await server.sql('select from posts where in_line_since is not null')).length === 2)
  doomed.child.kill('SIGKILL')
  await doomed.ended
  assert.equal((await owner.send('DELETE', `/v1/removals/${removal}`)).status, 200)
  worker(t)
  await until(isPublished(kept), 30_000)
  const isThere = async () => (await server.sql('select from posts where id = $1', [gone])).length === 1
  await until(async () => !(await isThere()), 30_000)
  assert.deepEqual([(await stage.publicOf('thread')).length, (await stage.publicOf('short')).length], [0, 1])
})
