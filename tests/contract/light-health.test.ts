import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { BARE_ENV } from '../helpers/process.ts'

// A container runs `doorpost health` twice a minute, and its cost is what it loads.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Prints the URL of every module that the process has loaded. */
const LIST_MODULES = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  const urls = []
  registerHooks({ load: (url, context, next) => { urls.push(url); return next(url, context) } })
  process.on('exit', () => console.error(urls.join('\\n')))
`)}`

test('"health" loads neither the database nor the queue, and only the package that parses addresses', async () => {
  const ready = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1')
  after(() => ready.close())
  await once(ready, 'listening')
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--import', LIST_MODULES, 'src/cli.ts', 'health'],
    { cwd: ROOT, env: { ...BARE_ENV, PORT: String((ready.address() as AddressInfo).port) } },
  )
  assert.match(stdout, /^ready: /)
  const urls = stderr.trim().split('\n')
  assert.ok(
    urls.some((url) => url.endsWith('/src/commands/health.ts')),
    stderr,
  )
  assert.deepEqual(
    urls.filter((url) => /\/src\/(?:db|jobs)\//.test(url)),
    [],
  )
  const packages = urls.flatMap((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? [])
  assert.deepEqual([...new Set(packages)], ['ipaddr.js'])
})
