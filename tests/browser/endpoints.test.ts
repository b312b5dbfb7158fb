// @slow

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findBarriers, noBrowser } from '../helpers/browser.ts'
import { until } from '../helpers/process.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { open, shows, startStage } from './helper.ts'

// A program gets the events that somebody chose in the dashboard: by noun, by filters, with headers of their own.

const shots = process.env.SHOTS

describe('what a program gets', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage = await startStage()
  const receiver = await startReceiver()
  const picture = async (page: Page, name: string) => {
    if (shots) await page.screenshot({ path: `${shots}/${name}.png` })
  }

  test('is chosen with the keyboard and the mouse, and header values are write-only', async () => {
    const form = await stage.call('POST', '/v1/forms', { name: 'Spring fair', protection: 'off' })
    const { page, context, complaints } = await stage.owner()
    await open(page, `${stage.url}/events`)
    await page.getByRole('button', { name: 'Add a service', exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add a service' })
    await dialog.getByRole('radio', { name: /^Program/ }).click()
    await dialog.getByLabel('Address').fill(receiver.url)
    await dialog.getByRole('radio', { name: 'Only what I choose' }).click()
    await dialog.getByLabel('All about contacts').check()
    await shows(() => dialog.getByLabel('A contact was deleted').isChecked(), true, 'all of a noun')
    await shows(() => dialog.getByText('Sent with every message').count(), 0, 'folded away')
    await dialog.getByRole('button', { name: 'More: filters and headers' }).click()

    const choose = async (...typed: string[]) => {
      await dialog.getByRole('button', { name: 'Add filter' }).click()
      for (const text of typed) {
        await page.getByRole('combobox', { name: /^Search the/ }).fill(text)
        await page.getByRole('option', { name: text }).first().waitFor()
        await page.keyboard.press('Enter')
      }
    }
    await choose('Source', 'newsletter')
    await choose('Form', 'Spring fair')
    await dialog.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('combobox', { name: 'Search the filters' }).press('Escape')
    await dialog.getByRole('button', { name: /^Source: newsletter/ }).waitFor()

    await dialog.getByRole('button', { name: 'Add a header' }).click()
    await dialog.getByLabel('Name of header 1').fill('Host')
    await dialog.getByLabel('Value of header 1').fill('very secret')
    await dialog.getByRole('button', { name: 'Add the service' }).click()
    await dialog.getByText('Doorpost sets this header itself. Use another name.').waitFor()
    await picture(page, 'endpoint-problem')
    await dialog.getByLabel('Name of header 1').fill('X-Password')
    // Halfway, boxes are covered in part by the head of the dialog.
    await dialog.evaluate((element) => element.scrollTo({ top: 0 }))
    assert.deepEqual(await findBarriers(page), [])
    await picture(page, 'endpoint-more')
    await dialog.getByRole('button', { name: 'Add the service' }).click()
    await page.getByRole('link', { name: 'Open it and send a test' }).click()
    await page.waitForURL(/\/events\/endpoints\//)
    await page.getByText('Form: Spring fair').waitFor()
    await page.getByText('All about contacts').waitFor()
    assert.ok(!(await page.content()).includes('very secret'))
    await picture(page, 'endpoint-page')

    await stage.call('POST', '/v1/contacts', { first_name: 'Other', utm_source: 'newsletter' })
    const answer = await fetch(`${stage.url}/v1/forms/${form.public_id}/submissions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ first_name: 'Ana', email: 'ana@example.com', utm_source: 'newsletter' }),
    })
    assert.ok(answer.ok, await answer.text())
    await until(() => receiver.requests.length > 0)
    assert.deepEqual(
      receiver.requests.map(({ body, headers }) => [JSON.parse(body).data.first_name, headers['x-password']]),
      [['Ana', 'very secret']],
    )
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('can be changed on a phone: a stored value stays, and a header goes', async () => {
    const { id } = await stage.call('POST', '/v1/events/endpoints', {
      url: receiver.url,
      events: ['contact.*', 'post.failed'],
      filters: { utm_source: 'ads', status: 'won', link_id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012' },
      headers: { 'x-team': 'growth', 'x-old': 'old' },
    })
    const { page, context, complaints } = await stage.owner({
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    })
    await open(page, `${stage.url}/events/endpoints/${id}`)
    await picture(page, 'endpoint-page-phone')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Change' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change the endpoint' })
    await shows(() => dialog.getByLabel('Value of header 1').getAttribute('placeholder'), 'Stored. Type to replace it.')
    await shows(() => dialog.getByLabel('All about contacts').isChecked(), true)
    await dialog.getByLabel('A contact was deleted').uncheck()
    await shows(() => dialog.getByLabel('All about contacts').isChecked(), false)
    await dialog.getByRole('button', { name: 'Remove x-old' }).click()
    await dialog.getByRole('button', { name: /^Remove link_id/ }).click()
    await dialog.getByRole('button', { name: 'Add a header' }).scrollIntoViewIfNeeded()
    await picture(page, 'endpoint-more-phone')
    // Halfway, boxes are covered in part by the head of the dialog.
    await dialog.evaluate((element) => element.scrollTo({ top: 0 }))
    assert.deepEqual(await findBarriers(page), [])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const read = await stage.call('GET', `/v1/events/endpoints/${id}`)
    assert.deepEqual([read.filters, Object.keys(read.headers)], [{ utm_source: 'ads', status: 'won' }, ['x-team']])
    assert.ok(!read.events.includes('contact.*') && !read.events.includes('contact.deleted'))
    assert.ok(read.events.includes('contact.created') && read.events.includes('post.failed'))
    await stage.call('POST', `/v1/events/endpoints/${id}/test`, {})
    const { headers } = receiver.requests.at(-1)!
    assert.deepEqual([headers['x-team'], headers['x-old']], ['growth', undefined])
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
