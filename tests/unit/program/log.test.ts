import assert from 'node:assert/strict'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { openServerLog, trimServerLog } from '../../../src/db/embedded/log.ts'
import { redact } from '../../../src/lib/log/log.ts'
import { openLogOutput } from '../../../src/lib/log/output.ts'
import { formatLogLine } from '../../../src/lib/log/text.ts'

const describeLoss = (lines: number) => `${lines} lost\n`

describe('the log at a terminal', () => {
  const time = new Date(2026, 0, 2, 3, 4, 5).toISOString()
  const format = (entry: object) => formatLogLine(`${JSON.stringify({ level: 'info', time, ...entry })}\n`, false)

  test('a request is one readable line', () => {
    const members = { reqId: 'r1', method: 'POST', route: '/v1/contacts', status: 201, ms: 3.2, caller: 'public' }
    assert.equal(
      format({ ...members, msg: 'request' }),
      '03:04:05 info  POST /v1/contacts 201 3.2 ms reqId=r1 caller=public\n',
    )
  })

  test('an error shows its message first and its stack below', () => {
    const err = { message: 'gone', stack: 'Error: gone\n    at there' }
    assert.equal(
      format({ level: 'warn', msg: 'database connection lost', err }),
      '03:04:05 warn  database connection lost: gone\n    Error: gone\n        at there\n',
    )
  })

  test('colours only if requested; anything but JSON stays unchanged', () => {
    const line = `${JSON.stringify({ level: 'error', time, msg: 'x' })}\n`
    assert.ok(formatLogLine(line, true).includes('\u001b[31m'))
    assert.ok(!formatLogLine(line, false).includes('\u001b'))
    assert.equal(formatLogLine('plain text\n', true), 'plain text\n')
  })
})

describe('secrets in the text of an error', () => {
  const cases = {
    'key svc_pk_abc123 refused': 'key [redacted] refused',
    '"whsec_a+b/c=","whk_X1"': '"[redacted]","[redacted]"',
    [`/reset#reset_${'a'.repeat(38)}.`]: '/reset#[redacted].',
    'to <ann.lee@example.com>: 550': 'to <[redacted]>: 550',
    'mailto:ann@example.com,bob@example.com': 'mailto:[redacted],[redacted]',
    'svc_pk_abc-ann@example.com': '[redacted]',
    'at 3 @ home, a@ and @b': 'at 3 @ home, a@ and @b',
    '@ann@example.social': '[redacted]',
    'svc_pk_abc@': '[redacted]@',
  }
  for (const [text, expected] of Object.entries(cases)) {
    test(text, () => assert.equal(redact(text), expected))
  }
})

describe('writing the log', () => {
  test('everything arrives, in order', async (t) => {
    const { path, fd } = openFile(t)
    const output = openLogOutput(fd, { describeLoss })
    const lines: string[] = []
    // A few at a time, so that some come while others are being written; in two- and three-byte characters; one longer
    // than the usual backlog.
    for (let turn = 0; turn < 50; turn++) {
      const own = Array.from({ length: 100 }, (_, index) => `line ${turn}.${index} ${'äß日本😀'.repeat(index % 7)}\n`)
      if (turn % 10 === 5) own.push(`${'日本'.repeat(50_000)}\n`)
      for (const line of own) output.write(line)
      lines.push(...own)
      await delay(1)
    }
    await output.end()
    assert.equal(fs.readFileSync(path, 'utf8'), lines.join(''))
  })

  test('a full disk and a closed file neither throw nor block', { skip: !fs.existsSync('/dev/full') }, async (t) => {
    const { fd } = openFile(t)
    fs.closeSync(fd)
    for (const each of [fs.openSync('/dev/full', 'w'), fd]) {
      const output = openLogOutput(each, { describeLoss })
      for (let index = 0; index < 5_000; index++) output.write('a line that is lost\n')
      await output.end()
    }
  })
})

test('the log of PostgreSQL keeps its end if it has grown too large', (t) => {
  const { path } = openFile(t)
  fs.writeFileSync(path, Array.from({ length: 1_000 }, (_, index) => `line ${index}\n`).join(''))
  const log = openServerLog(path, undefined)
  trimServerLog(log, 100_000, 100)
  assert.equal(fs.readFileSync(path, 'utf8').split('\n').length, 1_001, 'small enough')
  trimServerLog(log, 1_000, 100)
  const kept = fs.readFileSync(path, 'utf8')
  assert.match(kept, /^line \d+\n(?:line \d+\n)*line 999\n$/)
  assert.ok(kept.length <= 100)
  // The server continues at the new end.
  fs.writeSync(log.fd, 'next\n')
  assert.ok(fs.readFileSync(path, 'utf8').endsWith('line 999\nnext\n'))
  fs.closeSync(log.fd)
})

function openFile(t: { after: (cleanUp: () => void) => void }): { path: string; fd: number } {
  const folder = fs.mkdtempSync(join(tmpdir(), 'log-test-'))
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'log')
  return { path, fd: fs.openSync(path, 'w') }
}
