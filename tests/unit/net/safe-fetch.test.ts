import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, createServer as createTcpServer, isIP, type Server, Socket } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { TLSSocket } from 'node:tls'
import { inspect } from 'node:util'
import manifest from '../../../package.json' with { type: 'json' }
import { judgeAddress } from '../../../src/lib/net/address-guard.ts'
import { SafeFetchError, type SafeFetchReason, type SafeFetchRequest } from '../../../src/lib/net/fetch-error.ts'
import { createSafeFetch, type Lookup, type SafeFetchOptions } from '../../../src/lib/net/safe-fetch.ts'

const PUBLIC = '93.184.216.34'
const LIMITS = { timeoutMs: 5_000, maxBytes: 100_000 }

/** Must never be reached. */
const trap = createTcpServer((socket) => {
  trapped += 1
  socket.destroy()
})
let trapped = 0
let trapPort = 0

/** The open internet, where PUBLIC leads. */
const site = createServer((request, response) => answer(request, response))
let answer: (request: IncomingMessage, response: ServerResponse) => void
let sitePort = 0

/** Dialled addresses, as the guard requested them. */
let dialled: Array<[address: string, port: number]> = []

before(async () => {
  trapPort = await listen(trap)
  sitePort = await listen(site)
})

beforeEach(() => {
  trapped = 0
  dialled = []
  answer = (_request, response) => response.end('hello')
})

after(async () => {
  site.closeAllConnections()
  await Promise.all([close(trap), close(site)])
})

/** A world in which PUBLIC is the site and every other address is the trap, which counts whatever slips through. */
function createWorld(options: SafeFetchOptions = {}) {
  return createSafeFetch({
    lookup: async () => [PUBLIC],
    dial: (address, port) => {
      dialled.push([address, port])
      return connect({ host: '127.0.0.1', port: address === PUBLIC ? sitePort : trapPort })
    },
    ...options,
  })
}

/** The error that the call ends with. */
async function failureOf(call: Promise<unknown>): Promise<SafeFetchError> {
  try {
    await call
  } catch (error) {
    assert.ok(error instanceof SafeFetchError, inspect(error))
    return error
  }
  return assert.fail('the call succeeded')
}

async function failsWith(call: Promise<unknown>, reason: SafeFetchReason, sent: boolean): Promise<SafeFetchError> {
  const error = await failureOf(call)
  assert.deepEqual({ reason: error.reason, sent: error.sent }, { reason, sent }, inspect(error))
  return error
}

// The corpus of server-side request forgeries, by number.
const LITERAL_HOSTS: Array<[number: number, url: string]> = [
  [1, 'http://127.0.0.1/'],
  [2, 'http://127.0.0.1:5432/'],
  [3, 'http://127.1/'],
  [4, 'http://127.0.1/'],
  [5, 'http://127.127.127.127/'],
  [6, 'http://0/'],
  [7, 'http://0.0.0.0/'],
  [8, 'http://2130706433/'],
  [9, 'http://0x7f000001/'],
  [10, 'http://0x7f.0.0.0x1/'],
  [11, 'http://0177.0.0.1/'],
  [12, 'http://①②⑦.0.0.1/'],
  [13, 'http://127。0。0。1/'],
  [14, 'http://localhost/'],
  [15, 'http://LOCALHOST/'],
  [16, 'http://localhost./'],
  [17, 'http://ip6-localhost/'],
  [18, 'http://[::]/'],
  [19, 'http://[::1]/'],
  [20, 'http://[0000::1]/'],
  [21, 'http://[::ffff:127.0.0.1]/'],
  [22, 'http://[::ffff:7f00:1]/'],
  [23, 'http://[0:0:0:0:0:ffff:127.0.0.1]/'],
  [24, 'http://[::127.0.0.1]/'],
  [25, 'http://[::ffff:0:7f00:1]/'],
  [26, 'http://[64:ff9b::7f00:1]/'],
  [27, 'http://[64:ff9b::a9fe:a9fe]/'],
  [28, 'http://[64:ff9b:1::7f00:1]/'],
  [29, 'http://[2002:7f00:1::1]/'],
  [30, 'http://[2002:a9fe:a9fe::1]/'],
  [31, 'http://[fe80::1]/'],
  [32, 'http://[febf::1]/'],
  [33, 'http://[fec0::1]/'],
  [34, 'http://[fc00::1]/'],
  [35, 'http://[fd00:ec2::254]/'],
  [36, 'http://[ff02::1]/'],
  [37, 'http://[2001:db8::1]/'],
  [38, 'http://[100::1]/'],
  [39, 'http://[5f00::1]/'],
  [40, 'http://[3fff::1]/'],
  [41, 'http://[2001::1]/'],
  [42, 'http://10.0.0.1/'],
  [43, 'http://172.16.0.1/'],
  [44, 'http://172.31.255.255/'],
  [45, 'http://192.168.1.1/'],
  [46, 'http://100.64.0.1/'],
  [47, 'http://169.254.169.254/latest/meta-data/'],
  [48, 'http://2852039166/'],
  [49, 'http://0xa9fea9fe/'],
  [50, 'http://169.254.170.2/'],
  [51, 'http://100.100.100.200/'],
  [52, 'http://192.0.0.192/'],
  [53, 'http://198.18.0.1/'],
  [54, 'http://224.0.0.1/'],
  [55, 'http://239.255.255.250:1900/'],
  [56, 'http://240.0.0.1/'],
  [57, 'http://255.255.255.255/'],
  [58, 'http://192.88.99.1/'],
  [59, 'http://metadata.google.internal/'],
]

