import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createSafeFetch, type SafeFetch } from '../../../../src/lib/net/safe-fetch.ts'
import { en } from '../../../../src/messages/en.ts'
import { sentence } from '../../../../src/messages/sentence.ts'
import { fetchLead, leadIdsOf } from '../../../../src/webhooks/senders/meta/leads.ts'
import { readPayload } from '../../../../src/webhooks/senders/payload.ts'
import { PRESETS } from '../../../../src/webhooks/senders/registry.ts'
import { applyMapping } from '../../../helpers/mapping.ts'

const META_LEAD = readPayload('meta')

const TOKEN = 'EAAB-page-token'
const LEAD = '1234567890123456'

let seen: Array<{ method: string; url: string; headers: IncomingHttpHeaders }> = []
let answer: (response: ServerResponse) => void
const graph = createServer((request, response) => {
  seen.push({ method: request.method!, url: request.url!, headers: request.headers })
  answer(response)
})
let baseUrl = ''
let http: SafeFetch

before(async () => {
  graph.listen(0, '127.0.0.1')
  await once(graph, 'listening')
  baseUrl = `http://127.0.0.1:${(graph.address() as AddressInfo).port}`
  http = createSafeFetch({ allowedOrigins: [baseUrl] })
})

beforeEach(() => {
  seen = []
  answer = (response) => response.end(JSON.stringify(META_LEAD))
})

after(async () => {
  graph.closeAllConnections()
  graph.close()
  await once(graph, 'close')
})

function read(leadId = LEAD, url = baseUrl) {
  return fetchLead(http, { baseUrl: url, version: 'v25.0', accessToken: TOKEN, leadId })
}

function say(status: number, body: unknown): void {
  answer = (response) => {
    response.statusCode = status
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

/** Meta's own delivery: only the id of the lead, and nothing about the person. */
const metaLeadNotice = {
  object: 'page',
  entry: [
    {
      id: '153125381133',
      time: 1_794_735_000,
      changes: [
        {
          field: 'leadgen',
          value: {
            leadgen_id: '1234567890123456',
            page_id: '153125381133',
            form_id: '987654321098765',
            adgroup_id: '120210000000000001',
            ad_id: '120210000000000001',
            created_time: 1_794_735_000,
          },
        },
      ],
    },
  ],
}

describe('the ids of leads', () => {
  test('are read from every change of every entry, once each', () => {
    const change = (leadgen_id: unknown, field = 'leadgen') => ({ field, value: { leadgen_id } })
    const value = {
      object: 'page',
      entry: [{ changes: [change('12'), change(34), change('12'), change('56', 'feed')] }, { changes: [change('78')] }],
    }
    assert.deepEqual(leadIdsOf(value), ['12', '34', '78'])
    assert.deepEqual(leadIdsOf(metaLeadNotice), [LEAD])
  })

  test('are numbers and nothing else, because they become part of a URL', () => {
    for (const id of ['../me', '12/34', '12?x', '', ' 12', '1'.repeat(33), 1.5, -1, 2 ** 60, null, {}, ['12']]) {
      assert.deepEqual(leadIdsOf({ entry: [{ changes: [{ field: 'leadgen', value: { leadgen_id: id } }] }] }), [])
    }
  })

  test('are empty if there are none', () => {
    const values = [
      null,
      5,
      'x',
      [],
      {},
      { entry: {} },
      { entry: [null, { changes: [null, 'x', { field: 'leadgen' }] }] },
    ]
    for (const value of values) assert.deepEqual(leadIdsOf(value), [])
  })
})

describe('a lead', () => {
  test('is read with the token in a header and not in the URL', async () => {
    assert.deepEqual(await read(), { value: META_LEAD })
    assert.equal(seen.length, 1)
    const [{ method, url, headers }] = seen as [(typeof seen)[0]]
    assert.equal(method, 'GET')
    assert.equal(url, `/v25.0/${LEAD}?fields=id,field_data,form_id,created_time,ad_id,campaign_name,platform`)
    assert.equal(headers.authorization, `Bearer ${TOKEN}`)
  })

  test('becomes a contact by the preset', async () => {
    const lead = await read(LEAD, `${baseUrl}/`)
    assert.ok('value' in lead)
    const result = applyMapping(PRESETS.meta_lead_ads!.mapping, lead.value)
    assert.ok('items' in result)
    assert.ok('record' in result.items[0]!)
    assert.equal(result.items[0].record.first_name, 'Ana')
  })

  test('with an id that is not a number is not requested', async () => {
    const lead = await read('../me')
    assert.ok('problem' in lead && !lead.retry)
    assert.equal(seen.length, 0)
  })

  const error = (code: number, more: object = {}) => ({
    error: { message: `Malformed access token ${TOKEN}`, type: 'OAuthException', code, fbtrace_id: 'A', ...more },
  })
  const failures: Array<[what: string, status: number, body: unknown, retry: boolean, message: RegExp]> = [
    [
      'an expired token',
      401,
      error(190, { error_subcode: 463 }),
      false,
      /set access_token of the webhook to a new one/,
    ],
    ['a token of nobody', 400, error(190), false, /set access_token/],
    ['a missing permission', 403, error(200), false, /leads_retrieval/],
    ['a missing permission (10)', 403, error(10), false, /leads_retrieval/],
    [
      'a lead that is not there',
      400,
      error(100, { error_subcode: 33 }),
      false,
      /deleted, or the access token is not of/,
    ],
    ['a limit of the app', 400, error(4), true, /Doorpost will retry/],
    ['a limit of the Page', 400, error(32), true, /Doorpost will retry/],
    ['a limit by status', 429, '', true, /Doorpost will retry/],
    ['a fault that passes', 400, error(99, { is_transient: true }), true, /Doorpost will retry/],
    ['a fault of the server', 500, '<html>', true, /status 500/],
    ['a gateway', 503, '', true, /Doorpost will retry/],
    ['an unknown refusal', 400, error(2635), false, /version of the Graph API/],
    ['an answer without answers', 200, { id: LEAD }, false, /no field_data/],
    ['an answer that is not JSON', 200, 'OK', false, /no field_data/],
    ['a redirect', 302, '', false, /status 302/],
  ]
  for (const [what, status, body, retry, message] of failures) {
    test(`fails with a reason and no token in it: ${what}`, async () => {
      say(status, body)
      const lead = await read()
      assert.ok('problem' in lead)
      const said = sentence(lead.problem)
      assert.equal(lead.retry, retry, said)
      assert.match(said, message)
      assert.ok(said.includes(LEAD))
      assert.ok(!said.includes(TOKEN))
      assert.equal(seen.length, 1)
    })
  }

  test('is requested again after a broken connection', async () => {
    answer = (response) => response.destroy()
    const lead = await read()
    assert.ok('problem' in lead && lead.retry)
    assert.ok(!sentence(lead.problem).includes(TOKEN))
  })

  test('is never requested over plain http, nor on a private address', async () => {
    const outside = createSafeFetch()
    for (const url of [baseUrl, 'http://graph.facebook.com', 'https://127.0.0.1']) {
      const lead = await fetchLead(outside, { baseUrl: url, version: 'v25.0', accessToken: TOKEN, leadId: LEAD })
      assert.ok('problem' in lead && !lead.retry, JSON.stringify(lead))
    }
    assert.equal(seen.length, 0)
  })
})

test('without a token the reason says what to do', () => {
  const result = applyMapping(PRESETS.meta_lead_ads!.mapping, metaLeadNotice)
  assert.deepEqual(result, { items: [{ problems: { first_name: [en['lead.no_token']] } }] })
  assert.match(en['lead.no_token'], /Set access_token/)
})
