import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser, visit } from '../helpers/browser.ts'
import { open, type Stage, shows, startStage } from './helper.ts'

// The way around: the menu in groups, its bar on a phone, and the settings.

const PHONE = { viewport: { width: 390, height: 844 } }

const linksOf = (page: Page, nav: string) =>
  page.getByRole('navigation', { name: nav, exact: true }).getByRole('link').allInnerTexts()

describe('the way around', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()

  test('the menu has groups, marks the open page, and leads to each', async () => {
    const { page, complaints, context } = await stage.owner()
    await open(page, `${stage.url}/`)
    assert.deepEqual(await linksOf(page, 'Pages'), [
      'Home',
      'Compose',
      ...['Posts', 'Media', 'Links'],
      ...['Contacts', 'Forms'],
      'Results',
      ...['Receive from other services', 'Send to other services', 'API keys', 'Reference'],
      'Settings',
    ])
    const menu = page.getByRole('navigation', { name: 'Pages', exact: true })
    await menu.getByRole('list', { name: 'Integrations' }).getByRole('link', { name: 'API keys' }).click()
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
    await shows(() => menu.locator('[aria-current="page"]').allInnerTexts(), ['API keys'])
    await menu.getByRole('link', { name: 'Compose' }).click()
    await page.getByRole('heading', { level: 1, name: 'Compose' }).waitFor()
    await shows(() => menu.locator('li [aria-current="page"]').count(), 0)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('whoever goes on right after typing a search gets there', async () => {
    const { page, context } = await stage.owner({ serviceWorkers: 'block' })
    await page.clock.install()
    await open(page, `${stage.url}/contacts`)
    // The next page is loading when the search would be put into the URL.
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/assets\/Links-/, async (route) => {
      await isReleased
      await route.continue()
    })
    await page.getByRole('searchbox').first().fill('Ana')
    await page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name: 'Links' }).click()
    // Longer than the search waits for another key.
    await page.clock.runFor(1_000)
    release()
    await page.getByRole('heading', { level: 1, name: 'Links' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/links')
    await context.close()
  })

  test('settings open on the things of the team, and links to the keys of before still work', async () => {
    const { page, context } = await stage.owner()
    await open(page, `${stage.url}/settings`)
    await page.getByRole('region', { name: 'Workspace' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/settings/workspace')
    assert.deepEqual(await linksOf(page, 'Settings'), [
      ...['Workspace', 'Team', 'Networks'],
      ...['Notifications', 'Language and time', 'Security'],
      ...['Backups', 'Installation'],
    ])
    await open(page, `${stage.url}/settings/keys`)
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/keys')
    await context.close()
  })

  test('a viewer sees neither Compose nor API keys nor the settings of the machine', async () => {
    const { link } = await stage.call('POST', '/v1/team/invitations', { email: 'ben@example.com', role: 'viewer' })
    const { page, context } = await visit(stage.browser)
    await open(page, link)
    await page.getByLabel('Your name').fill('Ben')
    await page.getByLabel(/^Password/).fill('another long sentence')
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    const places = await linksOf(page, 'Pages')
    assert.deepEqual([places.includes('Compose'), places.includes('API keys')], [false, false])
    await open(page, `${stage.url}/settings/installation`)
    await page.getByText('Only owners see how Doorpost is installed.').waitFor()
    assert.deepEqual(await linksOf(page, 'Settings'), [
      'Workspace',
      'Team',
      'Networks',
      'Notifications',
      'Language and time',
      'Security',
    ])
    await context.close()
  })

  test('who may not manage API keys has no link to them, and their page says who does', async () => {
    const { link } = await stage.call('POST', '/v1/team/invitations', { email: 'eva@example.com', role: 'editor' })
    const { page, complaints, context } = await visit(stage.browser)
    await open(page, link)
    await page.getByLabel('Your name').fill('Eva')
    await page.getByLabel(/^Password/).fill('another long sentence')
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    assert.deepEqual((await linksOf(page, 'Pages')).slice(-4), [
      ...['Receive from other services', 'Send to other services', 'Reference'],
      'Settings',
    ])
    await open(page, `${stage.url}/keys`)
    await page.getByText('Only owners see, make and revoke API keys.').waitFor()
    await shows(() => page.getByRole('button', { name: 'Generate new key' }).count(), 0)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('shortcuts of a single key are listed, and can be switched off in this browser', async () => {
    const { page, complaints, context } = await stage.owner()
    await open(page, `${stage.url}/`)
    await page.keyboard.press('Shift+?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.getByText('Compose a post').waitFor()
    await dialog.getByRole('switch', { name: 'Use shortcuts of a single key' }).click({ force: true })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.keyboard.press('c')
    await page.keyboard.press('Shift+?')
    await page.getByRole('button', { name: /^Signed in as/ }).click()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    assert.equal(new URL(page.url()).pathname, '/', '"c" did nothing')
    await dialog.getByRole('switch', { name: 'Use shortcuts of a single key' }).click({ force: true })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('c')
    await page.getByRole('heading', { level: 1, name: 'Compose' }).waitFor()
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('on a phone a bar has the main pages within reach of the thumb, and "More" has the rest', async () => {
    const { page, complaints, context } = await stage.owner(PHONE)
    await open(page, `${stage.url}/`)
    const bar = page.getByRole('navigation', { name: 'Main pages' })
    assert.deepEqual(await linksOf(page, 'Main pages'), ['Home', 'Posts', 'Compose', 'Contacts'])
    const box = (await bar.boundingBox())!
    assert.equal(box.y + box.height, PHONE.viewport.height)
    await bar.getByRole('link', { name: 'Contacts' }).click()
    await page.getByRole('heading', { level: 1, name: /^Contacts/ }).waitFor()
    await shows(() => bar.locator('[aria-current="page"]').allInnerTexts(), ['Contacts'])

    const more = bar.getByRole('button', { name: 'More' })
    const menu = page.getByRole('navigation', { name: 'Pages', exact: true })
    await shows(() => menu.isVisible(), false)
    await more.click()
    await menu.getByRole('link', { name: 'Results' }).waitFor()
    await shows(() => more.getAttribute('aria-expanded'), 'true')
    await more.click()
    await menu.waitFor({ state: 'hidden' })
    await more.click()
    await menu.getByRole('link', { name: 'Results' }).click()
    await page.getByRole('heading', { level: 1, name: 'Results' }).waitFor()
    await menu.waitFor({ state: 'hidden' })
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
