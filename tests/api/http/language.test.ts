import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LANGUAGES } from '../../../src/messages/languages.ts'
import { startServer } from '../../helpers/server.ts'

const server = await startServer()
const key = await server.key()
const GERMAN = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }

type Options = Parameters<typeof server.send>[2]

const inGerman = (method: string, path: string, options: Options = {}) =>
  server.send(method, path, { key, ...options, headers: { ...GERMAN, ...options.headers } })

describe('a refusal', () => {
  test('speaks the language of Accept-Language, with codes, fields and status as ever', async () => {
    const json = { first_name: 7, email: 'ana' }
    const english = await server.send('POST', '/v1/contacts', { key, json })
    const german = await inGerman('POST', '/v1/contacts', { json })
    assert.deepEqual(german.body, {
      error: 'validation_error',
      message: 'first_name muss ein String sein, ist aber eine Zahl. (und 1 weitere, siehe details)',
      status: 400,
      details: {
        first_name: ['first_name muss ein String sein, ist aber eine Zahl.'],
        email: ['email muss eine E-Mail-Adresse wie ana@example.com sein: Das @ fehlt.'],
      },
    })
    assert.deepEqual(Object.keys(english.body.details), Object.keys(german.body.details))
    for (const [answer, language] of [
      [english, 'en'],
      [german, 'de'],
    ] as const) {
      assert.equal(answer.headers.get('content-language'), language)
      assert.match(answer.headers.get('vary') ?? '', /\bAccept-Language\b/)
    }
  })

  test('has no English words among German ones: what an id belongs to, and shapes', async () => {
    const of = async (method: string, path: string, json?: unknown) => {
      const { body } = await inGerman(method, path, json === undefined ? {} : { json })
      return Object.values(body.details as Record<string, string[]>).flat()
    }
    assert.deepEqual(await of('GET', '/v1/posts?connection_id=x&group_id=y'), [
      'connection_id muss die ID von einem verbundenen Konto sein, eine UUID.',
      'group_id muss die ID von einer Gruppe von Beiträgen sein, eine UUID.',
    ])
    assert.equal(
      (await of('POST', '/v1/forms', { name: 'Kontakt', fields: [7] }))[0],
      'fields[0] muss ein Objekt mit einem Namen sein, ist aber eine Zahl.',
    )
  })

  const HEADERS = { en: 'en-GB', de: 'de-CH', fr: 'fr-CA,fr;q=0.9', es: 'es-419', pt: 'pt-BR', ja: 'ja' } as const
  const NO_CONTACT = {
    en: 'There is no contact with this id. List them at GET /v1/contacts.',
    de: 'Es gibt keinen Kontakt mit dieser ID. GET /v1/contacts listet alle auf.',
    fr: 'Aucun contact n’a cet identifiant. La liste\u00a0: GET /v1/contacts.',
    es: 'No hay ningún contacto con este identificador. La lista está en GET /v1/contacts.',
    pt: 'Não há nenhum contato com este identificador. A lista está em GET /v1/contacts.',
    ja: 'このIDの連絡先はありません。一覧はGET /v1/contactsで取得できます。',
  } as const

  for (const language of LANGUAGES) {
    test(`in ${language}, for ${HEADERS[language]}`, async () => {
      const headers = { 'accept-language': HEADERS[language] }
      const path = '/v1/contacts/019a8b7c-0000-7000-8000-000000000000'
      const answer = await server.send('GET', path, { key, headers })
      assert.equal(answer.body.error, 'not_found')
      assert.equal(answer.body.message, NO_CONTACT[language])
      assert.equal(answer.headers.get('content-language'), language)
      assert.match(answer.headers.get('vary') ?? '', /\bAccept-Language\b/)
      const refused = await server.send('POST', '/v1/contacts', { key, headers, json: { first_name: 7, email: 'ana' } })
      assert.equal(refused.body.error, 'validation_error')
      assert.deepEqual(Object.keys(refused.body.details), ['first_name', 'email'])
    })
  }

  test('without the header, with * and with an unknown language is English, word for word', async () => {
    for (const language of [undefined, '*', 'tlh', 'de;q=0']) {
      const headers = language === undefined ? {} : { 'accept-language': language }
      const { body } = await server.send('GET', '/v1/contacts/019a8b7c-0000-7000-8000-000000000000', { key, headers })
      assert.equal(body.message, 'There is no contact with this id. List them at GET /v1/contacts.')
    }
  })

  test('in a log is English', async () => {
    await inGerman('POST', '/v1/contacts', { json: {}, headers: { authorization: 'Bearer nonsense' } })
    assert.ok(!server.logs.join('\n').includes('Schlüssel'))
  })

  test('of a website’s form keeps what Vary says about origins', async () => {
    const { headers } = await server.send('POST', '/v1/contacts', {
      headers: { ...GERMAN, origin: 'https://www.example.com' },
      json: {},
    })
    assert.match(headers.get('vary') ?? '', /Accept-Language/)
    assert.equal(headers.get('content-language'), 'de')
  })
})

