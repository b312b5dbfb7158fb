import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlatformContext } from '../../src/platforms/contract.ts'
import { adapters, realSettings, withLinkedInPages } from '../../src/platforms/registry.ts'

const plain = realSettings('professional', { clientId: 'id', clientSecret: 'secret' }, null)!
const request = { redirectUri: 'https://doorpost.example.com/connect/callback', state: 's', codeChallenge: null }

test('LINKEDIN_PAGES asks for the permissions of pages, and nothing else changes', async () => {
  const { auth, permalink } = adapters.professional
  const member = new URL(auth.authorizeUrl(plain, request))
  const pages = new URL(auth.authorizeUrl(withLinkedInPages(plain), request))
  assert.ok(!member.searchParams.get('scope')!.includes('organization'))
  assert.match(pages.searchParams.get('scope')!, /\bw_organization_social\b/)
  assert.match(pages.searchParams.get('scope')!, /\br_organization_social\b/)
  assert.equal(pages.origin + pages.pathname, member.origin + member.pathname)
  const context = { settings: withLinkedInPages(plain) } as PlatformContext
  assert.equal(await permalink(context, 'urn:li:share:1'), 'https://www.linkedin.com/feed/update/urn:li:share:1/')
})
