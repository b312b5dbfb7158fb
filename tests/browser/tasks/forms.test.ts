// @slow

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { noBrowser } from '../../helpers/browser.ts'
import { until } from '../../helpers/process.ts'
import { DESKTOP, type Person, tellStories } from './helper.ts'

// A form on a website, the people who send it, and what brought them.

/** The website, with what its owner has pasted into it. */
let pasted = ''
const website = createServer((_, response) => {
  const html = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Shop</title><h1>Our shop</h1>${pasted}`
  response.setHeader('content-type', 'text/html; charset=utf-8').end(html)
})
if (!noBrowser) {
  website.listen(0, '127.0.0.1')
  await once(website, 'listening')
  after(() => {
    website.closeAllConnections()
    website.close()
  })
}

async function fillIn(me: Person, url: string, name: string): Promise<void> {
  const visitor = await me.meetVisitor()
  const { page } = visitor
  await page.goto(url)
  const opened = Date.now()
  await page.getByLabel('First name').fill(name)
  await page.getByLabel('E-mail').fill(`${name.toLowerCase().replace(' ', '.')}@example.com`)
  await page.getByLabel('Message').fill('How much for twenty people?')
  // Programs are faster than people, and held.
  await page.waitForFunction((since) => Date.now() - since > 3_200, opened)
  await page.getByRole('button', { name: 'Send' }).click()
  await page
    .getByText(/^Thank you/)
    .first()
    .waitFor()
  await visitor.context.close()
}

tellStories('forms and links', {
  setUpOn: DESKTOP,
  stories: [
    {
      title: 'put a form on the website, and get what a visitor sends',
      clicks: 7,
      tell: async (me) => {
        const { page, device, stage } = me
        const name = `Offer ${device.name}`
        await me.go('Forms')
        await page.getByRole('button', { name: 'New form' }).first().click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
        await dialog.getByRole('button', { name: 'Make the form' }).click()
        await page.getByRole('heading', { level: 1, name }).first().waitFor()
        await page.getByRole('tab', { name: 'Put it on your site' }).click()
        pasted = await page
          .getByText(/^<script .*data-form=/)
          .first()
          .innerText()
        await fillIn(me, `http://127.0.0.1:${(website.address() as AddressInfo).port}/`, `Vera ${device.name}`)
        await page.getByRole('tab', { name: 'Submissions' }).click()
        await page.getByRole('table', { name: 'Submissions' }).getByText(`Vera ${device.name}`).first().waitFor()
        const [lead] = await stage.call('GET', `/v1/contacts?email=vera.${device.name.toLowerCase()}@example.com`)
        assert.equal(lead.message ?? lead.extra.message, 'How much for twenty people?')
      },
    },
    {
      title: 'see a lead arrive, and read what they want',
      clicks: 2,
      tell: async (me) => {
        const { page, device, stage } = me
        const form = await stage.call('POST', '/v1/forms', { name: `Ask us ${device.name}` })
        await fillIn(me, form.url, `Nora ${device.name}`)
        await page.getByText(`New lead: Nora ${device.name}`, { exact: true }).waitFor()
        await page.getByRole('link', { name: 'Open the contact' }).click()
        await page.getByRole('heading', { level: 1, name: `Nora ${device.name}` }).waitFor()
        const message = page.getByText('How much for twenty people?').first()
        await message.waitFor()
        const box = (await message.boundingBox())!
        assert.ok(box.y + box.height < device.options.viewport!.height, 'without scrolling')
      },
    },
    {
      title: 'learn what brought a lead: the link in the newsletter',
      clicks: 7,
      tell: async (me) => {
        const { page, device, stage } = me
        const form = await stage.call('POST', '/v1/forms', { name: `Course ${device.name}` })
        await me.go('Links')
        await page.getByRole('button', { name: 'New link' }).first().click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Target').fill(form.url)
        await dialog.getByLabel('Name').fill(`Letter of May, ${device.name}`)
        await dialog.getByLabel('Source').fill('newsletter')
        await dialog.getByRole('button', { name: 'Make the link' }).click()
        await dialog.getByRole('heading', { name: 'The link works' }).waitFor()
        const link = await dialog
          .getByText(/^http\S+\/l\/\w+$/)
          .first()
          .innerText()
        await dialog.getByRole('button', { name: 'Done' }).click()
        await fillIn(me, link, `Olga ${device.name}`)
        await page.getByRole('link', { name: 'Open the contact' }).click()
        const brought = page.getByRole('table', { name: 'What brought this lead' })
        await brought.getByRole('link', { name: `Letter of May, ${device.name}` }).waitFor()
        await brought.getByRole('row', { name: 'Source newsletter' }).waitFor()
        await until(async () => {
          const [{ clicks, leads }] = await stage.call(
            'GET',
            `/v1/links?q=${encodeURIComponent(`May, ${device.name}`)}`,
          )
          return clicks === 1 && leads === 1
        })
      },
    },
  ],
})
