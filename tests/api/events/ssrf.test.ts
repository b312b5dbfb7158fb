import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net'
import { after, beforeEach, describe, test } from 'node:test'
import { transaction } from '../../../src/db/database.ts'
import { createSigningSecret, secretContext } from '../../../src/events/send.ts'
import type { Lookup } from '../../../src/lib/net/safe-fetch.ts'
import { createSecretBox, deriveKey } from '../../../src/lib/secrets/secret-box.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

// The corpus of server-side request forgeries, by number, tried on event endpoints.

const PATH = '/v1/events/endpoints'
const PUBLIC = '93.184.216.34'
const fixture = (name: string) => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url))

/** Must never be reached. */
let trapped = 0
const trap = createTcpServer((socket) => {
  trapped++
  socket.destroy()
})
/** The open internet, where PUBLIC leads. Its certificate is for "localhost", so that is its public name here. */
let hits = 0
let respond: (request: IncomingMessage, response: ServerResponse) => void
const site = createTlsServer({ cert: fixture('tls-cert.pem'), key: fixture('tls-key.pem') }, (request, response) => {
  hits++
  respond(request, response)
})
const SITE = 'https://localhost/hook'
const [trapPort, sitePort] = await Promise.all([listen(trap), listen(site)])
after(() => {
  site.closeAllConnections()
  site.close()
  trap.close()
})

async function listen(each: Server): Promise<number> {
  each.listen(0, '127.0.0.1')
  await once(each, 'listening')
  return (each.address() as AddressInfo).port
}

let dialled: string[] = []
let lookup: Lookup
/** PUBLIC is the site, and every other address is the trap, which counts whatever slips through. */
const outbound = {
  lookup: (name: string) => lookup(name),
  dial: (address: string, port: number) => {
    dialled.push(`${address} ${port}`)
    return connect({ host: '127.0.0.1', port: address === PUBLIC ? sitePort : trapPort })
  },
  ca: fixture('tls-cert.pem'),
  dnsTimeoutMs: 100,
}
const clock = { now: () => Date.parse('2026-11-15T09:00:00Z') }
const server = await startServer({ clock, outbound })
const open = await startServer({ clock, outbound, env: { ALLOW_PRIVATE_NETWORKS: 'true' } })
const keys = new Map([
  [server, await server.key()],
  [open, await open.key()],
])

beforeEach(() => {
  trapped = 0
  hits = 0
  dialled = []
  lookup = async () => {
    throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
  }
  respond = (_request, response) => void response.end('ok')
})

const send = (to: TestServer, method: string, path: string, json: unknown) =>
  to.send(method, path, { key: keys.get(to)!, json })

/** Inserts an endpoint that bypasses the checks of the API, like one whose name was public when it was created. */
async function plant(to: TestServer, url: string, workspaceId = to.deps.workspaceId): Promise<string> {
  const { id } = to.deps.ids.next()
  const box = createSecretBox([deriveKey('a secret key for tests that is longer than it need be')])
  await to.sql(
    `insert into event_endpoints (id, workspace_id, url, secret, created_at, updated_at)
     values ($1, $2, $3, $4, now(), now())`,
    [id, workspaceId, url, box.seal(createSigningSecret(), secretContext(id))],
  )
  return id
}

/** Results of the test button and of a delivery. */
async function tryBoth(to: TestServer, url: string): Promise<Array<{ outcome: string; status: number | null }>> {
  const workspaceId = await to.workspace()
  const key = await to.key({ workspaceId })
  const id = await plant(to, url, workspaceId)
  const { body } = await to.send('POST', `${PATH}/${id}/test`, { key, json: {} })
  await transaction(to.deps.pool, (tx) =>
    to.deps.emit(tx, {
      workspaceId,
      type: 'contact.created',
      subjectId: to.deps.ids.next().id,
      subjectVersion: 1,
      data: {},
    }),
  )
  await to.deps.courier.runDue()
  const attempts = await to.sql<{ outcome: string; status: number | null }>(
    'select outcome, status from event_attempts where endpoint_id = $1',
    [id],
  )
  assert.equal(attempts.length, 1)
  assert.equal(body.data.delivered, attempts[0]!.outcome === 'delivered', 'the test says what the delivery finds')
  assert.equal(body.data.status, attempts[0]!.status)
  await to.sql('delete from event_endpoints where id = $1', [id])
  return attempts
}

const nothing = () => assert.deepEqual({ dialled, trapped, hits }, { dialled: [], trapped: 0, hits: 0 })

