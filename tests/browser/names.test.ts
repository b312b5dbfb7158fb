import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findBarriers, NO_CONTRAST, noBrowser, visit } from '../helpers/browser.ts'
import { open, type Stage, settled, shows, startStage } from './helper.ts'

// Names: forms in the list of contacts, commands of the sandbox, links for voice control.

/** Rules that axe considers minor or experimental. */
const SPOKEN = ['landmark-no-duplicate-main', 'landmark-main-is-top-level', 'label-content-name-mismatch']
const shots = process.env.SHOTS

describe('names', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  const { url, call } = stage
  const picture = async (page: Page, name: string) => {
    if (shots) await page.screenshot({ path: `${shots}/${name}.png` })
  }
  const row = (page: Page, name: string) => page.locator('tr[data-index]').filter({ hasText: name })

  test('the page without an owner shows the command that the sandbox needs', async () => {
    const { page } = await visit(stage.browser)
    await open(page, `${url}/sign-in`)
    await page.getByText(/doorpost.* --sandbox.* users setup-link|users setup-link --sandbox/).waitFor()
    await picture(page, 'no-owner')
  })

  test('a page whose record is gone says so, without words of the API', async () => {
    const { page, complaints } = await stage.owner()
    const id = '01890a5d-ac96-774b-bcce-b302099a8057'
    const records = ['contacts', 'posts', 'posts/groups', 'links', 'forms', 'webhooks', 'events/endpoints'].map(
      (noun) => `/${noun}/${id}`,
    )
    for (const path of [...records, `/posts/${id}/edit`, `/posts/groups/${id}/edit`, `/posts/new?from=${id}`]) {
      await open(page, `${url}${path}`)
      await page.getByText(/^There (?:is|are) no such|^It is no longer there/).waitFor()
      assert.doesNotMatch(await page.locator('main').innerText(), /\/v1\//, path)
      assert.deepEqual(await findBarriers(page, NO_CONTRAST), [], path)
    }
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  test('contacts are listed and found by the form they came through, ours or another', async () => {
    const form = await call('POST', '/v1/forms', { name: 'Ask for an offer', protection: 'off' })
    await call('POST', `/v1/forms/${form.public_id}/submissions`, { first_name: 'Ana', email: 'ana@example.org' })
    await call('POST', '/v1/contacts', { first_name: 'Ben', form: 'Old website' })
    await call('POST', '/v1/contacts', { first_name: 'Cleo' })
    const { page } = await stage.owner()
    await open(page, `${url}/contacts`)
    await row(page, 'Ana').getByText('Ask for an offer').waitFor()
    await row(page, 'Ben').getByText('Old website').waitFor()
    for (const [name, found, other] of [
      ['Ask for an offer', 'Ana', 'Ben'],
      ['Old website', 'Ben', 'Ana'],
    ] as const) {
      await page.getByRole('button', { name: 'Add filter' }).click()
      await page.getByRole('option', { name: 'Form' }).click()
      await page.getByRole('option', { name }).click()
      await row(page, other).waitFor({ state: 'detached' })
      await row(page, found).waitFor()
      await page.getByRole('button', { name: `Form: ${name}. Change it` }).waitFor()
      await picture(page, `contacts-form-${found}`)
    }
    await page.getByRole('button', { name: 'Remove Form: Old website' }).click()
    await row(page, 'Cleo').waitFor()
    // A deleted form still shows its contacts.
    await call('DELETE', `/v1/forms/${form.id}`)
    await open(page, `${url}/contacts`)
    await row(page, 'Ana').getByText('A form that was deleted').waitFor()
  })

  test('deliveries, events and held submissions are narrowed with the same "Add filter" as lists, days in the same calendar', async () => {
    const hook = await call('POST', '/v1/webhooks', { name: 'Shop' })
    await fetch(hook.receive_url, {
      method: 'POST',
      body: '{"order":1}',
      headers: { 'content-type': 'application/json' },
    })
    const endpoint = await call('POST', '/v1/events/endpoints', { url: 'https://example.com/hook' })
    const form = await call('POST', '/v1/forms', { name: 'Questions', email_only: true, protection: 'strict' })
    await call('POST', `/v1/forms/${form.public_id}/submissions`, { email: 'y@mailinator.com' })
    const { page, complaints } = await stage.owner()
    const add = async (...names: string[]) => {
      await page.getByRole('button', { name: 'Add filter' }).click()
      for (const name of names) await page.getByRole('option', { name, exact: true }).click()
    }
    const delivery = page.getByRole('listbox', { name: 'Deliveries' }).getByRole('option').first()
    await open(page, `${url}/webhooks/${hook.id}`)
    await delivery.waitFor()
    await add('Received')
    await page.getByRole('button', { name: 'Last 7 days' }).click()
    await page.getByRole('button', { name: /^Received: .+\. Change it/ }).waitFor()
    await add('Contacts', 'Could not be mapped')
    await page.getByText('No delivery matches').waitFor()
    await page.getByRole('button', { name: 'Clear all' }).click()
    await delivery.waitFor()
    await open(page, `${url}/events?tab=feed`)
    await add('Types')
    await page.getByRole('option').first().click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Types: .+\. Change it/ }).waitFor()
    await open(page, `${url}/events/endpoints/${endpoint.id}`)
    await add('State', 'Failed')
    await page.getByText('No such delivery').waitFor()
    await open(page, `${url}/forms/held`)
    await add('Why it is suspicious')
    await page.getByRole('option').first().click()
    await page.getByRole('button', { name: /^Why it is suspicious: .+\. Change it/ }).waitFor()
    assert.equal(await page.locator('input[type=date]').count(), 0)
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  test('pages have one main landmark, and links have their visible text as name', async () => {
    const form = await call('POST', '/v1/forms', { name: 'Newsletter', email_only: true, protection: 'strict' })
    await call('POST', `/v1/forms/${form.public_id}/submissions`, { email: 'x@mailinator.com' })
    const link = await call('POST', '/v1/links', { target: 'https://example.com/' })
    await call('POST', '/v1/contacts', { first_name: 'Led', dp: link.code })
    const { page } = await stage.owner()
    for (const path of [`/forms/${form.id}`, '/forms', '/links', '/webhooks', '/contacts', '/posts/new']) {
      await open(page, url + path)
      if (path.startsWith('/forms/')) await page.locator('[data-preview] form').waitFor()
      if (path === '/links') await page.getByRole('link', { name: '1 lead' }).waitFor()
      // Open shadow roots included.
      await shows(() => page.locator('main').count(), 1, path)
      assert.deepEqual(await findBarriers(page, SPOKEN), [], path)
      await picture(page, path.slice(1).split('/')[0]! + (path.includes(form.id) ? '-preview' : ''))
    }
  })

  test('c opens Compose, and the next keys are the text', async () => {
    const { page } = await stage.owner()
    await open(page, `${url}/contacts`)
    await page.keyboard.press('c')
    await settled(page)
    const text = page.getByLabel(/^Text(?: \*)?$/)
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
    await page.keyboard.type('Doors open at nine, c and all.')
    await shows(() => text.inputValue(), 'Doors open at nine, c and all.')
    await picture(page, 'compose')
  })

  test('an import notifies nobody unless the box is ticked', async () => {
    const { page } = await stage.owner()
    for (const isTicked of [false, true]) {
      await open(page, `${url}/contacts/import`)
      const buffer = Buffer.from(`first_name,email\r\nDora,dora${isTicked}@example.org\r\n`)
      await page.locator('input[type=file]').setInputFiles({ name: 'fair.csv', mimeType: 'text/csv', buffer })
      const box = page.getByRole('checkbox', { name: 'Tell the team about each contact' })
      await box.waitFor()
      await shows(() => box.isChecked(), false)
      if (isTicked) await box.check()
      await picture(page, `import-${isTicked}`)
      await page.getByRole('button', { name: 'Import 1 contact' }).click()
      await page.waitForURL(/import=/)
      const [newest] = await call('GET', '/v1/contacts/imports?limit=1')
      assert.equal(newest.notify, isTicked)
    }
  })
})
