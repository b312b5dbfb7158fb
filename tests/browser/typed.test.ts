import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from '../helpers/browser.ts'
import { until } from '../helpers/process.ts'
import { open, type Stage, settled, shows, startStage } from './helper.ts'

// What was typed into a dialog or the builder of forms survives a reload, until it is sent, discarded or the person signs
// out. Secrets are never kept, and of stored records only what was changed.

const RESTORED = 'What you had typed is here again.'

const keptBy = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }))

describe('what was typed', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()

  const visitor = async () => {
    const found = await stage.owner()
    // Leaving with unsaved changes asks.
    found.page.on('dialog', (dialog) => void dialog.accept())
    return found
  }
  const restored = (page: Page) => page.getByRole('status').filter({ hasText: RESTORED })
  const newContact = (page: Page) => page.getByRole('button', { name: 'New contact' }).first().click()

  test('a dialog has it again after a reload, until it is discarded or sent', async () => {
    const { page, complaints, context } = await visitor()
    await open(page, `${stage.url}/contacts`)
    await newContact(page)
    await page.getByLabel('First name').fill('Beatriz')
    await page.getByLabel('Company').fill('Harbour Works')
    await page.getByRole('button', { name: 'Add a field' }).click()
    await page.getByLabel('Name of additional field 1').fill('city')
    await page.reload()
    await restored(page).waitFor()
    await shows(() => page.getByLabel('First name').inputValue(), 'Beatriz')
    await shows(() => page.getByLabel('Name of additional field 1').inputValue(), 'city')

    await page.getByRole('button', { name: 'Discard it' }).click()
    await restored(page).waitFor({ state: 'detached' })
    await shows(() => page.getByLabel('First name').inputValue(), '')
    await until(async () => !(await keptBy(page)).includes('Beatriz'))

    await page.getByLabel('First name').fill('Carla')
    await page.reload()
    await restored(page).waitFor()
    await page.getByRole('button', { name: 'Add contact' }).click()
    await page.getByText('Carla is added.').waitFor()
    await until(async () => !(await keptBy(page)).includes('Carla'))
    await newContact(page)
    await page.getByLabel('First name').waitFor()
    await shows(() => restored(page).count(), 0)

    // Cancel discards.
    await page.getByLabel('First name').fill('Diana')
    await until(async () => (await keptBy(page)).includes('Diana'))
    await page.getByRole('button', { name: 'Cancel' }).click()
    await until(async () => !(await keptBy(page)).includes('Diana'))
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('of a stored contact only the changes are kept, and they are added to what others saved meanwhile', async () => {
    const contact = await stage.call('POST', '/v1/contacts', {
      first_name: 'Elena',
      email: 'elena@example.com',
      extra: { city: 'Lisbon', team: 'green' },
    })
    const { page, complaints, context } = await visitor()
    const edit = () => page.getByRole('button', { name: 'Edit', exact: true }).first().click()
    await open(page, `${stage.url}/contacts/${contact.id}`)
    await edit()
    await page.getByLabel('Company').fill('Tea House')
    await page.getByLabel('Value of additional field 2').fill('black')
    await until(async () => (await keptBy(page)).includes('black'))
    const kept = await keptBy(page)
    assert.ok(!kept.includes('elena@example.com') && !kept.includes('Lisbon'), kept)
    await stage.call('PATCH', `/v1/contacts/${contact.id}`, { last_name: 'Rossi' })
    await page.reload()
    await settled(page)
    await edit()
    await restored(page).waitFor()
    await shows(() => page.getByLabel('Last name').inputValue(), 'Rossi')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('The changes are saved.').waitFor()
    const saved = await stage.call('GET', `/v1/contacts/${contact.id}`)
    assert.deepEqual(
      [saved.last_name, saved.company, saved.extra],
      ['Rossi', 'Tea House', { city: 'Lisbon', team: 'black' }],
    )

    await page.getByLabel('Note', { exact: true }).fill('Call after the fair')
    await page.reload()
    await restored(page).waitFor()
    await shows(() => page.getByLabel('Note', { exact: true }).inputValue(), 'Call after the fair')
    await page.getByRole('button', { name: 'Write note' }).click()
    await page.getByRole('list', { name: 'Notes' }).getByText('Call after the fair').waitFor()
    await until(async () => !(await keptBy(page)).includes('Call after the fair'))
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('secrets are not kept, and the notice says so', async () => {
    const { page, complaints, context } = await visitor()
    const add = () => page.getByRole('button', { name: 'Slack', exact: true }).click()
    await open(page, `${stage.url}/events`)
    await add()
    await page.getByLabel('Description').fill('Sales channel')
    await page.getByLabel('Address of the incoming webhook').fill('https://hooks.slack.com/services/T0/B0/verysecret')
    await until(async () => (await keptBy(page)).includes('Sales channel'))
    assert.ok(!(await keptBy(page)).includes('verysecret'))
    await page.reload()
    await add()
    await page.getByText('Secrets are not kept: type them again.').waitFor()
    await shows(() => page.getByLabel('Description').inputValue(), 'Sales channel')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('the builder of forms has it again, and notices what somebody else saved meanwhile', async () => {
    const form = await stage.call('POST', '/v1/forms', { name: 'Ask us' })
    const { page, complaints, context } = await visitor()
    await open(page, `${stage.url}/forms/${form.id}`)
    await page.getByLabel('Heading').fill('Ask us anything')
    await page.reload()
    await restored(page).waitFor()
    await shows(() => page.getByLabel('Heading').inputValue(), 'Ask us anything')
    await page.getByRole('button', { name: 'Discard it' }).click()
    await page.getByText('Everything is saved').waitFor()

    await page.getByLabel('Heading').fill('Mine')
    await until(async () => (await keptBy(page)).includes('Mine'))
    await stage.call('PATCH', `/v1/forms/${form.id}`, { title: 'Theirs' })
    await page.reload()
    await page.getByText('Somebody else has changed this form').waitFor()
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('button', { name: 'Save the form' }).click()
    await page.getByText('The form is saved.').first().waitFor()
    assert.equal((await stage.call('GET', `/v1/forms/${form.id}`)).title, 'Mine')
    await until(async () => !(await keptBy(page)).includes('Mine'))

    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByLabel('Text of the thank-you page').fill('We write soon')
    await page.reload()
    await restored(page).waitFor()
    await shows(() => page.getByLabel('Text of the thank-you page').inputValue(), 'We write soon')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('whoever signs out takes it along, and so does another person who signs in', async () => {
    const { page, context } = await visitor()
    await open(page, `${stage.url}/links`)
    await page.getByRole('button', { name: 'New link' }).first().click()
    await page.getByLabel('Name').fill('Winter letter')
    await until(async () => (await keptBy(page)).includes('Winter letter'))
    // As if the session of somebody else had expired.
    await page.evaluate(() => localStorage.setItem('doorpost.typed-by', '"somebody else"'))
    await page.reload()
    await page.getByLabel('Name').waitFor()
    await shows(() => restored(page).count(), 0)
    assert.ok(!(await keptBy(page)).includes('Winter letter'))

    await page.getByLabel('Name').fill('Spring letter')
    await until(async () => (await keptBy(page)).includes('Spring letter'))
    await page.goto(`${stage.url}/contacts`)
    await page.getByRole('button', { name: /^Signed in as/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/sign-in/)
    await until(async () => !(await keptBy(page)).includes('Spring letter'))
    await context.close()
  })
})