/** Number, the rest of the URL after "http:", and whether it is refused even if private networks are allowed. */
const HOSTS: Array<[number: number, rest: string, never?: 'never']> = [
  [1, '//127.0.0.1/'],
  [2, '//127.0.0.1:5432/'],
  [3, '//127.1/'],
  [4, '//127.0.1/'],
  [5, '//127.127.127.127/'],
  [6, '//0/', 'never'],
  [7, '//0.0.0.0/', 'never'],
  [8, '//2130706433/'],
  [9, '//0x7f000001/'],
  [10, '//0x7f.0.0.0x1/'],
  [11, '//0177.0.0.1/'],
  [12, '//①②⑦.0.0.1/'],
  [13, '//127。0。0。1/'],
  [14, '//localhost/'],
  [15, '//LOCALHOST/'],
  [16, '//localhost./'],
  [17, '//ip6-localhost/'],
  [18, '//[::]/', 'never'],
  [19, '//[::1]/'],
  [20, '//[0000::1]/'],
  [21, '//[::ffff:127.0.0.1]/'],
  [22, '//[::ffff:7f00:1]/'],
  [23, '//[0:0:0:0:0:ffff:127.0.0.1]/'],
  [24, '//[::127.0.0.1]/', 'never'],
  [25, '//[::ffff:0:7f00:1]/', 'never'],
  [26, '//[64:ff9b::7f00:1]/', 'never'],
  [27, '//[64:ff9b::a9fe:a9fe]/', 'never'],
  [28, '//[64:ff9b:1::7f00:1]/', 'never'],
  [29, '//[2002:7f00:1::1]/', 'never'],
  [30, '//[2002:a9fe:a9fe::1]/', 'never'],
  [31, '//[fe80::1]/', 'never'],
  [32, '//[febf::1]/', 'never'],
  [33, '//[fec0::1]/', 'never'],
  [34, '//[fc00::1]/'],
  [35, '//[fd00:ec2::254]/', 'never'],
  [36, '//[ff02::1]/', 'never'],
  [37, '//[2001:db8::1]/', 'never'],
  [38, '//[100::1]/', 'never'],
  [39, '//[5f00::1]/', 'never'],
  [40, '//[3fff::1]/', 'never'],
  [41, '//[2001::1]/', 'never'],
  [42, '//10.0.0.1/'],
  [43, '//172.16.0.1/'],
  [44, '//172.31.255.255/'],
  [45, '//192.168.1.1/'],
  [46, '//100.64.0.1/'],
  [47, '//169.254.169.254/latest/meta-data/', 'never'],
  [48, '//2852039166/', 'never'],
  [49, '//0xa9fea9fe/', 'never'],
  [50, '//169.254.170.2/', 'never'],
  [51, '//100.100.100.200/', 'never'],
  [52, '//192.0.0.192/', 'never'],
  [53, '//198.18.0.1/', 'never'],
  [54, '//224.0.0.1/', 'never'],
  [55, '//239.255.255.250:1900/', 'never'],
  [56, '//240.0.0.1/', 'never'],
  [57, '//255.255.255.255/', 'never'],
  [58, '//192.88.99.1/', 'never'],
  [59, '//metadata.google.internal/'],
  [61, '//127.1.1.1:80\\@127.2.2.2:80/'],
  [62, '127.0.0.1/'],
  [63, '\\\\127.0.0.1\\'],
]

/** Refused with and without private networks. */
const TRICKS: Array<[number: number, url: unknown]> = [
  [60, 'http://user:pw@127.0.0.1/'],
  [60, 'https://user:pw@example.com/'],
  [64, 'http://1.1.1.1 &@2.2.2.2# @127.0.0.1/'],
  [66, 'http://127.0.0.1%00.example.com/'],
  [67, 'http://example.com#@127.0.0.1/'],
  [67, 'https://example.com#@127.0.0.1/'],
  [69, 'file:///etc/passwd'],
  [70, 'gopher://127.0.0.1:25/_x'],
  [71, 'dict://127.0.0.1:11211/'],
  [72, 'ftp://127.0.0.1/'],
  [73, 'ldap://127.0.0.1/'],
  [74, 'jar:http://127.0.0.1!/'],
  [75, 'data:text/plain,x'],
  [76, 'javascript:1'],
  [77, '//127.0.0.1/'],
  [78, ''],
  [78, `https://example.com/${'x'.repeat(2_049 - 20)}`],
  [78, null],
  [78, 17],
  [78, { href: 'https://example.com/' }],
]

async function assertRefused(to: TestServer, url: unknown): Promise<void> {
  for (const [method, path] of [
    ['POST', PATH],
    ['PATCH', `${PATH}/${standing.get(to)}`],
  ] as const) {
    const { status, body } = await send(to, method, path, { url })
    assert.equal(status, 400, `${method} ${JSON.stringify(url)}`)
    assert.ok(body.details.url.length > 0)
  }
}

