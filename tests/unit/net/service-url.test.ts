import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readServiceUrl } from '../../../src/connections/sign-in.ts'
import { createIssues } from '../../../src/lib/issues.ts'
import { sentence } from '../../../src/messages/sentence.ts'
import { profileOf } from '../../../src/platforms/registry.ts'

// The URL of an account's server comes from outside, and tokens are sent there.

const read = (value: unknown, allowPrivate = false, provider: 'bluesky' | 'x' = 'bluesky') => {
  const issues = createIssues()
  return {
    url: readServiceUrl(issues, profileOf(provider), value, allowPrivate),
    problems: issues.details.service_url?.map((each) => sentence(each)),
  }
}

test('is stored as scheme and host; a bare host is enough, and the default is the largest server', () => {
  for (const value of ['https://pds.example.com/xrpc/a?b=c#d', 'https://pds.example.com', ' pds.example.com ']) {
    assert.deepEqual(read(value), { url: 'https://pds.example.com', problems: undefined })
  }
  assert.equal(read('https://pds.example.com:8443').url, 'https://pds.example.com:8443')
  for (const value of [undefined, null, '']) assert.equal(read(value).url, 'https://bsky.social')
})

test('is refused with the reason if no token should go there', () => {
  const refused = [
    'http://pds.example.com',
    'https://127.0.0.1:3000',
    'https://[::1]',
    'https://10.0.0.1',
    'https://169.254.169.254',
    'https://localhost',
    'https://name:word@pds.example.com',
    'ftp://pds.example.com',
    'not a url',
    42,
  ]
  for (const value of refused) {
    const { url, problems } = read(value)
    assert.equal(url, null, String(value))
    assert.match(problems![0]!, /^service_url must be the address of the PDS, such as https:\/\/bsky\.social\. /)
  }
})

test('private networks and plain http need a setting; metadata services are always refused', () => {
  assert.equal(read('http://127.0.0.1:2583', true).url, 'http://127.0.0.1:2583')
  assert.equal(read('http://pds.internal', true).url, 'http://pds.internal')
  assert.equal(read('http://169.254.169.254', true).url, null)
})

test('is refused for providers with one server', () => {
  assert.match(read('https://pds.example.com', false, 'x').problems![0]!, /^X has one server only/)
  assert.deepEqual(read(undefined, false, 'x'), { url: null, problems: undefined })
})
