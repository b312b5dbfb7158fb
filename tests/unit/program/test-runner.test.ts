import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

// tests/helpers/run-files.ts runs every test, so a failure that it misses is missed everywhere.

const folder = await mkdtemp(join(tmpdir(), 'doorpost-runner-'))
after(() => rm(folder, { recursive: true, force: true }))

/** Runs files with this content, and returns the exit code and the output lines without times. */
async function runFiles(...contents: string[]): Promise<{ code: number; lines: string[] }> {
  const paths = contents.map((_content, at) => join(folder, `${at}.test.ts`))
  const imports = `import { after, before, beforeEach, describe, test } from 'node:test'\n`
  await Promise.all(contents.map((content, at) => writeFile(paths[at]!, imports + content)))
  const words = ['--test-reporter=spec', 'tests/helpers/run-files.ts', ...paths]
  return new Promise((resolve) => {
    execFile(process.execPath, words, { env: {} }, (error, stdout) => {
      const lines = stdout.split('\n').map((line) => line.replace(/ \([\d.]+ms\)$/, '').trim())
      resolve({ code: Number(error?.code ?? 0), lines: lines.slice(0, lines.indexOf('✖ failing tests:')) })
    })
  })
}

test('a test fails by what it awaits, and by what it started and does not await', async () => {
  const { code, lines } = await runFiles(`
    const wait = () => new Promise((resolve) => setTimeout(resolve, 50))
    test('throws', async () => { await wait(); throw new Error('at once') })
    test('throws in a callback', async () => { setTimeout(() => { throw new Error('later') }, 1); await wait() })
    test('rejects', async () => { Promise.reject(new Error('alone')); await wait() })
    test('passes', wait)`)
  assert.equal(code, 1)
  for (const name of ['throws', 'throws in a callback', 'rejects']) assert.ok(lines.includes(`✖ ${name}`), name)
  assert.ok(lines.includes('✔ passes'))
})

test('an error outside of any test fails the run', async () => {
  const { code, lines } = await runFiles(`
    import { connect, createServer } from 'node:net'
    test('serves', async () => {
      const server = createServer((socket) => socket.on('data', () => { socket.destroy(); throw new Error('lost') }))
      await new Promise((resolve) => server.listen(0, resolve))
      const client = connect(server.address().port, () => client.write('x'))
      await new Promise((resolve) => client.on('close', resolve))
      server.close()
    })`)
  assert.equal(code, 1)
  assert.ok(
    lines.some((line) => line.includes('lost') || line === '✖ serves'),
    lines.join('\n'),
  )
})

test('tests and hooks belong to their group and file, even if they are added later', async () => {
  const { code, lines } = await runFiles(
    `let each = 0
    await new Promise((resolve) => setTimeout(resolve, 20))
    after(() => console.log('end of the first file'))
    describe('a group', async () => {
      await null
      beforeEach(() => void each++)
      test('one', () => { after(() => console.log('end of one')) })
    })
    test('two', async (t) => { await t.test('a part', () => {}); if (each !== 1) throw new Error(String(each)) })`,
    `console.log('the second file is loaded')
    test('three', () => {})`,
  )
  assert.equal(code, 0, lines.join('\n'))
  const said = lines.filter((line) => /^(end|the second)/.test(line))
  assert.deepEqual(said, ['end of one', 'end of the first file', 'the second file is loaded'])
  const order = lines.filter((line) => /^(▶|✔)/.test(line) && !line.includes('/'))
  assert.deepEqual(order, ['▶ a group', '✔ one', '✔ a group', '▶ two', '✔ a part', '✔ two', '✔ three'])
})
