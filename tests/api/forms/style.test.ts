import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { contrastOf, inkOn, styleDoubts, visibleOn } from '../../../src/forms/fields/style.ts'
import { startServer } from '../../helpers/server.ts'

const server = await startServer()
let key: string
before(async () => {
  key = await server.key()
})

const DEFAULT = { accent: null, text: null, background: null, theme: 'auto', corners: 'soft', font: 'page' }

async function create(json: object) {
  const answer = await server.send('POST', '/v1/forms', { key, json: { name: 'Form', ...json } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}

async function embed(form: { public_id: string }, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.url}/f/${form.public_id}/embed`, { headers })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

describe('the style of a form', () => {
  test('is stored, read back and changed; a form without one has the usual looks', async () => {
    const form = await create({})
    assert.deepEqual(form.style, DEFAULT)
    const style = { accent: '#D6336C', corners: 'round', background: '#101010' }
    const changed = await server.send('PATCH', `/v1/forms/${form.id}`, { key, json: { style } })
    assert.deepEqual(changed.body.data.style, { ...DEFAULT, ...style })
    const back = await server.send('PATCH', `/v1/forms/${form.id}`, { key, json: { style: null } })
    assert.deepEqual(back.body.data.style, DEFAULT)
  })

  test('takes nothing that could be more than a color, and says what is wrong', async () => {
    const wrong = ['red', '#fff', '#12345', '#1234567', 'url(x)', '#12345g', '}body{x:y', '#1f5fd0;x:y', 1, {}]
    for (const accent of wrong) {
      const answer = await server.send('POST', '/v1/forms', { key, json: { name: 'Form', style: { accent } } })
      assert.equal(answer.status, 400, String(accent))
      assert.ok(answer.body.details['style.accent'], answer.text)
    }
    for (const style of [{ corners: '1rem' }, { font: 'Comic Sans' }, { theme: 'pink' }, { css: 'x' }, 'red']) {
      const answer = await server.send('POST', '/v1/forms', { key, json: { name: 'Form', style } })
      assert.equal(answer.status, 400, JSON.stringify(style))
    }
  })

  test('is on the page, whose policy allows exactly this style', async () => {
    const form = await create({ style: { accent: '#d6336c', text: '#222222', background: '#fafafa' } })
    for (const [query, hasRoom] of [
      ['', true],
      ['?frame', false],
    ] as const) {
      const answer = await fetch(`${form.url}${query}`)
      const style = /<style>([^<]*)<\/style>/.exec(await answer.text())![1]!
      for (const part of ['--act:#d6336c', '--ink:#222222', '--card:#fafafa']) assert.ok(style.includes(part), part)
      assert.equal(style.includes('max-width:36rem'), hasRoom)
      const hash = createHash('sha256').update(style).digest('base64')
      assert.ok(answer.headers.get('content-security-policy')!.includes(`style-src 'sha256-${hash}'`))
    }
  })

  test('text on the button can be read on any color, and an invisible button is made visible', () => {
    const parts = ['00', '33', '66', '77', '99', 'cc', 'ff']
    for (const red of parts) {
      for (const green of parts) {
        for (const blue of parts) {
          const color = `#${red}${green}${blue}`
          for (const ground of ['#ffffff', '#1b1f26', color]) {
            const act = visibleOn(color, ground)
            assert.ok(contrastOf(act, ground) >= 3, `${color} on ${ground}`)
            assert.ok(contrastOf(inkOn(act), act) >= 4.5, color)
          }
        }
      }
    }
    assert.equal(Math.round(contrastOf('#000000', '#ffffff')), 21)
    const style = { ...DEFAULT, theme: 'auto', corners: 'soft', font: 'page' } as const
    assert.deepEqual(styleDoubts({ ...style, text: '#777777', background: '#888888', accent: '#888888' }), [
      'text',
      'accent',
    ])
    assert.deepEqual(styleDoubts({ ...style, text: '#111111', background: '#ffffff', accent: '#1f5fd0' }), [])
  })
})

describe('a form for the script of a website', () => {
  test('comes as elements, without a token and without markup', async () => {
    const evil = '</style><script>alert(1)</script>'
    const form = await create({ title: evil, fields: [{ name: 'email', label: evil }], style: { corners: 'square' } })
    const { status, body } = await embed(form)
    assert.equal(status, 200)
    const [heading, element] = body.data.body
    assert.deepEqual(heading, ['h2', {}, evil])
    assert.equal(element[0], 'form')
    const text = JSON.stringify(body.data)
    assert.doesNotMatch(text, /dp_token/)
    assert.match(text, /dp_topic/)
    assert.match(body.data.css, /--r:0;/)
    assert.ok(!body.data.css.includes('alert('))
  })

  test('without a title of its own it has no heading: the website has one', async () => {
    const { body } = await embed(await create({ name: 'Internal name' }))
    assert.ok(!JSON.stringify(body.data.body).includes('Internal name'))
  })

  test('is readable and can be framed for the websites that may send', async () => {
    const site = 'https://www.example.com'
    const form = await create({ allowed_origins: [site, 'https://*.example.org'] })
    const allowed = await embed(form, { origin: site })
    assert.equal(allowed.headers.get('access-control-allow-origin'), site)
    const other = await embed(form, { origin: 'https://evil.example' })
    assert.equal(other.headers.get('access-control-allow-origin'), null)
    const ancestors = async (form: { url: string }) => {
      const policy = (await fetch(`${form.url}?frame`)).headers.get('content-security-policy')!
      return /frame-ancestors ([^;]*)/.exec(policy)![1]
    }
    assert.equal(await ancestors(form), `'self' ${site} https://*.example.org`)
    // Without a list of its own, the workspace decides, which allows any here.
    const open = await create({})
    assert.equal((await embed(open, { origin: site })).headers.get('access-control-allow-origin'), '*')
    assert.equal(await ancestors(open), "'self' *")
  })

  test('a form that is not there is 404, and websites can read that', async () => {
    const { status, headers } = await embed({ public_id: 'k3XqP0aZ7mWc9LrT2bVd1s0Q' }, { origin: 'https://a.example' })
    assert.equal(status, 404)
    assert.equal(headers.get('access-control-allow-origin'), '*')
  })
})
