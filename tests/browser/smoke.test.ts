import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { browsers, launchBrowser, noBrowser } from '../helpers/browser.ts'
import {
  choosePlatforms,
  finishComposing,
  OWNER,
  open,
  type Stage,
  shows,
  startReceiver,
  startStage,
} from './helper.ts'

// Creates one of each record by hand and opens every page, in every Chromium on this machine: the newest installed one
// and the one from npm. Behaviour after a click can depend on the browser version. pages.test.ts opens every page in
// the first of them.

const PAGES = [
  '/',
  '/contacts',
  '/contacts/import',
  '/posts',
  '/posts?view=list',
  '/posts/new',
  '/media',
  '/webhooks',
  '/events',
  '/events?tab=feed',
  '/keys',
  '/settings',
  '/settings/connections',
  '/settings/team',
  '/settings/workspace',
  '/settings/security',
]

describe('every browser', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  const receiver = await startReceiver()
  // The first request creates the owner.
  assert.equal((await stage.call('GET', '/v1/me')).user.email, OWNER.email)

  for (const found of browsers) {
    test(`${found.name}: one of each record is created, and every page opens`, async () => {
      const browser = await launchBrowser(found)
      try {
        const { page, complaints } = await stage.owner({}, browser)
        await makeOneOfEach(page, stage.url, receiver.url, found.name)
        for (const path of found === browsers[0] ? [] : PAGES) {
          await open(page, stage.url + path)
          await shows(() => page.getByText('That did not work').count(), 0, path)
        }
        assert.deepEqual(complaints, [])
      } finally {
        await browser.close()
      }
    })
  }
})

async function makeOneOfEach(page: Page, url: string, receiver: string, name: string): Promise<void> {
  const begin = async (path: string, button: string): Promise<Locator> => {
    await open(page, url + path)
    await page.getByRole('button', { name: button, exact: true }).first().click()
    return page.getByRole('dialog')
  }
  const finish = (dialog: Locator, button: string) => dialog.getByRole('button', { name: button, exact: true }).click()

  const key = await begin('/keys', 'Generate new key')
  await key.getByLabel('Name').fill(name)
  await finish(key, 'Generate the key')
  await key.getByText(/^svc_pk_/).waitFor()

  const contact = await begin('/contacts', 'New contact')
  await contact.getByLabel('First name').fill('Ana')
  await finish(contact, 'Add contact')
  await page.getByRole('link', { name: /Ana/ }).or(page.getByText('Ana').first()).first().waitFor()

  const webhook = await begin('/webhooks', 'New webhook')
  await webhook.getByLabel(/^Name/).fill(name)
  await finish(webhook, 'Create the webhook')
  await page
    .getByText(/\/v1\/webhooks\/receive\//)
    .first()
    .waitFor()

  const endpoint = await begin('/events', 'Add a service')
  await endpoint.getByLabel('Address').fill(`${receiver}/hooks`)
  await finish(endpoint, 'Add the service')
  await page.getByText(/^whsec_/).waitFor()
  // Effects of opening the dialog are undone when it is left.
  await endpoint.getByRole('link', { name: 'Open it and send a test' }).click()
  await page.waitForURL(/\/events\/endpoints\//)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Send a test' }).first().waitFor()

  const invitation = await begin('/settings/team', 'Invite somebody')
  await invitation.getByLabel('E-mail').fill(`${name.replace(/\W/g, '')}@example.com`)
  await finish(invitation, 'Make the invitation')
  await invitation.getByText(/\/join#token=/).waitFor()

  await open(page, `${url}/posts/new`)
  await page.getByLabel(/^Text(?: \*)?$/).fill(`Written in ${name}`)
  await choosePlatforms(page, ['Threads', 'LinkedIn', 'X'])
  await finishComposing(page, 'Save as draft')
  await page.getByText('3 drafts are saved').waitFor()
}
