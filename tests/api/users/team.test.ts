// @quick

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../../helpers/process.ts'
import { type Answer, startServer, type TestServer } from '../../helpers/server.ts'
import { asPerson, cookieOf, PASSWORD, type Person, signIn } from '../../helpers/session.ts'
import { readMail, startMailServer } from '../../helpers/smtp.ts'

const server = await startServer()
const owner = await signIn(server)

let guests = 0
const newAddress = () => `guest${++guests}@example.org`
const invite = (email: string, role = 'editor', by: Person = owner) =>
  by.send('POST', '/v1/team/invitations', { json: { email, role } })
const tokenOf = (answer: Answer): string => answer.body.data.link.split('#token=')[1]
const accept = (token: string, on: TestServer = server, password = PASSWORD) =>
  on.send('POST', '/v1/invitations/accept', { json: { token, name: 'Guest', password } })

describe('an invitation', () => {
  test('makes an account in the language of the page; in English nothing is chosen', async () => {
    for (const [spoken, language] of [
      ['de-AT', 'de'],
      ['en-GB,en;q=0.8,de;q=0.5', null],
    ] as const) {
      const email = newAddress()
      const json = { token: tokenOf(await invite(email)), name: 'Guest', password: PASSWORD }
      const headers = { 'accept-language': spoken }
      assert.equal((await server.send('POST', '/v1/invitations/accept', { json, headers })).status, 201)
      assert.deepEqual(await server.sql(`select language from users where email = '${email}'`), [{ language }])
    }
  })

  test('shows its link once, says who invites to what, and creates a member who is signed in', async () => {
    const email = newAddress()
    const invited = await invite(` ${email.toUpperCase()}`)
    assert.equal(invited.status, 201)
    const { link, mail, ...rest } = invited.body.data
    assert.ok(link.startsWith(`${server.deps.config.baseUrl}/join#token=join_`))
    assert.equal(mail.sent, false)
    assert.match(mail.problem, /sends no mail\. Give the link/)
    const list = await owner.send('GET', '/v1/team/invitations')
    assert.deepEqual(
      list.body.data.find(({ id }: { id: string }) => id === rest.id),
      rest,
    )
    const token = tokenOf(invited)
    const opened = await server.send('POST', '/v1/invitations/open', { json: { token } })
    const { invited_by, expires_at } = rest
    assert.deepEqual(opened.body.data, { email, role: 'editor', invited_by, workspace: 'Main', expires_at })
    const joined = await accept(token)
    assert.equal(joined.status, 201, joined.text)
    const me = await asPerson(server, joined.body.data.user, cookieOf(joined)).send('GET', '/v1/me')
    assert.deepEqual([me.body.data.role, me.body.data.user.email], ['editor', email])
    const team = await owner.send('GET', '/v1/team')
    assert.equal(team.body.data.find((member: { email: string }) => member.email === email).role, 'editor')
    const open = (await owner.send('GET', '/v1/team/invitations')).body.data
    assert.ok(!open.some(({ id }: { id: string }) => id === rest.id))
    assert.equal((await invite(email)).status, 400, 'is in the team already')
  })

  test('works once, even if several try at once', async () => {
    const token = tokenOf(await invite(newAddress()))
    const answers = await Promise.all([accept(token), accept(token), accept(token)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 403, 403])
    assert.equal((await server.send('POST', '/v1/invitations/open', { json: { token } })).status, 403)
  })

  test('stops working when it is withdrawn, a week old, or replaced by a newer one', async () => {
    const taken = await invite(newAddress())
    assert.equal((await owner.send('DELETE', `/v1/team/invitations/${taken.body.data.id}`)).status, 200)
    assert.equal((await owner.send('DELETE', `/v1/team/invitations/${taken.body.data.id}`)).status, 404)
    assert.equal((await accept(tokenOf(taken))).status, 403)

    const late = await invite(newAddress())
    const left = Date.parse(late.body.data.expires_at) - Date.now()
    assert.ok(Math.abs(left - 7 * 24 * 3_600_000) < 60_000)
    await server.sql('update invitations set expires_at = now() where id = $1', [late.body.data.id])
    assert.equal((await accept(tokenOf(late))).status, 403)

    const email = newAddress()
    const [first, second] = [await invite(email, 'viewer'), await invite(email, 'owner')]
    assert.equal((await accept(tokenOf(first))).status, 403)
    assert.equal((await accept(tokenOf(second))).status, 201)
  })

  test('is for the address it names, and stays valid if the password is refused', async () => {
    const email = 'a.rather.long.guest@example.org'
    const token = tokenOf(await invite(email))
    assert.equal((await accept(token, server, 'short')).status, 400)
    assert.equal((await accept(token, server, email)).status, 400)
    const more = { token, name: 'Guest', password: PASSWORD, email: 'other@example.org', role: 'owner' }
    assert.equal((await server.send('POST', '/v1/invitations/accept', { json: more })).status, 400)
    assert.equal((await accept(token)).status, 201)
  })

  test('is refused with wrong input, and an unknown token is not an invitation', async () => {
    for (const json of [
      {},
      { email: 'x', role: 'editor' },
      { email: newAddress(), role: 'admin' },
      { email: 1, role: 2 },
    ]) {
      assert.equal((await owner.send('POST', '/v1/team/invitations', { json })).status, 400)
    }
    for (const token of ['x', `join_${'0'.repeat(38)}`]) {
      assert.equal((await server.send('POST', '/v1/invitations/open', { json: { token } })).status, 403)
      assert.equal((await accept(token)).status, 403)
    }
  })

  test('has no token in the database', async () => {
    const token = tokenOf(await invite(newAddress()))
    const rows = await server.sql<{ text: string }>('select t::text as text from invitations t')
    assert.ok(rows.length > 0)
    for (const { text } of rows) assert.ok(!text.includes(token))
  })
})

