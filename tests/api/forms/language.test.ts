import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LANGUAGES } from '../../../src/messages/languages.ts'
import { sayIn } from '../../../src/messages/sentence.ts'
import { postBody } from '../../helpers/http-client.ts'
import { startServer } from '../../helpers/server.ts'
import { signIn } from '../../helpers/session.ts'
import { type Mail, readMail, startMailServer } from '../../helpers/smtp.ts'

const smtp = await startMailServer()
const server = await startServer({
  env: { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'Doorpost <doorpost@example.com>' },
})
const key = await server.key()
const BROWSER = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate', 'accept-language': 'fr-FR,en;q=0.5' }
const GERMAN = { ...BROWSER, 'accept-language': 'de' }

async function createForm(json: object) {
  const answer = await server.send('POST', '/v1/forms', { key, json: { name: 'Form', protection: 'off', ...json } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data as { url: string; public_id: string; submit_url: string }
}

async function visit(url: string, init: RequestInit = {}) {
  const { headers = BROWSER } = init
  const answer = await fetch(new URL(new URL(url).pathname, server.url), { ...init, headers, redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

const langOf = (html: string) => /<html ([^>]*)>/.exec(html)![1]

const work = async (): Promise<Mail[]> => {
  const before = smtp.mails.length
  await server.deps.courier.runDue()
  await server.deps.mail.tellTeam()
  await server.deps.mail.postman.runDue()
  return smtp.mails.slice(before)
}

describe('a form in German', () => {
  test('begins with fields that have German labels; in a language that is not ours they are English', async () => {
    const labelsOf = async (json: object) =>
      (await visit((await createForm(json)).url)).html.match(/(?<=<label[^>]*>)[^<]+/g)
    const own = (await labelsOf({ language: 'de' }))!.map((label) => label.trim())
    for (const label of ['Vorname', 'Nachname', 'E-Mail', 'Firma', 'Nachricht']) assert.ok(own.includes(label), label)
    assert.ok((await labelsOf({ language: 'de', email_only: true }))!.some((label) => label.trim() === 'E-Mail'))
    assert.ok((await labelsOf({ language: 'nl' }))!.some((label) => label.trim() === 'First name'))
  })

  test('has its page, problems and thanks in German, whatever the browser wants', async () => {
    const form = await createForm({ language: 'de-CH' })
    const page = await visit(form.url)
    assert.equal(langOf(page.html), 'lang="de-CH" dir="ltr"')
    assert.equal(page.headers.get('content-language'), 'de-CH')
    assert.match(page.html, /Felder mit \* sind Pflichtfelder\./)
    assert.match(page.html, />Senden<\/button>/)
    const refused = await postBody(form.submit_url, new URLSearchParams({ email: 'no' }), BROWSER)
    const html = await refused.text()
    assert.equal(refused.status, 400)
    assert.match(html, /Es wurde noch nichts gesendet\. Bitte Folgendes korrigieren:/)
    assert.match(html, /muss eine E-Mail-Adresse wie ana@example\.com sein: Das @ fehlt\./)
    assert.ok(!/Please|required/.test(html.replace(/ required/g, '')), html)
    const thanks = await visit(`${form.url}/thanks`)
    assert.match(thanks.html, /Vielen Dank\. Wir haben Ihre Nachricht erhalten\./)
  })

  test('asks for the confirmation, and confirms, in German', async () => {
    const form = await createForm({ language: 'de', double_opt_in: true })
    const json = { first_name: 'Ana', email: 'ana@example.com' }
    const { body } = await server.send('POST', `/v1/forms/${form.public_id}/submissions`, { json })
    assert.equal(body.data.message, 'Vielen Dank. Wir haben Ihre Nachricht erhalten.')
    const [mail] = await work()
    const text = readMail(mail!)
    assert.match(text, /Diese Adresse wurde in das Formular/)
    const link = /http\S*\/confirm\/[\w-]+/.exec(text)![0]
    const ask = await visit(link)
    assert.equal(langOf(ask.html), 'lang="de" dir="ltr"')
    assert.match(ask.html, /<button>Adresse bestätigen<\/button>/)
    const done = await visit(link, { method: 'POST' })
    assert.match(done.html, /Ihre Adresse ist bestätigt\./)
  })
})

/** One text of each, as a person would say it. */
const SEND = { en: 'Send', de: 'Senden', fr: 'Envoyer', es: 'Enviar', pt: 'Enviar', ja: '送信' } as const

for (const language of LANGUAGES) {
  test(`a form in ${language}: its page, problems, thanks, mail and confirmation`, async () => {
    const say = sayIn(language)
    const form = await createForm({ language, double_opt_in: true })
    const page = await visit(form.url)
    assert.equal(langOf(page.html), `lang="${language}" dir="ltr"`)
    assert.ok(page.html.includes(`>${SEND[language]}</button>`), page.html)
    assert.ok(page.html.includes(say('form_page.required')), page.html)
    const refused = await (await postBody(form.submit_url, new URLSearchParams({ email: 'no' }), BROWSER)).text()
    assert.ok(refused.includes(say('page.not_sent')), refused)
    const json = { first_name: 'Ana', email: `ana-${language}@example.com` }
    const { body } = await server.send('POST', `/v1/forms/${form.public_id}/submissions`, { json })
    assert.equal(body.data.message, say('submission.thanks'))
    const mail = readMail((await work())[0]!)
    assert.ok(mail.includes(say('letter.opt_in_end', { days: 7 })), mail)
    const link = /http\S*\/confirm\/[\w-]+/.exec(mail)![0]
    const ask = await visit(link)
    assert.equal(langOf(ask.html), `lang="${language}" dir="ltr"`)
    assert.ok(ask.html.includes(`<button>${say('confirm.button')}</button>`), ask.html)
    const done = await visit(link, { method: 'POST' })
    assert.ok(done.html.includes(say('confirm.done')), done.html)
  })

  test(`pages and the mails of a person in ${language}`, async () => {
    const say = sayIn(language)
    const { html, headers } = await visit('http://x/l/nothing12', {
      headers: { ...BROWSER, 'accept-language': language },
    })
    assert.equal(headers.get('content-language'), language)
    assert.ok(html.includes(say('visit.unknown_title')), html)
    const person = await signIn(server)
    await person.send('PATCH', '/v1/me', { json: { language, lead_mail: 'each' } })
    await server.send('POST', '/v1/contacts', { key, json: { first_name: 'Rui', email: 'rui@example.com' } })
    const mails = (await work()).map(readMail)
    assert.ok(
      mails.some((mail) => mail.includes(say('letter.lead')) && mail.includes(say('letter.asked'))),
      mails.join('\n'),
    )
    await person.send('PATCH', '/v1/me', { json: { lead_mail: 'off' } })
  })
}

test('a form in a language that Doorpost lacks keeps it, reads in its direction, and has our texts in English', async () => {
  const form = await createForm({ language: 'ar', title: 'اتصل بنا' })
  const { html } = await visit(form.url)
  assert.equal(langOf(html), 'lang="ar" dir="rtl"')
  assert.match(html, />Send<\/button>/)
})

test('pages without a form speak the language of the browser', async () => {
  for (const path of ['/f/nothing', '/l/nothing12', '/b/nobody-here', '/unsubscribe/nothing', '/connect/nothing']) {
    const { html, headers, status } = await visit(`http://x${path}`, { headers: GERMAN })
    assert.equal(status, 404, path)
    assert.equal(langOf(html), 'lang="de" dir="ltr"', path)
    assert.equal(headers.get('content-language'), 'de', path)
    assert.match(headers.get('vary') ?? '', /Accept-Language/, path)
    assert.match(html, /gibt es nicht|funktioniert nicht/, path)
  }
})

describe('a person', () => {
  test('chooses language, zone and times; wrong ones are refused; null goes back', async () => {
    const person = await signIn(server)
    const chosen = { language: 'de', time_zone: 'Europe/Berlin', time_format: '12h', week_start: 'sunday' }
    const none = { language: null, time_zone: null, time_format: null, week_start: null }
    const read = async () => {
      const { language, time_zone, time_format, week_start } = (await person.send('GET', '/v1/me')).body.data
      return { language, time_zone, time_format, week_start }
    }
    assert.deepEqual(await read(), none)
    assert.equal((await person.send('PATCH', '/v1/me', { json: chosen })).status, 200)
    assert.deepEqual(await read(), chosen)
    const wrong = { language: 'tlh', time_zone: 'Moon/Base', time_format: '13h', week_start: 'someday' }
    const refused = await person.send('PATCH', '/v1/me', { json: wrong })
    assert.deepEqual(Object.keys(refused.body.details), Object.keys(wrong))
    assert.deepEqual(await read(), chosen)
    await person.send('PATCH', '/v1/me', { json: none })
    assert.deepEqual(await read(), none)
  })

  test('gets mail in the chosen language', async () => {
    const person = await signIn(server)
    await person.send('PATCH', '/v1/me', { json: { language: 'de', lead_mail: 'each' } })
    await server.send('POST', '/v1/contacts', { key, json: { first_name: 'Rui', email: 'rui@example.com' } })
    const [mail] = await work()
    const text = readMail(mail!)
    assert.match(text, /Ein neuer Lead ist eingegangen\./)
    assert.match(text, /Vorname: Rui/)
    assert.match(text, /Sie bekommen diese Mail, weil/)
  })

  test('invites in the language of the dashboard', async () => {
    const person = await signIn(server)
    const json = { email: 'new@example.com', role: 'editor' }
    const before = smtp.mails.length
    await person.send('POST', '/v1/team/invitations', { json, headers: { 'accept-language': 'de' } })
    assert.match(readMail(smtp.mails[before]!), /Sie in den Workspace/)
  })
})