const standing = new Map<TestServer, string>()
for (const each of [server, open]) {
  const { body } = await send(each, 'POST', PATH, { url: 'https://example.com/' })
  standing.set(each, body.data.id)
}

describe('create and change refuse by the URL alone', () => {
  for (const [number, rest, never] of HOSTS) {
    test(`${number} http:${rest}`, async () => {
      await assertRefused(server, `http:${rest}`)
      // It is not refused for its scheme or port alone.
      const bare = rest.replace(/:\d+(?=\/|\\)/g, '')
      await assertRefused(server, `https:${bare}`)
      await assertRefused(server, ` https:${bare}\n`)
      if (never) await assertRefused(open, `http:${rest}`)
      else
        assert.equal((await send(open, 'PATCH', `${PATH}/${standing.get(open)}`, { url: `http:${rest}` })).status, 200)
      nothing()
    })
  }

  for (const [number, url] of TRICKS) {
    test(`${number} ${JSON.stringify(url).slice(0, 60)}`, async () => {
      await assertRefused(server, url)
      await assertRefused(open, url)
      nothing()
    })
  }

  test('68 and ports beyond those of the web', async () => {
    await assertRefused(server, 'https://127.0.0.1:443/')
    for (const port of [22, 25, 5432, 6379, 8081, 65535]) await assertRefused(server, `https://example.com:${port}/`)
    await assertRefused(server, 'http://example.com/')
  })

  test('the message reveals nothing about our network beyond the URL', async () => {
    const { body } = await send(server, 'POST', PATH, { url: 'https://127.1/' })
    assert.deepEqual(body.details.url, ['127.0.0.1 leads to a private or reserved address. Use a public one.'])
  })
})

describe('a URL that bypassed the checks is not called either', () => {
  const NAMES: Record<string, string> = {
    localhost: '127.0.0.1',
    'ip6-localhost': '::1',
    'metadata.google.internal': '169.254.169.254',
  }
  for (const [number, rest, never] of HOSTS) {
    test(`${number} http:${rest}`, async () => {
      lookup = async (name) => [NAMES[name]!]
      assert.equal((await tryBoth(server, `http:${rest}`))[0]!.outcome, 'refused_url', 'not https')
      const bare = rest.replace(/:\d+(?=\/|\\)/g, '')
      assert.equal((await tryBoth(server, `https:${bare}`))[0]!.outcome, 'refused_address')
      // Metadata services stay refused even if private networks are allowed.
      if (never || number === 59) {
        assert.equal((await tryBoth(open, `http:${rest}`))[0]!.outcome, 'refused_address')
      }
      nothing()
    })
  }

  for (const [number, url] of TRICKS) {
    // Skips values that a text column cannot hold, and one that is valid except for its fragment.
    if (typeof url !== 'string' || number === 67) continue
    test(`${number} ${JSON.stringify(url).slice(0, 60)}`, async () => {
      assert.equal((await tryBoth(server, url))[0]!.outcome, 'refused_url')
      assert.equal((await tryBoth(open, url))[0]!.outcome, 'refused_url')
      nothing()
    })
  }

  test('the trap works: where private networks are open, the listener is reached', async () => {
    assert.equal((await tryBoth(open, 'http://127.0.0.1:5432/'))[0]!.outcome, 'reset')
    assert.equal(trapped, 2)
  })
})