const PARSER_TRICKS: Array<[number: number, url: string, reason: SafeFetchReason]> = [
  [60, 'http://user:pw@127.0.0.1/', 'refused_url'],
  [61, 'http://127.1.1.1:80\\@127.2.2.2:80/', 'refused_address'],
  [62, 'http:127.0.0.1/', 'refused_address'],
  [63, 'http:\\\\127.0.0.1\\', 'refused_address'],
  [64, 'http://1.1.1.1 &@2.2.2.2# @127.0.0.1/', 'refused_url'],
  [65, ' http://127.0.0.1/', 'refused_address'],
  [66, 'http://127.0.0.1%00.example.com/', 'refused_url'],
  [68, 'https://127.0.0.1:443/', 'refused_address'],
]

const SCHEMES: Array<[number: number, url: unknown]> = [
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
  [78, `http://example.com/${'x'.repeat(2_049 - 19)}`],
  [78, null],
  [78, 17],
  [78, { href: 'http://example.com/', toString: () => 'http://example.com/' }],
]

const NAMES: Record<string, string> = {
  localhost: '127.0.0.1',
  'ip6-localhost': '::1',
  'metadata.google.internal': '169.254.169.254',
}

const corpusLookup: Lookup = async (name) => {
  if (NAMES[name]) return [NAMES[name]]
  throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
}

