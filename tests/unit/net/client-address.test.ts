import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  addressBucket,
  createClientAddress,
  isTrustedPeer,
  LOCAL_PEER,
  parseTrustedProxies,
} from '../../../src/http/server/client-address.ts'

interface Row {
  name: string
  trust: string
  peer: string | undefined
  header: string | undefined
  client: string
}

// Peer, header and expected client. The numbers group related cases.
const MATRIX: Row[] = [
  { name: '1 nobody trusted', trust: '', peer: '203.0.113.9', header: '1.2.3.4', client: '203.0.113.9' },
  { name: '1 untrusted peer', trust: 'loopback', peer: '203.0.113.9', header: '1.2.3.4', client: '203.0.113.9' },
  { name: '3 one hop', trust: 'loopback', peer: '127.0.0.1', header: '1.2.3.4', client: '1.2.3.4' },
  { name: '3 one hop, mapped peer', trust: 'loopback', peer: '::ffff:127.0.0.1', header: '1.2.3.4', client: '1.2.3.4' },
  { name: '3 one hop, IPv6 peer', trust: 'loopback', peer: '::1', header: '1.2.3.4', client: '1.2.3.4' },
  { name: '3 IPv6 client', trust: 'loopback', peer: '::1', header: '2001:DB8:0::1', client: '2001:db8::1' },
  { name: '3 mapped client', trust: 'loopback', peer: '::1', header: '::ffff:102:304', client: '1.2.3.4' },
  { name: '3 no header', trust: 'loopback', peer: '127.0.0.1', header: undefined, client: '127.0.0.1' },
  { name: '4 forged left part', trust: 'loopback', peer: '127.0.0.1', header: '9.9.9.9, 1.2.3.4', client: '1.2.3.4' },
  { name: '4 junk left', trust: 'loopback', peer: '127.0.0.1', header: '<x>,,unknown, 1.2.3.4', client: '1.2.3.4' },
  {
    name: '5 two hops',
    trust: 'loopback,10.0.0.0/8',
    peer: '127.0.0.1',
    header: '1.2.3.4, 10.0.0.2',
    client: '1.2.3.4',
  },
  {
    name: '5 two hops, one not trusted',
    trust: 'loopback',
    peer: '127.0.0.1',
    header: '1.2.3.4, 10.0.0.2',
    client: '10.0.0.2',
  },
  {
    name: '5 no space',
    trust: 'loopback 10.0.0.0/8',
    peer: '127.0.0.1',
    header: '1.2.3.4,10.0.0.2',
    client: '1.2.3.4',
  },
  {
    name: '5 tabs',
    trust: 'loopback 10.0.0.0/8',
    peer: '127.0.0.1',
    header: '\t1.2.3.4\t,\t10.0.0.2 ',
    client: '1.2.3.4',
  },
  {
    name: '6 two lines',
    trust: 'loopback private',
    peer: '127.0.0.1',
    header: '9.9.9.9, 1.2.3.4, 10.0.0.2',
    client: '1.2.3.4',
  },
  {
    name: '12 all trusted',
    trust: 'loopback private',
    peer: '127.0.0.1',
    header: '10.0.0.3, 10.0.0.2',
    client: '10.0.0.3',
  },
  {
    name: '12 all trusted, IPv6',
    trust: 'loopback private',
    peer: '::1',
    header: 'fd00::9, 192.168.1.1',
    client: 'fd00::9',
  },
  { name: '13 Unix socket', trust: '', peer: undefined, header: '1.2.3.4', client: 'local' },
  { name: '13 Unix socket, trust', trust: 'loopback private', peer: undefined, header: '1.2.3.4', client: 'local' },
  { name: '14 loopback is no exception', trust: '', peer: '127.0.0.1', header: undefined, client: '127.0.0.1' },
  { name: 'mapped peer', trust: '', peer: '::ffff:203.0.113.9', header: undefined, client: '203.0.113.9' },
  { name: 'peer with a zone', trust: '', peer: 'fe80::1%eth0', header: undefined, client: 'fe80::1' },
  { name: 'entry with a zone', trust: 'loopback', peer: '::1', header: 'fe80::1%eth0', client: 'fe80::1' },
  { name: 'trusted peer with a zone', trust: 'fe80::/10', peer: 'fe80::1%eth0', header: '1.2.3.4', client: '1.2.3.4' },
]

// 7: what a broken proxy, or an attacker behind one, may send.
const UNREADABLE = [
  'unknown',
  '',
  ' ',
  ',',
  ',,,',
  '1.2.3.4,',
  '1.2.3.4, unknown',
  '1.2.3.4, unknown, 10.0.0.2',
  '1.2.3.4:5678',
  '[2001:db8::1]:80',
  '[2001:db8::1]',
  '999.1.1.1',
  '1.2.3',
  '1.2.3.4.5',
  '01.2.3.4',
  '0x7f.0.0.1',
  '2130706433',
  '1.2.3.4%eth0',
  '1.2.3.4 5.6.7.8',
  '::1::',
  '2001:db8::12345',
  'for=1.2.3.4',
  '_hidden',
  'x'.repeat(10_000),
  '1'.repeat(10_000),
  ':'.repeat(10_000),
  ' '.repeat(10_000),
  ','.repeat(10_000),
  '10.0.0.1,'.repeat(1_100),
  `${'10.0.0.1,'.repeat(1_100)}10.0.0.1`,
]