describe('a stored reason', () => {
  test('is shown in the language of the reader, in a record and in lists, and events keep English', async () => {
    const scheduled = { content: 'Hello', status: 'scheduled', scheduled_date: '2030-05-01T09:30:00Z' }
    const made = await inGerman('POST', '/v1/posts/short', { json: scheduled })
    const { id, warnings } = made.body.data
    const waits =
      'Kein Konto von X ist verbunden. Der Beitrag ist gespeichert und wartet; nichts geht hinaus, bis eines verbunden ist.'
    assert.deepEqual(
      warnings.map(({ message }: { message: string }) => message),
      [waits],
    )
    assert.equal(made.headers.get('content-language'), 'de')
    await server.send('POST', `/v1/posts/${id}/cancel`, { key })
    const reasonIn = async (path: string, headers: Record<string, string>) => {
      const answer = await server.send('GET', path, { key, headers })
      assert.equal(answer.headers.get('content-language'), headers === GERMAN ? 'de' : 'en', path)
      assert.match(answer.headers.get('vary') ?? '', /Accept-Language/)
      const { data } = answer.body
      const post = Array.isArray(data) ? data.find((each) => each.id === id) : data
      return post.publication.reason
    }
    for (const path of [`/v1/posts/${id}`, '/v1/posts', '/v1/posts?order=scheduled', '/v1/posts?status=draft']) {
      assert.equal(await reasonIn(path, GERMAN), 'Von einer Person abgesagt.', path)
      assert.equal(await reasonIn(path, {}), 'Cancelled by a person.', path)
    }
    const [stored] = await server.sql<{ reason: string }>('select reason from posts where id = $1', [id])
    assert.equal(stored!.reason, 'Cancelled by a person.')
    const events = await server.sql<{ data: string }>(
      `select data::text from event_outbox where type = 'post.cancelled'`,
    )
    assert.ok(!events.some(({ data }) => data.includes('abgesagt')))
  })

  test('a response without text depends on no language', async () => {
    const { headers } = await inGerman('POST', '/v1/contacts', { json: { first_name: 'Ana' } })
    assert.equal(headers.get('content-language'), null)
    assert.ok(!(headers.get('vary') ?? '').includes('Accept-Language'))
  })
})

test('a repeat under one Idempotency-Key gets the first response, in its language', async () => {
  const headers = { 'idempotency-key': 'one-language' }
  const json = { content: 'Hello', status: 'scheduled', scheduled_date: '2030-05-01T09:30:00Z' }
  const first = await inGerman('POST', '/v1/posts/short', { json, headers })
  const repeat = await server.send('POST', '/v1/posts/short', { key, json, headers })
  assert.deepEqual(repeat.body, first.body)
  assert.equal(repeat.headers.get('content-language'), 'de')
})
