import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../tests/helpers/browser.ts'
import { createPlace } from '../../tests/helpers/process.ts'

/** Doorpost as users run it, a website on another origin with its form, and a browser. */
export interface SpamStage {
  url: string
  form: { id: string; publicId: string; submitUrl: string; pageUrl: string }
  site: { withScript: string; withoutScript: string }
  browser: Browser
  /** Calls the API with the installation's key. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are read field by field
  call(method: string, path: string, json?: unknown): Promise<any>
  /** Queries the database directly. */
  // biome-ignore lint/suspicious/noExplicitAny: rows of any statement
  sql(text: string): Promise<any[]>
  stop(): Promise<void>
}

export interface SpamStageOptions {
  protection: 'normal' | 'off'
  logLevel: string
  template?: string | undefined
}

const NO_LIMIT = '100000000'

export async function openSpamStage({ protection, logLevel, template }: SpamStageOptions): Promise<SpamStage> {
  const stops: Array<() => unknown> = []
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each()
  }
  try {
    const env = {
      LOG_LEVEL: logLevel,
      // Every sender has its own address, from X-Forwarded-For.
      TRUST_PROXY: '127.0.0.1/32',
      RATE_LIMIT_PUBLIC: NO_LIMIT,
      RATE_LIMIT_OPEN: NO_LIMIT,
      RATE_LIMIT_AUTHENTICATED: NO_LIMIT,
    }
    const place = createPlace({ after: (cleanUp) => void stops.push(cleanUp) }, { env, template })
    const { url } = await place.start()
    const { code, stdout, stderr } = await place.cli(['keys', 'create', '--name', 'proof'])
    assert.equal(code, 0, stderr)
    const key = stdout.trimEnd().split('\n').at(-1)!
    const call: SpamStage['call'] = async (method, path, json) => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...(json ? { 'content-type': 'application/json' } : {}) },
        ...(json ? { body: JSON.stringify(json) } : {}),
      })
      const text = await response.text()
      assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`)
      return JSON.parse(text)
    }
    const { data } = await call('POST', '/v1/forms', { name: 'Contact us', protection })
    const submitUrl = `${url}/v1/forms/${data.public_id}/submissions`
    const site = await openSite(url, submitUrl)
    stops.push(site.close)
    const browser = await launchBrowser()
    stops.push(() => browser.close())
    return {
      url,
      form: { id: data.id, publicId: data.public_id, submitUrl, pageUrl: `${url}/f/${data.public_id}` },
      site,
      browser,
      call,
      sql: (text) => place.sql(text),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A typical website page with Doorpost's form. */
async function openSite(url: string, submitUrl: string) {
  const page = (script: string) => `<!doctype html><html lang="en"><title>A website</title><h1>Contact</h1>
    <form action="${submitUrl}" method="post">
      <label>First name <input name="first_name" required></label>
      <label>E-mail <input name="email" type="email"></label>
      <label>Message <textarea name="message"></textarea></label>
      <button>Send</button>
    </form>${script}`
  const server = createServer((request, response) => {
    const script = request.url === '/plain' ? '' : `<script src="${url}/forms/doorpost.js" defer></script>`
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page(script))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    withScript: `${base}/?utm_source=proof`,
    withoutScript: `${base}/plain`,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
