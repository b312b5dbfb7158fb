// @slow

import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { launchBrowser, noBrowser, visit } from '../helpers/browser.ts'
import { blocksOf } from '../helpers/samples.ts'
import { startServer } from '../helpers/server.ts'
import { startWebsite } from '../helpers/website.ts'

// The components in docs/how-to/forms.md, compiled as they stand there and shown in a browser.

const server = await startServer()
// Below node_modules, so that what is built there finds React.
const folder = fileURLToPath(new URL(`../../node_modules/.cache/react-samples-${process.pid}/`, import.meta.url))
const pages = new Map<string, string>()
const stops: Array<() => Promise<void>> = []
let browser: Browser
let site: string
let key: string

before(async () => {
  if (noBrowser) return
  mkdirSync(folder, { recursive: true })
  key = await server.key()
  const website = await startWebsite((path) => ({ html: pages.get(path) ?? '' }))
  site = website.url
  browser = await launchBrowser()
  stops.push(async () => {
    await browser.close()
    website.close()
  })
})
after(async () => {
  for (const stop of stops) await stop()
  rmSync(folder, { recursive: true, force: true })
})

const samples = blocksOf('docs/how-to/forms.md').filter(({ language }) => language === 'jsx')

/** Writes a sample with the address of a form of ours. */
async function writeSample(isOurs: (code: string) => boolean, form: object): Promise<void> {
  const found = samples.filter(({ code }) => isOurs(code))
  assert.equal(found.length, 1)
  const made = await server.send('POST', '/v1/forms', { key, json: { name: 'Contact us', ...form } })
  assert.equal(made.status, 201, made.text)
  const code = found[0]!.code
    .replaceAll('https://doorpost.example.com', server.url)
    .replaceAll('PUBLIC_ID', made.body.data.public_id)
    .replace("'next/script'", "'./script.jsx'")
  writeFileSync(join(folder, 'sample.jsx'), code)
}

/** For a browser with everything in it, or for Node. */
async function compile(code: string, target: 'browser' | 'node'): Promise<string> {
  const entry = join(folder, `${target}.jsx`)
  writeFileSync(entry, code)
  const built = await build({
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'error',
    define: target === 'browser' ? { 'process.env.NODE_ENV': '"development"' } : {},
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: [target === 'browser' ? 'iife' : 'es'], name: 'site' },
      rolldownOptions: { external: target === 'browser' ? [] : [/^react/] },
    },
  })
  const [result] = Array.isArray(built) ? built : [built]
  assert.ok(result !== undefined && 'output' in result)
  return result.output[0].code
}

const pageOf = (body: string, script: string) =>
  `<!doctype html><html lang="en"><title>Site</title><body>${body}<script>${script.replaceAll('</script', '<\\/script')}</script>`

async function contactOf(email: string) {
  const { body } = await server.send('GET', `/v1/contacts?email=${email}`, { key })
  return body.data[0]
}

/** What its documentation says of next/script: each address is loaded once, after the page has become interactive. */
const NEXT_SCRIPT = `import { useEffect } from 'react'
const loaded = new Set()
export default function Script({ src }) {
  useEffect(() => {
    if (loaded.has(src)) return
    loaded.add(src)
    document.body.append(Object.assign(document.createElement('script'), { src }))
  }, [src])
  return null
}`

const NEXT_SITE = `import { useState } from 'react'
import Contact from './sample.jsx'
export function Site() {
  const [isContact, setContact] = useState(true)
  return <>{isContact && <Contact />}<button onClick={() => setContact(!isContact)}>Go on</button></>
}`

describe('the samples for React', { skip: noBrowser }, () => {
  test('the component shows what is wrong, sends, and thanks', async () => {
    await writeSample((code) => code.includes('export function ContactForm'), {
      email_only: true,
      thanks_text: 'Thanks!',
    })
    const script = await compile(
      `import { createRoot } from 'react-dom/client'
import { ContactForm } from './sample.jsx'
createRoot(document.getElementById('root')).render(<ContactForm />)`,
      'browser',
    )
    pages.set('/react', pageOf('<div id="root"></div>', script))
    const { page, complaints } = await visit(browser)
    await page.goto(`${site}/react`)
    await page.getByLabel('E-mail').fill('ana@example')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('alert').filter({ hasText: 'E-mail' }).waitFor()
    await page.getByLabel('E-mail').fill('react@example.com')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('status').filter({ hasText: 'Thanks!' }).waitFor()
    assert.ok(await contactOf('react@example.com'))
    // The browser says so of each answer that is not a success.
    assert.deepEqual(
      complaints.filter((text) => !text.includes('400')),
      [],
    )
  })

  test('the page of Next.js is the same on the server, and its frame fits, also after pages were changed', async () => {
    await writeSample((code) => code.includes('next/script'), {})
    writeFileSync(join(folder, 'script.jsx'), NEXT_SCRIPT)
    writeFileSync(join(folder, 'site.jsx'), NEXT_SITE)
    const onServer = await compile(
      `import { renderToString } from 'react-dom/server'
import { Site } from './site.jsx'
export const html = renderToString(<Site />)`,
      'node',
    )
    writeFileSync(join(folder, 'node.mjs'), onServer)
    const { html } = await import(pathToFileURL(join(folder, 'node.mjs')).href)
    assert.match(html, /<iframe src="[^"]+\/f\/\w+\?frame"/)
    // The frame has said its height before the script of the page is there.
    const script = await compile(
      `import { hydrateRoot } from 'react-dom/client'
import { Site } from './site.jsx'
addEventListener('message', () => hydrateRoot(document.getElementById('root'), <Site />), { once: true })`,
      'browser',
    )
    pages.set('/next', pageOf(`<div id="root">${html}</div>`, script))
    const { page, complaints } = await visit(browser)
    await page.goto(`${site}/next`)
    const fits = () =>
      page.waitForFunction(() => !['', '640px'].includes(document.querySelector('iframe')!.style.height))
    await fits()
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.locator('iframe').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Go on' }).click()
    await fits()
    const frame = page.frameLocator('iframe')
    await frame.getByLabel('First name').fill('Ana')
    await frame.getByLabel('E-mail').fill('next@example.com')
    await frame.getByRole('button', { name: 'Send' }).click()
    await frame.getByRole('status').waitFor()
    assert.ok(await contactOf('next@example.com'))
    assert.deepEqual(complaints, [])
  })
})
