// @slow

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installPackages } from '../../sdk/install.ts'
import { readDocument } from '../helpers/document.ts'
import { startServer } from '../helpers/server.ts'

// Programs that use every operation, with clients that others generate from the document: their arguments and answers have
// types, and the requests are those that the server understands.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
// Inside sdk/, so that its packages are found.
const folder = mkdtempSync(join(ROOT, 'sdk/.programs-'))
after(() => rmSync(folder, { recursive: true, force: true }))

interface Operation {
  operationId: string
  security?: object[]
  responses: Record<string, object>
}
const operations: Array<Operation & { method: string }> = Object.values<Record<string, Operation>>(
  readDocument().paths,
).flatMap((item) => Object.entries(item).map(([method, operation]) => ({ ...operation, method })))

interface Program {
  // biome-ignore lint/suspicious/noExplicitAny: a client of its own in each program
  connect: (url: string, key: string) => any
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  calls: Record<string, (api: any) => Promise<number | undefined>>
}
const NAMES = ['with-openapi-fetch.ts', 'with-hey-api.ts']

before(async () => {
  await installPackages()
  // By its address, because `tsc` would want the packages of sdk/ too.
  const { writePrograms } = await import(new URL('../../sdk/programs.ts', import.meta.url).href)
  await writePrograms(folder)
})

test('they compile strictly', async () => {
  const compilerOptions = {
    noEmit: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: NAMES }))
  const tsc = join(ROOT, 'node_modules/.bin/tsc')
  const output = await promisify(execFile)(tsc, ['-p', folder]).then(
    () => '',
    ({ stdout }) => String(stdout),
  )
  assert.equal(output.slice(0, 4_000), '')
})

/** Streams do not end, and what destroys, signs out or changes the installation is only compiled. */
const NOT_RUN = /^(?:streamLive|erase|signOut|revoke|restore|leave|remove|createBackup)/

for (const name of NAMES) {
  describe(name, () => {
    test('has every operation, and gets answers that are documented', async () => {
      const server = await startServer()
      const program: Program = await import(join(folder, name))
      assert.deepEqual(Object.keys(program.calls).sort(), operations.map(({ operationId }) => operationId).sort())
      const api = program.connect(server.url, await server.key())
      let succeeded = 0
      for (const { operationId, method, responses } of operations) {
        if (method === 'delete' || NOT_RUN.test(operationId)) continue
        const status = await program.calls[operationId]!(api)
        assert.ok(String(status) in responses, `${operationId} was answered ${status}`)
        if (status! < 300) succeeded++
      }
      assert.ok(succeeded > 40, `${succeeded} succeeded`)
    })
  })
}
