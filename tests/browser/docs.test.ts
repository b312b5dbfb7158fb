// @slow

import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findBarriers, launchBrowser, noBrowser, visit } from '../helpers/browser.ts'
import { startServer } from '../helpers/server.ts'
import { shows } from './helper.ts'

// The documentation as people read it. SCREENSHOTS=folder keeps a picture of each look.

const PHONE = { width: 360, height: 740 }
const PAGES = ['/docs', '/docs/how-to/forms', '/docs/reference/settings', '/docs/how-to/events', '/docs/nothing']

describe('the documentation in a browser', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const server = await startServer({ dashboard: true })
  const browser = await launchBrowser()
  after(() => browser.close())
  const open = async (path: string, options = {}) => {
    const visitor = await visit(browser, options)
    await visitor.page.goto(server.url + path)
    return visitor
  }
  const results = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option')

  for (const scheme of ['light', 'dark'] as const) {
    for (const [size, viewport] of [
      ['desktop', { width: 1440, height: 900 }],
      ['phone', PHONE],
    ] as const) {
      test(`everyone can use it, ${scheme}, on a ${size}, and it does not scroll sideways`, async () => {
        for (const path of PAGES) {
          const { page, complaints, context } = await open(path, { viewport, colorScheme: scheme })
          assert.deepEqual(await findBarriers(page), [], path)
          const [width, room] = await page.evaluate(() => [document.body.scrollWidth, innerWidth])
          assert.ok(width! <= room!, `${path} is ${width} wide`)
          assert.deepEqual(complaints, [], path)
          await keepPicture(page, `docs-${path.replaceAll('/', '-').slice(6) || 'index'}-${size}-${scheme}`)
          await context.close()
        }
      })
    }
  }

  test('the search is found, used and left with the keyboard', async () => {
    const { page } = await open('/docs')
    await page.keyboard.press('/')
    const box = page.getByRole('combobox', { name: 'Search the documentation' })
    assert.equal(await box.evaluate((element) => element === document.activeElement), true)
    await page.keyboard.type('webhook signature')
    await results(page).first().waitFor()
    await keepPicture(page, 'docs-search')
    assert.deepEqual(await findBarriers(page), [])
    await shows(() => results(page).first().getAttribute('aria-selected'), 'true')
    await page.keyboard.press('ArrowDown')
    await shows(() => results(page).nth(1).getAttribute('aria-selected'), 'true')
    assert.equal(await box.getAttribute('aria-activedescendant'), await results(page).nth(1).getAttribute('id'))
    await page.keyboard.press('ArrowUp')
    const target = await results(page).first().getAttribute('data-path')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${target}`)

    await page.keyboard.press('/')
    await page.keyboard.type('webhook')
    await results(page).first().waitFor()
    await page.keyboard.press('Escape')
    await results(page).first().waitFor({ state: 'hidden' })
    await box.fill('qqzzxx')
    await page.getByText('Nothing found').waitFor()
  })

  test('a block of code is copied as it is', async () => {
    const { page, context } = await open('/docs/start/install')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const block = page.locator('.code').first()
    await block.hover()
    await block.getByRole('button', { name: 'Copy' }).click()
    await block.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    assert.equal(copied, await block.locator('code').textContent())
  })

  test('the theme is kept, and is that of the dashboard', async () => {
    const { page } = await open('/docs', { colorScheme: 'light' })
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await ground()
    await page.getByRole('button', { name: 'Switch between light and dark' }).click()
    assert.notEqual(await ground(), light)
    await page.reload()
    assert.notEqual(await ground(), light)
    assert.equal(await page.evaluate(() => localStorage.getItem('mantine-color-scheme-value')), 'dark')
  })

  test('on a phone the list of pages is folded until somebody asks for it', async () => {
    const { page } = await open('/docs/how-to/forms', { viewport: PHONE })
    const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Deal with spam' })
    await shows(() => link.isVisible(), false)
    await page.getByText('All pages').click()
    await link.click()
    await page.waitForURL('**/docs/how-to/spam')
  })

  test('can be read without scripts', async () => {
    const { page } = await open('/docs/how-to/forms', { javaScriptEnabled: false })
    await shows(() => page.getByRole('heading', { level: 1 }).isVisible(), true)
    await shows(() => page.getByRole('link', { name: 'Deal with spam' }).first().isVisible(), true)
  })

  test('links to places in the old reference lead to them where it is now', async () => {
    const { page } = await open('/docs#tag/contacts/POST/v1/contacts')
    await page.waitForURL('**/docs/api#tag/contacts/POST/v1/contacts')
  })
})

async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png` })
}
