// @slow

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findBarriers, noBrowser } from '../helpers/browser.ts'
import { until } from '../helpers/process.ts'
import { open, shows, startReceiver, startStage } from './helper.ts'

// New leads reach people in chats: the endpoint is created, tested and changed in the dashboard.

const PHONE = { viewport: { width: 390, height: 844 } }
const shots = process.env.SHOTS

describe('messages to people', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage = await startStage()
  const receiver = await startReceiver()
  const picture = async (page: Page, name: string) => {
    if (shots) await page.screenshot({ path: `${shots}/${name}.png` })
  }

  test('a channel gets leads: created with only an address, tested, and its address never shown', async () => {
    const { page, context, complaints } = await stage.owner()
    await open(page, `${stage.url}/events`)
    await page.getByRole('button', { name: 'Add a service', exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /^Slack/ }).click()
    const address = dialog.getByLabel('Address of the incoming webhook')
    await address.fill(`${receiver.url}/not-slack`)
    await shows(() => dialog.getByLabel('A contact was stored').isChecked(), true, 'leads are chosen at first')
    assert.deepEqual(await findBarriers(page), [])
    const language = dialog.getByRole('textbox', { name: 'Language' })
    await shows(() => language.inputValue(), 'English', 'that of the page at first')
    await language.click()
    await page.getByRole('option', { name: 'Deutsch' }).click()
    await picture(page, 'new-chat')
    await dialog.getByRole('button', { name: 'Add the service' }).click()
    await dialog.getByText(/not the address of an incoming webhook of Slack/).waitFor()
    await address.fill(`${receiver.url}/services/T0/B0/verysecretverysecret`)
    await dialog.getByRole('button', { name: 'Add the service' }).click()
    await dialog.getByText('Slack is told from now on.').waitFor()
    await picture(page, 'made-chat')
    await dialog.getByRole('link', { name: 'Open it and send a test' }).click()
    await page.waitForURL(/\/events\/endpoints\//)
    await page.getByRole('button', { name: 'Send a test' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
    await until(() => receiver.received.some((text) => text.includes('Test von Doorpost')))
    await stage.call('POST', '/v1/contacts', { first_name: 'Ana', last_name: 'Silva' })
    await until(() => receiver.received.some((text) => text.includes('Neuer Lead: Ana Silva')))
    await page.getByText('German', { exact: true }).waitFor()
    assert.ok(!(await page.content()).includes('verysecret'))
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a chat is set up beside the other ways to hear of leads, which shows all that are told of them', async () => {
    const address = (name: string) => `${receiver.url}/api/webhooks/1/${name}`
    const make = (name: string, events: string[] | null) =>
      stage.call('POST', '/v1/events/endpoints', { kind: 'discord', url: address(name), description: name, events })
    await make('only-failures', ['post.failed'])
    const { page, context, complaints } = await stage.owner()
    await open(page, `${stage.url}/settings/notifications`)
    const card = page.getByRole('region', { name: 'Discord' })
    await card.getByText('Off', { exact: true }).waitFor()
    await card.getByRole('button', { name: 'Set up: Discord' }).click()
    const dialog = page.getByRole('dialog', { name: 'New leads: Discord' })
    await dialog.getByLabel('Address of the webhook').fill(address('sales'))
    await dialog.getByLabel('Description').fill('Sales')
    assert.deepEqual(await findBarriers(page), [])
    await dialog.getByRole('button', { name: 'Add the service' }).click()
    await page.getByText('Discord is told from now on.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
    const rows = () => card.getByRole('listitem').allInnerTexts()
    await shows(async () => (await rows()).map((row) => row.split('\n')[0]), ['Sales'])
    await shows(() => card.getByText('Off', { exact: true }).count(), 0)
    const endpoints: Array<{ id: string; description: string; events: string[] | null }> = await stage.call(
      'GET',
      '/v1/events/endpoints',
    )
    const made = endpoints.find(({ description }) => description === 'Sales')!
    assert.deepEqual(made.events, ['contact.created'])

    await make('everything', null)
    await make('contacts', ['contact.*'])
    await stage.call('PATCH', `/v1/events/endpoints/${made.id}`, { status: 'paused' })
    await page.reload()
    const states = async () => (await rows()).map((row) => row.split(/\s*\n\s*/)).sort()
    await shows(states, [
      ['Sales', 'Paused'],
      ['contacts', 'Active'],
      ['everything', 'Active'],
    ])
    assert.deepEqual(await findBarriers(page), [])
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a phone: a stored secret stays when its field is left empty', async () => {
    const url = `${receiver.url}/a-topic-that-nobody-guesses`
    const { id } = await stage.call('POST', '/v1/events/endpoints', { kind: 'ntfy', url, token: 'tk_secret' })
    const { page, context, complaints } = await stage.owner(PHONE)
    await open(page, `${stage.url}/events`)
    await page.getByRole('img', { name: 'Phone (ntfy)' }).waitFor()
    await picture(page, 'list-phone')
    await page.getByRole('button', { name: 'Add a service', exact: true }).first().click()
    await page
      .getByRole('dialog')
      .getByRole('radio', { name: /^Phone/ })
      .click()
    await page.getByRole('dialog').getByLabel('Access token').waitFor()
    await picture(page, 'new-phone')
    await open(page, `${stage.url}/events/endpoints/${id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await shows(() => page.getByRole('menuitem', { name: 'Get a new secret' }).count(), 0)
    await page.getByRole('menuitem', { name: 'Change' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^Stored: .*…sses\./).waitFor()
    await picture(page, 'change-phone')
    await dialog.getByLabel('Description').fill('My phone')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'My phone' }).waitFor()
    const { delivered } = await stage.call('POST', `/v1/events/endpoints/${id}/test`, {})
    assert.ok(delivered)
    assert.equal(JSON.parse(receiver.received.at(-1)!).topic, 'a-topic-that-nobody-guesses')
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
