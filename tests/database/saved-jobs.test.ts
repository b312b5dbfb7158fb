import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobTable } from '../../src/app/worker.ts'
import { selectJobs } from '../../src/backup/saved-jobs.ts'
import { transaction } from '../../src/db/database.ts'
import { enqueueLook } from '../../src/installation/store.ts'
import { startServer } from '../helpers/server.ts'
import { addPerson, signIn } from '../helpers/session.ts'

// A backup reconstructs the payloads of jobs, because the queue does not show them.

const server = await startServer()
const key = await server.key()
const owner = await signIn(server)
const send = async (method: string, path: string, json?: unknown) => {
  const answer = await server.send(method, path, { key, ...(json === undefined ? {} : { json }) })
  assert.ok(answer.status < 300, answer.text)
  return answer.body.data
}

test('every waiting job is saved as it was enqueued; removals, recurring and abandoned ones are not', async () => {
  const post = { content: 'Later', media_type: 'feed_post', media_urls: ['https://example.com/a.jpg'] }
  const scheduled_date = new Date(Date.now() + 3_600_000).toISOString()
  await send('POST', '/v1/posts/photo', { ...post, status: 'scheduled', scheduled_date })
  const webhook = await server.webhook(undefined, { mapping: { preset: 'generic_form' } })
  await send('POST', `/v1/webhooks/receive/${webhook.key}`, { email: 'ana@example.com' })
  const removal = { noun: 'contacts', records: [{ id: server.deps.ids.next().id }] }
  assert.equal((await owner.send('POST', '/v1/removals', { json: removal })).status, 201)
  const gone = await server.webhook()
  await send('DELETE', `/v1/webhooks/${gone.id}?erase=true`)
  const csv = { key, headers: { 'content-type': 'text/csv' }, body: 'first_name,email\nAna,ana@example.com\n' }
  assert.equal((await server.send('POST', '/v1/contacts/imports', csv)).status, 201)
  const guest = await addPerson(server, { role: 'editor' })
  assert.equal((await owner.send('DELETE', `/v1/team/${guest.id}`)).status, 200)
  assert.equal((await owner.send('POST', '/v1/backups')).status, 201)
  await server.sql(
    `insert into contacts (workspace_id, id, first_name, email, email_key, created_at)
     select $1, gen_random_uuid(), 'Bo', 'bo@example.com', 'bo@example.com', now() from generate_series(1, 10001)`,
    [server.deps.workspaceId],
  )
  assert.equal((await send('POST', '/v1/people/erase', { email: 'bo@example.com', confirm: true })).state, 'waiting')
  await transaction(server.deps.pool, (tx) => enqueueLook(tx, new Date()))

  const waiting = await server.sql<{ key: string }>(
    `select task.identifier as task_identifier, payload::jsonb - 'traceparent' as payload, queue_name, run_at, max_attempts,
            key, priority
       from graphile_worker._private_jobs job
       join graphile_worker._private_tasks task on task.id = job.task_id
       left join graphile_worker._private_job_queues line on line.id = job.job_queue_id
      where key not like 'recurring:%' order by key`,
  )
  const names = new Set(waiting.map(({ key }) => key.split(':')[0]))
  const recurring = new Set<string>(jobTable(server.deps).schedule.map(({ task }) => task))
  const other = Object.keys(jobTable(server.deps).tasks).filter((name) => !recurring.has(name))
  assert.deepEqual([...names].sort(), other.sort(), 'the test has one of each')

  const tables = await server.sql<{ name: string }>(`select relname as name from pg_class where relkind = 'r'`)
  const removals = waiting.splice(
    waiting.findIndex(({ key }) => key.startsWith('removals.')),
    1,
  )
  assert.equal(removals.length, 1)
  const text = selectJobs(tables.map(({ name }) => name))
  const saved = () => server.sql(`select * from (${text}) as saved (task_identifier, payload) order by key`)
  assert.deepEqual(await saved(), waiting)

  await server.sql(`select graphile_worker.permanently_fail_jobs(array(select id from graphile_worker.jobs), 'a test')`)
  assert.deepEqual(await saved(), [])
})
