import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { PLATFORM_NAMES as SIMULATORS } from '../../simulators/state/records.ts'
import { PROFILES, PROVIDERS } from '../../src/platforms/registry.ts'
import { FORMATS } from '../../src/platforms/shared/provider.ts'

// The recipe "Add a provider" of CONTRIBUTING.md.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FILES = ['profile', 'text', 'media', 'auth', 'adapter', 'errors']

test('every provider has a folder with the same files, and no other folder has a profile', () => {
  const folders = globSync('src/platforms/*/profile.ts', { cwd: ROOT }).map((path) => path.split(/[\\/]/)[2])
  assert.deepEqual(folders.sort(), [...PROVIDERS].sort())
  const missing = PROVIDERS.flatMap((name) => FILES.map((file) => `src/platforms/${name}/${file}.ts`)).filter(
    (path) => !existsSync(join(ROOT, path)),
  )
  assert.deepEqual(missing, [])
})

test('every provider has a simulator with its name', () => {
  assert.deepEqual([...SIMULATORS].sort(), [...PROVIDERS].sort())
})

test('every format has a provider, and no name or settings prefix is used twice', () => {
  assert.deepEqual([...new Set(PROFILES.map(({ format }) => format))].sort(), [...FORMATS].sort())
  for (const key of ['name', 'label', 'envPrefix'] as const) {
    assert.equal(new Set(PROFILES.map((profile) => profile[key])).size, PROFILES.length, key)
  }
})

test('every provider is in the table of docs/how-to/platforms.md, with its settings', () => {
  const page = readFileSync(join(ROOT, 'docs/how-to/platforms.md'), 'utf8')
  for (const { format, label, envPrefix, apps } of PROFILES) {
    const settings = apps.length === 0 ? 'none' : `\`${envPrefix}_\``
    assert.ok(page.includes(`| \`${format}\` | ${label} | ${settings} |`), label)
    assert.match(page, new RegExp(`^## ${label}\\b`, 'm'))
  }
})