describe('the team', () => {
  test('a changed role applies from the next request on', async () => {
    const ben = await signIn(server, { role: 'viewer' })
    const post = () => ben.send('POST', '/v1/posts/short', { json: { content: 'x' } })
    assert.equal((await post()).status, 403)
    const changed = await owner.send('PATCH', `/v1/team/${ben.id}`, { json: { role: 'editor' } })
    assert.equal(changed.body.data.role, 'editor')
    assert.equal((await post()).status, 201)
    assert.equal((await owner.send('PATCH', `/v1/team/${ben.id}`, { json: { role: 'king' } })).status, 400)
  })

  test('a removed member is refused at once, and cannot sign in', async () => {
    const ben = await signIn(server, { role: 'editor' })
    assert.equal((await owner.send('DELETE', `/v1/team/${ben.id}`)).status, 200)
    assert.equal((await ben.send('GET', '/v1/me')).status, 401)
    const again = await server.send('POST', '/v1/auth/sign-in', { json: { email: ben.email, password: PASSWORD } })
    assert.equal(again.status, 401)
    assert.equal((await owner.send('DELETE', `/v1/team/${ben.id}`)).status, 404)
    assert.equal((await owner.send('PATCH', `/v1/team/${ben.id}`, { json: { role: 'owner' } })).status, 404)
    assert.equal((await owner.send('DELETE', '/v1/team/nonsense')).status, 404)
  })

  test('the last owner can neither leave nor be demoted, even if two try at once', async () => {
    const fresh = await startServer()
    const [ana, ben] = [await signIn(fresh), await signIn(fresh)]
    const answers = await Promise.all([
      ana.send('PATCH', `/v1/team/${ana.id}`, { json: { role: 'viewer' } }),
      ben.send('DELETE', `/v1/team/${ben.id}`),
    ])
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    const rows = await fresh.sql("select user_id from members where role = 'owner'")
    assert.equal(rows.length, 1)
    const last = answers[0]!.status === 200 ? ben : ana
    for (const [method, body] of [
      ['PATCH', { json: { role: 'editor' } }],
      ['DELETE', {}],
    ] as const) {
      const refused = await last.send(method, `/v1/team/${last.id}`, body)
      assert.equal(refused.status, 403)
      assert.match(refused.body.message, /last owner/)
    }
    assert.equal((await last.send('PATCH', `/v1/team/${last.id}`, { json: { role: 'owner' } })).status, 200)
  })

  test('of another workspace cannot be seen or changed', async () => {
    const workspaceId = await server.workspace()
    const stranger = await signIn(server, { workspaceId })
    assert.deepEqual(
      (await stranger.send('GET', '/v1/team')).body.data.map(({ id }: { id: string }) => id),
      [stranger.id],
    )
    assert.equal((await stranger.send('DELETE', `/v1/team/${owner.id}`)).status, 404)
    assert.equal((await stranger.send('PATCH', `/v1/team/${owner.id}`, { json: { role: 'viewer' } })).status, 404)
    const { id } = (await invite(newAddress())).body.data
    assert.deepEqual((await stranger.send('GET', '/v1/team/invitations')).body.data, [])
    assert.equal((await stranger.send('DELETE', `/v1/team/invitations/${id}`)).status, 404)
  })

  test('everyone may change their own name', async () => {
    const ben = await signIn(server, { role: 'viewer' })
    const answer = await ben.send('PATCH', '/v1/me', { json: { name: '  Ben Ode ' } })
    assert.equal(answer.body.data.user.name, 'Ben Ode')
    assert.equal((await ben.send('PATCH', '/v1/me', { json: { name: '' } })).status, 400)
    assert.equal((await ben.send('PATCH', '/v1/me', { json: { email: 'x@example.org' } })).status, 400)
  })
})

