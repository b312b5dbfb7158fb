import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { noBrowser, visit } from '../helpers/browser.ts'
import { until } from '../helpers/process.ts'
import { BROWSER } from '../helpers/visit.ts'
import { choosePlatforms, finishComposing, open, type Stage, shows, startStage } from './helper.ts'

// The whole path in a real browser: a post with a link is published, a reader opens the link, reaches a website on
// another origin and fills in its form, and the lead names the post. Each variant has its own post, so that each count
// is checked separately.

interface Out {
  id: string
  /** The page of the post on the network. */
  permalink: string
  link: { id: string; code: string; url: string }
}

describe('from a post to a lead', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  const form = await stage.call('POST', '/v1/forms', { name: 'Contact' })
  const landing = (hidden = '') => `<!doctype html><html lang="en" dir="ltr"><title>Offer</title><h1>The offer</h1>
    <form action="${stage.url}/v1/forms/${form.public_id}/submissions" method="post"><label>First name <input name="first_name"></label>
    <label>E-mail <input name="email"></label>${hidden}<button>Send</button></form>
    <script src="${stage.url}/forms/doorpost.js" defer></script>`
  const http = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://site')
    // A server-rendered website can pass the code on itself.
    const dp = pathname === '/rendered' ? `<input type="hidden" name="dp" value="${searchParams.get('dp')}">` : ''
    response.setHeader('content-type', 'text/html; charset=utf-8').end(landing(dp))
  }).listen(0, '127.0.0.1')
  await once(http, 'listening')
  after(() => {
    http.closeAllConnections()
    http.close()
  })
  const site = `http://127.0.0.1:${(http.address() as AddressInfo).port}`

  /** Waits until the post is public, and reads it like readers of the network. */
  const untilOut = async (id: string): Promise<Out> => {
    await until(async () => (await stage.call('GET', `/v1/posts/${id}`)).publication.permalink !== null)
    const { publication } = await stage.call('GET', `/v1/posts/${id}`)
    const [link] = await stage.call('GET', `/v1/links?post_id=${id}`)
    return { id, permalink: publication.permalink, link }
  }

  const publish = async (content: string): Promise<Out> => {
    const post = { media_type: 'text', content, track_links: 'short' }
    const now = { status: 'scheduled', scheduled_date: new Date(Date.now() - 1_000).toISOString() }
    return untilOut((await stage.call('POST', '/v1/posts/thread', { ...post, ...now })).id)
  }

  /** A reader of the network clicks on the link in the post. */
  const follow = async ({ permalink, link }: Out, options: BrowserContextOptions = {}, blocked?: string) => {
    const visitor = await visit(stage.browser, { userAgent: BROWSER, ...options })
    if (blocked) await visitor.context.route(blocked, (route) => route.abort())
    await visitor.page.goto(permalink)
    await visitor.page.getByRole('link', { name: link.url }).click()
    await visitor.page.waitForURL((url) => url.searchParams.get('dp') === link.code)
    return visitor
  }

  const fill = async (page: Page, email: string) => {
    await page.getByLabel('First name').fill('Ana')
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Send' }).click()
  }

  const contactOf = async (email: string) => {
    const [contact] = await stage.call('GET', `/v1/contacts?email=${encodeURIComponent(email)}`)
    assert.ok(contact, 'a lead is never lost')
    return contact
  }

  /** Clicks are written once a second. */
  const untilResults = async ({ id }: Out, expected: { clicks: number; visitors: number; leads: number }) => {
    let results: unknown
    const isThere = async () => {
      results = (await stage.call('GET', `/v1/posts/${id}`)).results
      return JSON.stringify(results) === JSON.stringify(expected)
    }
    await until(isThere).catch(() => assert.deepEqual(results, expected))
  }

  const countsOf = async ({ link }: Out) => {
    const { clicks, visitors, bots, previews, heads, leads } = await stage.call('GET', `/v1/links/${link.id}`)
    return { clicks, visitors, bots, previews, heads, leads }
  }

  const leadsOf = async (key: string) => {
    const { rows } = await stage.call('GET', '/v1/reports/attribution?by=post')
    return rows.find((row: { key: string | null }) => row.key === key)?.leads ?? 0
  }

  test('composed in the dashboard, opened on the network, sent from another origin: one click, one lead, and both know the post', async () => {
    const owner = await stage.owner()
    await open(owner.page, `${stage.url}/posts/new`)
    await choosePlatforms(owner.page, ['Threads'])
    await owner.page.getByLabel(/^Text(?: \*)?$/).fill(`The workshop opens on Monday: ${site}/offer?size=2`)
    // Asked once per workspace.
    await owner.page.getByRole('button', { name: 'Use short links' }).click()
    await owner.page.getByRole('radiogroup', { name: 'What becomes of the links' }).waitFor()
    await finishComposing(owner.page, 'Publish now')
    const dialog = owner.page.getByRole('dialog', { name: 'Publish now?' })
    await dialog.getByRole('button', { name: 'Publish now', exact: true }).click()
    await owner.page.waitForURL(/\/posts\/[0-9a-f-]{36}$/)
    const post = await untilOut(new URL(owner.page.url()).pathname.split('/').at(-1)!)
    assert.deepEqual((await stage.call('GET', `/v1/posts/${post.id}`)).results, { clicks: 0, visitors: 0, leads: 0 })

    const reader = await follow(post)
    const landed = new URL(reader.page.url())
    assert.equal(landed.origin, site)
    assert.equal(landed.searchParams.get('size'), '2')
    assert.equal(landed.searchParams.get('utm_source'), 'threads')
    await fill(reader.page, 'script@example.com')
    await reader.page.getByRole('status').filter({ hasText: 'Thank you' }).waitFor()
    assert.equal(new URL(reader.page.url()).origin, site, 'the visitor stays where they are')
    assert.deepEqual(await reader.context.cookies(), [])
    assert.deepEqual(reader.complaints, [])
    await reader.context.close()

    const lead = await contactOf('script@example.com')
    assert.deepEqual([lead.post_id, lead.link_id, lead.utm_source], [post.id, post.link.id, 'threads'])
    const { attribution } = await stage.call('GET', `/v1/contacts/${lead.id}`)
    assert.equal(attribution.last.landing_path, '/offer')
    await untilResults(post, { clicks: 1, visitors: 1, leads: 1 })
    assert.deepEqual(await countsOf(post), { clicks: 1, visitors: 1, bots: 0, previews: 0, heads: 0, leads: 1 })

    await open(owner.page, `${stage.url}/posts/${post.id}`)
    const results = owner.page.getByRole('region', { name: 'Results' })
    assert.match(await results.innerText(), /1\s+click\s+1\s+visitor\s+1\s+lead/)
    await results.getByRole('link', { name: 'See the lead' }).click()
    await owner.page.getByText('1 contact found').waitFor()
    await until(async () => (await leadsOf(post.id)) === 1)
    await open(owner.page, `${stage.url}/results`)
    const row = owner.page
      .getByRole('table', { name: 'Leads by post' })
      .getByRole('row', { name: /The workshop opens/ })
    await shows(() => row.getByRole('cell').allTextContents(), ['1', '0', '1', '1'])
    assert.deepEqual(owner.complaints, [])
    await owner.context.close()
  })

  test('with JavaScript off, through the hosted page', async () => {
    // The protection would hold what is filled in within three seconds.
    const hosted = await stage.call('POST', '/v1/forms', { name: 'Hosted', protection: 'off' })
    const post = await publish(`Ask us: ${hosted.url}`)
    const { page, context } = await follow(post, { javaScriptEnabled: false })
    await fill(page, 'hosted@example.com')
    await page.waitForURL(`${hosted.url}/thanks`)
    await context.close()
    const lead = await contactOf('hosted@example.com')
    assert.deepEqual([lead.post_id, lead.link_id, lead.utm_source], [post.id, post.link.id, 'threads'])
    await untilResults(post, { clicks: 1, visitors: 1, leads: 1 })
    await until(async () => (await leadsOf(post.id)) === 1)
  })

  test('with the script blocked the lead still arrives, without its post', async () => {
    const post = await publish(`Blocked: ${site}/offer`)
    const { page, context } = await follow(post, {}, '**/doorpost.js')
    await fill(page, 'blocked@example.com')
    await page.waitForURL(`${form.url}/thanks`)
    await context.close()
    const lead = await contactOf('blocked@example.com')
    assert.deepEqual([lead.post_id, lead.link_id], [null, null])
    await untilResults(post, { clicks: 1, visitors: 1, leads: 0 })
    assert.equal(await leadsOf(post.id), 0)
  })

  test('with the script blocked, a page that writes the code into its form itself', async () => {
    const post = await publish(`Rendered: ${site}/rendered`)
    const { page, context } = await follow(post, {}, '**/doorpost.js')
    await fill(page, 'rendered@example.com')
    await page.waitForURL(`${form.url}/thanks`)
    await context.close()
    const lead = await contactOf('rendered@example.com')
    assert.deepEqual([lead.post_id, lead.link_id], [post.id, post.link.id])
    await untilResults(post, { clicks: 1, visitors: 1, leads: 1 })
    await until(async () => (await leadsOf(post.id)) === 1)
  })

  test('a bot is redirected like everyone, and counted apart', async () => {
    const post = await publish(`Crawled: ${site}/crawled`)
    // Headless Chromium says so in its user agent, so it counts as a program.
    const { page, context } = await follow(post, { userAgent: BROWSER.replace('Chrome/', 'HeadlessChrome/') })
    await page.getByRole('heading', { name: 'The offer' }).waitFor()
    await context.close()
    for (const agent of ['Twitterbot/1.0', 'facebookexternalhit/1.1']) {
      const answer = await fetch(post.link.url, { redirect: 'manual', headers: { 'user-agent': agent } })
      assert.equal(answer.status, 302)
      assert.equal(new URL(answer.headers.get('location')!).origin, site)
    }
    await until(async () => (await countsOf(post)).bots === 3)
    assert.deepEqual(await countsOf(post), { clicks: 0, visitors: 0, bots: 3, previews: 0, heads: 0, leads: 0 })
    await untilResults(post, { clicks: 0, visitors: 0, leads: 0 })
  })

  test('HEAD requests, which networks send with the agents of browsers, are counted apart', async () => {
    const post = await publish(`Checked: ${site}/checked`)
    for (let count = 0; count < 4; count++) {
      const init = { method: 'HEAD', redirect: 'manual', headers: { 'user-agent': BROWSER } } as const
      assert.equal((await fetch(post.link.url, init)).status, 302)
    }
    const { context } = await follow(post)
    await context.close()
    await until(async () => (await countsOf(post)).clicks === 1)
    assert.deepEqual(await countsOf(post), { clicks: 1, visitors: 1, bots: 0, previews: 0, heads: 4, leads: 0 })
  })

  test('in the end the report adds up: its rows are its total, and its total is the contacts', async () => {
    for (const by of ['post', 'source', 'form'] as const) {
      const report = await stage.call('GET', `/v1/reports/attribution?by=${by}`)
      assert.equal(report.complete, true)
      const sum = report.rows.reduce((total: number, { leads }: { leads: number }) => total + leads, 0)
      assert.deepEqual([by, sum, report.totals.leads], [by, 4, 4])
    }
    const { totals } = await stage.call('GET', '/v1/reports/attribution?by=post')
    assert.deepEqual([totals.clicks, totals.visitors], [5, 5])
  })
})