describe('the corpus is refused, and the listener sees no connection', () => {
  for (const [number, url] of LITERAL_HOSTS) {
    test(`${number} ${url}`, async () => {
      const isPort = number === 2 || number === 55
      const call = createWorld({ lookup: corpusLookup })({ url, ...LIMITS })
      await failsWith(call, isPort ? 'refused_url' : 'refused_address', false)
      // The address alone is enough for a refusal, on any port.
      const anyPort = createWorld({ lookup: corpusLookup })({ url, ports: null, ...LIMITS })
      await failsWith(anyPort, 'refused_address', false)
      assert.deepEqual({ dialled, trapped }, { dialled: [], trapped: 0 })
    })
  }

  test('1 to 25 again without a stub: the machine itself, its own resolver, the port of a real listener', async () => {
    const safeFetch = createSafeFetch()
    const urls = LITERAL_HOSTS.filter(([number]) => number <= 25).map(([, url]) => new URL(url))
    for (const url of urls) {
      url.port = String(trapPort)
      const error = await failureOf(safeFetch({ url: url.href, ports: null, ...LIMITS }))
      // This machine may not know the name ip6-localhost.
      const expected = url.hostname === 'ip6-localhost' ? ['dns', 'refused_address'] : ['refused_address']
      assert.ok(expected.includes(error.reason), `${url.href}: ${error.reason}`)
      assert.equal(error.sent, false)
    }
    assert.equal(trapped, 0)
    // The listener is real: with private addresses allowed, the same call reaches it.
    const open = createSafeFetch({ allowPrivate: true })({
      url: `http://127.0.0.1:${trapPort}/`,
      ports: null,
      ...LIMITS,
    })
    await failsWith(open, 'reset', true)
    assert.equal(trapped, 1)
  })

  for (const [number, url, reason] of PARSER_TRICKS) {
    test(`${number} ${JSON.stringify(url)}`, async () => {
      await failsWith(createWorld({ lookup: corpusLookup })({ url, ...LIMITS }), reason, false)
      assert.deepEqual({ dialled, trapped }, { dialled: [], trapped: 0 })
    })
  }

  test('67 http://example.com#@127.0.0.1/ is judged as example.com and goes there', async () => {
    const asked: string[] = []
    const lookup: Lookup = async (name) => {
      asked.push(name)
      return [PUBLIC]
    }
    const { status } = await createWorld({ lookup })({ url: 'http://example.com#@127.0.0.1/', ...LIMITS })
    assert.deepEqual({ status, asked, dialled }, { status: 200, asked: ['example.com'], dialled: [[PUBLIC, 80]] })
  })

  for (const [number, url] of SCHEMES) {
    test(`${number} ${inspect(url).slice(0, 60)}`, async () => {
      await failsWith(createWorld()({ url: url as string, ...LIMITS }), 'refused_url', false)
      assert.deepEqual({ dialled, trapped }, { dialled: [], trapped: 0 })
    })
  }

  const ANSWERS: Array<[name: string, addresses: string[]]> = [
    ['79 A=127.0.0.1', ['127.0.0.1']],
    ['80 A=public and 127.0.0.1', [PUBLIC, '127.0.0.1']],
    ['80 A=127.0.0.1 and public', ['127.0.0.1', PUBLIC]],
    ['81 A=public, AAAA=::1', [PUBLIC, '::1']],
    ['83 a CNAME chain that ends at localhost', ['127.0.0.1', '::1']],
    ['84 AAAA=::ffff:10.0.0.1', ['::ffff:10.0.0.1']],
    ['a bad one behind more addresses than are ever tried', [...new Array<string>(50).fill(PUBLIC), '10.0.0.1']],
    ['an answer that is no address', [PUBLIC, 'localhost']],
  ]
  for (const [name, addresses] of ANSWERS) {
    test(`${name}: one bad address spoils the name`, async () => {
      const call = createWorld({ lookup: async () => addresses })({ url: 'http://example.com/', ...LIMITS })
      await failsWith(call, 'refused_address', false)
      assert.deepEqual({ dialled, trapped }, { dialled: [], trapped: 0 })
    })
  }

  test('82 a name that changes its address between look-ups: 1,000 deliveries, none arrives inside', async () => {
    let queries = 0
    const flip: Lookup = async () => [queries++ % 2 === 0 ? PUBLIC : '127.0.0.1']
    let hits = 0
    answer = (_request, response) => {
      hits += 1
      response.end()
    }
    // A dialler that gets a name resolves it, like the system.
    const dial = (host: string, port: number) => {
      dialled.push([host, port])
      const socket = new Socket()
      const go = (address: string) => socket.connect(address === PUBLIC ? sitePort : trapPort, '127.0.0.1')
      if (isIP(host) !== 0) go(host)
      else void flip(host).then(([address]) => go(address!))
      return socket
    }
    const safeFetch = createWorld({ lookup: flip, dial })
    let delivered = 0
    let refused = 0
    for (let i = 0; i < 1_000; i += 50) {
      const batch = Array.from({ length: 50 }, () =>
        safeFetch({ url: 'http://rebind.example/', method: 'POST', body: '{}', ...LIMITS }).then(
          () => delivered++,
          (error: SafeFetchError) => {
            assert.deepEqual([error.reason, error.sent], ['refused_address', false], inspect(error))
            refused++
          },
        ),
      )
      await Promise.all(batch)
    }
    assert.deepEqual(
      { delivered, refused, hits, trapped, queries },
      { delivered: 500, refused: 500, hits: 500, trapped: 0, queries: 1_000 },
    )
    assert.deepEqual(new Set(dialled.map(([host]) => host)), new Set([PUBLIC]))

    // The trap works: a client that checks the name and then connects to the name falls into it.
    const [checked] = await flip('rebind.example')
    assert.equal(judgeAddress(checked!), 'public')
    const naive = dial('rebind.example', 80)
    naive.on('error', () => {})
    await once(naive, 'close')
    assert.equal(trapped, 1)
  })

  test('85 a name that does not exist, a server that fails and one that never answers are failures of the name', async () => {
    for (const code of ['ENOTFOUND', 'EAI_AGAIN', 'ESERVFAIL']) {
      const lookup: Lookup = () => Promise.reject(Object.assign(new Error(code), { code }))
      await failsWith(createWorld({ lookup })({ url: 'http://example.com/', ...LIMITS }), 'dns', false)
    }
    const nobody = createWorld({ lookup: async () => [] })({ url: 'http://example.com/', ...LIMITS })
    await failsWith(nobody, 'dns', false)
    const silent = createWorld({ lookup: () => new Promise(() => {}), dnsTimeoutMs: 50 })
    await failsWith(silent({ url: 'http://example.com/', ...LIMITS }), 'dns', false)
    const slower = createWorld({ lookup: () => new Promise(() => {}) })
    await failsWith(slower({ url: 'http://example.com/', ...LIMITS, timeoutMs: 50 }), 'timeout', false)
    assert.deepEqual(dialled, [])
  })

  for (const [number, status] of [
    [86, 301],
    [87, 302],
    [88, 303],
    [89, 307],
    [90, 308],
  ] as const) {
    test(`${number} a ${status} to http://127.0.0.1/ is an answer if not followed, and refused if followed`, async () => {
      answer = (_request, response) => response.writeHead(status, { location: 'http://127.0.0.1/' }).end()
      const plain = await createWorld()({ url: 'http://example.com/', ...LIMITS })
      assert.deepEqual([plain.status, plain.headers.get('location')], [status, 'http://127.0.0.1/'])
      const followed = createWorld()({ url: 'http://example.com/', maxRedirects: 5, ...LIMITS })
      await failsWith(followed, 'refused_address', true)
      assert.deepEqual(
        { dialled, trapped },
        {
          dialled: [
            [PUBLIC, 80],
            [PUBLIC, 80],
          ],
          trapped: 0,
        },
      )
    })
  }

  test('91 a page that refreshes itself to another address is a page', async () => {
    answer = (_request, response) => response.end('<meta http-equiv="refresh" content="0;url=http://127.0.0.1/">')
    const { status } = await createWorld()({ url: 'http://example.com/', maxRedirects: 5, ...LIMITS })
    assert.deepEqual({ status, dialled }, { status: 200, dialled: [[PUBLIC, 80]] })
  })

  test('92 a redirect to a URL with credentials is refused', async () => {
    answer = (_request, response) => response.writeHead(302, { location: 'http://user:pw@example.com/' }).end()
    await failsWith(createWorld()({ url: 'http://example.com/', maxRedirects: 5, ...LIMITS }), 'refused_url', true)
    assert.equal(dialled.length, 1)
  })

  test('93 a redirect to the same host on another port is judged like a new URL', async () => {
    answer = (_request, response) => response.writeHead(302, { location: 'http://example.com:5432/' }).end()
    await failsWith(createWorld()({ url: 'http://example.com/', maxRedirects: 5, ...LIMITS }), 'refused_url', true)
    assert.equal(dialled.length, 1)

    answer = (_request, response) => response.writeHead(302, { location: 'http://example.com:8443/' }).end()
    let looked = 0
    const lookup: Lookup = async () => [looked++ === 0 ? PUBLIC : '10.0.0.1']
    const flipped = createWorld({ lookup })({ url: 'http://example.com/', maxRedirects: 5, ...LIMITS })
    await failsWith(flipped, 'refused_address', true)
    assert.deepEqual([looked, trapped], [2, 0])
  })

  test('redirects to other schemes, to no URL and by tricks of relative URLs are refused', async () => {
    for (const location of [
      'file:///etc/passwd',
      'http://',
      'gopher://127.0.0.1/',
      '//127.0.0.1/',
      '\\\\127.0.0.1\\x',
    ]) {
      answer = (_request, response) => response.writeHead(302, { location }).end()
      const error = await failureOf(createWorld()({ url: 'http://example.com/', maxRedirects: 5, ...LIMITS }))
      assert.ok(['refused_url', 'refused_address'].includes(error.reason), location)
    }
    assert.equal(trapped, 0)
  })
})

