import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { acceptSubmission, findOrigin, submit as submitTo } from '../../../src/forms/submissions.ts'
import { createLog } from '../../../src/lib/log/log.ts'
import { createMailer } from '../../../src/mail/mailer.ts'
import { until } from '../../helpers/process.ts'
import { startServer } from '../../helpers/server.ts'
import { headersOf, startMailServer } from '../../helpers/smtp.ts'

const smtp = await startMailServer()
let time = Date.parse('2026-11-11T10:20:00Z')
const MINUTE = 60_000
const DAY = 86_400_000
const env = {
  SMTP_URL: `smtp://ana:hush-hush@127.0.0.1:${smtp.port}`,
  MAIL_FROM: 'Doorpost <doorpost@example.com>',
  MAIL_WORKSPACE_LIMIT: '1000',
}
const server = await startServer({ clock: { now: () => time }, env })
const key = await server.key()
const made = await server.send('POST', '/v1/forms', {
  key,
  json: { name: 'Form', notify: { emails: ['team@example.com'] }, protection: 'off' },
})
const form = made.body.data

const createForm = async (emails: string[]) => {
  const answer = await server.send('POST', '/v1/forms', {
    key,
    json: { name: 'Form', notify: { emails }, protection: 'off' },
  })
  return answer.body.data as { id: string; public_id: string }
}
const submit = async ({ public_id } = form) => {
  const json = { first_name: 'Ana', email: 'ana@example.org' }
  assert.equal((await server.send('POST', `/v1/forms/${public_id}/submissions`, { json })).status, 201)
}
const mailsOf = async ({ id } = form) => (await server.send('GET', `/v1/mails?form_id=${id}`, { key })).body.data
const work = async () => {
  const before = smtp.mails.length
  await server.deps.mail.postman.runDue()
  return smtp.mails.slice(before)
}
const refuseTo = (address: string, line: string) => (command: string) =>
  command.startsWith('RCPT') && command.includes(address) ? line : null

describe('a mail that the server refuses', () => {
  test('permanently is abandoned with the reason, and the others are sent', async () => {
    const own = await createForm(['gone@example.com', 'here@example.com'])
    smtp.behave = refuseTo('gone@', '550 5.1.1 no mailbox for gone@example.com')
    await submit(own)
    const sent = await work()
    smtp.behave = null
    assert.deepEqual(
      sent.map(({ to }) => to),
      [['here@example.com']],
    )
    const failed = (await mailsOf(own)).find(({ to }: { to: string }) => to === 'gone@example.com')
    assert.equal(failed.state, 'failed')
    assert.match(failed.reason, /refuses the address .* \(550\)/)
    assert.deepEqual([failed.reason_code, failed.reason_values], ['mail.address_refused', { code: 550 }])
    assert.match(server.logs.join(''), /a mail is given up/)
    time += DAY
    assert.deepEqual(await work(), [])
  })

  test('temporarily is retried, for a day at most', async () => {
    const own = await createForm(['busy@example.com'])
    smtp.behave = refuseTo('busy@', '450 4.2.0 come back')
    await submit(own)
    await work()
    const [first] = await mailsOf(own)
    assert.deepEqual([first.state, first.attempts], ['waiting', 1])
    assert.match(first.reason, /450/)
    time += 2 * MINUTE
    await work()
    assert.equal((await mailsOf(own))[0].attempts, 2)
    smtp.behave = null
    time += 10 * MINUTE
    assert.equal((await work()).length, 1)
    assert.deepEqual(
      (await mailsOf(own)).map(({ state, reason }: { state: string; reason: string | null }) => [state, reason]),
      [['sent', null]],
    )

    smtp.behave = refuseTo('busy@', '450 4.2.0 come back')
    await submit(own)
    for (let hours = 0; hours < 30; hours++) {
      await work()
      time += DAY / 24
    }
    smtp.behave = null
    const [last] = await mailsOf(own)
    assert.equal(last.state, 'failed')
    assert.ok(last.attempts > 5 && last.attempts < 30, `${last.attempts} attempts`)
  })

  test('because of a policy is retried: its operator may change that', async () => {
    const own = await createForm(['relay@example.com'])
    smtp.behave = refuseTo('relay@', '554 5.7.1 relaying denied')
    await submit(own)
    await work()
    assert.equal((await mailsOf(own))[0].state, 'waiting')
    smtp.behave = null
    time += 2 * MINUTE
    assert.equal((await work()).length, 1)
  })
})

describe('a mail server', () => {
  test('that accepts nothing is left alone for a while, and then gets everything', async () => {
    for (const [word, line] of [
      ['AUTH', '535 wrong'],
      ['MAIL', '550 who are you'],
      ['EHLO', '421 too busy'],
    ] as const) {
      let asked = 0
      smtp.behave = (command) => {
        if (!command.startsWith(word) && !command.startsWith('HELO')) return null
        asked++
        return line
      }
      for (let i = 0; i < 8; i++) await submit()
      await work()
      const atFirst = asked
      // Four at once, and nothing more until the pause is over.
      assert.ok(atFirst >= 1 && atFirst <= 8, `${word}: ${atFirst}`)
      await work()
      assert.equal(asked, atFirst, word)
      smtp.behave = null
      time += 20 * MINUTE
      assert.equal((await work()).length, 8, word)
    }
    assert.ok(!server.logs.join('').includes('hush-hush'))
  })

  test('that never stops sending, or never answers, is disconnected', async () => {
    for (const greet of [
      (socket: Socket) => {
        const timer = setInterval(() => socket.write('220-wait a moment\r\n'), 20)
        socket.on('close', () => clearInterval(timer))
      },
      () => {},
    ]) {
      let isClosed = false
      const slow = createServer((socket) => {
        socket
          .on('error', () => {})
          .on('close', () => {
            isClosed = true
          })
        socket.resume()
        greet(socket)
      })
      await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
      after(() => slow.close())
      const { port } = slow.address() as { port: number }
      const log = createLog('silent', { write() {} })
      const options = { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'doorpost@example.com', log, deadlineMs: 200 }
      const message = { id: 'x', to: 'ana@example.com', subject: 'x', text: 'x', html: 'x' }
      const result = await createMailer(options).deliver(message)
      assert.equal(result.kind, 'away')
      await until(() => isClosed)
    }
  })
})

