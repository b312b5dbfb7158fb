import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// The part of `npm run check` that compares generated files with what they are generated from.
const folder = await mkdtemp(join(tmpdir(), 'doorpost-check-'))
try {
  run('openapi.json is current', ['scripts/openapi.ts', '--check'])
  run('the types of the dashboard are current', ['scripts/api-types.ts', '--check'])
  run('the script for websites is current', ['scripts/snippet.ts', '--check'])
  run('openapi.json is valid', ['node_modules/@redocly/cli/bin/cli.js', 'lint', 'openapi.json', '--format=summary'])
  const types = join(folder, 'types.ts')
  run('src/db/types.ts can be generated', ['scripts/db-types.ts', types])
  if ((await readFile(types, 'utf8')) !== (await readFile('src/db/types.ts', 'utf8'))) {
    throw new Error('src/db/types.ts is out of date. Write it again: npm run db:types')
  }
  console.log('generated files are current')
} finally {
  await rm(folder, { recursive: true, force: true })
}

function run(what: string, words: string[]): void {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${what}: no.\n${stdout}${stderr}`)
}