describe('createClientAddress', () => {
  for (const { name, trust, peer, header, client } of MATRIX) {
    test(`${name}: ${peer} with "${header}" is ${client}`, () => {
      assert.equal(createClientAddress(parseTrustedProxies(trust))(peer, header), client)
    })
  }

  for (const header of UNREADABLE) {
    test(`7 an unreadable header leaves the peer: ${JSON.stringify(header.slice(0, 40))}`, () => {
      const clientAddress = createClientAddress(parseTrustedProxies('loopback private'))
      assert.equal(clientAddress('127.0.0.1', header), '127.0.0.1')
    })
  }

  test('a chain of 32 trusted proxies is followed, one of 33 is not', () => {
    const clientAddress = createClientAddress(parseTrustedProxies('private'))
    assert.equal(clientAddress('10.0.0.1', `1.2.3.4${', 10.0.0.2'.repeat(31)}`), '1.2.3.4')
    assert.equal(clientAddress('10.0.0.1', `1.2.3.4${', 10.0.0.2'.repeat(32)}`), '10.0.0.1')
  })

  test('an untrusted peer cannot change its address with any header', () => {
    const clientAddress = createClientAddress(parseTrustedProxies('loopback private'))
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), headers()), (header) => {
        assert.equal(clientAddress('203.0.113.9', header), '203.0.113.9')
      }),
    )
  })

  test('a client behind a trusted proxy cannot change its address by what it sends itself', () => {
    const clientAddress = createClientAddress(parseTrustedProxies('loopback private'))
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), headers()), (own) => {
        assert.equal(clientAddress('127.0.0.1', `${own}, 203.0.113.9`), '203.0.113.9')
        assert.equal(clientAddress('127.0.0.1', `${own},203.0.113.9, 10.1.2.3`), '203.0.113.9')
      }),
    )
  })

  test('never throws, and answers the peer or an address that was in the header', () => {
    const clientAddress = createClientAddress(parseTrustedProxies('loopback private'))
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), headers()), (header) => {
        const client = clientAddress('127.0.0.1', header)
        const named = header.split(',').map((entry) => addressBucket(entry.trim()))
        assert.ok(client === '127.0.0.1' || named.includes(addressBucket(client)), client)
      }),
    )
  })
})

describe('isTrustedPeer', () => {
  test('is true inside a range, at its edges, in every spelling, and nowhere else', () => {
    const trusted = parseTrustedProxies('172.16.0.0/12, 2001:db8::/33')
    for (const peer of ['172.16.0.0', '172.31.255.255', '::ffff:172.16.0.1', '::ffff:ac10:1', '2001:db8:7fff::1']) {
      assert.equal(isTrustedPeer(trusted, peer), true, peer)
    }
    for (const peer of [
      '172.15.255.255',
      '172.32.0.0',
      '2001:db8:8000::',
      '2001:db7::1',
      '::172.16.0.1',
      'local',
      '',
      undefined,
    ]) {
      assert.equal(isTrustedPeer(trusted, peer), false, peer)
    }
  })

  test('IPv6 ranges never cover IPv4', () => {
    assert.equal(isTrustedPeer(parseTrustedProxies('::/1'), '1.2.3.4'), false)
    assert.equal(isTrustedPeer(parseTrustedProxies('::/1'), '::ffff:1.2.3.4'), false)
  })
})

describe('parseTrustedProxies', () => {
  test('nothing means nobody', () => {
    assert.deepEqual(parseTrustedProxies(''), [])
    assert.deepEqual(parseTrustedProxies(' , '), [])
  })

  test('loopback and private mean exactly their networks', () => {
    const trusts = (list: string, peer: string) => isTrustedPeer(parseTrustedProxies(list), peer)
    for (const peer of ['127.0.0.1', '127.255.255.255', '::1']) assert.ok(trusts('Loopback', peer), peer)
    for (const peer of ['10.0.0.1', '172.16.0.1', '192.168.0.1', 'fd00::1', 'fc00::1']) {
      assert.ok(trusts('private', peer), peer)
      assert.ok(!trusts('loopback', peer), peer)
    }
    for (const peer of ['127.0.0.1', '::1', '::2', '11.0.0.1', '192.169.0.1', 'fe80::1', '100.64.0.1', '169.254.0.1']) {
      assert.ok(!trusts('private', peer), peer)
    }
  })

  test('a single address covers itself only', () => {
    const trusted = parseTrustedProxies('10.0.0.7,2001:db8::7')
    assert.ok(isTrustedPeer(trusted, '10.0.0.7') && isTrustedPeer(trusted, '2001:db8::7'))
    assert.ok(!isTrustedPeer(trusted, '10.0.0.6') && !isTrustedPeer(trusted, '2001:db8::6'))
  })

  test('a mapped network is the IPv4 network it stands for', () => {
    const trusted = parseTrustedProxies('::ffff:10.0.0.0/104')
    assert.ok(isTrustedPeer(trusted, '10.255.0.1'))
    assert.ok(!isTrustedPeer(trusted, '11.0.0.1'))
  })

  const refused = [
    ['true', 'TRUE', '*', '1', '2', 'yes', 'none', 'example.com', 'loopback;private', 'constructor', '__proto__'],
    ['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/-1', '10.0.0.0/8/8', '10.0.0.0/1e1', '10/8', '10.0.0.0/255.0.0.0'],
    ['::1/129', '::1%eth0', '[::1]', '010.0.0.1', '0x7f.1', '999.1.1.1', '10.0.0.1:80', '10.0.0.1-10.0.0.9'],
    ['0.0.0.0/0', '::/0', '::ffff:0:0/96', 'loopback, true', '10.0.0.0/8 1'],
  ].flat()
  for (const list of refused) {
    test(`"${list}" is refused by name`, () => {
      assert.throws(() => parseTrustedProxies(list), { name: 'Error', message: /^TRUST_PROXY: "[^"]+" / })
    })
  }

  test('throws nothing but its own message', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.ipV4Extended(),
          fc.ipV6(),
          fc.tuple(fc.ipV6(), fc.nat(200)).map((pair) => pair.join('/')),
        ),
        (list) => {
          try {
            assert.ok(Array.isArray(parseTrustedProxies(list)))
          } catch (error) {
            assert.match((error as Error).message, /^TRUST_PROXY: /)
          }
        },
      ),
    )
  })
})

