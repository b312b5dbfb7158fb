import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { writeApiTypes } from '../../scripts/api-types.ts'

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
type Json = any

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const document: Json = JSON.parse(readFileSync(join(ROOT, 'openapi.full.json'), 'utf8'))
// Inside the repository, so that its packages are found.
const folder = mkdtempSync(join(ROOT, 'node_modules/.client-types-'))
after(() => rmSync(folder, { recursive: true }))

/** Output of the compiler for the calls with the types of this document. */
async function compile(of: Json): Promise<string> {
  writeFileSync(join(folder, 'types.ts'), writeApiTypes(of))
  copyFileSync(join(ROOT, 'tests/fixtures/client-calls.ts.txt'), join(folder, 'calls.ts'))
  const flags =
    '--noEmit --strict --module esnext --moduleResolution bundler --target es2022 --lib es2022,dom,dom.iterable --skipLibCheck'
  const options = [...flags.split(' '), '--ignoreConfig', '--allowImportingTsExtensions', '--types', '']
  const tsc = join(ROOT, 'node_modules/.bin/tsc')
  return promisify(execFile)(tsc, [...options, join(folder, 'calls.ts')], { cwd: folder }).then(
    () => '',
    ({ stdout }) => String(stdout),
  )
}

test('ordinary calls compile with types generated from the document', async () => {
  assert.equal(await compile(document), '')
})

test('they would not, if a field had a default or an object no properties', async () => {
  const withDefault = structuredClone(document)
  withDefault.components.schemas.PostPatch.properties.status.default = 'draft'
  assert.match(await compile(withDefault), /'status'+ is missing/)
  const withoutProperties = structuredClone(document)
  withoutProperties.components.schemas.NewSignature = { type: 'object' }
  assert.match(await compile(withoutProperties), /Type 'string' is not assignable/)
})

test('no request field has a default: a client that fills it in would make an unwanted change', () => {
  const seen = new Set<string>()
  const found: string[] = []
  const walk = (schema: Json, path: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    if (Array.isArray(schema)) {
      for (const each of schema) walk(each, path)
      return
    }
    if (typeof schema.$ref === 'string') {
      const name = schema.$ref.split('/').at(-1)
      if (seen.has(name)) return
      seen.add(name)
      walk(document.components.schemas[name], name)
      return
    }
    if ('default' in schema) found.push(path)
    const { properties = {}, ...words } = schema
    for (const [name, property] of Object.entries(properties)) walk(property, `${path}.${name}`)
    for (const word of ['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties']) walk(words[word], path)
  }
  for (const [path, item] of Object.entries<Json>(document.paths)) {
    for (const [method, { parameters = [], requestBody }] of Object.entries<Json>(item)) {
      for (const { name, schema } of parameters) walk(schema, `${method} ${path}?${name}`)
      for (const { schema } of Object.values<Json>(requestBody?.content ?? {})) walk(schema, `${method} ${path}`)
    }
  }
  assert.deepEqual(found, [])
  assert.ok(seen.has('PostPatch') && seen.has('NewWebhook'), 'it has looked')
})

/** Refusals that several operations share are components. */
function resolve(response: Json): Json {
  const name = response?.$ref?.split('/').at(-1)
  return name === undefined ? response : document.components.responses[name]
}

test('configurable values are documented as settings, and a 503 promises nothing', () => {
  for (const setting of ['RATE_LIMIT_AUTHENTICATED', 'RATE_LIMIT_PUBLIC', 'RATE_LIMIT_WEBHOOK']) {
    assert.match(document.info.description, new RegExp(setting))
  }
  assert.match(document.paths['/v1/contacts'].post.description, /RATE_LIMIT_PUBLIC, 20 by default/)
  for (const item of Object.values<Json>(document.paths)) {
    for (const { responses } of Object.values<Json>(item)) {
      const { description } = resolve(responses[503]) ?? { description: '' }
      assert.doesNotMatch(description, /[Nn]othing was stored/)
    }
  }
  assert.match(
    resolve(document.paths['/v1/contacts'].post.responses[503]).description,
    /not certain.*same Idempotency-Key/,
  )
})