describe('what must stay allowed', () => {
  const ALLOWED: Array<[url: string, address: string, port: number]> = [
    ['https://8.8.8.8/', '8.8.8.8', 443],
    ['https://[2606:4700:4700::1111]/', '2606:4700:4700::1111', 443],
    ['https://example.com./', PUBLIC, 443],
    ['https://bücher.example/', PUBLIC, 443],
    ['https://example.com:8443/', PUBLIC, 8443],
    ['http://example.com:8080/', PUBLIC, 8080],
    ['http://[::ffff:8.8.8.8]/', '::ffff:808:808', 80],
    [`http://example.com/${'x'.repeat(2_048 - 19)}`, PUBLIC, 80],
  ]
  for (const [url, address, port] of ALLOWED) {
    test(`${url.slice(0, 60)} is dialled at ${address}, port ${port}`, async () => {
      const asked: string[] = []
      const safeFetch = createSafeFetch({
        lookup: async (name) => {
          asked.push(name)
          return [PUBLIC]
        },
        dial: (to, at) => {
          dialled.push([to, at])
          return new Socket().destroy(new Error('nobody is there'))
        },
      })
      await failsWith(safeFetch({ url, ...LIMITS }), 'connect', false)
      assert.deepEqual(dialled, [[address, port]])
      assert.deepEqual(
        asked.filter((name) => name.endsWith('.')),
        [],
      )
      if (url.includes('bücher')) assert.deepEqual(asked, ['xn--bcher-kva.example'])
    })
  }
})

describe('settings', () => {
  test('private addresses can be allowed by a setting; metadata, link-local and reserved ones never', async () => {
    for (const [, url] of LITERAL_HOSTS) {
      dialled = []
      const host = new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
      const verdict = judgeAddress(NAMES[host] ?? host)
      const safeFetch = createWorld({ allowPrivate: true, lookup: corpusLookup })
      const error = await failureOf(safeFetch({ url, ports: null, ...LIMITS }))
      assert.equal(error.reason, verdict === 'private' ? 'reset' : 'refused_address', url)
      assert.equal(dialled.length, verdict === 'private' ? 1 : 0, url)
    }
    for (const number of [18, 27, 31, 35, 47, 51, 59]) {
      const url = LITERAL_HOSTS.find((row) => row[0] === number)![1]
      const safeFetch = createWorld({ allowPrivate: true, allowedOrigins: [url], lookup: corpusLookup })
      await failsWith(safeFetch({ url, ...LIMITS }), 'refused_address', false)
    }
  })

  test('an allowed origin is exempt from address, port and https rules; its neighbours are not', async () => {
    const origin = `http://127.0.0.1:${sitePort}`
    const safeFetch = createSafeFetch({ allowedOrigins: [`${origin}/`] })
    const { body } = await safeFetch({ url: `${origin}/x`, httpsOnly: true, ...LIMITS })
    assert.equal(body.toString(), 'hello')
    for (const url of [
      `http://127.0.0.1:${trapPort}/`,
      `http://localhost:${sitePort}/`,
      `https://127.0.0.1:${sitePort}/`,
    ]) {
      await failsWith(safeFetch({ url, ports: null, ...LIMITS }), 'refused_address', false)
    }
    assert.equal(trapped, 0)
  })

  test('https only applies to every hop', async () => {
    await failsWith(createWorld()({ url: 'http://example.com/', httpsOnly: true, ...LIMITS }), 'refused_url', false)
    assert.deepEqual(dialled, [])
  })
})

