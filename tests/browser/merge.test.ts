// @slow

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findBarriers, noBrowser } from '../helpers/browser.ts'
import { open, settled, shows, startStage } from './helper.ts'

// Records of one person are merged in the dashboard, and taken apart again.

const PHONE = { viewport: { width: 390, height: 844 } }
const shots = process.env.SHOTS

describe('merging records', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage = await startStage()
  const add = (json: object): Promise<{ id: string }> => stage.call('POST', '/v1/contacts', json)
  const read = (id: string) => stage.call('GET', `/v1/contacts/${id}`)
  const pair = async (name: string) => {
    const email = `${name.toLowerCase()}@example.com`
    const older = await add({ first_name: name, last_name: 'Silva', email, company: 'Own Ltd', tags: ['vip'] })
    const newer = { first_name: name, last_name: 'Sylva', email, phone: '+351 210', tags: ['fair'], status: 'won' }
    return { older, newer: await add({ ...newer, message: 'Please call me back about the offer of last week.' }) }
  }
  const picture = async (page: Page, name: string) => {
    if (shots) await page.screenshot({ path: `${shots}/${name}.png` })
  }
  const askToMerge = async (page: Page) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Merge with another record…' }).click()
    return page.getByRole('dialog', { name: 'Merge records of one person' })
  }
  const cell = (page: Page, name: string, at: number) =>
    page.getByRole('table', { name: 'What stays' }).getByRole('row', { name }).getByRole('cell').nth(at)

  test('the dialog shows what stays, and the page of the oldest record says what was merged and undoes it', async () => {
    const { page, context, complaints } = await stage.owner()
    const { older, newer } = await pair('Ana')
    await open(page, `${stage.url}/contacts/${newer.id}`)
    const dialog = await askToMerge(page)
    await shows(() => dialog.getByRole('button', { name: 'Compare' }).isDisabled(), true)
    // Records with the same address are offered without a search.
    await dialog.getByRole('checkbox', { name: 'Ana Silva' }).check()
    assert.deepEqual(await findBarriers(page), [])
    await picture(page, 'merge-choose')
    await dialog.getByRole('button', { name: 'Compare' }).click()
    await dialog.getByText('What it lacks comes from the others').waitFor()
    const isKept = async (name: string, at: number) => (await cell(page, name, at).locator('del').count()) === 0
    assert.deepEqual([await isKept('Last name', 0), await isKept('Last name', 1)], [true, false])
    // A status that nobody has changed counts as empty.
    assert.deepEqual([await isKept('Status', 0), await isKept('Status', 1)], [false, true])
    await cell(page, 'Company', 0).getByText('Own Ltd').waitFor()
    await cell(page, 'Phone', 1).getByText('+351 210').waitFor()
    assert.ok(await isKept('Phone', 1))
    await shows(() => dialog.getByText('different e-mail addresses').count(), 0)
    assert.deepEqual(await findBarriers(page), [])
    await picture(page, 'merge-compare')
    await dialog.getByRole('button', { name: 'Merge 2 records' }).click()
    await dialog.waitFor({ state: 'detached' })

    await page.waitForURL(`${stage.url}/contacts/${older.id}`)
    const merged = page.getByRole('region', { name: 'Merged records' })
    await merged.getByText('1 record of the same person was merged into this one.').waitFor()
    await merged.getByText('Ana Sylva').click()
    await merged.getByText('+351 210').waitFor()
    await page.getByText('2 records are now one: Ana Silva.').waitFor()
    assert.deepEqual(await findBarriers(page), [])
    await picture(page, 'merge-survivor')
    const now = await read(older.id)
    const { last_name, status, tags, extra } = now
    assert.deepEqual([last_name, status, tags, extra.phone], ['Silva', 'won', ['vip', 'fair'], '+351 210'])

    // A link to the merged record still leads to the person.
    await open(page, `${stage.url}/contacts/${newer.id}`)
    await page.waitForURL(`${stage.url}/contacts/${older.id}`)
    await settled(page)
    await page.getByRole('button', { name: 'Undo the merge' }).click()
    await page.getByText('1 record is separate again.').waitFor()
    await merged.waitFor({ state: 'detached' })
    assert.deepEqual([(await read(newer.id)).last_name, (await read(older.id)).status], ['Sylva', 'new'])
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('selected rows are merged, with a warning when the addresses differ, and undone from the message', async () => {
    const { page, context, complaints } = await stage.owner()
    await add({ first_name: 'Ben', last_name: 'Alt', email: 'ben@example.com' })
    await add({ first_name: 'Ben', last_name: 'Neu', email: 'ben@home.example' })
    await open(page, `${stage.url}/contacts`)
    const row = (name: string) => page.locator('tr[data-index]').filter({ hasText: name })
    for (const name of ['Ben Alt', 'Ben Neu']) await row(name).getByRole('checkbox').click()
    await page.getByRole('toolbar', { name: 'Selected contacts' }).getByRole('button', { name: 'Merge' }).click()
    const dialog = page.getByRole('dialog', { name: 'Merge records of one person' })
    await dialog.getByText('The contact keeps ben@example.com.').waitFor()
    assert.deepEqual(await findBarriers(page), [])
    await picture(page, 'merge-other-address')
    await dialog.getByRole('button', { name: 'Go back' }).click()
    await row('Ben Neu').waitFor()

    await page.getByRole('toolbar', { name: 'Selected contacts' }).getByRole('button', { name: 'Merge' }).click()
    await dialog.getByRole('button', { name: 'Merge 2 records' }).click()
    await row('Ben Neu').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await row('Ben Neu').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('the address that was merged away still finds the person, in the search of everything and as a page', async () => {
    const { page, context, complaints } = await stage.owner()
    const work = await add({ first_name: 'Finn', last_name: 'Alt', email: 'finn@work.example' })
    const home = await add({ first_name: 'Finn', email: 'finn@home.example' })
    await stage.call('POST', `/v1/contacts/${work.id}/merge`, { contact_ids: [home.id] })
    await open(page, `${stage.url}/contacts`)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Find anything' }).getByRole('combobox').fill('finn@home.example')
    await page.getByRole('option', { name: 'Finn Alt' }).waitFor()
    await open(page, `${stage.url}/contacts/people/finn@home.example`)
    await page.getByRole('heading', { name: 'Finn Alt', level: 1 }).waitFor()
    await page.getByText('finn@work.example').first().waitFor()
    await page.getByText('1 record', { exact: true }).waitFor()

    // The person writes from that address again.
    const again = await add({ first_name: 'Finn', last_name: 'Neu', email: 'finn@home.example' })
    await open(page, `${stage.url}/contacts/people/finn@home.example`)
    await page.getByRole('heading', { name: 'Finn Neu', level: 1 }).waitFor()
    await page.getByText('was merged into Finn Alt (finn@work.example).').waitFor()
    assert.deepEqual(await findBarriers(page), [])
    await open(page, `${stage.url}/contacts/${again.id}`)
    await (await askToMerge(page)).getByRole('checkbox', { name: 'Finn Alt' }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('what cannot be merged is not offered, or says why', async () => {
    const { page, context } = await stage.owner()
    const { newer } = await pair('Cleo')
    const pending = await add({ first_name: 'Cleo', last_name: 'Pending', email: 'cleo@example.com' })
    await stage.place.sql(`update contacts set confirmation = 'pending' where id = '${pending.id}'`)
    await open(page, `${stage.url}/contacts/${newer.id}`)
    const dialog = await askToMerge(page)
    await shows(() => dialog.getByRole('checkbox', { name: 'Cleo Pending' }).isDisabled(), true)
    await dialog.getByRole('searchbox').fill('nobody of this name')
    await dialog.getByText('No other record is found.').waitFor()
    await dialog.getByRole('checkbox', { name: 'Cleo Silva' }).check()
    await dialog.getByRole('button', { name: 'Compare' }).click()
    // Between the comparison and the click.
    await stage.place.sql(`update contacts set confirmation = 'pending' where id = '${newer.id}'`)
    await dialog.getByRole('button', { name: 'Merge 2 records' }).click()
    await dialog.getByRole('alert').getByText('still to confirm its address').waitFor()

    for (let i = 0; i < 12; i++) await add({ first_name: `Many ${i}` })
    await open(page, `${stage.url}/contacts`)
    await page.locator('tr[data-index]').filter({ hasText: 'Many 11' }).waitFor()
    for (const box of await page.locator('tr[data-index]').getByRole('checkbox').all()) await box.click()
    await page.getByRole('toolbar', { name: 'Selected contacts' }).getByRole('button', { name: 'Merge' }).click()
    await dialog.getByText('at most 10 at once').waitFor()
    await context.close()
  })

  test('works with the keyboard alone, and on a phone', async () => {
    const { page, context, complaints } = await stage.owner({ ...PHONE, colorScheme: 'dark' })
    const { older, newer } = await pair('Dora')
    await open(page, `${stage.url}/contacts/${newer.id}`)
    await page.getByRole('button', { name: 'More actions' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Merge with another record…' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Merge records of one person' })
    await dialog.getByRole('checkbox', { name: 'Dora Silva' }).focus()
    await page.keyboard.press('Space')
    await picture(page, 'merge-choose-phone')
    await dialog.getByRole('button', { name: 'Compare' }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByRole('table', { name: 'What stays' }).waitFor()
    await picture(page, 'merge-compare-phone')
    assert.deepEqual(await findBarriers(page), [])
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= 390, `the page is ${width} px wide`)
    // The focus is in the dialog, so the buttons are a few tabs away.
    for (let i = 0; i < 8; i++) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(() => document.activeElement?.textContent ?? '')
      if (focused === 'Merge 2 records') break
    }
    await page.keyboard.press('Enter')
    await page.waitForURL(`${stage.url}/contacts/${older.id}`)
    const undo = page.getByRole('button', { name: 'Undo the merge' })
    await undo.scrollIntoViewIfNeeded()
    await picture(page, 'merge-survivor-phone')
    await undo.focus()
    await page.keyboard.press('Enter')
    await undo.waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
