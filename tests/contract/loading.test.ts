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

// They take 7 MB and 25 ms.
test('loading the program loads no language tables', async () => {
  const load = (code: string) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', `${REFUSE}; ${code}`], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
    })
  await load(`await import('./src/process/run-main.ts'); await import('./src/process/services.ts')`)
  await assert.rejects(load(`new Intl.Segmenter('en')`), /tables of languages/, 'it would be seen')
})
