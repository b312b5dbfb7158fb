import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser, visit } from '../helpers/browser.ts'
import { until } from '../helpers/process.ts'
import { open, type Stage, shows, startStage } from './helper.ts'

// Without a connection: the frame opens and says so, nothing typed is lost, nothing is sent by itself, and the browser
// keeps nothing of anybody.

const PICTURES = process.env.SCREENSHOTS

/** The paths of everything that the browser keeps, and all of its text. */
async function readCaches(page: Page): Promise<{ paths: string[]; text: string }> {
  return page.evaluate(async () => {
    const paths: string[] = []
    let text = ''
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        paths.push(new URL(request.url).pathname)
        text += await (await cache.match(request))!.text()
      }
    }
    return { paths, text }
  })
}

/** The worker has kept the frame, and what the page loaded before the worker was there. */
async function untilKept(page: Page): Promise<void> {
  await until(async () => {
    const { paths } = await readCaches(page)
    return paths.includes('/') && paths.some((path) => /^\/assets\/en-/.test(path))
  })
}

describe('without a connection', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  await stage.call('POST', '/v1/contacts', { first_name: 'Ana', last_name: 'Secretperson' })

  test('the frame opens after one visit, says that there is no connection, and comes back with it', async () => {
    for (const viewport of [
      { width: 1280, height: 860 },
      { width: 390, height: 844 },
    ]) {
      const { page, complaints, context } = await stage.owner({ viewport })
      await open(page, `${stage.url}/`)
      await untilKept(page)
      await context.setOffline(true)
      await page.getByText(/^The connection to Doorpost is lost/).waitFor()
      await page.goto(`${stage.url}/contacts`)
      await page.getByRole('alert').getByText('No connection').waitFor()
      await shows(() => page.locator('.boot-head').isVisible(), true)
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 1)
      if (PICTURES) await page.screenshot({ path: `${PICTURES}/offline-${viewport.width}.png` })
      await context.setOffline(false)
      await page.getByRole('heading', { level: 1, name: /^Contacts/ }).waitFor()
      assert.deepEqual(complaints, [])
      await context.close()
    }
  })

  test('when Doorpost itself was away, or the first request fails once more, it is asked again', async () => {
    const { page, context } = await stage.owner()
    await context.route('**/v1/me', (route) => route.abort())
    await page.goto(`${stage.url}/contacts`)
    await page.getByRole('alert').getByText('No connection').waitFor()
    await Promise.all([page.waitForEvent('load'), page.evaluate(() => void dispatchEvent(new Event('online')))])
    await page.getByRole('alert').getByText('No connection').waitFor()
    await context.unroute('**/v1/me')
    await page.getByRole('heading', { level: 1, name: /^Contacts/ }).waitFor()
    await context.close()
  })

  for (const [part, files] of [
    ['the scripts', '**/assets/first-*.js'],
    ['the texts', '**/assets/de-*.js'],
  ] as const) {
    test(`a page says so when ${part} did not arrive, and opens when they do`, async () => {
      const { page, context } = await visit(stage.browser, { locale: 'de-DE' })
      await context.route(files, (route) => route.abort())
      await page.goto(`${stage.url}/sign-in`)
      for (let tries = 0; tries < 2; tries++) {
        await page.getByRole('alert').getByText('konnte nicht geladen werden').waitFor()
        if (PICTURES) await page.screenshot({ path: `${PICTURES}/not-loaded.png` })
        await page.waitForEvent('load')
      }
      await context.unroute(files)
      await page.getByRole('heading', { level: 1, name: 'Anmelden' }).waitFor()
      await context.close()
    })
  }

  test('no answer of the API is kept, and no contact', async () => {
    const { page, context } = await stage.owner()
    await open(page, `${stage.url}/`)
    await untilKept(page)
    await page.reload()
    await open(page, `${stage.url}/contacts`)
    await page.getByText('Secretperson').first().waitFor()
    await page.getByText('Secretperson').first().click()
    await page.getByRole('heading', { level: 1, name: /Secretperson/ }).waitFor()
    const { paths, text } = await readCaches(page)
    const isStatic = (path: string) =>
      /^\/(?:assets\/[\w.-]+|theme\.js|icon\.svg|icon-192\.png|manifest\.webmanifest)?$/.test(path)
    assert.deepEqual(
      paths.filter((path) => !isStatic(path)),
      [],
    )
    assert.ok(!text.includes('Secretperson'))
    await context.close()
  })

  test('the browser may install it: it can read the manifest and every icon, before anyone signs in', async () => {
    const { page, context, complaints } = await visit(stage.browser)
    await open(page, `${stage.url}/sign-in`)
    const session = await context.newCDPSession(page)
    const { url, errors } = await session.send('Page.getAppManifest')
    assert.deepEqual([url, errors], [`${stage.url}/manifest.webmanifest`, []])
    assert.deepEqual((await session.send('Page.getInstallabilityErrors')).installabilityErrors, [])
    const icons = await page.evaluate(async (address) => {
      const { icons } = await (await fetch(address, { credentials: 'omit' })).json()
      return Promise.all(
        icons.map(async ({ src, type, sizes }: Record<'src' | 'type' | 'sizes', string>) => {
          const { headers } = await fetch(src, { credentials: 'omit' })
          const image = Object.assign(new Image(), { src })
          await image.decode()
          const isAsNamed = sizes === 'any' || sizes === `${image.naturalWidth}x${image.naturalHeight}`
          return [src, headers.get('content-type') === type, isAsNamed]
        }),
      )
    }, url)
    assert.deepEqual(icons, [
      ['/icon.svg', true, true],
      ['/icon-192.png', true, true],
      ['/icon-512.png', true, true],
    ])
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('what was typed is there after a reload, and is sent only when a person says so', async () => {
    const { page, context } = await stage.owner()
    await open(page, `${stage.url}/posts/new`)
    await untilKept(page)
    await page.getByLabel(/^Text/).first().fill('Written in a tunnel.')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Other ways to finish' }).click()
    await page.getByRole('menuitem', { name: 'Save as draft' }).click()
    await page
      .getByText(/cannot be reached/)
      .first()
      .waitFor()
    const sent: string[] = []
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
    await page.reload()
    await context.setOffline(false)
    await page.getByText('Written in a tunnel.').first().waitFor()
    await page.getByRole('button', { name: 'Other ways to finish' }).waitFor()
    // A dry run only checks.
    assert.deepEqual(
      sent.filter((url) => /\/v1\/posts(?!.*dry_run)/.test(url)),
      [],
    )
    const { pagination } = (await (
      await fetch(`${stage.url}/v1/posts`, { headers: { authorization: `Bearer ${await stage.key()}` } })
    ).json()) as { pagination: { total: number } }
    assert.equal(pagination.total, 0)

    await page.getByRole('button', { name: /^Signed in as/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/sign-in/)
    await until(() =>
      page.evaluate(() => Object.values(localStorage).every((value) => !value.includes('Written in a tunnel.'))),
    )
    await context.close()
    await stage.endSessions()
  })

  test('a new version replaces the frame and the files of the one before', async () => {
    const { page, context } = await stage.owner()
    await open(page, `${stage.url}/`)
    await untilKept(page)
    await page.evaluate(async () => {
      const cache = await caches.open('doorpost-frame')
      const old = '<script src="/assets/first-OLD.js"></script>'
      await cache.put('/', new Response(old, { headers: { 'content-type': 'text/html' } }))
      await cache.put('/assets/first-OLD.js', new Response('throw new Error("old")'))
    })
    await page.reload()
    await until(async () => {
      const { paths, text } = await readCaches(page)
      return !paths.includes('/assets/first-OLD.js') && !text.includes('first-OLD') && paths.includes('/')
    })
    await context.setOffline(true)
    await page.reload()
    await page.getByRole('alert').getByText('No connection').waitFor()
    await context.close()
  })
})
