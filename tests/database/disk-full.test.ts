import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../helpers/process.ts'
import { startServer } from '../helpers/server.ts'

// The server's own error for a full disk, raised where a full disk would raise it.
const FULL = `create function refuse_to_write() returns trigger language plpgsql as $$ begin
                raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
              create function refuse_new_tables() returns event_trigger language plpgsql as $$ begin
                raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
              create trigger full_disk before insert on contacts execute function refuse_to_write();
              create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS')
                execute function refuse_new_tables()`

const server = await startServer()
const create = () => server.send('POST', '/v1/contacts', { json: { first_name: 'Ana' } })

test('a full disk is 503 and logged for the operator, and /readyz is 503 with the reason until there is room again', async () => {
  assert.equal((await create()).status, 201)
  await server.sql(FULL)
  const refused = await create()
  assert.equal(refused.status, 503)
  assert.match(refused.body.message, /cannot store anything right now. Nothing was stored/)
  assert.ok(refused.headers.get('retry-after'))
  const ready = await server.send('GET', '/readyz')
  assert.equal(ready.status, 503)
  assert.match(ready.body.message, /disk full/)
  assert.ok(server.logs.some((line) => line.includes('could not extend file') && !line.includes('stack')))

  await server.sql('drop event trigger full_disk; drop trigger full_disk on contacts')
  await until(async () => (await server.send('GET', '/readyz')).status === 200)
  assert.equal((await create()).status, 201)
})
