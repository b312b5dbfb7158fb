import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installPackages } from '../sdk/install.ts'

// The part of `npm run check` that compares generated files with their sources.
const folder = await mkdtemp(join(tmpdir(), 'doorpost-check-'))
try {
  await installPackages()
  const types = join(folder, 'types.ts')
  // Run concurrently: each uses at most one core, or waits.
  await Promise.all([
    run('src/db/types.ts can be generated', ['scripts/db-types.ts', types]),
    run('the OpenAPI documents are valid', [
      'node_modules/@redocly/cli/bin/cli.js',
      'lint',
      'openapi.json',
      'openapi.full.json',
      '--format=summary',
    ]),
    run('Spectral finds nothing in the OpenAPI documents', ['--no-warnings', 'sdk/lint.ts']),
    run('the OpenAPI documents are current', ['scripts/openapi.ts', '--check']),
    run('docs/reference is current', ['scripts/reference.ts', '--check']),
    run('types of the dashboard are current', ['scripts/api-types.ts', '--check']),
    run('texts of the dashboard are in the catalogue', ['scripts/texts.ts', '--check']),
    run('pictures in the README are current', ['scripts/screenshots.ts', '--check']),
    run('the script for websites is current', ['scripts/snippet.ts', '--check']),
  ])
  if ((await readFile(types, 'utf8')) !== (await readFile('src/db/types.ts', 'utf8'))) {
    throw new Error('src/db/types.ts is out of date. Run npm run db:types.')
  }
  console.log('generated files are current')
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function run(what: string, words: string[]): Promise<void> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  try {
    await promisify(execFile)(process.execPath, words, { env, maxBuffer: 64 * 1024 ** 2 })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${what}: no.\n${stdout}${stderr}`)
  }
}