describe('mail', async () => {
  const smtp = await startMailServer()
  const env = {
    TRUST_PROXY: 'loopback',
    SMTP_URL: `smtp://doorpost:hush-hush@127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'Doorpost <doorpost@example.com>',
    BASE_URL: 'http://doorpost.example.com',
  }
  const posting = await startServer({ env })
  const ana = await signIn(posting)
  const mailTo = async (email: string) => {
    const find = () => smtp.mails.find(({ to }) => to.includes(email))
    await until(() => find() !== undefined)
    return find()!
  }

  test('delivers an invitation with its link', async () => {
    await ana.send('PATCH', '/v1/me', { json: { name: 'Ana <b>& Co</b>' } })
    const email = newAddress()
    const answer = await invite(email, 'viewer', ana)
    assert.deepEqual(answer.body.data.mail, { sent: true, problem: null })
    const mail = await mailTo(email)
    assert.equal(mail.from, 'doorpost@example.com')
    const text = readMail(mail)
    assert.ok(text.includes(answer.body.data.link))
    assert.match(text, /invites you to the workspace "Main" on Doorpost, as viewer/)
    assert.ok(text.includes('Ana &#60;b&#62;&#38; Co'), 'a name is no HTML')
    assert.equal((await accept(tokenOf(answer), posting)).status, 201)
  })

  test('that is refused is reported to the person, and the link still works', async () => {
    for (const [word, line, pattern] of [
      ['AUTH', '535 wrong password', /refuses the user name or the password/],
      ['RCPT', '550 no such mailbox', /refuses the address/],
      ['CONTENT', '554 no', /did not take the mail \(554\)/],
    ] as const) {
      smtp.refuse.set(word, line)
      const answer = await invite(newAddress(), 'viewer', ana)
      assert.equal(answer.status, 201)
      assert.equal(answer.body.data.mail.sent, false)
      assert.match(answer.body.data.mail.problem, pattern)
      assert.equal((await accept(tokenOf(answer), posting)).status, 201)
    }
    const lines = posting.logs.join('\n')
    assert.match(lines, /mail was not sent/)
    for (const secret of ['hush-hush', 'join_', '@example.org']) assert.ok(!lines.includes(secret), secret)
  })

  test('delivers a link for a forgotten password, once, and the answer does not reveal who has an account', async () => {
    const ben = await signIn(posting, { role: 'viewer' })
    assert.equal((await posting.send('GET', '/v1/setup')).body.data.mail, true)
    const forgot = (email: string) => posting.send('POST', '/v1/auth/password/forgot', { json: { email } })
    const [known, unknown] = [await forgot(ben.email), await forgot('nobody@example.org')]
    assert.deepEqual([known.status, unknown.status], [200, 200])
    assert.equal(known.text, unknown.text)
    const mail = await mailTo(ben.email)
    const token = /#token=(reset_\w+)/.exec(readMail(mail))![1]!
    await forgot(ben.email)
    const json = { token, password: 'another password for tests' }
    assert.equal((await posting.send('POST', '/v1/auth/password/reset', { json })).status, 200)
    await posting.deps.users.close()
    assert.equal(smtp.mails.filter(({ to }) => to.includes(ben.email)).length, 1)
    assert.ok(!smtp.mails.some(({ to }) => to.includes('nobody@example.org')))
    assert.equal((await ben.send('GET', '/v1/me')).status, 401)
  })

  test('repeated requests by someone else leave the link in the mailbox alone for five minutes', async () => {
    const ben = await signIn(posting, { role: 'viewer' })
    const forgot = async () => {
      const json = { email: ben.email }
      const headers = { 'x-forwarded-for': `198.51.100.${++guests}` }
      assert.equal((await posting.send('POST', '/v1/auth/password/forgot', { json, headers })).status, 200)
      await posting.deps.users.close()
    }
    const count = () => smtp.mails.filter(({ to }) => to.includes(ben.email)).length
    const age = (minutes: number) =>
      posting.sql('update account_links set created_at = now() - make_interval(mins => $2) where user_id = $1', [
        ben.id,
        minutes,
      ])
    await forgot()
    await age(4)
    await forgot()
    assert.equal(count(), 1)
    await age(6)
    smtp.refuse.set('RCPT', '450 later')
    await forgot()
    assert.equal(count(), 1, 'the server refused it')
    await forgot()
    assert.equal(count(), 2, 'and it can be asked for again at once')
  })

  test('to an unreachable server is reported too', async () => {
    const away = await startServer({ beside: posting, env: { ...env, SMTP_URL: 'smtp://127.0.0.1:1' } })
    const answer = await invite(newAddress(), 'viewer', asPerson(away, ana, ana.cookie))
    assert.equal(answer.status, 201)
    assert.match(answer.body.data.mail.problem, /cannot be reached/)
  })
})