test('a mail whose sending was not recorded is sent again with the same Message-ID', async () => {
  const own = await createForm(['twice@example.com'])
  await submit(own)
  // As if the process was killed after the server accepted the mail, before that is recorded.
  await server.sql(`create function lose_it() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`)
  await server.sql(
    `create trigger killed before update on mails for each row when (new.state = 'sent') execute function lose_it()`,
  )
  const [first] = await work()
  await server.sql('drop function lose_it cascade')
  assert.equal((await mailsOf(own))[0].state, 'waiting')
  time += MINUTE
  assert.deepEqual(await work(), [], 'not while another process may be sending it')
  time += 2 * MINUTE
  const [second, ...others] = await work()
  assert.equal(others.length, 0)
  assert.deepEqual(headersOf(second!)['message-id'], headersOf(first!)['message-id'])
  assert.equal((await mailsOf(own))[0].state, 'sent')
})

test('two processes share the work: each mail is sent once', async () => {
  const other = await startServer({ beside: server, clock: { now: () => time }, env })
  const own = await createForm(['a@example.com', 'b@example.com', 'c@example.com'])
  for (let i = 0; i < 10; i++) await submit(own)
  const before = smtp.mails.length
  await Promise.all([server, other].map(({ deps }) => deps.mail.postman.runDue()))
  const ids = smtp.mails.slice(before).map((mail) => headersOf(mail)['message-id']![0])
  assert.equal(ids.length, 30)
  assert.equal(new Set(ids).size, 30)
})

test('nothing goes out while publishing is paused, because the database may have gone back in time', async () => {
  const own = await createForm(['paused@example.com'])
  await submit(own)
  await server.sql("update installation set paused_at = now(), pause_code = 'restored', pause_reason = 'restored'")
  assert.deepEqual(await work(), [])
  await server.sql('update installation set paused_at = null, pause_code = null, pause_reason = null')
  assert.equal((await work()).length, 1)
})

test('a held submission causes no mail and no event before it is accepted, and then all of them', async () => {
  const own = await createForm(['held@example.com'])
  const { submissions, cache } = server.deps.forms
  const found = await cache.find(own.public_id)
  assert.ok('form' in found)
  const email = 'spam@example.org'
  const contact = { first_name: 'Spam', last_name: null, email, company: null, utm_source: null, utm_medium: null }
  const carried = { dp: null, utm: {}, referrerOrigin: null, landingPath: null }
  const input = {
    contact: { ...contact, email_key: email, extra: {} },
    carried,
    consentVersion: null,
    redirectUrl: null,
  }
  const judgement = { points: 10, isHeld: true, reasons: [] }
  const origin = await findOrigin(submissions, found.form, input as never)
  const sent = { judgement, client: '192.0.2.1', origin }
  const { id } = await submitTo(submissions, found.form, input as never, sent, null)
  assert.deepEqual(await work(), [])
  assert.deepEqual(await mailsOf(own), [])
  await acceptSubmission(submissions, server.deps.workspaceId, id)
  assert.deepEqual(
    (await work()).map(({ to }) => to),
    [['held@example.com']],
  )
})

test('mail that could not be sent for days is dropped', async () => {
  const own = await createForm(['old@example.com'])
  await submit(own)
  time += 5 * DAY
  assert.deepEqual(await work(), [])
  const [mail] = await mailsOf(own)
  assert.deepEqual([mail.state, /out of date/.test(mail.reason)], ['dropped', true])
})

test('no name, address or text can add a header or a recipient', async () => {
  const log = createLog('silent', { write() {} })
  const mailer = createMailer({ smtpUrl: env.SMTP_URL, from: env.MAIL_FROM, log })
  const evil = 'x\r\nBcc: victim@example.net\r\n\r\nbody'
  const base = { id: 'x', to: 'ana@example.com', subject: 'x', text: 'x', html: 'x' }
  await Promise.all(
    [
      { ...base, to: `ana@example.com\r\nRCPT TO:<victim@example.net>` },
      { ...base, to: 'ana@example.com, victim@example.net' },
      { ...base, to: '<victim@example.net> ana@example.com' },
      { ...base, subject: evil },
      { ...base, replyTo: evil },
      { ...base, replyTo: 'a@example.com\nBcc: victim@example.net' },
      { ...base, text: evil, html: evil },
      { ...base, text: 'x\r\n.\r\nMAIL FROM:<victim@example.net>' },
    ].map(async (message, at) => {
      const before = smtp.mails.length
      const result = await mailer.deliver(message)
      assert.equal(result.kind, at < 3 ? 'refused' : 'sent', JSON.stringify(message))
      if (at < 3) return
      const mails = smtp.mails.slice(before)
      for (const mail of mails) {
        assert.deepEqual(mail.to, ['ana@example.com'])
        assert.equal(headersOf(mail).bcc, undefined)
      }
    }),
  )
})
