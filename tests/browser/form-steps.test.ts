// @slow

import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findBarriers, launchBrowser, noBrowser, visit } from '../helpers/browser.ts'
import { startServer } from '../helpers/server.ts'
import { shows } from './helper.ts'

// Steps, conditions and drafts of the hosted page, with the script and without it.

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

describe('a form with steps and conditions', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const server = await startServer()
  const key = await server.key()
  const browser = await launchBrowser()
  after(() => browser.close())
  const fields = [
    { name: 'first_name', required: true, step: 'About you' },
    { name: 'email', required: true },
    { name: 'topic', type: 'radio', label: 'What is it about?', options: ['Prices', 'Support'], step: 'Your question' },
    { name: 'size', label: 'How many people?', required: true, show_when: { field: 'topic', is: ['Prices'] } },
    { name: 'message', step: 'In your words' },
  ]
  const make = async (json: object = {}) => {
    const all = {
      name: 'Ask us',
      protection: 'off',
      fields,
      consent: { purpose: 'news', text: 'You may write to me.' },
    }
    const answer = await server.send('POST', '/v1/forms', { key, json: { ...all, ...json } })
    assert.equal(answer.status, 201, answer.text)
    return answer.body.data
  }
  const shoot = async (page: Page, name: string) => {
    const folder = process.env.SCREENSHOTS
    if (folder === undefined) return
    await mkdir(folder, { recursive: true })
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
  }
  const contactOf = async (email: string) =>
    (await server.send('GET', `/v1/contacts?email=${email}`, { key })).body.data[0]
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

  test('goes step by step with the keyboard, says where one is, and checks each step', async () => {
    const form = await make()
    const { page, complaints } = await visit(browser, PHONE)
    await page.goto(form.url)
    await page.getByText('Step 1 of 3').waitFor()
    await shows(() => page.getByRole('button', { name: 'Send' }).count(), 0)
    await shoot(page, 'steps-1')
    assert.deepEqual(await findBarriers(page), [])
    await page.getByLabel('First name').fill('Ana')
    // Enter goes on; the address is missing.
    await page.getByLabel('First name').press('Enter')
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'email')
    await page.getByLabel('E-mail').fill('steps@example.com')
    await page.getByLabel('E-mail').press('Enter')
    assert.equal(await focused(page), 'Step 2 of 3Your question')
    await shows(() => page.getByLabel('How many people?').count(), 1)
    await shows(() => page.getByLabel('How many people?').isVisible(), false)
    await page.getByLabel('Prices').check()
    await page.getByLabel('How many people?').waitFor()
    await shoot(page, 'steps-2')
    assert.deepEqual(await findBarriers(page), [])
    await page.getByRole('button', { name: 'Next' }).click()
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'size')
    await page.getByLabel('Support').check()
    await page.getByLabel('How many people?').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Next' }).click()
    assert.equal(await focused(page), 'Step 3 of 3In your words')
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByText('Step 2 of 3').waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('You may write to me.').check()
    await shoot(page, 'steps-3')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.waitForURL(`${form.url}/thanks`)
    const { extra } = await contactOf('steps@example.com')
    assert.deepEqual([extra.topic, 'size' in extra], ['Support', false])
    assert.deepEqual(complaints, [])
  })

  test('a problem that only the server finds opens its step', async () => {
    const form = await make()
    const { page } = await visit(browser)
    await page.goto(form.url)
    await page.getByLabel('First name').fill('Ana')
    await page.getByLabel('E-mail').fill('ana@example')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('You may write to me.').check()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByText('Step 1 of 3').waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'email')
  })

  test('without scripts it is one long form, and sent whole', async () => {
    const form = await make()
    const { page, complaints } = await visit(browser, { javaScriptEnabled: false })
    await page.goto(form.url)
    for (const name of ['About you', 'Your question', 'In your words'])
      await page.getByRole('heading', { name }).waitFor()
    await page.getByText('Only if “What is it about?” is: Prices').waitFor()
    await shoot(page, 'steps-plain')
    await page.getByLabel('First name').fill('Ana')
    await page.getByLabel('E-mail').fill('plain@example.com')
    await page.getByLabel('Support').check()
    await page.getByLabel('You may write to me.').check()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.waitForURL(`${form.url}/thanks`)
    assert.ok(await contactOf('plain@example.com'))
    assert.deepEqual(complaints, [])
  })

  test('keeps what was typed, says so, and lets one clear it; never consent; nothing after sending', async () => {
    const form = await make()
    const { page } = await visit(browser)
    await page.goto(form.url)
    const stored = () => page.evaluate(() => Object.values(localStorage).join())
    await page.getByLabel('First name').pressSequentially('Ana')
    await page.getByLabel('E-mail').pressSequentially('draft@example.com')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Prices').check()
    await page.getByLabel('How many people?').pressSequentially('7')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('You may write to me.').check()
    await page.waitForFunction(() => Object.values(localStorage).join().includes('"7"'))
    assert.doesNotMatch(await stored(), /consent|dp_/)
    await page.reload()
    await page.getByText('We kept what you typed').waitFor()
    await shoot(page, 'draft')
    assert.deepEqual(await findBarriers(page), [])
    await shows(() => page.getByLabel('First name').inputValue(), 'Ana')
    await page.getByRole('button', { name: 'Next' }).click()
    await shows(() => page.getByLabel('How many people?').inputValue(), '7')
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Clear it' }).click()
    await shows(() => page.getByLabel('First name').inputValue(), '')
    assert.equal(await stored(), '')
    await page.getByLabel('First name').pressSequentially('Ana')
    await page.getByLabel('E-mail').pressSequentially('draft@example.com')
    await page.waitForFunction(() => localStorage.length === 1)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('You may write to me.').check()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.waitForURL(`${form.url}/thanks`)
    assert.equal(await stored(), '')
  })

  test('keeps nothing where the form says so', async () => {
    const form = await make({ keep_draft: false })
    const { page } = await visit(browser)
    await page.clock.install()
    await page.goto(form.url)
    await page.getByLabel('First name').pressSequentially('Ana')
    // Longer than the page waits before it keeps what is typed.
    await page.clock.runFor(1_000)
    assert.equal(await page.evaluate(() => localStorage.length), 0)
  })
})
