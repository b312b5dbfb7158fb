import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readConfig } from '../../../src/config/config.ts'
import { findOriginProblem, isListedOrigin } from '../../../src/lib/net/origins.ts'
import { sentence } from '../../../src/messages/sentence.ts'

describe('https://*.example.com', () => {
  const isListed = (origin: string) => isListedOrigin(['https://*.example.com'], origin)

  test('covers subdomains at any depth', () => {
    for (const name of ['www', 'a.b', 'a.b.c.d', 'shop-2', 'xn--bcher-kva', '_x']) {
      assert.ok(isListed(`https://${name}.example.com`), name)
    }
  })

  const OTHERS = [
    'https://example.com',
    'https://evil-example.com',
    'https://evilexample.com',
    'https://a.example.com.evil.com',
    'https://a.example.com.',
    'https://a.example.com:8443',
    'http://a.example.com',
    'https://.example.com',
    'https://a..example.com',
    'https://evil.com/.example.com',
    'https://evil.com#.example.com',
    'https://evil.com:1.example.com',
    'https://user@a.example.com',
    'https://A.example.com',
    'https://*.example.com',
    'null',
    '',
  ]
  for (const origin of OTHERS) test(`not ${origin || 'nothing'}`, () => assert.equal(isListed(origin), false))
})

test('a pattern with a port covers that port, a plain origin itself, and one matching entry is enough', () => {
  const list = ['https://www.example.org', 'http://*.example.com:8080']
  assert.ok(isListedOrigin(list, 'http://a.example.com:8080'))
  assert.ok(isListedOrigin(list, 'https://www.example.org'))
  for (const origin of ['http://a.example.com', 'https://a.www.example.org']) assert.ok(!isListedOrigin(list, origin))
})

test('an entry stored before patterns had a meaning allows nobody', () => {
  for (const entry of ['*', 'https://*', 'https://*.com', 'https://*example.com', 'https://a.*.example.com']) {
    for (const origin of ['https://evil.com', 'https://a.example.com', 'https://a.b.example.com']) {
      assert.ok(!isListedOrigin([entry], origin), `${entry}: ${origin}`)
    }
  }
})

describe('refused, with what to write', () => {
  const WRONG: Array<[text: string, problem: RegExp]> = [
    ['*', /must name a website/],
    ['*.example.com', /must begin with https:\/\//],
    ['https://*', /may have one \* only/],
    ['https://*.com', /at least two parts/],
    ['https://*.localhost', /at least two parts/],
    ['https://*.10.0.0.1', /at least two parts/],
    ['https://*.*.example.com', /may have one \* only/],
    ['https://a.*.example.com', /may have one \* only/],
    ['https://*example.com', /may have one \* only/],
    ['https://*.example.com/', /write https:\/\/\*\.example\.com\.$/],
    ['https://*.Example.com/x', /write https:\/\/\*\.example\.com\.$/],
    ['https://*.example.com:443', /write https:\/\/\*\.example\.com\.$/],
    ['https://www.example.com/contact', /write https:\/\/www\.example\.com\.$/],
    ['https://', /origin of a website/],
    ['ftp://example.com', /must begin with/],
    ['www.example.com', /must begin with/],
  ]
  for (const [text, problem] of WRONG) {
    test(text, () => {
      assert.match(sentence(findOriginProblem(text) ?? 'nothing'), problem)
      assert.throws(() => readConfig({ ALLOWED_ORIGINS: text }, process.cwd()), /ALLOWED_ORIGINS: "/)
    })
  }

  test('but not these', () => {
    const right = 'https://www.example.com https://*.example.com http://*.shop.example.co.uk:8080 http://localhost:3000'
    const { allowedOrigins } = readConfig({ ALLOWED_ORIGINS: right }, process.cwd())
    assert.deepEqual(allowedOrigins, right.split(' '))
  })
})