describe('the request', () => {
  test('has method, path, query, headers and body; host and framing are ours', async () => {
    let seen: {
      method?: string | undefined
      url?: string | undefined
      headers?: IncomingMessage['headers']
      body?: string
    } = {}
    answer = async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      seen = { method: request.method, url: request.url, headers: request.headers, body }
      response.writeHead(201, { 'x-a': 'b' }).end('made')
    }
    const made = await createWorld()({
      url: 'http://example.com:8080/p%20q/ü?a=1&b=%2F#no',
      method: 'POST',
      headers: {
        'X-Custom': 'yes',
        Host: 'evil.example',
        'Content-Length': '3',
        'Transfer-Encoding': 'chunked',
        'Accept-Encoding': 'gzip',
      },
      body: 'grüße',
      ...LIMITS,
    })
    assert.deepEqual([made.status, made.headers.get('x-a'), made.body.toString()], [201, 'b', 'made'])
    assert.equal(made.url, 'http://example.com:8080/p%20q/%C3%BC?a=1&b=%2F#no')
    assert.deepEqual([seen.method, seen.url, seen.body], ['POST', '/p%20q/%C3%BC?a=1&b=%2F', 'grüße'])
    assert.equal(seen.headers!.host, 'example.com:8080')
    assert.equal(seen.headers!['content-length'], '7')
    assert.equal(seen.headers!['transfer-encoding'], undefined)
    assert.equal(seen.headers!['accept-encoding'], 'identity')
    assert.equal(seen.headers!['x-custom'], 'yes')
  })

  test('of every method, kept or not, read or downloaded, and of every redirect, names the version of Doorpost', async () => {
    const agents: unknown[] = []
    answer = ({ headers, url }, response) => {
      agents.push(headers['user-agent'])
      if (url === '/start') response.writeHead(307, { location: 'http://other.example/end' })
      response.end()
    }
    const fetchSafely = createWorld()
    const request = { url: 'http://example.com/start', maxRedirects: 1, ...LIMITS }
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)
      await fetchSafely({ ...request, method })
    await fetchSafely({ ...request, keepFor: 'an endpoint' })
    await fetchSafely.download(request, () => true)
    assert.deepEqual(agents, new Array(16).fill(`Doorpost/${manifest.version}`))
  })

  test('a header that would split the request is refused before anything is sent', async () => {
    for (const headers of [{ 'x-a': 'b\r\nx-c: d' }, { 'x a': 'b' }, { '': 'b' }]) {
      await failsWith(createWorld()({ url: 'http://example.com/', headers, ...LIMITS }), 'refused_url', false)
    }
    assert.deepEqual(dialled, [])
  })

  test('a range is requested with an exclusive end', async () => {
    answer = (request, response) => response.end(request.headers.range)
    const { body } = await createWorld()({ url: 'http://example.com/', range: { start: 10, end: 20 }, ...LIMITS })
    assert.equal(body.toString(), 'bytes=10-19')
  })

  test('redirects are followed up to a limit', async () => {
    answer = (request, response) => {
      const left = Number(request.url!.slice(1))
      if (left === 0) response.end('there')
      else response.writeHead(302, { location: `/${left - 1}` }).end()
    }
    const safeFetch = createWorld()
    const { url, body } = await safeFetch({ url: 'http://example.com/3', maxRedirects: 3, ...LIMITS })
    assert.deepEqual([url, body.toString()], ['http://example.com/0', 'there'])
    await failsWith(safeFetch({ url: 'http://example.com/4', maxRedirects: 3, ...LIMITS }), 'too_many_redirects', true)
  })

  test('credentials stay with their origin when a redirect leaves it', async () => {
    const seen: Array<[host: string, authorization: string, cookie: string, other: string]> = []
    answer = ({ headers, url }, response) => {
      seen.push([headers.host!, headers.authorization ?? '', headers.cookie ?? '', String(headers['x-other'])])
      const location = { '/1': '/2', '/2': 'http://example.com:8080/3' }[url!]
      if (location) response.writeHead(307, { location }).end()
      else response.end()
    }
    const headers = { Authorization: 'Bearer t', Cookie: 'a=b', 'X-Other': 'kept' }
    await createWorld()({ url: 'http://example.com/1', headers, maxRedirects: 5, ...LIMITS })
    assert.deepEqual(seen, [
      ['example.com', 'Bearer t', 'a=b', 'kept'],
      ['example.com', 'Bearer t', 'a=b', 'kept'],
      ['example.com:8080', '', '', 'kept'],
    ])
  })

  test('307 and 308 repeat a write; 301, 302 and 303 turn it into a read without a body', async () => {
    for (const [status, expected] of [
      [301, 'GET '],
      [302, 'GET '],
      [303, 'GET '],
      [307, 'POST {}'],
      [308, 'POST {}'],
    ] as const) {
      answer = async (request, response) => {
        if (request.url === '/1') return void response.writeHead(status, { location: '/2' }).end()
        let body = ''
        for await (const chunk of request) body += chunk
        response.end(`${request.method} ${body}`)
      }
      const { body } = await createWorld()({
        url: 'http://example.com/1',
        method: 'POST',
        body: '{}',
        maxRedirects: 1,
        ...LIMITS,
      })
      assert.equal(body.toString(), expected, String(status))
    }
  })
})

