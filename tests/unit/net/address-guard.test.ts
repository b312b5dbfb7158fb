import assert from 'node:assert/strict'
import { isIPv6 } from 'node:net'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type AddressVerdict, judgeAddress } from '../../../src/lib/net/address-guard.ts'

// First and last address of every range, and the neighbours on both sides.
const RANGES_V4: Array<[first: string, last: string, verdict: AddressVerdict]> = [
  ['0.0.0.0', '0.255.255.255', 'forbidden'],
  ['10.0.0.0', '10.255.255.255', 'private'],
  ['100.64.0.0', '100.100.100.199', 'private'],
  ['100.100.100.200', '100.100.100.200', 'forbidden'],
  ['100.100.100.201', '100.127.255.255', 'private'],
  ['127.0.0.0', '127.255.255.255', 'private'],
  ['168.63.129.16', '168.63.129.16', 'forbidden'],
  ['169.254.0.0', '169.254.255.255', 'forbidden'],
  ['172.16.0.0', '172.31.255.255', 'private'],
  ['192.0.0.0', '192.0.0.255', 'forbidden'],
  ['192.0.2.0', '192.0.2.255', 'forbidden'],
  ['192.88.99.0', '192.88.99.255', 'forbidden'],
  ['192.168.0.0', '192.168.255.255', 'private'],
  ['198.18.0.0', '198.19.255.255', 'forbidden'],
  ['198.51.100.0', '198.51.100.255', 'forbidden'],
  ['203.0.113.0', '203.0.113.255', 'forbidden'],
  ['224.0.0.0', '255.255.255.255', 'forbidden'],
]

const V6: Array<[verdict: AddressVerdict, addresses: string[]]> = [
  ['private', ['::1', '0:0:0:0:0:0:0:1', '0000::0001', '::0.0.0.1']],
  ['private', ['fc00::', 'fc00::1', 'fd12:3456::1', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff']],
  ['forbidden', ['::', '::2', '::127.0.0.1', '::7f00:1', '::8.8.8.8', '::5efe:7f00:1', 'ff::1', '00ff:ffff::1']],
  ['forbidden', ['::ffff:0:7f00:1', '::ffff:0:808:808', '::fffe:127.0.0.1', '0:0:0:1:0:ffff:7f00:1']],
  [
    'forbidden',
    ['fd00:ec2::254', 'FD00:0EC2::0254', 'fd00:ec2::23', 'fd20:ce::254', 'fd00:c1::a9fe:a9fe', 'fd00:42::42'],
  ],
  ['private', ['fd00:ec1:ffff:ffff:ffff:ffff:ffff:ffff', 'fd00:ec3::', 'fd20:ce::253', 'fd00:42::43']],
  // The translation prefix is judged by the address it contains, and never leads to private ones.
  ['public', ['64:ff9b::8.8.8.8', '64:ff9b::808:808']],
  ['forbidden', ['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b::', '64:ff9b:0:0:0:1:808:808']],
  ['forbidden', ['64:ff9b:1::7f00:1', '64:ff9b:1::8.8.8.8', '64:ff9a::8.8.8.8', '100::1', '100:0:0:1::1', '200::1']],
  ['forbidden', ['1fff:ffff::1', '4000::1', '5f00::1', '8000::1', 'e000::1', 'fbff::1', 'fe00::1']],
  ['forbidden', ['fe80::1', 'febf::1', 'fec0::1', 'feff::1', 'ff00::', 'ff02::1', 'ffff:ffff::ffff']],
  ['forbidden', ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:1ff:ffff::1', '2001:20::1', '2001:db8::1']],
  ['forbidden', ['2002::1', '2002:7f00:1::1', '2002:808:808::1', '2002:a9fe:a9fe::1', '3fff::1', '3fff:fff:ffff::1']],
  ['forbidden', ['2606:4700::5efe:7f00:1', '2606:4700:0:0:200:5efe:8.8.8.8']],
  ['public', ['2000::1', '2001:200::1', '2001:db7:ffff::1', '2001:db9::1', '2003::1', '3fff:1000::1', '3ffe:ffff::1']],
  ['public', ['2606:4700:4700::1111', '2a00:1450:4001:81b::200e', '2620:fe::9', '2606:4700::1:5efe:7f00:1']],
]

describe('judgeAddress', () => {
  for (const [first, last, verdict] of RANGES_V4) {
    test(`${first} to ${last} is ${verdict}, and ends there`, () => {
      assert.equal(judgeAddress(first), verdict)
      assert.equal(judgeAddress(last), verdict)
      const [before, after] = [toNumber(first) - 1, toNumber(last) + 1]
      if (before >= 0) assert.equal(judgeAddress(toText(before)), expected(before), toText(before))
      if (after <= 0xffff_ffff) assert.equal(judgeAddress(toText(after)), expected(after), toText(after))
    })
  }

  for (const [verdict, addresses] of V6) {
    test(`${addresses[0]} and others like it are ${verdict}`, () => {
      for (const address of addresses) {
        assert.ok(isIPv6(address), `${address} is no IPv6 address`)
        assert.equal(judgeAddress(address), verdict, address)
      }
    })
  }

  test('every IPv4 address outside the ranges is public', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffff_ffff }), (number) => {
        assert.equal(judgeAddress(toText(number)), expected(number))
      }),
      { numRuns: 5_000 },
    )
  })

  test('an IPv4 address is judged the same in every spelling of its mapped form', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffff_ffff }), (number) => {
        const text = toText(number)
        const high = (number >>> 16).toString(16)
        const low = (number & 0xffff).toString(16)
        for (const mapped of [
          `::ffff:${text}`,
          `::FFFF:${text}`,
          `::ffff:${high}:${low}`,
          `0:0:0:0:0:ffff:${text}`,
          `0000:0000:0000:0000:0000:ffff:${high.padStart(4, '0')}:${low.padStart(4, '0')}`,
          `0:0::ffff:${text}`,
        ]) {
          assert.equal(judgeAddress(mapped), expected(number), mapped)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('anything but a plain address is forbidden', () => {
    for (const text of ['', 'localhost', '127.1', '0x7f.0.0.1', '010.0.0.1', '8.8.8.8 ', '8.8.8.8/32', '[::1]']) {
      assert.equal(judgeAddress(text), 'forbidden', text)
    }
    for (const text of [
      '2606:4700::1%eth0',
      'fe80::1%1',
      '8.8.8.8%1',
      '2606:4700:4700::1111:',
      ':::',
      '1:2:3:4:5:6:7:8:9',
    ]) {
      assert.equal(judgeAddress(text), 'forbidden', text)
    }
    fc.assert(fc.property(fc.string(), (text) => void judgeAddress(text)))
  })
})

/** The same table, evaluated in a different way than the guard does. */
function expected(number: number): AddressVerdict {
  const row = RANGES_V4.find(([first, last]) => number >= toNumber(first) && number <= toNumber(last))
  return row ? row[2] : 'public'
}

function toNumber(text: string): number {
  return text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
}

function toText(number: number): string {
  return [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255].join('.')
}
