import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, noBrowser, visit } from '../helpers/browser.ts'
import { until } from '../helpers/process.ts'
import { startServer } from '../helpers/server.ts'
import { startWebsite } from '../helpers/website.ts'

// Scripts of other websites that send contacts and forms themselves, in a real browser, which decides what may be sent.

const server = await startServer()
const stops: Array<() => Promise<void>> = []
let browser: Browser
let site: string
let urls: string[]
let challengeUrl: string

before(async () => {
  if (noBrowser) return
  const key = await server.key()
  const form = (await server.send('POST', '/v1/forms', { key, json: { name: 'Contact', protection: 'off' } })).body.data
  urls = [`${server.url}/v1/contacts`, form.submit_url]
  challengeUrl = `${server.url}/v1/forms/${form.public_id}/challenge`
  const website = await startWebsite(() => ({ html: '<!doctype html><title>Site</title>' }))
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

async function openSite(): Promise<Page> {
  const { page } = await visit(browser)
  await page.goto(site)
  return page
}

/** The status that the script of a page sees; null if the browser blocks the request. */
const send = (page: Page, url: string, email: string, headers: Record<string, string>) =>
  page.evaluate(
    async ([to, body, added]) => {
      const init = body === null ? {} : { method: 'POST', body }
      const answer = await fetch(to, { ...init, headers: added }).catch(() => null)
      return answer?.status ?? null
    },
    [url, email === '' ? null : JSON.stringify({ first_name: 'Ana', email }), headers] as const,
  )

async function countOf(email: string): Promise<number> {
  const text = 'select count(*)::int as count from contacts where email = $1'
  return (await server.sql<{ count: number }>(text, [email]))[0]!.count
}

const JSON_TYPE = { 'content-type': 'application/json' }
const TRACING = {
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  tracestate: 'vendor=1',
  'sentry-trace': '0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-1',
  baggage: 'sentry-environment=production',
  'X-Requested-With': 'XMLHttpRequest',
  'x-datadog-trace-id': '1',
  'x-datadog-parent-id': '2',
  'x-datadog-origin': 'rum',
  'x-datadog-sampling-priority': '1',
  newrelic: 'e30=',
  'Request-Id': '|1.2.',
  'X-B3-TraceId': '1',
  'X-B3-SpanId': '2',
}

describe('a script of another website', { skip: noBrowser }, () => {
  test('may send the headers that tracing and frameworks add', async () => {
    const page = await openSite()
    for (const [at, url] of urls.entries()) {
      assert.equal(await send(page, url, `traced-${at}@example.com`, { ...JSON_TYPE, ...TRACING }), 201)
      assert.equal(await countOf(`traced-${at}@example.com`), 1)
    }
    assert.equal(await send(page, challengeUrl, '', TRACING), 200)
  })

  test('may not send a key', async () => {
    const page = await openSite()
    const key = await server.key()
    for (const url of [...urls, challengeUrl]) {
      const email = url === challengeUrl ? '' : 'key@example.com'
      assert.equal(await send(page, url, email, { ...JSON_TYPE, authorization: `Bearer ${key}` }), null)
    }
    assert.equal(await countOf('key@example.com'), 0)
  })

  test('may send JSON as a beacon when its page is closed', async () => {
    const page = await openSite()
    for (const [at, url] of urls.entries()) {
      const email = `beacon-${at}@example.com`
      const isQueued = await page.evaluate(([to, body]) => navigator.sendBeacon(to, body), [
        url,
        JSON.stringify({ first_name: 'Ana', email }),
      ] as const)
      assert.equal(isQueued, true)
      await page.goto('about:blank')
      await until(async () => (await countOf(email)) === 1)
      await page.goto(site)
    }
  })
})
