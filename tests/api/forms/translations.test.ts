import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { postBody } from '../../helpers/http-client.ts'
import { startServer } from '../../helpers/server.ts'
import { type Mail, readMail, startMailServer } from '../../helpers/smtp.ts'

const smtp = await startMailServer()
const server = await startServer({
  env: { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'Doorpost <doorpost@example.com>' },
})
const key = await server.key()
const browser = (language?: string) => ({
  accept: 'text/html,*/*;q=0.8',
  'sec-fetch-mode': 'navigate',
  ...(language && { 'accept-language': language }),
})

const GERMAN = {
  title: 'Angebot',
  description: 'Wir melden uns.',
  submit_label: 'Absenden',
  thanks_text: 'Danke, bis bald.',
  consent_text: 'Schickt mir Neuigkeiten.',
  fields: {
    first_name: { label: 'Vorname', placeholder: 'Anna', help: 'Wie wir Sie nennen.' },
    size: { label: 'Wie viele?', step: 'Ihr Team', options: { one: 'eine', many: 'viele' } },
    more: { label: 'Was noch?' },
  },
}

const ENGLISH = {
  name: 'Offer',
  protection: 'off',
  title: 'Ask for an offer',
  description: 'We will write.',
  submit_label: 'Go',
  thanks_text: 'Thanks, see you.',
  consent: { purpose: 'newsletter', text: 'Send me news.' },
  fields: [
    { name: 'first_name', required: true, placeholder: 'Ana' },
    { name: 'email', required: true },
    { name: 'size', type: 'select', label: 'How many?', options: ['one', 'many'], step: 'Your team' },
    { name: 'more', label: 'What else?', show_when: { field: 'size', is: ['many'] } },
    { name: 'consent', required: false },
  ],
}

interface Form {
  id: string
  public_id: string
  url: string
  submit_url: string
  version: number
  translations: object
  consent: { version: number }
}

