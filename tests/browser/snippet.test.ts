// @slow

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, noBrowser, visit } from '../helpers/browser.ts'
import { startServer } from '../helpers/server.ts'
import { type SitePage, startWebsite } from '../helpers/website.ts'
import { shows } from './helper.ts'

// The script for forms on other websites, in a real browser, on a website of another origin.

const server = await startServer()
const stops: Array<() => Promise<void>> = []
let browser: Browser
let site: string
let form: { id: string; public_id: string; submit_url: string }
const SUBMIT = () => `${server.url}/v1/forms/${form.public_id}/submissions`

/** Pages of the website, by path. `%FORM%` is a form. */
const pages = new Map<string, SitePage>()
const fields = `<label>First name <input name="first_name"></label><label>E-mail <input name="email"></label>
  <label>Message <textarea name="message"></textarea></label><button>Send</button>`

before(async () => {
  if (noBrowser) return
  const key = await server.key()
  form = (await server.send('POST', '/v1/forms', { key, json: { name: 'Contact' } })).body.data
  const script = (attributes = '') => `<script src="${server.url}/forms/doorpost.js" defer ${attributes}></script>`
  const plain = `<form action="${SUBMIT()}" method="post">${fields}</form>`
  const page = (body: string) =>
    `<!doctype html><html lang="en" dir="ltr"><title>Site</title><body><h1>Site</h1>${body}`
  pages.set('/', { html: page(plain + script()) })
  pages.set('/named', {
    html: page(
      `<form data-doorpost="${form.public_id}" data-thanks="Merci !">${fields}</form>${script('crossorigin')}`,
    ),
  })
  pages.set('/late', { html: page(`<div id="app"></div>${script()}`) })
  pages.set('/url', { html: page(`<a href="/url-2?x=1">On</a>${script('data-carry="url"')}`) })
  pages.set('/url-2', { html: page(plain + script('data-carry="url"')) })
  pages.set('/tab', { html: page(`<a href="/tab-2">On</a>${script('data-carry="tab"')}`) })
  pages.set('/tab-2', { html: page(plain + script('data-carry="tab"')) })
  const { origin } = new URL(server.url)
  pages.set('/policy', {
    html: page(plain + script('crossorigin')),
    policy: `default-src 'none'; script-src ${origin}; connect-src ${origin}; form-action ${origin}; require-trusted-types-for 'script'`,
  })
  const website = await startWebsite((path) => pages.get(path))
  site = website.url
  browser = await launchBrowser()
  stops.push(async () => {
    await browser.close()
    website.close()
  })
})
after(async () => {
  for (const stop of stops) await stop()
})

const fill = async (page: Page, email: string) => {
  await page.fill('[name="first_name"]', 'Ana')
  await page.fill('[name="email"]', email)
}

async function submissionOf(email: string) {
  const [row] = await server.sql<{ state: string; kinds: string[]; contact_id: string }>(
    `select state, contact_id, array(select jsonb_array_elements(reasons) ->> 'kind') as kinds from submissions where email_key = $1`,
    [email],
  )
  return row!
}

async function extraOf(email: string): Promise<Record<string, string>> {
  const [row] = await server.sql<{ extra: Record<string, string>; utm_source: string }>(
    'select extra, utm_source from contacts where email = $1',
    [email],
  )
  return { ...row!.extra, utm_source: row!.utm_source }
}

