// @slow

import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { Form } from '../../web/src/api/schema.ts'
import { frameCode, htmlCode, scriptCode } from '../../web/src/forms/code.ts'
import { findBarriers, launchBrowser, noBrowser, visit } from '../helpers/browser.ts'
import { startServer } from '../helpers/server.ts'
import { type SitePage, startWebsite } from '../helpers/website.ts'
import { shows } from './helper.ts'

// Forms in the pages of other websites, with the code that people copy, in a real browser.

const server = await startServer()
const stops: Array<() => Promise<void>> = []
let browser: Browser
let site: string
let key: string

/** Pages of the website, by path. */
const pages = new Map<string, SitePage>()

/** As unfriendly to forms as some themes are. */
const THEME = `body{font:18px/1.4 Georgia,serif;margin:2rem}label{display:inline;color:red}input,textarea,select,button{all:unset;display:inline;width:30px;background:yellow}`
const DARK = 'html{background:#14161a;color:#f0f0f0}'

before(async () => {
  if (noBrowser) return
  key = await server.key()
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

async function createForm(json: object): Promise<Form> {
  const answer = await server.send('POST', '/v1/forms', { key, json: { name: 'Ask us', ...json } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}

/** Puts a page on the website, and opens it. */
async function openSite(path: string, code: string, more: { css?: string; policy?: string; options?: object } = {}) {
  const { css = THEME, policy, options } = more
  const html = `<!doctype html><html lang="en" dir="ltr"><head><meta name="viewport" content="width=device-width"><title>Site</title><style>${css}</style></head><body><main><h1>Site</h1>${code}</main>`
  pages.set(path, policy === undefined ? { html } : { html, policy })
  const visitor = await visit(browser, options)
  await visitor.page.goto(`${site}${path}?utm_source=letter`)
  return visitor
}

const shoot = async (page: Page, name: string) => {
  const folder = process.env.SCREENSHOTS
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

const contactOf = async (email: string) => {
  const { body } = await server.send('GET', `/v1/contacts?email=${email}`, { key })
  return body.data[0]
}

const FIELDS = [
  { name: 'first_name', required: true },
  { name: 'email', required: true, help: 'We write to this address only.' },
  { name: 'size', type: 'select', label: 'How many people are you?', options: ['1', '2 to 10', 'more'] },
  { name: 'topics', type: 'checkboxes', label: 'What is it about?', options: ['Prices', 'Support'] },
  { name: 'message' },
]

describe('a form in a website', { skip: noBrowser, concurrency: 2 }, () => {
  test('one script draws it, whatever the theme does, in the font and colors of the page', async () => {
    const form = await createForm({ fields: FIELDS, thanks_text: 'We will be in touch.' })
    const { page, complaints } = await openSite('/script', scriptCode(form))
    const email = page.getByLabel('E-mail')
    await email.waitFor()
    await shoot(page, 'embed-script')
    const looks = await email.evaluate((input) => {
      const { width, display, fontFamily, backgroundColor } = getComputedStyle(input)
      return {
        isWide: Number.parseFloat(width) > 300,
        display,
        fontFamily,
        isYellow: backgroundColor.includes('255, 255, 0'),
      }
    })
    assert.deepEqual(looks, { isWide: true, display: 'block', fontFamily: 'Georgia, serif', isYellow: false })
    assert.deepEqual(await findBarriers(page), [])

    // A refusal is said beside the field, and nothing is lost.
    await page.getByLabel('First name').fill('Ana')
    await email.fill('ana@example')
    await page.getByLabel('Support').check()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('alert').filter({ hasText: 'E-mail' }).waitFor()
    await shoot(page, 'embed-script-refused')
    await email.fill('script@example.com')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('status').filter({ hasText: 'We will be in touch.' }).waitFor()
    await shoot(page, 'embed-script-sent')
    await shows(() => page.getByRole('button', { name: 'Send' }).count(), 0)
    const contact = await contactOf('script@example.com')
    assert.deepEqual([contact.utm_source, contact.extra.topics], ['letter', 'Support'])
    const [row] = await server.sql<{ points: number }>(
      "select points from submissions where email_key = 'script@example.com'",
    )
    assert.equal(row!.points, 0)
    assert.deepEqual(complaints, [])
  })

  test('one script draws steps, conditions and the draft of a visitor, too', async () => {
    const form = await createForm({
      protection: 'off',
      fields: [
        { name: 'first_name', required: true, step: 'About you' },
        { name: 'email', required: true },
        { name: 'topic', type: 'radio', label: 'Topic', options: ['Prices', 'Support'], step: 'Your question' },
        { name: 'size', label: 'How many people?', required: true, show_when: { field: 'topic', is: ['Prices'] } },
        { name: 'message', step: 'In your words', show_when: { field: 'topic', is: ['Support'] } },
      ],
      consent: { purpose: 'news', text: 'You may write to me.' },
    })
    const { page, complaints } = await openSite('/steps', scriptCode(form), {
      options: { viewport: { width: 390, height: 844 } },
    })
    const next = page.getByRole('button', { name: 'Next' })
    const focused = () =>
      page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.getAttribute('name') ?? null)
    await page.getByText('Step 1 of 3').waitFor()
    await shows(() => page.getByRole('button', { name: 'Send' }).count(), 0)
    await next.click()
    await shows(focused, 'first_name')
    await page.getByLabel('First name').pressSequentially('Ana')
    await page.getByLabel('E-mail').pressSequentially('steps-embed@example.com')
    await next.click()
    await page.getByText('Step 2 of 3').waitFor()
    await shows(() => page.getByLabel('How many people?').isVisible(), false)
    await page.getByLabel('Prices').check()
    await page.getByLabel('How many people?').pressSequentially('7')
    await shoot(page, 'embed-steps')
    assert.deepEqual(await findBarriers(page), [])
    await page.waitForFunction(() => Object.values(localStorage).join().includes('"7"'))

    // The visitor comes back later.
    await page.reload()
    await page.getByText('We kept what you typed').waitFor()
    await shows(() => page.getByLabel('First name').inputValue(), 'Ana')
    assert.deepEqual(await findBarriers(page), [])
    await next.click()
    await shows(() => page.getByLabel('How many people?').inputValue(), '7')
    await page.getByLabel('Support').check()
    await page.getByLabel('How many people?').waitFor({ state: 'hidden' })
    await next.click()
    await page.getByText('Step 3 of 3').waitFor()
    await page.getByLabel('Message').fill('Please help.')
    await page.getByLabel('You may write to me.').check()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('status').filter({ hasText: 'Thank you' }).waitFor()
    const { extra } = await contactOf('steps-embed@example.com')
    assert.deepEqual([extra.topic, 'size' in extra, extra.message], ['Support', false, 'Please help.'])
    assert.equal(await page.evaluate(() => localStorage.length), 0)
    assert.deepEqual(complaints, [])
  })

  test('on a dark page, also one that becomes dark later, it can be read', async () => {
    const form = await createForm({ fields: FIELDS, style: { accent: '#7a0000', corners: 'round' } })
    const { page } = await openSite('/dark', scriptCode(form), {
      css: DARK,
      options: { viewport: { width: 390, height: 844 } },
    })
    await page.getByLabel('E-mail').waitFor()
    await shoot(page, 'embed-dark-phone')
    assert.deepEqual(await findBarriers(page), [])
    const hosts = page.locator('[data-dark]')
    await shows(() => hosts.count(), 1)
    await page.evaluate(() => document.documentElement.setAttribute('style', 'background:#fff;color:#222'))
    await hosts.waitFor({ state: 'detached' })
    assert.deepEqual(await findBarriers(page), [])
  })

  test('it works under a strict policy with trusted types, and twice on a page', async () => {
    const one = await createForm({ fields: FIELDS })
    const two = await createForm({ name: 'Newsletter', email_only: true, submit_label: 'Subscribe' })
    const { origin } = new URL(server.url)
    const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src ${origin}; connect-src ${origin}; form-action ${origin}; require-trusted-types-for 'script'`
    const { page, complaints } = await openSite('/policy', scriptCode(one) + scriptCode(two), { policy })
    await page.getByRole('button', { name: 'Send' }).waitFor()
    await page.getByLabel('E-mail').last().fill('twice@example.com')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByRole('status').waitFor()
    const rows = await server.sql("select from submissions where email_key = 'twice@example.com'")
    assert.equal(rows.length, 1)
    assert.deepEqual(complaints, [])
  })

  test('where it cannot be drawn, a link leads to its page', async () => {
    const form = await createForm({ allowed_origins: ['https://other.example'] })
    const { page } = await openSite('/refused', scriptCode(form))
    const link = page.getByRole('link', { name: 'Ask us' })
    await link.waitFor()
    await shows(() => link.getAttribute('href'), form.url)
    const { page: without } = await openSite('/without', scriptCode(form), { options: { javaScriptEnabled: false } })
    await shows(() => without.getByRole('link', { name: 'Ask us' }).getAttribute('href'), form.url)
  })

  test('a frame fits its content, and only our page can say how high it is', async () => {
    const form = await createForm({ fields: FIELDS, thanks_text: 'Thank you!', style: { theme: 'light' } })
    const { page, complaints } = await openSite('/frame', frameCode(form))
    const frame = page.frameLocator('iframe')
    await frame.getByLabel('E-mail').waitFor()
    const heightOf = () => page.evaluate(() => Number.parseFloat(document.querySelector('iframe')!.style.height))
    const inner = () =>
      frame.locator('body').evaluate((body) => [body.ownerDocument.documentElement.scrollHeight, innerHeight])
    await page.waitForFunction(() => document.querySelector('iframe')!.style.height !== '620px')
    await page.waitForTimeout(0)
    const [content, room] = await inner()
    assert.ok(Math.abs(content! - room!) <= 1, `${content} in ${room}`)
    await shoot(page, 'embed-frame')
    const before = await heightOf()
    await page.evaluate(() => postMessage({ doorpost: 'height', height: 5_000 }, '*'))
    await page.evaluate(() => new Promise((done) => setTimeout(done)))
    assert.equal(await heightOf(), before)

    await frame.getByLabel('First name').fill('Ana')
    await frame.getByLabel('E-mail').fill('frame@example.com')
    await frame.getByRole('button', { name: 'Send' }).click()
    await frame.getByRole('status').filter({ hasText: 'Thank you!' }).waitFor()
    await page.waitForFunction(
      (high) => Number.parseFloat(document.querySelector('iframe')!.style.height) < high / 2,
      before,
    )
    await shoot(page, 'embed-frame-sent')
    assert.ok(await contactOf('frame@example.com'))
    assert.deepEqual(complaints, [])
  })

  test('after a frame the page around goes on to where the form says', async () => {
    const redirect = `${site}/after-frame`
    pages.set('/after-frame', { html: '<!doctype html><title>After</title><h1>After</h1>' })
    const form = await createForm({ email_only: true, redirect_urls: [redirect] })
    const { page } = await openSite('/frame-on', frameCode(form))
    const frame = page.frameLocator('iframe')
    await frame.getByLabel('E-mail').fill('on@example.com')
    await frame.getByRole('button', { name: 'Send' }).click()
    await page.waitForURL(redirect)
  })

  test('a website that may not send cannot frame it', async () => {
    const form = await createForm({ allowed_origins: ['https://other.example'] })
    const { page } = await openSite('/frame-refused', frameCode(form))
    await page.waitForLoadState('networkidle')
    await shows(() => page.frameLocator('iframe').getByLabel('E-mail').count(), 0)
  })

  test('pasted HTML can be read on a dark page, also on one that becomes light later', async () => {
    const form = await createForm({ fields: FIELDS })
    const { page, complaints } = await openSite('/pasted-dark', htmlCode(form), {
      css: `${DARK} body.day{background:#fff;color:#222}`,
    })
    const pasted = page.locator('form.doorpost')
    const looks = () =>
      pasted.evaluate((element) => {
        const { backgroundColor } = getComputedStyle(element.querySelector('button')!)
        return { colorScheme: getComputedStyle(element).colorScheme, backgroundColor }
      })
    await shows(looks, { colorScheme: 'dark', backgroundColor: 'rgb(122, 167, 255)' })
    await shoot(page, 'embed-pasted-dark')
    await page.getByLabel('E-mail').fill('ana@example')
    await page.getByLabel('First name').fill('Ana')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('alert').filter({ hasText: 'E-mail' }).waitFor()
    assert.deepEqual(await findBarriers(page), [])
    await page.evaluate(() => document.body.classList.add('day'))
    await shows(looks, { colorScheme: 'light', backgroundColor: 'rgb(31, 95, 208)' })
    assert.deepEqual(await findBarriers(page), [])
    assert.deepEqual(complaints, [])
  })

  test('pasted HTML has the looks, with and without our script', async () => {
    const form = await createForm({ fields: FIELDS, style: { accent: '#d6336c' } })
    const plain = 'body{font:16px/1.5 Georgia,serif;margin:2rem;max-width:40rem}'
    for (const [path, options] of [
      ['/pasted', {}],
      ['/pasted-plain', { javaScriptEnabled: false }],
    ] as const) {
      const { page } = await openSite(path, htmlCode(form), { css: plain, options })
      assert.deepEqual(await page.getByLabel('E-mail').evaluate((input) => getComputedStyle(input).display), 'block')
      assert.equal(
        await page.getByRole('button', { name: 'Send' }).evaluate((button) => getComputedStyle(button).backgroundColor),
        'rgb(214, 51, 108)',
      )
      await shoot(page, `embed${path.replace('/', '-')}`)
      await page.getByLabel('First name').fill('Ana')
      const email = `${path.slice(1)}@example.com`
      await page.getByLabel('E-mail').fill(email)
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByText('Thank you').waitFor()
      assert.ok(await contactOf(email))
    }
  })
})