async function createForm(json: object = {}): Promise<Form> {
  const body = { ...ENGLISH, translations: { de: GERMAN }, ...json }
  const answer = await server.send('POST', '/v1/forms', { key, json: body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}

const change = (form: Form, json: object, headers = {}) =>
  server.send('PATCH', `/v1/forms/${form.id}`, { key, json, headers })

async function visit(path: string, language?: string, init: RequestInit = {}) {
  const { pathname, search } = new URL(path, server.url)
  const url = new URL(pathname + search, server.url)
  const answer = await fetch(url, { headers: browser(language), redirect: 'manual', ...init })
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

const langOf = (html: string) => /<html lang="([^"]*)"/.exec(html)?.[1]
const pageIn = async (form: Form, query: string, language?: string) =>
  langOf((await visit(`/f/${form.public_id}${query}`, language)).html)

const submit = (form: Form, json: object, query = '', headers = {}) =>
  server.send('POST', `/v1/forms/${form.public_id}/submissions${query}`, { json, headers })

const work = async (): Promise<Mail[]> => {
  const before = smtp.mails.length
  await server.deps.courier.runDue()
  await server.deps.mail.postman.runDue()
  return smtp.mails.slice(before)
}

describe('translations of a form', () => {
  test('come back as they were sent, and a copy of the form has them', async () => {
    const form = await createForm()
    assert.deepEqual(form.translations, { de: GERMAN })
    const { body } = await server.send('GET', `/v1/forms/${form.id}`, { key })
    assert.deepEqual(body.data.translations, { de: GERMAN })
    const copy = await server.send('POST', '/v1/forms', { key, json: { ...body.data, name: 'Copy' } })
    assert.equal(copy.status, 201, copy.text)
    assert.deepEqual(copy.body.data.translations, { de: GERMAN })
    const { id } = await createForm({ translations: undefined })
    assert.deepEqual((await server.send('GET', `/v1/forms/${id}`, { key })).body.data.translations, {})
  })

  test('are merged: what is named changes, null and blank remove, the rest stays', async () => {
    const form = await createForm()
    const fields = { size: { options: { one: 'ein' } }, more: null }
    const first = await change(form, { translations: { de: { title: null, description: ' ', fields }, fr: {} } })
    assert.equal(first.status, 200, first.text)
    const { title, description, ...rest } = GERMAN
    const { more, size, ...others } = GERMAN.fields
    const german = { ...rest, fields: { ...others, size: { ...size, options: { one: 'ein', many: 'viele' } } } }
    assert.deepEqual(first.body.data.translations, { de: german, fr: {} })
    assert.equal(first.body.data.version, form.version + 1)
    const stale = await change(form, { translations: { fr: null } }, { 'if-match': `"${form.version}"` })
    assert.equal(stale.status, 412)
    const second = await change(form, { translations: { fr: null } }, { 'if-match': `"${form.version + 1}"` })
    assert.deepEqual(second.body.data.translations, { de: german })
    assert.equal(second.headers.get('etag'), `"${form.version + 2}"`)
    const none = await change(form, { translations: null })
    assert.deepEqual(none.body.data.translations, {})
  })

  test('go with the fields and options that go', async () => {
    const form = await createForm()
    const fields = [{ name: 'email' }, { ...ENGLISH.fields[2], options: ['one', 'more'] }]
    const { body } = await change(form, { fields, consent: null })
    assert.deepEqual(body.data.translations.de.fields, {
      size: { label: 'Wie viele?', step: 'Ihr Team', options: { one: 'eine' } },
    })
  })

  test('are refused with what is wrong', async () => {
    const refusals: Array<[translations: unknown, path: string, said: RegExp]> = [
      [{ it: {} }, 'translations.it', /language: en, de, fr, es, pt, ja/],
      [{ 'pt-BR': {} }, 'translations.pt-BR', /language: pt\./],
      [{ en: { title: 'X' } }, 'translations.en', /form itself.*null for translations\.en/],
      [{ de: { fields: { first_nam: { label: 'X' } } } }, 'translations.de.fields.first_nam', /mean first_name\?/],
      [
        { de: { fields: { nothing_of_it: {} } } },
        'translations.de.fields.nothing_of_it',
        /Use first_name, email, size/,
      ],
      [
        { de: { fields: { size: { options: { two: 'X' } } } } },
        'translations.de.fields.size.options',
        /"two".*one, many/,
      ],
      [{ de: { fields: { size: { option: {} } } } }, 'translations.de.fields.size.option', /mean options\?/],
      [{ de: { titel: 'X' } }, 'translations.de.titel', /mean title\?/],
      [{ de: { title: 5 } }, 'translations.de.title', /./],
      [{ de: { title: 'x'.repeat(201) } }, 'translations.de.title', /at most 200/],
      [{ de: { title: 'x'.repeat(1_000_000) } }, 'translations.de.title', /at most 200/],
      [{ de: { fields: { email: { label: 'x\u0000' } } } }, 'translations.de.fields.email.label', /./],
      [{ de: 'X' }, 'translations.de', /object/],
      [['de'], 'translations', /object/],
    ]
    for (const [translations, path, said] of refusals) {
      const { status, body } = await server.send('POST', '/v1/forms', { key, json: { ...ENGLISH, translations } })
      assert.equal(status, 400, path)
      assert.deepEqual(Object.keys(body.details), [path])
      assert.match(body.details[path][0], said)
    }
    const form = await createForm()
    const own = await change(form, { language: 'de-AT' })
    assert.match(own.body.details.language[0], /null for translations\.de/)
    assert.equal((await change(form, { language: 'de', translations: { de: null } })).status, 200)
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`f${at}`, { label: 5 }]))
    const wrong = await change(form, { translations: { fr: { fields: many } } })
    assert.ok(Object.keys(wrong.body.details).length <= 101)
  })

  test('have a limit together', async () => {
    const options = Array.from({ length: 100 }, (_, at) => `o${at}`)
    const field = (at: number) => ({ name: `q${at}`, type: 'radio', options })
    const fields = [{ name: 'email' }, ...Array.from({ length: 40 }, (_, at) => field(at))]
    const form = await createForm({ fields, consent: null, translations: {} })
    const long = Object.fromEntries(options.map((option) => [option, 'x'.repeat(200)]))
    const words = { fields: Object.fromEntries(fields.slice(1, 21).map(({ name }) => [name, { options: long }])) }
    assert.equal((await change(form, { translations: { de: words } })).status, 200)
    const { status, body } = await change(form, { translations: { fr: words } })
    assert.equal(status, 400)
    assert.match(body.details.translations[0], /at most 500000 characters/)
  })
})

