import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../../src/config/config.ts'
import { banner } from '../../../src/process/banner.ts'

const setupUrl = 'http://127.0.0.1:8080/set-up#token=setup_x'

function show(place: string, more: { env?: Record<string, string>; setupUrl?: string | null } = {}): string {
  const config = readConfig({ DATA_DIR: '/root/doorpost/data', ...more.env }, '/')
  const running = { config, place, setupUrl: more.setupUrl ?? null, sandboxUrl: null, healthUrl: null }
  return banner({ ...running, reload: () => {}, stop: async () => {} })
}

test('a database outside of the data folder is named with what to delete', () => {
  const shown = show('/var/lib/doorpost-root/data-0123')
  assert.match(
    shown,
    /Data +\/var\/lib\/doorpost-root\/data-0123\n +and \/root\/doorpost\/data .*delete both folders\n/,
  )
  assert.doesNotMatch(show('/root/doorpost/data/postgres'), /delete both/)
  const own = { env: { DATABASE_URL: 'postgres://u@db/x' } }
  assert.doesNotMatch(show('PostgreSQL at db, database x', own), /delete both/)
})

test('the setup link is the first and the last line, while there is one', () => {
  const lines = show('/root/doorpost/data/postgres', { setupUrl }).trim().split('\n')
  assert.equal(lines[0], `Set up       ${setupUrl}`)
  assert.equal(lines.at(-1)!.trim(), lines[0])
  assert.doesNotMatch(show('/root/doorpost/data/postgres'), /Set up/)
})
