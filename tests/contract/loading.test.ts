import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const REFUSE = `
  const refuse = () => { throw new Error('the tables of languages are loaded at every start: use them later, or not at all') }
  for (const name of Object.getOwnPropertyNames(Intl)) if (/^[A-Z]/.test(name)) Intl[name] = class { constructor() { refuse() } }
  for (const { prototype } of [Number, BigInt, Date, Array]) prototype.toLocaleString = refuse
  for (const name of ['toLocaleUpperCase', 'toLocaleLowerCase', 'localeCompare']) String.prototype[name] = refuse
`

const load = (code: string) =>
  promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
  })
const PROGRAM = `await import('./src/process/run-main.ts'); await import('./src/process/services.ts')`

// They take 7 MB and 25 ms.
test('loading the program loads no language tables', async () => {
  await load(`${REFUSE}; ${PROGRAM}`)
  await assert.rejects(load(`${REFUSE}; new Intl.Segmenter('en')`), /tables of languages/, 'it would be seen')
})

test('the library of the Model Context Protocol is loaded by the first request only', async () => {
  const refuse = `
    const { registerHooks } = process.getBuiltinModule('node:module')
    registerHooks({ resolve(name, context, next) {
      if (name.startsWith('@modelcontextprotocol/')) throw new Error('it is loaded at every start')
      return next(name, context)
    } })`
  await load(`${refuse}; ${PROGRAM}`)
  await assert.rejects(load(`${refuse}; await import('./src/mcp/server.ts')`), /at every start/, 'it would be seen')
})