describe('names are resolved for every request, and one bad address spoils them', () => {
  const ANSWERS: Array<[name: string, addresses: string[]]> = [
    ['79 A=127.0.0.1', ['127.0.0.1']],
    ['80 A=public and 127.0.0.1', [PUBLIC, '127.0.0.1']],
    ['81 A=public, AAAA=::1', [PUBLIC, '::1']],
    ['83 a CNAME chain that ends at localhost', ['127.0.0.1', '::1']],
    ['84 AAAA=::ffff:10.0.0.1', ['::ffff:10.0.0.1']],
    ['A=169.254.169.254', ['169.254.169.254']],
  ]
  for (const [name, addresses] of ANSWERS) {
    test(name, async () => {
      lookup = async () => addresses
      assert.equal((await tryBoth(server, 'https://hooks.example.com/'))[0]!.outcome, 'refused_address')
      nothing()
    })
  }

  test('82 a name that changes between look-ups: the connection uses the checked address', async () => {
    let queries = 0
    lookup = async () => [queries++ % 2 === 0 ? PUBLIC : '127.0.0.1']
    const workspaceId = await server.workspace()
    const id = await plant(server, SITE, workspaceId)
    const key = await server.key({ workspaceId })
    const results: boolean[] = []
    for (let i = 0; i < 100; i++) {
      const { body } = await server.send('POST', `${PATH}/${id}/test`, { key, json: {} })
      results.push(body.data.delivered)
    }
    assert.deepEqual(
      results,
      results.map((_, i) => i % 2 === 0),
    )
    assert.deepEqual({ queries, hits, trapped }, { queries: 100, hits: 50, trapped: 0 })
    assert.deepEqual(new Set(dialled), new Set([`${PUBLIC} 443`]))
  })

  test('82 a name that was public when the endpoint was made and is private at the delivery', async () => {
    lookup = async () => [PUBLIC]
    const { body } = await send(server, 'POST', PATH, { url: 'https://rebind.example.com/' })
    assert.ok(body.data.id)
    await server.sql('delete from event_endpoints where id = $1', [body.data.id])
    lookup = async () => ['10.0.0.1']
    assert.equal((await tryBoth(server, 'https://rebind.example.com/'))[0]!.outcome, 'refused_address')
    nothing()
  })

  test('85 no such name, a server that fails, and one that never answers', async () => {
    assert.equal((await tryBoth(server, 'https://nowhere.example.com/'))[0]!.outcome, 'dns')
    lookup = () => Promise.reject(Object.assign(new Error('ESERVFAIL'), { code: 'ESERVFAIL' }))
    assert.equal((await tryBoth(server, 'https://broken.example.com/'))[0]!.outcome, 'dns')
    lookup = () => new Promise(() => {})
    assert.equal((await tryBoth(server, 'https://silent.example.com/'))[0]!.outcome, 'dns')
    nothing()
  })
})

describe('redirects count as answers, and are never followed', () => {
  const PLACES: Array<[number: number, status: number, location: string]> = [
    [86, 301, 'http://127.0.0.1/'],
    [87, 302, 'http://127.0.0.1/'],
    [88, 303, 'http://127.0.0.1/'],
    [89, 307, 'http://127.0.0.1/'],
    [90, 308, 'http://127.0.0.1/'],
    [92, 302, 'https://user:pw@localhost/'],
    [93, 302, 'https://localhost:8443/'],
  ]
  for (const [number, status, location] of PLACES) {
    test(`${number} ${status} to ${location}`, async () => {
      lookup = async () => [PUBLIC]
      respond = (_request, response) => void response.writeHead(status, { location }).end()
      assert.deepEqual(await tryBoth(server, SITE), [{ outcome: 'rejected', status }])
      // The test and the delivery, once each.
      assert.deepEqual({ hits, trapped, dialled }, { hits: 2, trapped: 0, dialled: Array(2).fill(`${PUBLIC} 443`) })
    })
  }

  test('91 a page that refreshes itself to another address is a page', async () => {
    lookup = async () => [PUBLIC]
    respond = (_request, response) => void response.end('<meta http-equiv="refresh" content="0;url=http://127.0.0.1/">')
    assert.deepEqual(await tryBoth(server, SITE), [{ outcome: 'delivered', status: 200 }])
    assert.deepEqual([hits, trapped], [2, 0])
  })
})

describe('what must stay allowed', () => {
  const ALLOWED: Array<[url: string, dial: string]> = [
    ['https://8.8.8.8/', '8.8.8.8 443'],
    ['https://[2606:4700:4700::1111]/', '2606:4700:4700::1111 443'],
    ['https://[::ffff:8.8.8.8]/', '::ffff:808:808 443'],
    ['https://example.com./', `${PUBLIC} 443`],
    ['https://bücher.example/', `${PUBLIC} 443`],
    ['https://example.com:8443/', `${PUBLIC} 8443`],
    ['https://example.com:8080/a?b=c', `${PUBLIC} 8080`],
    [`https://example.com/${'x'.repeat(2_048 - 20)}`, `${PUBLIC} 443`],
  ]
  for (const [url, dial] of ALLOWED) {
    test(url.slice(0, 60), async () => {
      lookup = async () => [PUBLIC]
      const { status, body } = await send(server, 'POST', PATH, { url })
      assert.equal(status, 201)
      assert.equal((await send(server, 'PATCH', `${PATH}/${body.data.id}`, { url })).body.data.url, url)
      await send(server, 'POST', `${PATH}/${body.data.id}/test`, {})
      assert.deepEqual(dialled, [dial])
      await server.sql('delete from event_endpoints where id = $1', [body.data.id])
    })
  }

  test('a delivery to a public name arrives', async () => {
    lookup = async () => [PUBLIC]
    assert.deepEqual(await tryBoth(server, SITE), [{ outcome: 'delivered', status: 200 }])
    assert.equal(hits, 2)
  })
})
