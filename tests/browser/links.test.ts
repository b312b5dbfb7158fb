// @slow

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findBarriers, noBrowser } from '../helpers/browser.ts'
import { until } from '../helpers/process.ts'
import { open, type Stage, settled, shows, startStage } from './helper.ts'

// Short links in the dashboard: created, copied, printed, counted, disabled, deleted; and the link page.

const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe('links', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  const pictures = process.env.PICTURES
  const picture = async (page: Page, name: string) => {
    if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
  }
  const come = (url: string, init: { method?: string; headers?: Record<string, string> } = {}) =>
    fetch(url, { redirect: 'manual', ...init, headers: { 'user-agent': PERSON, ...init.headers } })

  test('a link is created, wrong targets are explained beside the field, and its QR code can be printed', async () => {
    const { page, context, complaints } = await stage.owner()
    await open(page, `${stage.url}/`)
    await page.getByRole('link', { name: 'Links', exact: true }).click()
    await page.getByText('No links yet').waitFor()
    await settled(page)
    await picture(page, 'empty')
    await page.getByRole('button', { name: 'New link' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Target').fill('ftp://example.com/')
    await dialog.getByRole('button', { name: 'Make the link' }).click()
    await dialog.getByText('This must be an absolute URL that begins with https:// or http://.').waitFor()
    assert.equal(
      await dialog.getByLabel('Target').evaluate((field) => field === document.activeElement),
      true,
      'the field in question has the focus',
    )
    // As people type it.
    await dialog.getByLabel('Target').fill('www.example.com/spring?size=2')
    await dialog.getByLabel('Name').fill('Spring newsletter')
    await dialog.getByLabel('Source').fill('newsletter')
    await dialog.getByLabel('Medium').fill('email')
    await picture(page, 'new')
    await dialog.getByRole('button', { name: 'Make the link' }).click()
    await dialog.getByRole('heading', { name: 'The link works' }).waitFor()
    const [link] = await stage.call('GET', '/v1/links')
    assert.equal(link.target, 'https://www.example.com/spring?size=2')
    assert.deepEqual(
      [link.name, link.utm.source, link.utm.medium, link.utm.term],
      ['Spring newsletter', 'newsletter', 'email', null],
    )
    await dialog.getByText(link.url, { exact: true }).waitFor()
    const picturePainted = dialog.getByRole('img', { name: `QR code of ${link.url}` })
    await until(() => picturePainted.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0))
    for (const [label, start] of [
      ['SVG', '<svg'],
      ['PNG', '\u0089PNG'],
    ] as const) {
      const downloading = page.waitForEvent('download')
      await dialog.getByRole('link', { name: `Download the QR code as ${label}` }).click()
      const file = await downloading
      assert.equal(file.suggestedFilename(), `${link.code}.${label.toLowerCase()}`)
      assert.ok((await readFile(await file.path(), 'latin1')).includes(start))
    }
    await picture(page, 'made')
    assert.deepEqual(await findBarriers(page), [])
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('table', { name: 'Links' }).getByText('Spring newsletter').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('its page shows clicks by day and by referrer, bots apart, and its leads one click away', async () => {
    const [link] = await stage.call('GET', '/v1/links')
    for (let count = 0; count < 3; count++) {
      await come(link.url, { headers: { referer: 'https://mail.example.com/inbox/7' } })
    }
    await come(link.url)
    await come(link.url, { headers: { 'user-agent': 'Twitterbot/1.0' } })
    await come(link.url, { method: 'HEAD' })
    await until(async () => (await stage.call('GET', `/v1/links/${link.id}`)).heads === 1)
    const lead = await stage.call('POST', '/v1/contacts', {
      first_name: 'Ines',
      email: 'ines@example.com',
      dp: link.code,
    })
    await stage.call('POST', '/v1/contacts', { first_name: 'Somebody else' })
    await stage.call('POST', '/v1/links', { target: 'https://example.com/other' })

    const { page, context, complaints } = await stage.owner()
    await open(page, `${stage.url}/links`)
    const table = page.getByRole('table', { name: 'Links' })
    const row = table.getByRole('row', { name: /Spring newsletter/ })
    await shows(async () => (await row.getByRole('cell').allTextContents()).slice(1, 5), ['4', '1', '1', '2'])
    await picture(page, 'list')
    await page.getByLabel('Search links').fill('SPRING')
    await table.getByRole('row', { name: /example.com\/other/ }).waitFor({ state: 'detached' })
    await row.click()
    await page.getByRole('heading', { level: 1, name: 'Spring newsletter' }).waitFor()
    const counts = page.getByRole('region', { name: 'Counts' })
    assert.match(await counts.innerText(), /4\s+clicks\s+1\s+visitor\s+1\s+lead/)
    assert.match(await counts.innerText(), /1 bot, 0 pages loaded ahead, 1 check by a network/)
    await page.getByRole('img', { name: /^Clicks by day: 4 in all/ }).waitFor()
    const sources = page.getByRole('table', { name: 'Where visitors came from' })
    assert.match(
      await sources.innerText(),
      /mail\.example\.com\s+3\s+1[\s\S]*Not known \(mail, apps, typed in\)\s+1\s+\d/,
    )
    await picture(page, 'link')
    assert.deepEqual(await findBarriers(page), [])
    await page.getByRole('button', { name: 'Show as table' }).click()
    assert.match(await page.getByRole('table', { name: 'Clicks by day' }).innerText(), /\n.*\t4\t1\t2$/)

    await counts.getByRole('link', { name: 'See the lead' }).click()
    await page.getByText('1 contact found').waitFor()
    await page.getByText('Came through the link: Spring newsletter').waitFor()
    await page.getByText('Ines', { exact: true }).first().waitFor()
    await open(page, `${stage.url}/contacts/${lead.id}`)
    await picture(page, 'contact')
    await page
      .getByRole('table', { name: 'What brought this lead' })
      .getByRole('link', { name: 'Spring newsletter' })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Spring newsletter' }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('it is changed, disabled, enabled and deleted, after a warning about what is lost', async () => {
    const [link] = await stage.call('GET', '/v1/links?q=newsletter')
    const { page, context, complaints } = await stage.owner()
    await open(page, `${stage.url}/links/${link.id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Target').fill('https://www.example.com/summer')
    await dialog.getByLabel('Medium').fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await until(async () =>
      (await come(link.url)).headers.get('location')!.startsWith('https://www.example.com/summer'),
    )
    assert.equal((await stage.call('GET', `/v1/links/${link.id}`)).utm.medium, null)

    await page.getByRole('button', { name: 'Disable' }).click()
    await page.getByText('This link is disabled').waitFor()
    await until(async () => (await come(link.url)).status === 410)
    await page.getByRole('button', { name: 'Enable' }).click()
    await page.getByText('This link is disabled').waitFor({ state: 'detached' })
    await until(async () => (await come(link.url)).status === 302)

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog.getByText(/answers “not found” from then on.*clicks by 1 visitor.*lost/).waitFor()
    await dialog.getByText(/1 lead that came by it stays/).waitFor()
    await picture(page, 'delete')
    await dialog.getByRole('button', { name: 'Delete the link' }).click()
    await page.waitForURL(`${stage.url}/links`)
    await page.getByRole('table', { name: 'Links' }).getByText('example.com/other').waitFor()
    await until(async () => (await come(link.url)).status === 404)
    await open(page, `${stage.url}/links/${link.id}`)
    await page.getByText('There is no such link').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a link of a post leads to the post, and cannot be deleted while the post uses it', async () => {
    const post = await stage.call('POST', '/v1/posts/short', {
      content: 'Doors open at nine: https://example.com/doors',
      status: 'scheduled',
      scheduled_date: new Date(Date.now() + 86_400_000).toISOString(),
      track_links: 'short',
    })
    const { page, context, complaints } = await stage.owner({ viewport: { width: 390, height: 844 } })
    await open(page, `${stage.url}/posts/${post.id}`)
    await page.getByRole('link', { name: /Days and sources/ }).click()
    await page.getByRole('heading', { level: 1, name: 'example.com/doors' }).waitFor()
    await page.getByText('No clicks in the last 30 days').waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete the link' }).click()
    await page.getByRole('alert').filter({ hasText: 'has this link in its text' }).waitFor()
    await page.getByRole('button', { name: 'Go back' }).click()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    assert.ok(overflow <= 0, `${overflow} pixels wider than the phone`)
    await picture(page, 'phone-link')
    await page.getByRole('link', { name: 'a post' }).click()
    await page.waitForURL(`${stage.url}/posts/${post.id}`)
    await open(page, `${stage.url}/links`)
    await page.getByRole('link', { name: 'Its post' }).waitFor()
    await picture(page, 'phone-list')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('the link page is created, seen by visitors, changed and removed', async () => {
    const { page, context, complaints } = await stage.owner()
    await open(page, `${stage.url}/links?tab=page`)
    const make = page.getByRole('button', { name: 'Make the page' })
    await shows(() => make.isDisabled(), true)
    await page.getByLabel('Name in the address').fill('Harbour Works')
    await make.click()
    await page.getByText('This must be 3 to 40 small letters').waitFor()
    await page.getByLabel('Name in the address').fill('harbour-works')
    await page.getByLabel('Introduction').fill('Boats, tools and stories.')
    await make.click()
    const opening = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'See the page as visitors do' }).click()
    const visitors = await opening
    await visitors.getByText('Boats, tools and stories.').waitFor()
    assert.equal(visitors.url(), `${stage.url}/b/harbour-works`)
    await visitors.close()
    await page.getByLabel('Title').fill('Harbour Works')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The page is saved.').waitFor()
    await picture(page, 'page')
    assert.deepEqual(await findBarriers(page), [])
    await page.getByRole('button', { name: 'Remove the page' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the page' }).click()
    await make.waitFor()
    await until(async () => (await fetch(`${stage.url}/b/harbour-works`)).status === 404)
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