describe('addressBucket', () => {
  const BUCKETS: [address: string, bucket: string][] = [
    ['1.2.3.4', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['::FFFF:1.2.3.4', '1.2.3.4'],
    ['::ffff:102:304', '1.2.3.4'],
    ['0:0:0:0:0:ffff:1.2.3.4', '1.2.3.4'],
    ['0000:0000:0000:0000:0000:ffff:0102:0304', '1.2.3.4'],
    ['2001:db8:1:2::a', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::b', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::a', '2001:db8:1:3::/64'],
    ['2001:db8::1.2.3.4', '2001:db8::/64'],
    ['2001:0:0:1::1', '2001:0:0:1::/64'],
    ['0:0:0:1::1', '0:0:0:1::/64'],
    ['2001::1', '2001::/64'],
    ['::1', '::/64'],
    ['::1.2.3.4', '::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['local', 'local'],
  ]
  for (const [address, bucket] of BUCKETS) {
    test(`${address} counts as ${bucket}`, () => assert.equal(addressBucket(address), bucket))
  }

  test('every spelling of an IPv6 address counts as one, together with its neighbours in the /64', () => {
    const group = fc.integer({ min: 0, max: 0xffff })
    const half = fc.tuple(group, group, group, group)
    const write = (groups: number[]) => groups.map((one) => one.toString(16)).join(':')
    fc.assert(
      fc.property(half, half, half, (network, one, other) => {
        fc.pre(network.some((part) => part !== 0))
        const bucket = addressBucket(write([...network, ...one]))
        const padded = [...network, ...one].map((part) => part.toString(16).padStart(4, '0').toUpperCase()).join(':')
        assert.equal(addressBucket(padded), bucket)
        assert.equal(addressBucket(write([...network, ...other])), bucket)
        const elsewhere = [...network.slice(0, 3), network[3]! ^ 1, ...one]
        assert.notEqual(addressBucket(write(elsewhere)), bucket)
        // The bucket is itself canonical text.
        assert.equal(new URL(`http://[${bucket.replace('/64', '')}]`).hostname, `[${bucket.replace('/64', '')}]`)
      }),
    )
  })

  test('reads IPv6 as URLs do, with and without dotted ends', () => {
    const dotted = fc
      .tuple(fc.ipV6(), fc.ipV4())
      .map(([six, four]) => `${six.split(':').slice(0, 2).join(':')}::${four}`)
    fc.assert(
      fc.property(
        fc.oneof(
          fc.ipV6(),
          dotted,
          fc.ipV4().map((four) => `::${four}`),
        ),
        (text) => {
          fc.pre(URL.canParse(`http://[${text}]`) && !/^\[::ffff:/.test(new URL(`http://[${text}]`).hostname))
          const read = createClientAddress(parseTrustedProxies('loopback'))('127.0.0.1', text)
          assert.equal(`[${read}]`, new URL(`http://[${text}]`).hostname)
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('every IPv4 address counts alone, mapped or not', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        assert.equal(addressBucket(address), address)
        assert.equal(addressBucket(`::ffff:${address}`), address)
      }),
    )
  })

  test('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => assert.equal(typeof addressBucket(text), 'string')))
  })

  test('clients of a Unix socket share one', () => {
    assert.equal(addressBucket(createClientAddress([])(undefined, undefined)), LOCAL_PEER)
  })
})

function headers(): fc.Arbitrary<string> {
  const entry = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.constantFrom('10.0.0.1', '127.0.0.1', '::1', 'unknown', '', '1.2.3.4:5'),
  )
  return fc.array(entry, { maxLength: 6 }).map((entries) => entries.join(', '))
}
