// @slow

import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findBarriers, launchBrowser, noBrowser, visit } from '../helpers/browser.ts'
import { startServer } from '../helpers/server.ts'
import { shows } from './helper.ts'

// The hosted page of a form, as people use it: without any script.

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const FIELDS = [
  { name: 'first_name', required: true },
  { name: 'email', required: true, help: 'We write to this address only.' },
  { name: 'phone', placeholder: '+351 …' },
  { name: 'size', type: 'select', label: 'How many people are you?', options: ['1', '2 to 10', 'more'] },
  { name: 'topics', type: 'checkboxes', label: 'What is it about?', options: ['Prices', 'Support', 'Something else'] },
  { name: 'when', type: 'date', label: 'When do you need it?' },
  { name: 'message', required: true },
]

describe('the page of a form', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const server = await startServer()
  const key = await server.key()
  const browser = await launchBrowser()
  after(() => browser.close())
  const form = (
    await server.send('POST', '/v1/forms', {
      key,
      json: {
        name: 'Ask for an offer',
        protection: 'off',
        description: 'Tell us what you need.\nWe answer within a day.',
        fields: FIELDS,
        consent: { purpose: 'newsletter', text: 'You may send me your newsletter. I can change my mind at any time.' },
        thanks_text: 'Thank you, we will be in touch.',
      },
    })
  ).body.data

  const shoot = async (page: Page, name: string) => {
    const folder = process.env.SCREENSHOTS
    if (folder === undefined) return
    await mkdir(folder, { recursive: true })
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
  }

  for (const [name, options] of [
    ['desk', {}],
    ['phone', { ...PHONE, colorScheme: 'dark' as const }],
  ] as const) {
    test(`${name}: it is filled in, refused with the input kept, corrected and sent, with scripts disabled`, async () => {
      const { page, complaints, context } = await visit(browser, { ...options, javaScriptEnabled: false })
      await page.goto(`${form.url}?utm_source=threads`)
      await shoot(page, `form-${name}`)
      await page.getByLabel('First name').fill('Ana <b>')
      // The browser accepts it, and the server does not.
      await page.getByLabel('E-mail').fill('ana@example')
      await page.getByLabel('How many people are you?').selectOption('2 to 10')
      await page.getByLabel('Support').check()
      await page.getByLabel('Message').fill('Hello\n</textarea>')
      await page.getByLabel('You may send me your newsletter.').check()
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('alert').waitFor()
      await shoot(page, `form-${name}-refused`)
      await shows(() => page.getByLabel('First name').inputValue(), 'Ana <b>')
      await shows(() => page.getByLabel('Message').inputValue(), 'Hello\n</textarea>')
      await shows(() => page.getByLabel('Support').isChecked(), true)
      const email = page.getByLabel('E-mail')
      await shows(() => email.getAttribute('aria-invalid'), 'true')
      await email.fill(`ana-${name}@example.com`)
      await page.getByRole('button', { name: 'Send' }).click()
      await page.waitForURL(`${form.url}/thanks`)
      await page.getByText('Thank you, we will be in touch.').waitFor()
      await shoot(page, `form-${name}-thanks`)
      assert.deepEqual(complaints, [])
      await context.close()
      const found = await server.send('GET', `/v1/contacts?email=ana-${name}@example.com`, { key })
      const [contact] = found.body.data
      assert.equal(contact.utm_source, 'threads')
      assert.deepEqual(contact.extra, { size: '2 to 10', topics: 'Support', message: 'Hello\n</textarea>' })
    })
  }

  test('it works with a screen reader or a keyboard, also after a refusal', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      const { page, context } = await visit(browser, { ...PHONE, colorScheme: scheme })
      await page.goto(form.url)
      assert.deepEqual(await findBarriers(page), [])
      await page.getByLabel('First name').fill('Ana')
      await page.getByLabel('E-mail').fill('ana@example')
      await page.getByLabel('Message').fill('Hello')
      await page.getByLabel('You may send me your newsletter.').check()
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('alert').waitFor()
      assert.deepEqual(await findBarriers(page), [])
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'email')
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      assert.equal(isWide, false)
      await context.close()
    }
  })
})
