import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findBarriers, noBrowser, visit } from '../helpers/browser.ts'
import { until } from '../helpers/process.ts'
import { open, type Stage, shows, startStage } from './helper.ts'

// Ctrl-K: pages, settings and actions, and the contacts, posts, forms and links that have the words.

const PHONE = { viewport: { width: 390, height: 844 } }
const KEPT = process.env.SCREENSHOTS

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Find anything' })
const fieldOf = (page: Page) => dialogOf(page).getByRole('combobox')

const optionsOf = (page: Page, group: string) =>
  dialogOf(page).getByRole('group', { name: group, exact: true }).getByRole('option')

/** The option that Enter opens, as readers are told. */
async function activeOf(page: Page): Promise<string> {
  const id = await fieldOf(page).getAttribute('aria-activedescendant')
  const option = page.locator(`[id="${id}"]`)
  await shows(() => option.getAttribute('aria-selected'), 'true')
  return option.innerText()
}

async function openSearch(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await fieldOf(page).waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox')
}

async function keep(page: Page, name: string): Promise<void> {
  if (KEPT === undefined) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
    await page.screenshot({ path: `${KEPT}/${name}-${colorScheme}.png`, animations: 'disabled' })
  }
}

describe('find anything', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  const person = (first_name: string, company: string) =>
    stage.call('POST', '/v1/contacts', { first_name, email: `${first_name.toLowerCase()}@example.com`, company })
  const jonas = await person('Jonas', 'Weber')
  for (let number = 1; number <= 7; number++) await person(`Tester${number}`, 'Bulk')
  const form = await stage.call('POST', '/v1/forms', { name: 'Jonas workshop' })
  const link = await stage.call('POST', '/v1/links', { name: 'Jonas flyer', target: 'https://example.com/flyer' })
  const post = await stage.call('POST', '/v1/posts/short', { content: 'Meet Jonas at the fair' })

  test('pages, settings and actions are listed at once, and the keyboard is enough', async () => {
    const { page, complaints, context } = await stage.owner()
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await open(page, `${stage.url}/`)
    assert.ok(!scripts.some((url) => url.includes('SearchDialog')), 'loaded when it is opened')
    await openSearch(page)
    assert.ok(scripts.some((url) => url.includes('SearchDialog')))
    await shows(() => fieldOf(page).getAttribute('aria-expanded'), 'true')
    await shows(
      () => optionsOf(page, 'Actions').allInnerTexts(),
      ['New post', 'New contact', 'Import contacts', 'New form', 'New link', 'New webhook', 'Invite somebody'],
    )
    assert.ok((await optionsOf(page, 'Pages').allInnerTexts()).includes('API keys'))
    assert.ok((await optionsOf(page, 'Settings').allInnerTexts()).includes('Backups'))
    assert.deepEqual(await findBarriers(page), [])
    await keep(page, 'search-empty')

    assert.equal(await activeOf(page), 'New post')
    await page.keyboard.press('ArrowDown')
    assert.equal(await activeOf(page), 'New contact')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    assert.equal(await activeOf(page), 'Installation', 'the last one, and in view')
    await page.getByRole('option', { name: 'Installation' }).waitFor()

    await page.keyboard.type('PASSWORD')
    await until(async () => (await activeOf(page)) === 'Security')
    await page.keyboard.press('Enter')
    await dialogOf(page).waitFor({ state: 'detached' })
    await page.waitForURL(`${stage.url}/settings/security`)

    await openSearch(page)
    await shows(() => fieldOf(page).inputValue(), '', 'nothing is kept')
    await page.keyboard.press('Control+k')
    await dialogOf(page).waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('actions open what makes the thing', async () => {
    const { page, complaints, context } = await stage.owner()
    await open(page, `${stage.url}/`)
    const made: Array<[action: string, dialog: RegExp]> = [
      ['New contact', /New contact/],
      ['New form', /form/i],
      ['New link', /link/i],
      ['Invite somebody', /Invite somebody/],
    ]
    for (const [action, name] of made) {
      await openSearch(page)
      await page.keyboard.type(action)
      await page.keyboard.press('Enter')
      await dialogOf(page).waitFor({ state: 'detached' })
      await page.getByRole('dialog', { name }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      assert.ok(!page.url().includes('new='), page.url())
    }
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('contacts, posts, forms and links are found by their words', async () => {
    const { page, complaints, context } = await stage.owner()
    await open(page, `${stage.url}/results`)
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/v1/contacts') asked.push(searchParams.get('q') ?? '')
    })
    await openSearch(page)
    await page.keyboard.type('jonas', { delay: 15 })
    await dialogOf(page).getByText('4 results').waitFor({ state: 'attached' })
    assert.equal(asked.at(-1), 'jonas')
    assert.ok(asked.length < 5, `not one for each letter: ${asked}`)
    const found: Array<[group: string, name: string, path: string]> = [
      ['Contacts', 'Jonas', `/contacts/${jonas.id}`],
      ['Posts', 'Meet Jonas at the fair', `/posts/${post.id}`],
      ['Forms', 'Jonas workshop', `/forms/${form.id}`],
      ['Links', 'Jonas flyer', `/links/${link.id}`],
    ]
    for (const [group, name] of found) {
      const [text, ...others] = await optionsOf(page, group).allInnerTexts()
      assert.ok(text!.startsWith(name) && others.length === 0, text)
    }
    assert.deepEqual(await findBarriers(page), [])
    await keep(page, 'search-found')
    await page.keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'detached' })

    for (const [index, [, , path]] of found.entries()) {
      await openSearch(page)
      await page.keyboard.type('jonas')
      await dialogOf(page).getByText('4 results').waitFor({ state: 'attached' })
      for (let step = 0; step < index; step++) await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL(`${stage.url}${path}`)
      await dialogOf(page).waitFor({ state: 'detached' })
      await page.locator('h1').first().waitFor()
    }

    await openSearch(page)
    await page.keyboard.type('bulk')
    await optionsOf(page, 'Contacts').nth(5).waitFor()
    await page.getByRole('option', { name: 'See all contacts that match' }).click()
    await page.waitForURL(`${stage.url}/contacts?q=bulk`)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('Enter waits for the answers, and what an older search found is not opened', async () => {
    const { page, context } = await stage.owner()
    await open(page, `${stage.url}/`)
    // The answer is slow: it comes after Enter.
    await context.route('**/v1/contacts?*', async (route) => {
      await new Promise((done) => setTimeout(done, 700))
      await route.continue()
    })
    await openSearch(page)
    await page.keyboard.type('tester')
    await optionsOf(page, 'Contacts').first().waitFor()
    await fieldOf(page).fill('jonas@example.com')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${stage.url}/contacts/${jonas.id}`)
    await context.close()
  })

  test('it says when nothing matches, and when the server does not answer', async () => {
    const { page, context } = await stage.owner()
    await open(page, `${stage.url}/`)
    await openSearch(page)
    await page.keyboard.type('xyzzyx')
    await dialogOf(page).getByRole('heading', { name: 'Nothing matches' }).waitFor()
    await shows(() => fieldOf(page).getAttribute('aria-expanded'), 'false')
    assert.deepEqual(await findBarriers(page), [])
    await keep(page, 'search-nothing')

    const refused = { status: 500, json: { error: 'internal_error', message: 'Doorpost could not do that.' } }
    await context.route('**/v1/links?*', (route) => route.fulfill(refused))
    await fieldOf(page).fill('jonas')
    await dialogOf(page).getByRole('alert').getByText('Doorpost could not do that.').waitFor()
    await optionsOf(page, 'Contacts').first().waitFor()
    assert.deepEqual(await findBarriers(page), [])
    await keep(page, 'search-problem')
    await context.unroute('**/v1/links?*')
    await dialogOf(page).getByRole('button', { name: 'Try again' }).click()
    await optionsOf(page, 'Links').first().waitFor()
    await dialogOf(page).getByRole('alert').waitFor({ state: 'detached' })
    await context.close()
  })

  test('a viewer finds records, but nothing to change and no page of owners', async () => {
    const invitation = await stage.call('POST', '/v1/team/invitations', { email: 'ben@example.com', role: 'viewer' })
    const { page, complaints, context } = await visit(stage.browser)
    await open(page, invitation.link)
    await page.getByLabel('Your name').fill('Ben')
    await page.getByLabel(/^Password/).fill('another long sentence')
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await openSearch(page)
    await shows(() => optionsOf(page, 'Actions').count(), 0)
    const all = await dialogOf(page).getByRole('option').allInnerTexts()
    assert.ok(all.includes('Contacts') && all.includes('Security'))
    for (const hidden of ['API keys', 'Backups', 'Installation']) assert.ok(!all.includes(hidden), hidden)
    await page.keyboard.type('jonas')
    await optionsOf(page, 'Links').first().waitFor()
    await open(page, `${stage.url}/contacts?new=yes`)
    await shows(() => page.getByRole('dialog').count(), 0)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a button opens it: in the menu, and in the top bar of a phone', async () => {
    const desktop = await stage.owner()
    await open(desktop.page, `${stage.url}/contacts`)
    const button = desktop.page.getByRole('button', { name: 'Find anything' })
    await button.click()
    await fieldOf(desktop.page).waitFor()
    await desktop.page.keyboard.press('Escape')
    await dialogOf(desktop.page).waitFor({ state: 'detached' })
    await desktop.page.waitForFunction(() => document.activeElement?.textContent?.includes('Find anything'))
    await keep(desktop.page, 'search-button')
    await desktop.context.close()

    const { page, complaints, context } = await stage.owner(PHONE)
    await open(page, `${stage.url}/`)
    await keep(page, 'search-phone-button')
    await page.getByRole('button', { name: 'Find anything' }).click()
    await fieldOf(page).fill('jonas')
    await optionsOf(page, 'Links').first().waitFor()
    assert.deepEqual(await findBarriers(page), [])
    await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
    await keep(page, 'search-phone')
    await optionsOf(page, 'Contacts').first().click()
    await page.waitForURL(`${stage.url}/contacts/${jonas.id}`)
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