describe('bounds of size and time', () => {
  test('a body of exactly the limit passes, one byte more does not, announced or not', async () => {
    const fetchOf = (bytes: number, isAnnounced: boolean) => {
      answer = (_request, response) => {
        if (isAnnounced) response.setHeader('content-length', bytes)
        response.write(Buffer.alloc(bytes - 1))
        response.end('x')
      }
      return createWorld()({ url: 'http://example.com/', timeoutMs: 5_000, maxBytes: 50_000 })
    }
    for (const isAnnounced of [true, false]) {
      assert.equal((await fetchOf(50_000, isAnnounced)).body.length, 50_000)
      const error = await failsWith(fetchOf(50_001, isAnnounced), 'too_large', true)
      assert.equal(error.status, 200)
    }
  })

  test('a body that is announced as too large is not waited for', async () => {
    answer = (_request, response) => response.writeHead(200, { 'content-length': 100_001 }).flushHeaders()
    await failsWith(createWorld()({ url: 'http://example.com/', ...LIMITS }), 'too_large', true)
  })

  test('an endless body is cut off at the limit', async () => {
    let isClosed: Promise<unknown> = Promise.resolve()
    answer = (_request, response) => {
      isClosed = once(response, 'close')
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      }
      response.on('drain', pour)
      pour()
    }
    await failsWith(createWorld()({ url: 'http://example.com/', ...LIMITS }), 'too_large', true)
    await isClosed
  })

  test('an endless head is refused', async () => {
    answer = (_request, response) => response.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end()
    await failsWith(createWorld()({ url: 'http://example.com/', ...LIMITS }), 'bad_answer', true)
  })

  test('no answer, a head without a body, and a body drop by drop all end when the time is up', async () => {
    const drips: Array<(response: ServerResponse) => void> = [
      () => {},
      (response) => response.flushHeaders(),
      (response) => {
        const timer = setInterval(() => response.write('.'), 10)
        response.on('close', () => clearInterval(timer))
      },
    ]
    for (const drip of drips) {
      answer = (_request, response) => drip(response)
      const started = performance.now()
      await failsWith(createWorld()({ url: 'http://example.com/', timeoutMs: 150, maxBytes: 100_000 }), 'timeout', true)
      const tookMs = performance.now() - started
      assert.ok(tookMs >= 140 && tookMs < 10_000, `${tookMs} ms`)
    }
  })

  test('the time limit covers the whole exchange: redirects do not restart it', async () => {
    answer = (_request, response) => {
      setTimeout(() => response.writeHead(302, { location: '/again' }).end(), 60)
    }
    const call = createWorld()({ url: 'http://example.com/', maxRedirects: 1_000, timeoutMs: 300, maxBytes: 1_000 })
    await failsWith(call, 'timeout', true)
    assert.ok(dialled.length >= 2 && dialled.length <= 6, `${dialled.length} connections`)
  })

  test('a connection that is never established ends in time, with nothing sent', async () => {
    const safeFetch = createWorld({ dial: () => new Socket() })
    await failsWith(safeFetch({ url: 'http://example.com/', timeoutMs: 100, maxBytes: 1 }), 'timeout', false)
  })

  test('a signal stops it, and prevents its start', async () => {
    answer = () => controller.abort()
    const controller = new AbortController()
    const { signal } = controller
    await failsWith(createWorld()({ url: 'http://example.com/', signal, ...LIMITS }), 'timeout', true)
    dialled = []
    await failsWith(createWorld()({ url: `http://${PUBLIC}/`, signal, ...LIMITS }), 'timeout', false)
    assert.deepEqual(dialled, [])
  })
})

