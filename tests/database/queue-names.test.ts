import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from '../helpers/server.ts'

test('a new installation knows the tasks that requests enqueue, and no job is left over', async () => {
  const server = await startServer()
  const known = await server.sql<{ identifier: string }>('select identifier from graphile_worker._private_tasks')
  const names = known.map(({ identifier }) => identifier)
  for (const task of ['post.publish', 'post.inspect', 'webhook.map']) assert.ok(names.includes(task), task)
  assert.deepEqual(await server.sql('select from graphile_worker._private_jobs'), [])
})