describe('a visitor', () => {
  test('gets the language that the address names, else the browser’s, else that of the form', async () => {
    const form = await createForm({ translations: { de: GERMAN, pt: {} } })
    const asked: Array<[query: string, browser: string | undefined, language: string]> = [
      ['', undefined, 'en'],
      ['', 'fr,de;q=0.8', 'de'],
      ['', 'fr', 'en'],
      ['', 'de;q=0, *', 'en'],
      ['', 'de-AT', 'de'],
      ['', 'en-GB,de;q=0.9', 'en'],
      ['?lang=de', 'en', 'de'],
      ['?lang=DE-ch', 'en', 'de'],
      ['?lang=pt-BR', 'en', 'pt'],
      ['?lang=en', 'de', 'en'],
      ['?lang=ja', 'de', 'de'],
      ['?lang=', 'de', 'de'],
      ['?lang=de&lang=pt', 'en', 'en'],
      [`?lang=${'x'.repeat(5_000)}`, 'de', 'de'],
      ['?lang=__proto__', 'de', 'de'],
      ['?lang=%22%3E%3Cscript%3E', 'de', 'de'],
      ['?lang[a]=b', 'de', 'de'],
    ]
    for (const [query, browserLanguage, language] of asked) {
      assert.equal(await pageIn(form, query, browserLanguage), language, `${query} ${browserLanguage}`)
    }
    const regional = await createForm({ language: 'pt-BR' })
    assert.equal(await pageIn(regional, '?lang=pt'), 'pt-BR')
  })

  test('reads the whole page in it, with links to the others, and what it lacks as in the form', async () => {
    const form = await createForm()
    const { html, headers } = await visit(`/f/${form.public_id}?utm_source=news`, 'de')
    assert.equal(headers.get('content-language'), 'de')
    assert.match(headers.get('vary') ?? '', /Accept-Language/)
    for (const text of ['Angebot', 'Wir melden uns.', 'Vorname', 'placeholder="Anna"', 'Wie wir Sie nennen.']) {
      assert.ok(html.includes(text), text)
    }
    assert.ok(html.includes('<h2>Ihr Team</h2>') && html.includes('>Absenden</button>'))
    assert.ok(html.includes('Schickt mir Neuigkeiten.') && html.includes('Pflichtfelder'))
    assert.ok(html.includes('<option value="many">viele</option>'))
    assert.ok(html.includes('Nur wenn „Wie viele?“') && html.includes('viele</p>'))
    // Not translated.
    assert.ok(html.includes('E-mail'))
    const nav = /<nav class="languages" aria-label="Sprache">(.*?)<\/nav>/.exec(html)![1]!
    assert.match(nav, /href="\/f\/\w+\?lang=en&amp;utm_source=news">English</)
    assert.match(nav, /lang="de"[^>]*aria-current="true">Deutsch</)
    const plain = await createForm({ translations: {} })
    const only = await visit(`/f/${plain.public_id}`, 'de')
    assert.equal(langOf(only.html), 'en')
    assert.ok(!only.html.includes('class="languages"'))
    assert.doesNotMatch(only.headers.get('vary') ?? '', /Language/)
  })

  test('who is framed keeps the language, and so does a website that draws the form', async () => {
    const form = await createForm({ allowed_origins: ['https://www.example.com'] })
    const { html } = await visit(`/f/${form.public_id}?frame&lang=de`)
    assert.ok(langOf(html) === 'de' && !html.includes('class="languages"'))
    assert.match(html, /action="\/v1\/forms\/\w+\/submissions\?lang=de"/)
    const draw = async (query: string, headers = {}) => {
      const answer = await fetch(new URL(`/f/${form.public_id}/embed${query}`, server.url), { headers })
      return { headers: answer.headers, text: await answer.text() }
    }
    const drawn = await draw('?lang=de')
    assert.match(drawn.text, /"language":"de".*Vorname/)
    assert.equal(drawn.headers.get('content-language'), 'de')
    const other = await draw('', { origin: 'https://www.example.com', 'accept-language': 'de' })
    assert.match(other.text, /"language":"de"/)
    assert.match(other.headers.get('vary') ?? '', /Origin.*Accept-Language|Accept-Language.*Origin/)
  })

  test('sends without a script: problems, thanks and what is stored', async () => {
    const form = await createForm()
    const action = `${form.submit_url}?lang=de`
    const refused = await postBody(action, new URLSearchParams({ size: 'viele' }), browser('fr'))
    const html = await refused.text()
    assert.equal(refused.status, 400)
    assert.equal(langOf(html), 'de')
    assert.ok(html.includes('Vorname') && html.includes('Es wurde noch nichts gesendet'))
    assert.match(html, /Wie viele\? muss/)
    const fields = { first_name: 'Anna', email: 'anna@example.com', size: 'many', more: 'Ja', consent: 'true' }
    const sent = await postBody(action, new URLSearchParams(fields), browser('fr'))
    assert.equal(sent.status, 303)
    const thanks = await visit(sent.headers.get('location')!, 'fr')
    assert.equal(langOf(thanks.html), 'de')
    assert.ok(thanks.html.includes('Danke, bis bald.'))
    const { body } = await server.send('GET', `/v1/forms/${form.id}/submissions`, { key })
    const [submission] = body.data
    assert.equal(submission.language, 'de')
    const contact = await server.send('GET', `/v1/contacts/${submission.contact_id}`, { key })
    assert.deepEqual(contact.body.data.extra, { size: 'many', more: 'Ja' })
  })

  test('who sends by a script is answered in the language of the form that was shown', async () => {
    const form = await createForm()
    const french = { 'accept-language': 'fr' }
    const refused = await submit(form, { email: 'a@example.com' }, '?lang=de', french)
    assert.match(refused.body.details.first_name[0], /^Vorname .*erforderlich|^Vorname /)
    assert.ok(!/required/.test(refused.body.details.first_name[0]))
    assert.equal(refused.headers.get('content-language'), 'de')
    const english = await submit(form, { email: 'a@example.com' }, '', french)
    assert.match(english.body.details.first_name[0], /First name is required/)
    const sent = await submit(form, { first_name: 'A', email: 'a@example.com' }, '', { 'accept-language': 'de' })
    assert.equal(sent.body.data.message, 'Danke, bis bald.')
    assert.equal(sent.headers.get('content-language'), 'de')
    assert.equal(
      (await submit(form, { first_name: 'A', email: 'b@example.com' }, '?lang=tlh')).body.data.message,
      'Thanks, see you.',
    )
  })

  test('sees a change at once, in every language', async () => {
    const form = await createForm()
    assert.equal(await pageIn(form, '?lang=de'), 'de')
    await change(form, { translations: { de: { title: 'Neu' } } })
    assert.ok((await visit(`/f/${form.public_id}?lang=de`)).html.includes('<h1>Neu</h1>'))
    await change(form, { translations: { de: null } })
    assert.equal(await pageIn(form, '?lang=de'), 'en')
  })

  test('is shown no markup of a translation', async () => {
    const evil = '<img src=x onerror=alert(1)>"\'</script>'
    const fields = {
      first_name: { label: evil, placeholder: evil, help: evil },
      size: { label: evil, step: evil, options: { one: evil } },
    }
    const words = { title: evil, description: evil, submit_label: evil, thanks_text: evil, consent_text: evil, fields }
    const form = await createForm({ translations: { de: words } })
    for (const path of ['', '/thanks']) {
      const { html } = await visit(`/f/${form.public_id}${path}?lang=de`)
      assert.ok(html.includes('&lt;img') && !html.includes('<img') && !html.includes('onerror=alert(1)>'), path)
    }
  })
})

