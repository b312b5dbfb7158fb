import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { before, describe, test } from 'node:test'
import { checkAnswer } from '../../helpers/contract.ts'
import { postBody } from '../../helpers/http-client.ts'
import { startServer } from '../../helpers/server.ts'

const server = await startServer()
let key: string
before(async () => {
  key = await server.key()
})

type Body = Record<string, unknown>
type SentBody = string | Uint8Array<ArrayBuffer> | URLSearchParams | FormData
interface Form {
  id: string
  public_id: string
  url: string
  submit_url: string
}

const createForm = async (json: Body = {}): Promise<Form> => {
  const answer = await server.send('POST', '/v1/forms', { key, json: { name: 'Form', protection: 'off', ...json } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-mode': 'navigate' }

/** Sends a form like a browser without scripts. */
async function post(form: Form, body: SentBody, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await postBody(form.submit_url, body, { ...BROWSER, ...headers })
  await checkDeclared(form.submit_url, answer.clone())
  return answer
}

/** Checks that status and type are in the document. */
async function checkDeclared(url: string, answer: Response): Promise<void> {
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  const { status, headers } = answer
  checkAnswer('POST', new URL(url).pathname, { status, headers, text, body: isJson ? JSON.parse(text) : null })
}
/** Sends exactly these headers: fetch() adds some. */
async function sendPlain(url: string, body: SentBody, headers: http.OutgoingHttpHeaders) {
  const request = new Request(url, { method: 'POST', body })
  const type = request.headers.get('content-type')!
  const sent = http.request(url, { method: 'POST', headers: { 'content-type': type, ...headers } })
  sent.end(Buffer.from(await request.arrayBuffer()))
  const [answer] = (await once(sent, 'response')) as [http.IncomingMessage]
  const { statusCode: status, headers: received } = answer
  const shown = new Response(await text(answer), { status: status!, headers: received as Record<string, string> })
  await checkDeclared(url, shown)
  return { status, type: received['content-type'] ?? '' }
}

const ANA = { first_name: 'Ana', email: 'ana@example.com' }
const encoded = (values: Record<string, string> = ANA) => new URLSearchParams(values)
const multipart = (values: Record<string, string> = ANA) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(values)) data.append(name, value)
  return data
}
const contactsOf = async (form: Form) =>
  server.sql<{ first_name: string; email: string; extra: Body; utm_source: string | null }>(
    `select c.* from submissions s join contacts c on c.id = s.contact_id where s.form_id = $1 order by s.id`,
    [form.id],
  )

describe('a browser without a script', () => {
  for (const [encoding, body] of [
    ['urlencoded', encoded],
    ['multipart', multipart],
  ] as const) {
    test(`sends ${encoding}, is stored, and goes on to the thank-you page`, async () => {
      const form = await createForm({ thanks_text: 'We will <b>write</b> to you.' })
      const answer = await post(form, body())
      assert.equal(answer.status, 303)
      assert.equal(answer.headers.get('location'), `/f/${form.public_id}/thanks`)
      assert.deepEqual(
        (await contactsOf(form)).map(({ first_name, email }) => ({ first_name, email })),
        [ANA],
      )
      const thanks = await fetch(`${form.url}/thanks`)
      assert.equal(thanks.status, 200)
      assert.match(await thanks.text(), /We will &lt;b&gt;write&lt;\/b&gt; to you\./)
    })

    test(`sends ${encoding} with a wrong field, and gets the form again with what was typed`, async () => {
      const form = await createForm()
      const answer = await post(
        form,
        body({ first_name: '"><script>alert(1)</script>', email: 'ana@', message: '</textarea><b>' }),
      )
      assert.equal(answer.status, 400)
      assert.match(answer.headers.get('content-type')!, /^text\/html/)
      const html = await answer.text()
      assert.match(html, /value="&quot;&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt;"/)
      assert.match(html, /&lt;\/textarea&gt;&lt;b&gt;/)
      assert.match(html, /value="ana@"/)
      assert.match(html, /aria-invalid="true" aria-describedby="field-2-error" autofocus/)
      assert.match(html, /<p class="error" id="field-2-error">E-mail must be an e-mail address/)
      assert.doesNotMatch(html, /<script(?! src="\/forms\/form\.js" defer>)|<b>/)
      assert.equal(answer.headers.get('referrer-policy'), 'same-origin')
      assert.deepEqual(await contactsOf(form), [])
    })

    test(`sends ${encoding} of up to 51,200 bytes`, async () => {
      const form = await createForm({ fields: [{ name: 'email' }] })
      const bytesOf = async (size: number) => {
        const request = new Request(form.submit_url, {
          method: 'POST',
          body: body({ email: 'a@example.com', pad: 'x'.repeat(size) }),
        })
        return { type: request.headers.get('content-type')!, bytes: Buffer.from(await request.arrayBuffer()) }
      }
      const frame = (await bytesOf(0)).bytes.length
      for (const [size, status] of [
        [51_200 - frame, 303],
        [51_201 - frame, 413],
      ] as const) {
        const { type, bytes } = await bytesOf(size)
        const answer = await post(form, bytes, { 'content-type': type })
        assert.equal(answer.status, status)
        await answer.arrayBuffer()
      }
    })
  }

  const NAVIGATE = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const cases: Array<[who: string, isPage: boolean, headers: http.OutgoingHttpHeaders]> = [
    ['a browser that leaves the page', true, { ...NAVIGATE, accept: BROWSER.accept }],
    ['a browser that leaves the page, whatever it accepts', true, { ...NAVIGATE, accept: '*/*' }],
    ['a browser over plain http', true, { accept: BROWSER.accept }],
    ['a program that asks for a page', true, { accept: 'text/html' }],
    ['a program that prefers pages', true, { accept: 'application/json;q=0.5, text/*' }],
    ['a script', false, { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', accept: '*/*' }],
    ['a script that takes pages', false, { 'sec-fetch-mode': 'same-origin', accept: 'text/html' }],
    ['a beacon', false, { 'sec-fetch-mode': 'no-cors', accept: '*/*' }],
    ['a program that takes everything', false, { accept: '*/*' }],
    ['a program that does not say', false, {}],
    ['a program that takes JSON', false, { accept: 'application/json' }],
    ['a library that takes both', false, { accept: 'application/json, text/html, */*' }],
    ['jQuery', false, { accept: 'application/json, text/javascript, */*; q=0.01' }],
    ['a program that takes pages if it must', false, { accept: 'text/html;q=0.9, application/json' }],
    ['a program that refuses pages', false, { accept: 'text/html;q=0, */*' }],
    ['a program that takes neither', false, { accept: 'image/png' }],
    ['a program with nonsense', false, { accept: ';;,q=,text/html;q=x' }],
  ]
  for (const [who, isPage, headers] of cases) {
    test(`${who} gets ${isPage ? 'a page' : 'JSON'}, in both encodings, also when it is refused`, async () => {
      const form = await createForm()
      for (const body of [encoded, multipart]) {
        for (const [values, status] of [
          [ANA, isPage ? 303 : 201],
          [{ email: 'x' }, 400],
        ] as const) {
          const answer = await sendPlain(form.submit_url, body(values), headers)
          assert.equal(answer.status, status)
          assert.match(answer.type, isPage ? /^text\/html/ : /^application\/json/)
        }
      }
      const missing = await sendPlain(form.submit_url.replace(form.public_id, 'x'.repeat(24)), encoded(), headers)
      assert.equal(missing.status, 404)
      assert.match(missing.type, isPage ? /^text\/html/ : /^application\/json/)
    })
  }

  test('repeated names become lists', async () => {
    const form = await createForm({
      fields: [{ name: 'email' }, { name: 'topics', type: 'checkboxes', options: ['a', 'b', 'c'] }],
    })
    const body = encoded({ email: 'ana@example.com' })
    for (const topic of ['c', 'a']) body.append('topics', topic)
    for (const other of ['x', 'y']) body.append('other', other)
    assert.equal((await post(form, body)).status, 303)
    const [contact] = await contactsOf(form)
    assert.deepEqual(contact!.extra, { topics: 'a, c', other: 'x, y', first_name_from: 'email' })
  })

  test('other content, broken multipart and no body at all are refused with a page', async () => {
    const form = await createForm()
    const xml = await fetch(form.submit_url, { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a/>' })
    assert.equal(xml.status, 400)
    assert.match(((await xml.json()) as { message: string }).message, /^Content-Type must be application\/json/)
    for (const [type, body] of [
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="email"\r\n\r\nana'],
      ['application/x-www-form-urlencoded', Buffer.from([0xff, 0x3d])],
    ] as const) {
      const answer = await post(form, body, { 'content-type': type })
      assert.equal(answer.status, 400, type)
      assert.match(await answer.text(), /Go back to the form/)
    }
    assert.deepEqual(await contactsOf(form), [])
  })

  test('a browser on an unknown form, and one that sends too much, read a page', async () => {
    const form = await createForm()
    const gone = { ...form, submit_url: form.submit_url.replace(form.public_id, 'A'.repeat(24)) }
    const answer = await post(gone, encoded())
    assert.equal(answer.status, 404)
    assert.match(await answer.text(), /<h1>This form no longer exists<\/h1>/)
  })
})

describe('where the browser is redirected', () => {
  const A = 'https://www.example.com/thanks'
  const B = 'https://other.example/?a=1&b=2'

  test('is the first listed address, or the listed one that the form names; never another', async () => {
    const form = await createForm({ redirect_urls: [A, B] })
    const goes = async (redirect?: string) => {
      const body = encoded(redirect === undefined ? ANA : { ...ANA, redirect_url: redirect })
      return (await post(form, body)).headers.get('location')
    }
    assert.equal(await goes(), A)
    assert.equal(await goes(B), B)
    const attacks = [
      'https://evil.example',
      '//evil.example',
      `${A}.evil.example`,
      'javascript:alert(1)',
      `${A}\r\nx: y`,
    ]
    for (const attack of attacks) assert.equal(await goes(attack), A, attack)
    const own = await createForm()
    const answer = await post(own, encoded({ ...ANA, redirect_url: 'https://evil.example' }))
    assert.equal(answer.headers.get('location'), `/f/${own.public_id}/thanks`)
  })

  test('the page allows the browser to go there after sending', async () => {
    const form = await createForm({ redirect_urls: [A, B], allowed_origins: ['https://*.example.com'] })
    const policy = (await fetch(form.url)).headers.get('content-security-policy')!
    assert.match(policy, /form-action 'self' https:\/\/www\.example\.com https:\/\/other\.example;/)
    assert.match(policy, /frame-ancestors 'self' https:\/\/\*\.example\.com/)
    assert.match(policy, /default-src 'none'/)
  })
})

describe('GET /f/{public_id}', () => {
  test('escapes every label and every value: nothing in a form becomes a script', async () => {
    const evil = `"'></option></textarea></title></style><script>alert(1)</script><img src=x onerror=alert(1)>&amp;`
    const fields = (
      [
        'text',
        'textarea',
        'phone',
        'number',
        'select',
        'radio',
        'checkbox',
        'checkboxes',
        'date',
        'url',
        'file',
      ] as const
    ).map((type) => ({
      name: `f-${type}`,
      type,
      label: evil,
      help: evil,
      placeholder: evil,
      ...(/select|radio|checkboxes/.test(type) ? { options: [evil, 'b'] } : {}),
    }))
    const form = await createForm({
      name: evil.slice(0, 100),
      title: evil,
      description: evil,
      submit_label: evil,
      thanks_text: evil,
      fields: [{ name: 'email', label: evil, help: evil }, { name: 'h', type: 'hidden', value: evil }, ...fields],
      consent: { purpose: evil, text: evil },
    })
    const query = new URLSearchParams({
      utm_source: evil,
      utm_campaign: evil,
      dp: evil,
      referrer: evil,
      redirect_url: evil,
    })
    const pages = [
      await fetch(`${form.url}?${query}`),
      await fetch(`${form.url}/thanks`),
      await post(
        form,
        encoded(Object.fromEntries([...fields.map(({ name }) => [name, evil]), ['email', evil], ['utm_term', evil]])),
      ),
    ]
    for (const page of pages) {
      const html = await page.text()
      assert.doesNotMatch(html, /<script(?! src="\/forms\/form\.js" defer>)|<img|onerror=alert\(1\)>(?!&)/)
      assert.equal(html.match(/<style>/g)?.length, 1)
      assert.equal(html.match(/<\/title>/g)?.length, 1)
    }
    assert.equal(pages[2]!.status, 400)
  })

  test('remembers where the visitor came from, and the contact shows it', async () => {
    const form = await createForm()
    const page = await fetch(`${form.url}?utm_source=threads&utm_campaign=spring&dp=Ab3dE6gH&fbclid=x`, {
      headers: { referer: 'https://www.example.com/blog?secret=1' },
    })
    assert.equal(page.status, 200)
    const html = await page.text()
    assert.match(html, /<html lang="en" dir="ltr">/)
    assert.match(html, /<input type="hidden" name="referrer" value="https:\/\/www\.example\.com">/)
    assert.match(html, /<input type="hidden" name="dp" value="Ab3dE6gH">/)
    assert.doesNotMatch(html, /secret|fbclid/)
    const hidden = [...html.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!,
    ])
    assert.equal((await post(form, encoded({ ...ANA, ...Object.fromEntries(hidden) }))).status, 303)
    const [contact] = await contactsOf(form)
    assert.equal(contact!.utm_source, 'threads')
    assert.deepEqual(contact!.extra, { utm_campaign: 'spring', dp: 'Ab3dE6gH', referrer: 'https://www.example.com' })
  })

  test('counts views of people and machines separately, and HEAD requests not at all', async () => {
    const form = await createForm()
    const view = (agent: string, more: RequestInit = {}) =>
      fetch(form.url, { ...more, headers: { 'user-agent': agent, ...more.headers } }).then((answer) => answer.text())
    const chrome =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36'
    await Promise.all([view(chrome), view(chrome), view('Googlebot/2.1'), view(chrome, { method: 'HEAD' })])
    await view(chrome, { headers: { 'sec-purpose': 'prefetch' } })
    await server.deps.forms.views.drained()
    const { numbers } = (await server.send('GET', `/v1/forms/${form.id}`, { key })).body.data
    assert.deepEqual([numbers.views, numbers.bot_views], [2, 1])
  })

  test('a visitor who opens too many pages gets a page, too', async () => {
    const limited = await startServer({ beside: server, env: { RATE_LIMIT_OPEN: '1' } })
    const { public_id } = await createForm()
    assert.equal((await fetch(`${limited.url}/f/${public_id}`)).status, 200)
    const refused = await fetch(`${limited.url}/f/${public_id}`)
    assert.equal(refused.status, 429)
    assert.match(await refused.text(), /<h1>Please wait a moment<\/h1>/)
  })

  test('an unknown form is a page that says so', async () => {
    const answer = await fetch(`${server.url}/f/${'A'.repeat(24)}`)
    assert.equal(answer.status, 404)
    assert.match(await answer.text(), /<h1>This form does not exist<\/h1>/)
  })
})

describe('websites', () => {
  const SITE = 'https://www.example.com'

  test('only listed ones may send, with every encoding; the preflight says the same', async () => {
    const form = await createForm({ allowed_origins: [SITE, 'https://*.example.org'] })
    const bodies: Array<[SentBody, Record<string, string>]> = [
      [JSON.stringify(ANA), { 'content-type': 'application/json' }],
      [encoded(), {}],
      [multipart(), {}],
      [JSON.stringify(ANA), { 'content-type': 'text/plain;charset=UTF-8' }],
    ]
    const cases: Array<[string, boolean]> = [
      [SITE, true],
      ['https://shop.example.org', true],
      ['https://a.b.example.org', true],
      ['https://example.org', false],
      ['http://www.example.com', false],
      ['https://evil.example', false],
      ['https://www.example.com.evil.example', false],
      ['null', false],
    ]
    for (const [origin, isAllowed] of cases) {
      for (const [body, headers] of bodies) {
        const answer = await post(form, body, { ...headers, 'sec-fetch-mode': 'cors', origin })
        assert.equal(answer.status, isAllowed ? 201 : 403, origin)
        assert.equal(answer.headers.get('access-control-allow-origin'), isAllowed ? origin : null)
      }
      const preflight = await fetch(form.submit_url, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
      })
      assert.equal(preflight.headers.get('access-control-allow-origin'), isAllowed ? origin : null)
      assert.equal(preflight.headers.get('vary')?.includes('Origin'), true)
      const allowed = preflight.headers.get('access-control-allow-headers')!.split(', ')
      for (const name of ['content-type', 'idempotency-key', 'traceparent']) assert.ok(allowed.includes(name), name)
      assert.ok(!allowed.includes('authorization'))
    }
    const own = await post(form, encoded(), { origin: server.url })
    assert.equal(own.status, 303, 'our own page may always send')
  })

  test('a form without a list uses that of the workspace', async () => {
    const strict = await startServer({ beside: server, env: { ALLOWED_ORIGINS: SITE } })
    const { public_id } = await createForm()
    const send = (origin: string) =>
      strict.send('POST', `/v1/forms/${public_id}/submissions`, { json: ANA, headers: { origin } })
    assert.equal((await send(SITE)).status, 201)
    const refused = await send('https://evil.example')
    assert.equal(refused.status, 403)
    assert.match(refused.body.message, /allowed_origins of the form/)
  })
})

test('submissions share the limit of contacts without a key, whatever their encoding', async () => {
  const limited = await startServer({ beside: server, env: { RATE_LIMIT_PUBLIC: '3' } })
  const { public_id } = await createForm()
  const url = `${limited.url}/v1/forms/${public_id}/submissions`
  const send = (body: SentBody, headers = {}) => fetch(url, { method: 'POST', redirect: 'manual', body, headers })
  await limited.send('POST', '/v1/contacts', { json: ANA })
  await send(JSON.stringify(ANA), { 'content-type': 'application/json', accept: 'application/json' })
  await send(encoded())
  const page = await postBody(url, multipart(), BROWSER)
  await checkDeclared(url, page.clone())
  assert.equal(page.status, 429)
  assert.ok(page.headers.get('retry-after'))
  assert.match(await page.text(), /<h1>Please wait a moment<\/h1>/)
  assert.equal((await limited.send('POST', '/v1/contacts', { json: ANA })).status, 429)
})
