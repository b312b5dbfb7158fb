import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { noBrowser, type Visitor, visit } from '../helpers/browser.ts'
import { until } from '../helpers/process.ts'
import { xlsx } from '../helpers/spreadsheets.ts'
import {
  chooseDay,
  dragToDay,
  IN_CALENDAR,
  OWNER,
  open,
  type Stage,
  settled,
  shows,
  startStage,
  typeTime,
} from './helper.ts'

// What a person does on the first day, in this order, in one installation.

const run = promisify(execFile)
const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
)

describe('the first day', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  const { url } = stage
  let ana: Visitor

  test('set-up suggests the time zone of the browser, and another can be chosen', async () => {
    const { page, context, complaints } = await visit(stage.browser, { timezoneId: 'Asia/Tokyo' })
    await open(page, stage.setUpUrl)
    const zone = page.getByRole('textbox', { name: 'Time zone' })
    await shows(() => zone.inputValue(), 'Asia/Tokyo')
    await zone.fill('Lisbon')
    await page.getByRole('option', { name: 'Europe/Lisbon' }).click()
    await shows(() => zone.inputValue(), 'Europe/Lisbon')
    await page.getByText(/There it is \d/).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('the link of the first start creates an owner, and wrong input is kept', async () => {
    ana = await visit(stage.browser)
    const { page } = ana
    await open(page, stage.setUpUrl)
    assert.ok(!page.url().includes('token'), 'the token is out of the address bar')
    await page.getByLabel('Your name').fill(OWNER.name)
    await page.getByLabel('E-mail').fill('not an address')
    await page.getByLabel(/^Password/).fill(OWNER.password)
    await page.getByRole('button', { name: 'Set up and sign in' }).click()
    await page.getByLabel('E-mail').and(page.locator('[aria-invalid="true"]')).waitFor()
    await shows(() => page.getByLabel('Your name').inputValue(), OWNER.name)
    await shows(() => page.getByLabel(/^Password/).inputValue(), OWNER.password)
    await page.getByLabel('E-mail').fill(OWNER.email)
    await page.getByRole('button', { name: 'Set up and sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  })

  test('the link works only once', async () => {
    const { page, context } = await visit(stage.browser)
    await open(page, stage.setUpUrl)
    await page.getByRole('heading', { name: 'Doorpost is already set up' }).waitFor()
    await context.close()
  })

  test('a Bluesky account is connected with handle and app password, which is not shown again', async () => {
    const { page } = ana
    await open(page, `${url}/settings/connections`)
    const card = page.getByRole('article', { name: 'Bluesky' })
    // The sandbox comes with one.
    await card.getByRole('button', { name: /^Disconnect/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect the account' }).click()
    await card.getByText('No account yet.').waitFor()
    await card.getByRole('button', { name: 'Connect an account on Bluesky' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect an account on Bluesky' })
    await dialog.getByRole('button', { name: 'Use an app password' }).click()
    await dialog.getByLabel('Account name').fill('sandbox.test')
    await dialog.getByLabel('App password').fill('not-the-one')
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/bluesky-dialog.png` })
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await dialog.getByText(/does not accept this handle with this app password/).waitFor()
    await shows(() => dialog.getByLabel('Account name').inputValue(), 'sandbox.test')
    await dialog.getByLabel('App password').fill('sandbox-app-password')
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await dialog.waitFor({ state: 'detached' })
    await card.getByText('@sandbox.test').waitFor()
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/bluesky-card.png`, fullPage: true })
    assert.ok(!(await page.content()).includes('sandbox-app-password'))
  })

  test('a Bluesky account is connected by approval in another tab', async () => {
    const { page } = ana
    await open(page, `${url}/settings/connections`)
    const card = page.getByRole('article', { name: 'Bluesky' })
    await card.getByRole('button', { name: /^Disconnect/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect the account' }).click()
    await card.getByText('No account yet.').waitFor()
    await card.getByRole('button', { name: 'Connect an account on Bluesky' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect an account on Bluesky' })
    await dialog.getByLabel('Account name').fill('two words')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText(/This must be the name of the account on Bluesky/).waitFor()
    await dialog.getByLabel('Account name').fill('@sandbox.test')
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/bluesky-handle.png` })
    await dialog.getByRole('button', { name: 'Continue' }).click()
    const opened = page.context().waitForEvent('page')
    await dialog.getByRole('link', { name: 'Continue to Bluesky' }).click()
    const tab = await opened
    await tab.getByRole('heading', { name: 'Bluesky is connected' }).waitFor()
    await tab.close()
    await dialog.getByText(/can post now/).waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await card.getByText('@sandbox.test').waitFor()
  })

  test('an API key is shown once, works with curl as shown, and is refused after it is revoked', async () => {
    const { page } = ana
    await open(page, `${url}/keys`)
    await page.getByRole('button', { name: 'Generate new key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Generate the key' }).click()
    await dialog.getByLabel('Name').and(page.locator('[aria-invalid="true"]')).waitFor()
    await dialog.getByLabel('Name').fill('Website')
    await dialog.getByRole('button', { name: 'Generate the key' }).click()
    await dialog.locator('pre').first().waitFor()
    const shown = await dialog.locator('pre').allTextContents()
    const key = shown.find((text) => text.startsWith('svc_pk_'))!
    assert.match(key, /^svc_pk_[A-Za-z0-9]{38}$/)
    const example = shown.find((text) => text.startsWith('curl') && text.includes(' -d '))!
    assert.ok(example.includes(key))
    if (hasCurl) {
      const { stdout } = await run('sh', ['-c', example.replace('curl', 'curl -s')])
      assert.equal(JSON.parse(stdout).success, true)
    }
    const headers = { authorization: `Bearer ${key}` }
    assert.equal((await fetch(`${url}/v1/contacts`, { headers })).status, 200)

    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await open(page, `${url}/keys`)
    const table = page.getByRole('table', { name: 'API keys' })
    await table.getByText('Website').waitFor()
    assert.ok(!(await page.content()).includes(key))
    await table.getByRole('button', { name: 'Revoke Website' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Revoke/ })
      .click()
    await until(async () => (await fetch(`${url}/v1/contacts`, { headers })).status === 401)
  })

  test('a post is composed, scheduled, and shown as published while the page is open', async () => {
    const { page } = ana
    await page.keyboard.press('c')
    await page.getByRole('heading', { level: 1, name: /compose/i }).waitFor()
    for (const name of ['Threads', 'Instagram', 'LinkedIn', 'X', 'Mastodon', 'Bluesky']) {
      const chip = page.getByRole('button', { name: new RegExp(`^${name}\\b`) }).first()
      const isOn = (await chip.getAttribute('aria-pressed')) === 'true'
      if (isOn !== (name === 'X')) await chip.click()
    }
    const text = page.getByLabel(/^Text(?: \*)?$/)
    await text.fill('x'.repeat(300))
    // The message of the API, beside the field.
    await page.getByText(/280/).first().waitFor()
    await text.fill('Doors open at nine. Bring a friend.')
    const now = new Date(Date.now() - 60_000).toISOString()
    await chooseDay(page, page.getByLabel('Date', { exact: true }), now.slice(0, 10))
    await typeTime(page, now.slice(11, 16))
    await page.getByRole('region', { name: 'Preview for X' }).getByText('Doors open at nine.').waitFor()
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await page.waitForURL(/\/posts/)
    let id = ''
    await until(async () => {
      const [post] = await stage.call('GET', '/v1/posts?platform=short')
      id = post?.id ?? ''
      return id !== ''
    })
    await page.goto(`${url}/posts/${id}`)
    await page.getByText('Published', { exact: true }).first().waitFor()
    const link = page.locator('main').getByRole('link', { name: 'See it on X' })
    assert.equal((await fetch((await link.getAttribute('href'))!)).status, 200)

    const draft = await stage.call('POST', '/v1/posts/short', { content: 'And again on Thursday.' })
    await open(page, `${url}/posts/${draft.id}`)
    await page.getByText('Draft', { exact: true }).first().waitFor()
    await stage.call('POST', `/v1/posts/${draft.id}/publish`)
    await page.getByText('Published', { exact: true }).first().waitFor()
  })

  test('a post is dragged to another day of the calendar', async () => {
    const { page } = ana
    // In the middle of a month, so that both days are in view.
    const day = new Date()
    day.setUTCMonth(day.getUTCMonth() + 1, 10)
    day.setUTCHours(12, 0, 0, 0)
    const post = await stage.call('POST', '/v1/posts/short', {
      content: 'Workshop on Saturday: two places left.',
      status: 'scheduled',
      scheduled_date: day.toISOString(),
    })
    const month = day.toISOString().slice(0, 7)
    await open(page, `${url}/posts`)
    await page.getByRole('button', { name: 'The month after' }).click()
    await dragToDay(page, page.locator(IN_CALENDAR, { hasText: 'Workshop on Saturday' }), `${month}-12`)
    await until(async () => {
      const { scheduled_date: date } = await stage.call('GET', `/v1/posts/${post.id}`)
      return date === `${month}-12T12:00:00.000Z`
    })
  })

  test('a CSV file with bad rows is imported: correct counts, and the reason for each', async () => {
    const { page } = ana
    await open(page, `${url}/contacts/import`)
    const lines = ['first_name,email,company', 'Jonas,jonas@example.com,Weber', ',,Nobody Ltd', 'Priya,not an address,']
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
    await page.getByRole('table', { name: 'Rows that make no contact' }).waitFor()
    await page.getByRole('button', { name: /^Import 1 contact/ }).click()
    await page.getByRole('button', { name: 'Import another file' }).waitFor()
    const main = page.locator('main')
    await main.getByText('The row has no first name, and no e-mail address to take it from.').waitFor()
    await main.getByText(/^"email" /).waitFor()
    const [done] = await stage.call('GET', '/v1/contacts/imports')
    assert.deepEqual([done.rows, done.created, done.skipped, done.failed], [3, 1, 0, 2])
  })

  test('a workbook is imported, with its warnings and the row numbers of what failed', async () => {
    const { page } = ana
    await open(page, `${url}/contacts/import`)
    const input = page.locator('input[type="file"]')
    assert.match((await input.getAttribute('accept')) ?? '', /\.xlsx,\.ods/)
    const buffer = Buffer.from(
      xlsx([
        ['Vorname', 'Firma'],
        ['Ines', 'Größe & Co'],
        ['', 'Nobody Ltd'],
      ]),
    )
    await input.setInputFiles({ name: 'Kontakte.xlsx', mimeType: '', buffer })
    await page.getByText(/No column is an e-mail address/).waitFor()
    await page.getByRole('button', { name: /Firma.*Company/ }).waitFor()
    await shows(() => page.getByLabel(/Letters look wrong/).count(), 0)
    await page.getByRole('button', { name: /^Import 1 contact/ }).click()
    await page.getByRole('button', { name: 'Download these rows' }).waitFor()
    const [done] = await stage.call('GET', '/v1/contacts/imports')
    assert.deepEqual([done.format, done.created, done.failed], ['xlsx', 1, 1])
  })

  test('a file as saved by Excel: its columns are detected, and the rest is corrected', async () => {
    const { page } = ana
    await open(page, `${url}/contacts/import`)
    const text = '\ufeffWer;Kontaktadresse;Firma\r\nJörg Müller;joerg@example.com;Größe & Co\r\n'
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'Kontakte.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'utf16le') })
    await page.getByRole('button', { name: /Kontaktadresse.*E-mail.*by its values/ }).waitFor()
    await page.getByRole('button', { name: /^Wer/ }).click()
    await page.getByLabel('What “Wer” becomes').selectOption('full_name')
    const first = page.getByRole('table', { name: 'First contacts' })
    await first.getByText('Jörg Müller').first().waitFor()
    await first.getByText('Größe & Co').waitFor()
    await page.getByRole('button', { name: /^Import 1 contact/ }).click()
    await page.getByRole('button', { name: 'Import another file' }).waitFor()
    const [{ first_name, last_name, email, extra }] = await stage.call('GET', '/v1/contacts')
    assert.deepEqual(
      { first_name, last_name, email, extra },
      { first_name: 'Jörg', last_name: 'Müller', email: 'joerg@example.com', extra: { Wer: 'Jörg Müller' } },
    )
  })

  test('a webhook delivery appears while the page is open', async () => {
    const { page } = ana
    const webhook = await stage.call('POST', '/v1/webhooks', { name: 'Shop' })
    await open(page, `${url}/webhooks/${webhook.id}`)
    const body = JSON.stringify({ order: 'A-1042', total: 189.5 })
    await fetch(webhook.receive_url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    await page.getByText('A-1042').first().waitFor()
  })

  test('a lost connection is shown, keeps the input, and recovers', async () => {
    const { page } = ana
    await open(page, `${url}/posts/new`)
    await page.getByLabel(/^Text(?: \*)?$/).fill('Half a sentence')
    stage.doorpost.child.kill('SIGTERM')
    await stage.doorpost.ended
    await page.getByText('The connection to Doorpost is lost.').waitFor()
    await shows(() => page.getByLabel(/^Text(?: \*)?$/).inputValue(), 'Half a sentence')
    await stage.restart()
    await page.getByText('The connection to Doorpost is lost.').waitFor({ state: 'detached' })
    await shows(() => page.getByLabel(/^Text(?: \*)?$/).inputValue(), 'Half a sentence')
  })

  test('an expired session leads to sign-in, and back to the same page', async () => {
    const { page } = ana
    await open(page, `${url}/contacts?q=jonas`)
    await stage.endSessions()
    const signIn = page.getByRole('heading', { name: 'Sign in' })
    // The page may notice by itself, before the click.
    await until(async () => {
      if (await signIn.isVisible()) return true
      const link = page.getByRole('link', { name: 'Receive from other services' })
      await link.click({ timeout: 1_000 }).catch(() => {})
      return false
    })
    await page.getByLabel('E-mail').fill(OWNER.email)
    await page.getByLabel(/^Password/).fill('this is not the password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('alert').waitFor()
    await shows(() => page.getByLabel('E-mail').inputValue(), OWNER.email)
    await page.getByLabel(/^Password/).fill(OWNER.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: /^(?:Receive from other services|Contacts)/ }).waitFor()
    await settled(page)
  })

  test('the browser reports no errors', () => {
    assert.deepEqual(ana.complaints, [])
  })
})
