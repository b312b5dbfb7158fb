// @slow

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findBarriers, noBrowser } from '../helpers/browser.ts'
import { until } from '../helpers/process.ts'
import { OWNER, open, type Stage, settled, shows, startStage } from './helper.ts'

// Leads are worked on in the dashboard: status, owner, tags, notes, many at once, saved views, the person's timeline.

const PHONE = { viewport: { width: 390, height: 844 } }
const shots = process.env.SHOTS

const labelsOf = (elements: Element[]) => elements.map((element) => element.getAttribute('aria-label'))

describe('leads', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  const people = ['Ana', 'Ben', 'Cleo', 'Dora', 'Emil']
  for (const [i, first_name] of people.entries()) {
    const email = `${first_name.toLowerCase()}@example.org`
    await stage.call('POST', '/v1/contacts', {
      first_name,
      last_name: 'Silva',
      email,
      utm_source: i % 2 ? 'x' : 'fair',
    })
  }
  const picture = async (page: Page, name: string) => {
    if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: false })
  }
  const row = (page: Page, name: string) => page.locator('tr[data-index]').filter({ hasText: name })

  test('a contact gets a status, an owner, tags and a note on its page, and the timeline of the person shows them', async () => {
    const { page, context } = await stage.owner()
    await open(page, `${stage.url}/contacts`)
    await row(page, 'Emil').getByRole('link').click()
    await page.waitForURL(/\/contacts\/[0-9a-f-]{36}$/)
    await settled(page)
    await page.getByRole('button', { name: 'Status: New. Change it' }).click()
    await page.getByRole('menuitem', { name: 'Contacted' }).click()
    await page.getByRole('button', { name: 'Status: Contacted. Change it' }).waitFor()
    await page.getByRole('textbox', { name: 'Owner' }).click()
    await page.getByRole('option', { name: `${OWNER.name} (you)` }).click()
    const tags = page.getByRole('textbox', { name: 'Tags' })
    await tags.fill('Trade Fair')
    await tags.press('Enter')
    await page.getByText('trade fair', { exact: true }).first().waitFor()
    await page.getByRole('textbox', { name: 'Note' }).fill('Called back.\nWants an offer.')
    await page.getByRole('button', { name: 'Write note' }).click()
    const notes = page.getByRole('list', { name: 'Notes' })
    await notes.getByText('Wants an offer.').waitFor()
    assert.match(await notes.innerText(), new RegExp(OWNER.name))
    assert.deepEqual(await findBarriers(page), [])
    await picture(page, 'contact')

    await page.getByRole('link', { name: 'All records of this person' }).click()
    await page.getByText(`Owner: ${OWNER.name}`).waitFor()
    for (const text of ['Wants an offer.', 'Contacted', 'fair', `by ${OWNER.name}`]) {
      await page.getByText(text).first().waitFor()
    }
    assert.deepEqual(await findBarriers(page), [])
    await picture(page, 'person')
    const [contact] = await stage.call('GET', '/v1/contacts?tag=trade%20fair')
    assert.equal(contact.status, 'contacted')
    await context.close()
  })

  test('selected contacts change together; filters find them, and a saved view finds them again', async () => {
    const { page, context } = await stage.owner()
    await open(page, `${stage.url}/contacts`)
    for (const name of ['Ana', 'Ben']) await row(page, name).getByRole('checkbox').click()
    const bar = page.getByRole('toolbar', { name: 'Selected contacts' })
    await bar.getByText('2 selected').waitFor()
    await picture(page, 'list')
    await bar.getByRole('button', { name: 'Status' }).click()
    await page.getByRole('menuitem', { name: 'Won' }).click()
    await bar.waitFor({ state: 'detached' })
    await row(page, 'Ana').getByText('Won').waitFor()

    // Only this one, by its badge.
    await row(page, 'Dora').getByRole('button', { name: 'Status: New. Change it' }).click()
    await picture(page, 'quick')
    await page.getByRole('menuitem', { name: 'Lost' }).click()
    await row(page, 'Dora').getByText('Lost').waitFor()

    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('option', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Won' }).click()
    await page.getByText('2 contacts found').waitFor()
    await shows(() => row(page, 'Cleo').count(), 0)
    await page.getByRole('button', { name: 'Save this view' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Customers')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    const view = page.getByRole('group', { name: 'Saved views' }).getByRole('button', { name: 'Customers' })
    await view.waitFor()
    await shows(() => view.getAttribute('aria-pressed'), 'true')
    assert.deepEqual(await findBarriers(page), [])
    await picture(page, 'view')
    await page.getByRole('button', { name: 'Clear all' }).click()
    await row(page, 'Cleo').waitFor()
    await view.click()
    await page.getByText('2 contacts found').waitFor()
    await context.close()
  })

  test('filters are added, changed and removed with the keyboard alone', async () => {
    const { page, context } = await stage.owner()
    await open(page, `${stage.url}/contacts`)
    const add = page.getByRole('button', { name: 'Add filter' })
    await add.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Search the filters' }).waitFor()
    assert.deepEqual(await findBarriers(page), [])
    await picture(page, 'add-filter')
    await page.keyboard.type('sour')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Search the values of Source' }).waitFor()
    assert.deepEqual(await findBarriers(page), [])
    await picture(page, 'add-filter-values')
    await page.keyboard.type('fair')
    await page.keyboard.press('Enter')
    const chip = page.getByRole('button', { name: 'Source: fair. Change it' })
    await chip.waitFor()
    await page.getByText('3 contacts found').waitFor()
    assert.ok(await add.evaluate((element) => element === document.activeElement))

    // Another value of the same filter, one that was typed; then all of the days.
    await chip.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Search the values of Source' }).waitFor()
    await page.keyboard.type('nowhere')
    await page.keyboard.press('Enter')
    await page.getByText('No contact matches').waitFor()
    await add.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Search the filters' }).waitFor()
    await page.keyboard.type('crea')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Last 7 days' }).waitFor()
    await shows(
      () => page.evaluate(() => document.activeElement!.closest('[role=dialog]') !== null),
      true,
      'in the panel',
    )
    assert.deepEqual(await findBarriers(page), [])
    await picture(page, 'add-filter-days')
    await page.getByRole('button', { name: 'Last 7 days' }).press('Enter')
    await page.getByRole('button', { name: /^Created: .+ Change it$/ }).waitFor()
    await page.getByRole('button', { name: 'Remove Source: nowhere' }).press('Enter')
    await row(page, 'Cleo').waitFor()

    // Escape closes it and returns to the button; Backspace goes one step back.
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Search the filters' }).waitFor()
    await page.keyboard.type('stat')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Search the values of Status' }).waitFor()
    await page.keyboard.press('Backspace')
    await page.getByRole('combobox', { name: 'Search the filters' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('combobox').waitFor({ state: 'detached' })
    assert.ok(await add.evaluate((element) => element === document.activeElement))
    await page.getByRole('button', { name: 'Clear all' }).press('Enter')
    await chip.waitFor({ state: 'detached' })
    await context.close()
  })

  test('a new lead appears in the list by itself, and elsewhere as a message', async () => {
    const { page, context } = await stage.owner(PHONE)
    await open(page, `${stage.url}/contacts`)
    await stage.call('POST', '/v1/contacts', { first_name: 'Fresh', last_name: 'Lead', email: 'fresh@example.org' })
    await row(page, 'Fresh').waitFor()
    assert.deepEqual(await findBarriers(page), [])
    await picture(page, 'list-phone')
    await open(page, `${stage.url}/settings/workspace`)
    const { id: postId } = await stage.call('POST', '/v1/posts/short', {
      content: 'Doors open at nine https://example.com/',
      status: 'scheduled',
      scheduled_date: new Date(Date.now() + 86_400_000).toISOString(),
      track_links: 'utm',
    })
    const [{ code }] = await stage.call('GET', `/v1/links?post_id=${postId}`)
    await stage.call('POST', '/v1/contacts', { first_name: 'Another', dp: code })
    await page.getByText('New lead: Another', { exact: true }).waitFor()
    await page.getByText(/From: Doors open at nine/).waitFor()
    await picture(page, 'notice-phone')
    await stage.call('POST', '/v1/contacts', { first_name: 'Third' })
    await page.getByText('2 new leads', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Show the contacts' }).click()
    await row(page, 'Fresh').getByRole('link').click()
    await page.getByRole('textbox', { name: 'Note' }).waitFor()
    await picture(page, 'contact-phone')
    await context.close()
  })

  test('leads since the last look at the contacts are counted in the menu, on the bar of a phone and in the title of the tab', async () => {
    const { page, context, complaints } = await stage.owner()
    const countedIn = (nav: string) =>
      page.getByRole('navigation', { name: nav, exact: true }).getByRole('img').evaluateAll(labelsOf)
    const add = (first_name: string) => stage.call('POST', '/v1/contacts', { first_name })
    await open(page, stage.url)
    // The first visit of a browser counts as a look.
    await until(() =>
      page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('doorpost.leads-seen'))),
    )
    await shows(() => page.title(), 'Home · Doorpost')
    await add('Gil')
    await shows(() => countedIn('Pages'), ['1 new lead'])
    await add('Hana')
    await shows(() => countedIn('Pages'), ['2 new leads'])
    await shows(() => page.title(), '(2) Home · Doorpost')
    await page.reload()
    await shows(() => page.title(), '(2) Home · Doorpost', 'a reload is no look')
    await page.setViewportSize(PHONE.viewport)
    await shows(() => countedIn('Main pages'), ['2 new leads'])
    assert.deepEqual(await findBarriers(page), [])

    await page
      .getByRole('navigation', { name: 'Main pages' })
      .getByRole('link', { name: /Contacts/ })
      .click()
    await row(page, 'Hana').waitFor()
    await shows(() => countedIn('Main pages'), [])
    await shows(() => page.title(), 'Contacts · Doorpost')
    await add('Ines')
    await row(page, 'Ines').waitFor()
    await page.getByRole('navigation', { name: 'Main pages' }).getByRole('link', { name: 'Home' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await shows(() => page.title(), 'Home · Doorpost', 'a lead that came while the list was open was seen')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('an import shows no message, unless requested', async () => {
    const { page, context } = await stage.owner()
    const headers = { authorization: `Bearer ${await stage.key()}`, 'content-type': 'text/csv' }
    const importTwo = async (query: string) => {
      const body = 'first_name\nImported one\nImported two\n'
      const answer = await fetch(`${stage.url}/v1/contacts/imports${query}`, { method: 'POST', headers, body })
      const { data } = (await answer.json()) as { data: { id: string } }
      await until(async () => (await stage.call('GET', `/v1/contacts/imports/${data.id}`)).state === 'done')
    }
    await open(page, `${stage.url}/settings/workspace`)
    await importTwo('')
    await stage.call('POST', '/v1/contacts', { first_name: 'Alone' })
    await page.getByText('New lead: Alone', { exact: true }).waitFor()
    await importTwo('?notify=true')
    await page.getByText('3 new leads', { exact: true }).waitFor()
    await context.close()
  })

  test('statuses get other names in the settings, and all pages show them', async () => {
    const { page, context } = await stage.owner()
    await open(page, `${stage.url}/settings/workspace`)
    await page.getByRole('textbox', { name: 'Name of the status Won' }).fill('Customer')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The settings are saved.').waitFor()
    await picture(page, 'settings')
    await open(page, `${stage.url}/contacts`)
    await row(page, 'Ana').getByText('Customer').waitFor()
    await context.close()
  })
})