describe('consent and mail', () => {
  test('a consent is kept as the person read it, and another translation is a new version', async () => {
    const form = await createForm()
    assert.equal(form.consent.version, 1)
    const json = { first_name: 'Eva', email: 'eva@example.com', consent: true }
    await submit(form, json, '?lang=de')
    const changed = await change(form, { translations: { de: { consent_text: 'Neuigkeiten, bitte.' } } })
    assert.equal(changed.body.data.consent.version, 2)
    const same = await change(form, { translations: { de: { title: 'Anders' } } })
    assert.equal(same.body.data.consent.version, 2)
    const { body } = await server.send('GET', '/v1/people/eva@example.com', { key })
    assert.equal(body.data.consents[0].text, 'Schickt mir Neuigkeiten.')
    const versions = await server.send('GET', `/v1/forms/${form.id}/consents`, { key })
    assert.deepEqual(
      versions.body.data.map(({ version, text, translations }: Record<string, unknown>) => [
        version,
        text,
        translations,
      ]),
      [
        [2, 'Send me news.', { de: 'Neuigkeiten, bitte.' }],
        [1, 'Send me news.', { de: 'Schickt mir Neuigkeiten.' }],
      ],
    )
    const timeline = await server.send('GET', '/v1/people/eva@example.com/timeline', { key })
    assert.match(timeline.text, /Schickt mir Neuigkeiten/)
    const file = await server.send('GET', '/v1/people/eva@example.com/export', { key })
    assert.match(file.text, /Schickt mir Neuigkeiten/)
  })

  test('asks for the confirmation, confirms and replies in the language of the sender', async () => {
    const mails = {
      double_opt_in: true,
      opt_in_mail: { subject: 'Please confirm', text: 'Is it you?' },
      auto_reply: { subject: 'Hello {{first_name}}', text: 'We will write.' },
    }
    const german = {
      ...GERMAN,
      opt_in_mail: { subject: 'Bitte bestätigen' },
      auto_reply: { subject: 'Hallo {{first_name}}', text: 'Wir schreiben.' },
    }
    const form = await createForm({ ...mails, translations: { de: german } })
    await submit(form, { first_name: 'Uwe', email: 'uwe@example.com' }, '?lang=de')
    const asked = readMail((await work())[0]!)
    assert.match(asked, /Bitte_bestätigen/)
    // Not translated.
    assert.match(asked, /Is it you\?/)
    assert.match(asked, /Adresse bestätigen/)
    const link = /http\S*\/confirm\/[\w-]+/.exec(asked)![0]
    const page = await visit(link, 'fr')
    assert.equal(langOf(page.html), 'de')
    assert.ok(page.html.includes('Angebot'), page.html)
    const done = await visit(link, 'fr', { method: 'POST' })
    assert.match(done.html, /Ihre Adresse ist bestätigt/)
    const reply = readMail((await work())[0]!)
    assert.match(reply, /Hallo Uwe|Hallo_Uwe/)
    assert.match(reply, /Wir schreiben\./)
    await submit(form, { first_name: 'Sue', email: 'sue@example.com' }, '?lang=en')
    assert.match(readMail((await work())[0]!), /Please confirm/)
  })
})