describe('the script', { skip: noBrowser, concurrency: 3 }, () => {
  test('submits in place, with a proof of work and the referrer, and without a single point', async () => {
    const { page, complaints } = await visit(browser)
    await page.goto(`${site}/?utm_source=letter&utm_campaign=spring`)
    await fill(page, 'place@example.com')
    await page.click('button')
    await page.getByRole('status').filter({ hasText: 'Thank you' }).waitFor()
    assert.equal(page.url(), `${site}/?utm_source=letter&utm_campaign=spring`)
    await shows(() => page.inputValue('[name="first_name"]'), '')
    assert.deepEqual((await submissionOf('place@example.com')).kinds, [])
    const extra = await extraOf('place@example.com')
    assert.deepEqual([extra.utm_source, extra.utm_campaign], ['letter', 'spring'])
    assert.deepEqual(await page.context().cookies(), [])
    assert.equal(await page.evaluate(() => localStorage.length + sessionStorage.length), 0)
    // And another one from the same page.
    await fill(page, 'again@example.com')
    await page.click('button')
    await page.getByRole('status').waitFor()
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name="first_name"]')!.value === '')
    assert.deepEqual((await submissionOf('again@example.com')).kinds, [])
    assert.deepEqual(complaints, [])
  })

  test('shows errors beside the field, keeps the input, and submits when it is correct', async () => {
    const { page } = await visit(browser)
    await page.goto(`${site}/`)
    await fill(page, 'nobody')
    await page.click('button')
    const note = page.getByRole('alert')
    await note.waitFor()
    assert.match((await note.textContent())!, /mail/i)
    const email = page.locator('[name="email"]')
    await shows(() => email.getAttribute('aria-invalid'), 'true')
    assert.equal(await email.getAttribute('aria-describedby'), await note.getAttribute('id'))
    assert.equal(await email.evaluate((input) => input === document.activeElement), true)
    await shows(() => page.inputValue('[name="first_name"]'), 'Ana')
    await email.fill('mended@example.com')
    await page.click('button')
    await page.getByRole('status').waitFor()
    await shows(() => page.getByRole('alert').count(), 0)
    await shows(() => email.getAttribute('aria-invalid'), null)
    assert.deepEqual((await submissionOf('mended@example.com')).kinds, [])
  })

  test('adds the proof of work on the hosted page, waits, and lets the browser continue', async () => {
    const { page, complaints } = await visit(browser)
    await page.goto(`${server.url}/f/${form.public_id}?utm_source=hosted`)
    await fill(page, 'hosted@example.com')
    await page.click('button')
    await page.waitForURL(`${server.url}/f/${form.public_id}/thanks`)
    assert.deepEqual((await submissionOf('hosted@example.com')).kinds, [])
    assert.equal((await extraOf('hosted@example.com')).utm_source, 'hosted')
    assert.deepEqual(complaints, [])
  })

  test('a form with only its public id, and its own thank-you text', async () => {
    const { page } = await visit(browser)
    await page.goto(`${site}/named`)
    await page.evaluate(() => {
      addEventListener('doorpost', (event) => document.body.append(`sent ${typeof (event as CustomEvent).detail.id}`))
    })
    await fill(page, 'named@example.com')
    await page.click('button')
    await page.getByText('Merci !').waitFor()
    await page.getByText('sent string').waitFor()
    assert.equal((await submissionOf('named@example.com')).state, 'accepted')
  })

  test('a form that appears later, as in React', async () => {
    const { page } = await visit(browser)
    await page.goto(`${site}/late`)
    await page.evaluate(
      ([id, html]) => {
        const form = document.createElement('form')
        form.dataset.doorpost = id
        form.innerHTML = html!
        document.querySelector('#app')!.append(form)
      },
      [form.public_id, fields],
    )
    await fill(page, 'late@example.com')
    await page.click('button')
    await page.getByRole('status').waitFor()
    assert.deepEqual((await submissionOf('late@example.com')).kinds, [])
  })

  for (const carry of ['url', 'tab']) {
    test(`data-carry="${carry}" keeps the tags on the way to the form`, async () => {
      const { page } = await visit(browser)
      await page.goto(`${site}/${carry}?utm_source=${carry}-source`)
      await page.click('a')
      await page.waitForURL(/-2/)
      assert.equal(page.url().includes('utm_source'), carry === 'url')
      await fill(page, `${carry}@example.com`)
      await page.click('button')
      await page.getByRole('status').waitFor()
      assert.equal((await extraOf(`${carry}@example.com`)).utm_source, `${carry}-source`)
    })
  }

  test('causes no violations under a strict content security policy with trusted types', async () => {
    const { page, complaints } = await visit(browser)
    await page.goto(`${site}/policy`)
    await fill(page, 'policy@example.com')
    await page.click('button')
    await page.getByRole('status').waitFor()
    assert.deepEqual(complaints, [])
    assert.deepEqual((await submissionOf('policy@example.com')).kinds, [])
  })

  test('a second click while sending is not a second lead', async () => {
    const { page } = await visit(browser)
    await page.goto(`${site}/`)
    await fill(page, 'double@example.com')
    await page.dblclick('button')
    await page.keyboard.press('Enter')
    await page.getByRole('status').waitFor()
    const rows = await server.sql("select from submissions where email_key = 'double@example.com'")
    assert.equal(rows.length, 1)
  })

  test('without a challenge the form is still sent', async () => {
    const { page, context } = await visit(browser)
    await context.route('**/challenge', (route) => route.abort())
    await page.goto(`${site}/`)
    await fill(page, 'without@example.com')
    await page.click('button')
    await page.getByRole('status').waitFor()
    const { state, kinds } = await submissionOf('without@example.com')
    assert.deepEqual([state, kinds], ['accepted', ['no_token', 'no_proof']])
  })

  for (const [what, pattern] of [
    ['the script is blocked', '**/doorpost.js'],
    ['the script cannot send', '**/submissions'],
  ] as const) {
    test(`when ${what}, the browser submits the form itself`, async () => {
      const { page, context } = await visit(browser)
      const isByBrowser = (type: string) => type === 'document'
      await context.route(pattern, (route) =>
        isByBrowser(route.request().resourceType()) ? route.continue() : route.abort(),
      )
      await page.goto(`${site}/`)
      const email = `${what.replaceAll(' ', '-')}@example.com`
      await fill(page, email)
      await page.click('button')
      await page.waitForURL(`${server.url}/f/${form.public_id}/thanks`)
      await page.getByRole('status').waitFor()
      assert.equal((await submissionOf(email)).state, 'accepted')
    })
  }

  test('the page stays smooth while the browser computes', async () => {
    const { page } = await visit(browser)
    await page.addInitScript(() => {
      const turns = { before: 0, after: 0, count: 0 }
      Object.assign(globalThis, { turns })
      setInterval(() => turns.count++, 1)
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          const { name, value } = target as HTMLInputElement
          if (name === 'dp_token') turns.before = turns.count
          if (name === 'dp_proof' && value) turns.after = turns.count
        }
      }).observe(document, { subtree: true, attributeFilter: ['value'] })
    })
    await page.goto(`${site}/`)
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name="dp_proof"]')?.value)
    const { before, after } = await page.evaluate(
      () => (globalThis as unknown as { turns: Record<string, number> }).turns,
    )
    // Without its own thread there would be none.
    assert.ok(after! - before! > 5, `${after! - before!} turns`)
  })
})