describe('failures tell whether the request may have been seen', () => {
  test('the connection is refused: nothing sent', async () => {
    const spare = createTcpServer()
    const port = await listen(spare)
    await close(spare)
    const safeFetch = createWorld({ dial: () => connect({ host: '127.0.0.1', port }) })
    await failsWith(safeFetch({ url: 'http://example.com/', ...LIMITS }), 'connect', false)
  })

  test('a deadline that has passed when the request would be written: not a byte is sent, and the error says so', async () => {
    let bytes = 0
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const server = createTcpServer((socket) => {
      socket.on('data', (chunk) => (bytes += chunk.length)).on('error', () => {})
      socket.on('close', () => end())
    })
    const port = await listen(server)
    // As if the process was stopped after the connection was established.
    let connected = 0
    const dial = () => connect({ host: '127.0.0.1', port }).once('connect', () => connected++)
    const notAfter = { hasPassed: () => connected > 0 }
    const request = {
      url: 'http://example.com/',
      method: 'POST',
      body: 'x'.repeat(50_000),
      notAfter,
      ...LIMITS,
    } as const
    await failsWith(createWorld({ dial })(request), 'too_late', false)
    await ended
    await close(server)
    assert.deepEqual({ connected, bytes }, { connected: 1, bytes: 0 })
  })

  test('a deadline that has not passed when the request is written does not matter afterwards', async () => {
    let seen = 0
    answer = (_request, response) => {
      seen++
      response.end('hello')
    }
    const notAfter = { hasPassed: () => seen > 0 }
    const { body } = await createWorld()({ url: 'http://example.com/', method: 'POST', notAfter, ...LIMITS })
    assert.equal(body.toString(), 'hello')
  })

  test('the next address is tried if the first one cannot be reached', async () => {
    const dial = (address: string) => {
      dialled.push([address, 80])
      return address === PUBLIC ? connect({ host: '127.0.0.1', port: sitePort }) : new Socket().destroy(new Error('no'))
    }
    const lookup: Lookup = async () => ['2606:4700:4700::1111', '1.1.1.1', PUBLIC]
    const { status } = await createWorld({ dial, lookup })({ url: 'http://example.com/', ...LIMITS })
    assert.equal(status, 200)
    assert.deepEqual(
      dialled.map(([address]) => address),
      ['2606:4700:4700::1111', '1.1.1.1', PUBLIC],
    )
  })

  // What a server may do once it has the request.
  const ENDINGS: Array<[name: string, bytes: string, reason: SafeFetchReason]> = [
    ['closes without an answer', '', 'reset'],
    ['sends half a status line', 'HTTP/1.1 2', 'reset'],
    ['sends a head and closes inside it', 'HTTP/1.1 200 OK\r\ncontent-le', 'reset'],
    ['sends less than it announced', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf', 'reset'],
    ['ends a chunked body early', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n', 'reset'],
    ['speaks another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', 'bad_answer'],
    ['contradicts itself', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', 'bad_answer'],
    ['compresses', 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\n\r\nabcd', 'bad_answer'],
    ['compresses in transfer', 'HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n', 'bad_answer'],
    ['switches the protocol', 'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n', 'bad_answer'],
  ]
  for (const [name, bytes, reason] of ENDINGS) {
    test(`the server ${name}: ${reason}, and the request may have been seen`, async () => {
      const raw = createTcpServer((socket) => {
        socket.on('error', () => {})
        socket.once('data', () => socket.end(bytes))
      })
      const port = await listen(raw)
      const safeFetch = createWorld({ dial: () => connect({ host: '127.0.0.1', port }) })
      const call = safeFetch({ url: 'http://example.com/', method: 'POST', body: 'x', ...LIMITS })
      const error = await failsWith(call, reason, true).finally(() => close(raw))
      if (bytes.includes('\r\n\r\n') && !bytes.includes('101') && name !== 'contradicts itself') {
        assert.equal(error.status, 200)
      }
    })
  }

  test('an answer without a body may carry any encoding header', async () => {
    answer = (_request, response) => response.writeHead(204, { 'content-encoding': 'gzip' }).end()
    assert.equal((await createWorld()({ url: 'http://example.com/', ...LIMITS })).status, 204)
    answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': 99 }).end()
    assert.equal((await createWorld()({ url: 'http://example.com/', method: 'HEAD', ...LIMITS })).status, 200)
  })

  test('no failure repeats the path, the query, a header, the body or the address inside', async () => {
    const url = 'http://example.com/SECRET-1?access_token=SECRET-2'
    const request: SafeFetchRequest = {
      url,
      method: 'POST',
      headers: { authorization: 'SECRET-3' },
      body: 'SECRET-4',
      ...LIMITS,
    }
    const garble = createTcpServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', (data) => socket.end(data))
    })
    const port = await listen(garble)
    const errors = [
      await failureOf(createWorld({ lookup: async () => ['10.77.0.1'] })(request)),
      await failureOf(createWorld({ lookup: corpusLookup })(request)),
      await failureOf(createWorld({ dial: () => new Socket().destroy(new Error('no')) })(request)),
      await failureOf(createWorld({ dial: () => connect({ host: '127.0.0.1', port }) })(request)),
      await failureOf(createWorld()({ ...request, url: `http://user:SECRET-5@example.com/` })),
      await failureOf(createWorld()({ ...request, url: `http://SECRET 6/` })),
      await failureOf(createWorld()({ ...request, maxBytes: 1 })),
    ]
    await close(garble)
    for (const error of errors) {
      // The parser's own errors contain the bytes that it failed on.
      if (error.cause) assert.deepEqual(Object.keys(error.cause), ['code'])
      assert.doesNotMatch(inspect(error, { depth: 10, showHidden: true }).replace(/^\s+at .*$/gm, ''), /SECRET|10\.77/i)
    }
  })
})

describe('TLS', () => {
  const cert = readFileSync(new URL('../../fixtures/tls-cert.pem', import.meta.url))
  const key = readFileSync(new URL('../../fixtures/tls-key.pem', import.meta.url))
  const secure = createTlsServer({ cert, key }, (request, response) => {
    requests += 1
    response.end(String((request.socket as TLSSocket & { servername?: string }).servername))
  })
  let requests = 0
  let port = 0

  before(async () => {
    secure.on('tlsClientError', () => {})
    port = await listen(secure)
  })
  after(() => close(secure))
  beforeEach(() => {
    requests = 0
  })

  const dial = () => connect({ host: '127.0.0.1', port })

  test('a kept connection is used again, by the same owner only', async () => {
    let dialled = 0
    const counted = () => {
      dialled++
      return dial()
    }
    const safeFetch = createWorld({ dial: counted, ca: cert })
    for (const keepFor of ['a', 'a', 'b', 'a']) await safeFetch({ url: 'https://localhost/', ...LIMITS, keepFor })
    assert.deepEqual([requests, dialled], [4, 2])
    safeFetch.hangUp()
    await safeFetch({ url: 'https://localhost/', ...LIMITS, keepFor: 'a' })
    assert.equal(dialled, 3)
    safeFetch.hangUp()
  })

  test('the certificate is checked for the name in the URL, which the server gets, not for the address', async () => {
    const safeFetch = createWorld({ dial, ca: cert })
    const { body } = await safeFetch({ url: 'https://localhost/', ...LIMITS })
    assert.equal(body.toString(), 'localhost')
    const { body: dotted } = await safeFetch({ url: 'https://localhost./', ...LIMITS })
    assert.equal(dotted.toString(), 'localhost')
    await failsWith(safeFetch({ url: 'https://example.com/', ...LIMITS }), 'tls', false)
    assert.equal(requests, 2)
  })

  test('a URL without a name is checked by its address', async () => {
    const safeFetch = createWorld({ allowPrivate: true, dial, ca: cert })
    assert.equal((await safeFetch({ url: 'https://127.0.0.1/', ...LIMITS })).status, 200)
    await failsWith(safeFetch({ url: 'https://127.0.0.2/', ...LIMITS }), 'tls', false)
    assert.equal(requests, 1)
  })

  test('an untrusted certificate is refused before a byte of the request is sent', async () => {
    const call = createWorld({ dial })({ url: 'https://localhost/', method: 'POST', body: 'x', ...LIMITS })
    await failsWith(call, 'tls', false)
    assert.equal(requests, 0)
  })

  test('a deadline that passes during the TLS handshake: not a byte of the request is sent', async () => {
    const notAfter = { hasPassed: () => true }
    const safeFetch = createWorld({ dial, ca: cert })
    const call = safeFetch({ url: 'https://localhost/', method: 'POST', body: 'x', notAfter, ...LIMITS })
    await failsWith(call, 'too_late', false)
    assert.equal(requests, 0)
  })

  test('a server without TLS, and one that falls silent, have been sent nothing', async () => {
    const safeFetch = createWorld({ dial: () => connect({ host: '127.0.0.1', port: sitePort }) })
    await failsWith(safeFetch({ url: 'https://localhost/', ...LIMITS }), 'tls', false)
    const silent = createTcpServer((socket) => socket.on('error', () => {}).resume())
    const silentPort = await listen(silent)
    const waiting = createWorld({ dial: () => connect({ host: '127.0.0.1', port: silentPort }) })
    await failsWith(waiting({ url: 'https://localhost/', timeoutMs: 100, maxBytes: 1 }), 'timeout', false)
    await close(silent)
  })
})

describe('download', () => {
  test('passes on every byte in order and never more than the sink accepts', async () => {
    const whole = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251))
    answer = (_request, response) => response.end(whole)
    const chunks: Buffer[] = []
    let busy = 0
    const result = await createWorld().download(
      { url: 'http://example.com/', timeoutMs: 5_000, maxBytes: 300_000 },
      async (chunk, head) => {
        busy += 1
        assert.deepEqual([busy, head.status], [1, 200])
        await new Promise(setImmediate)
        chunks.push(chunk)
        busy -= 1
        return true
      },
    )
    assert.deepEqual([result.bytes, result.whole], [300_000, true])
    assert.ok(Buffer.concat(chunks).equals(whole))
  })

  test('a sink that has enough ends it without an error, and the server notices', async () => {
    let isClosed: Promise<unknown> = Promise.resolve()
    answer = (_request, response) => {
      isClosed = once(response, 'close')
      response.write(Buffer.alloc(1_000))
    }
    const result = await createWorld().download({ url: 'http://example.com/', ...LIMITS }, () => false)
    assert.deepEqual([result.bytes, result.whole], [1_000, false])
    await isClosed
  })

  test('an error of the sink is passed on unchanged', async () => {
    const full = new Error('disk full')
    await assert.rejects(
      createWorld().download({ url: 'http://example.com/', ...LIMITS }, () => {
        throw full
      }),
      (error) => error === full,
    )
  })
})

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function close(server: Server): Promise<void> {
  server.close()
  await once(server, 'close')
}
