// @slow

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser, visit } from '../helpers/browser.ts'
import { nextTotp, OWNER, open, type Stage, shows, startStage, totp } from './helper.ts'

// Several people, and how they sign in.

const VIEWER = { name: 'Jonas Weber', email: 'jonas@example.com', password: 'another long and quiet sentence' }

async function signIn(
  page: Page,
  url: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await open(page, `${url}/sign-in`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

describe('a team', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  // Passkeys are bound to a host name, and an IP address is not one.
  const url = stage.url.replace('127.0.0.1', 'localhost')
  await stage.call('GET', '/v1/me')

  test('an invited viewer joins by the link, can read everything and change nothing', async () => {
    const owner = await stage.owner()
    await open(owner.page, `${stage.url}/settings/team`)
    await owner.page
      .getByRole('button', { name: /^Invite/ })
      .first()
      .click()
    const dialog = owner.page.getByRole('dialog')
    await dialog.getByLabel('E-mail').fill(VIEWER.email)
    await dialog.getByRole('radio', { name: 'Viewer' }).check()
    await dialog.getByRole('button', { name: 'Make the invitation' }).click()
    await dialog.locator('pre').first().waitFor()
    const link = (await dialog.locator('pre').allTextContents()).find((text) => text.includes('/join#token='))!
    await owner.context.close()

    const viewer = await visit(stage.browser)
    const { page } = viewer
    await open(page, link)
    await page.getByLabel('Your name').fill(VIEWER.name)
    await page.getByLabel(/^Password/).fill(VIEWER.password)
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    for (const path of ['/contacts', '/posts', '/webhooks', '/events', '/keys', '/settings/team']) {
      await open(page, stage.url + path)
      const writes = page
        .locator('main')
        .getByRole('button', { name: /^(?:New|Generate|Invite|Compose|Import|Delete|Revoke)\b/ })
      const enabled = await writes.evaluateAll(
        (buttons) => buttons.filter((each) => !(each as HTMLButtonElement).disabled).length,
      )
      assert.equal(enabled, 0, path)
    }
    await shows(() => page.getByRole('link', { name: 'Compose' }).count(), 0)
    // The API refuses too, not only the buttons are missing.
    const refused = await page.evaluate(async () => {
      const answer = await fetch('/v1/contacts', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"first_name":"Ana"}',
      })
      return [answer.status, (await answer.json()).message] as const
    })
    assert.equal(refused[0], 403)
    assert.match(refused[1], /viewer/)
    await viewer.context.close()
  })

  test('the second factor is set up with an app, and required at sign-in', async () => {
    const { page, context } = await visit(stage.browser)
    await signIn(page, url, VIEWER)
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await open(page, `${url}/settings/security`)
    await page.getByRole('button', { name: 'Switch on' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your password').fill(VIEWER.password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    const secret = (await dialog.locator('pre').first().textContent())!
    await dialog.getByLabel('2. Code from your app').fill('000000')
    await dialog.getByRole('button', { name: 'Switch on' }).click()
    await dialog.getByLabel('2. Code from your app').and(page.locator('[aria-invalid="true"]')).waitFor()
    await dialog.getByLabel('2. Code from your app').fill(totp(secret))
    await dialog.getByRole('button', { name: 'Switch on' }).click()
    const list = dialog.getByRole('list', { name: 'Backup codes' })
    await list.waitFor()
    const codes = await list.getByRole('listitem').allTextContents()
    assert.ok(codes.length >= 8)
    await dialog.getByRole('button', { name: 'I have saved them' }).click()
    await context.close()

    const again = await visit(stage.browser)
    await signIn(again.page, url, VIEWER)
    const code = again.page.getByLabel('Code from your app')
    await code.fill('000000')
    await again.page.getByRole('button', { name: /^(?:Sign in|Continue|Verify)/ }).click()
    await again.page.getByRole('alert').or(again.page.locator('[aria-invalid="true"]')).first().waitFor()
    await code.fill(nextTotp(secret))
    await again.page.getByRole('button', { name: /^(?:Sign in|Continue|Verify)/ }).click()
    await again.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await again.context.close()
  })

  test('a passkey is added and signs in without a password', async () => {
    const { page, context } = await visit(stage.browser)
    const session = await context.newCDPSession(page)
    await session.send('WebAuthn.enable')
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await signIn(page, url, OWNER)
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await open(page, `${url}/settings/security`)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Laptop')
    await page.getByRole('dialog').getByRole('button', { name: 'Add the passkey' }).click()
    await page.getByRole('button', { name: 'Remove the passkey Laptop' }).waitFor()
    await page.getByRole('button', { name: /^Signed in as/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await context.close()
  })

  test('signing out everywhere ends the session in the other browser too', async () => {
    const phone = await visit(stage.browser, { viewport: { width: 390, height: 844 } })
    await signIn(phone.page, stage.url, OWNER)
    await phone.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    const desk = await visit(stage.browser)
    await signIn(desk.page, stage.url, OWNER)
    await desk.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await open(desk.page, `${stage.url}/settings/security`)
    await desk.page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
    await desk.page
      .getByRole('dialog')
      .getByRole('button', { name: /^Sign out/ })
      .click()
    await desk.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    // By itself: the live stream ends, and the page checks the session.
    await phone.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await desk.context.close()
    await phone.context.close()
  })
})
