// @slow

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { noBrowser, visit } from '../helpers/browser.ts'
import { until } from '../helpers/process.ts'
import { OWNER, open, type Stage, settled, shows, startStage } from './helper.ts'

// Whole journeys with the keyboard alone. After the first address of a journey nothing is clicked, and no focus is set:
// every control is reached by keys, in a few steps, and is seen to have the focus.

const STEPS_MAX = 40

/** How a control is drawn, with what is drawn around it: some inputs are hidden in a box that shows their state. */
const paintOf = (control: Locator) =>
  control.evaluate((element) => {
    const around = [element, element.parentElement!, ...element.parentElement!.children]
    return around
      .map((each) => {
        const { outlineStyle, outlineWidth, outlineColor, borderColor, boxShadow, backgroundColor } =
          getComputedStyle(each)
        const outline = outlineStyle === 'none' ? '' : `${outlineWidth} ${outlineColor}`
        return [outline, borderColor, boxShadow, backgroundColor].join()
      })
      .join('|')
  })

const hasFocus = (control: Locator) => control.evaluate((element) => element === document.activeElement)

/** Whether a part of the control can be seen (WCAG 2.4.11). */
const isUncovered = (control: Locator) =>
  control.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const points = [0.1, 0.5, 0.9].flatMap((x) =>
      [0.1, 0.5, 0.9].map((y) => [left + (right - left) * x, top + (bottom - top) * y] as const),
    )
    return points.some(([x, y]) => {
      const there = document.elementFromPoint(x, y)
      return there !== null && (element.contains(there) || there.contains(element))
    })
  })

/** Presses the key until the control has the focus. */
async function reach(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' | 'ArrowDown' | 'ArrowRight' = 'Tab') {
  await control.waitFor()
  const before = await paintOf(control)
  const passed: string[] = []
  for (let steps = 0; !(await hasFocus(control)); steps++) {
    assert.ok(steps < STEPS_MAX, `${control} is not reached by ${key}, only ${passed.join(', ')}`)
    await page.keyboard.press(key)
    const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 80))
    passed.push(focused ?? 'nothing')
  }
  if (passed.length > 0) assert.notEqual(await paintOf(control), before, `${control} looks as if it had no focus`)
  assert.ok(await isUncovered(control), `${control} has the focus, and cannot be seen`)
}

async function press(page: Page, control: Locator, key: 'Enter' | 'Space' = 'Enter') {
  await reach(page, control)
  await page.keyboard.press(key)
}

describe('with the keyboard alone', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  const options: BrowserContextOptions = { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] }
  // Makes the owner.
  await stage.call('GET', '/v1/me')

  test('a person signs in, writes a post and schedules it', async () => {
    const { page, context, complaints } = await visit(stage.browser, options)
    await open(page, stage.url)
    await reach(page, page.getByRole('textbox', { name: 'E-mail' }))
    await page.keyboard.type(OWNER.email)
    await reach(page, page.getByLabel(/^Password/))
    await page.keyboard.type(OWNER.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()

    await press(page, page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Compose' }))
    await page.getByRole('heading', { level: 1, name: 'Compose' }).waitFor()
    await settled(page)
    await press(
      page,
      page.getByRole('group', { name: 'Where to' }).getByRole('button', { name: /^Instagram/ }),
      'Space',
    )
    await reach(page, page.getByLabel(/^Text(?: \*)?$/))
    await page.keyboard.type('Written without a mouse')
    await press(page, page.getByRole('button', { name: 'Tomorrow, 9:00 AM' }), 'Space')
    await press(page, page.getByRole('button', { name: 'Schedule', exact: true }))
    await page.getByText(/^Scheduled: /).waitFor()
    await until(async () => (await stage.call('GET', '/v1/posts?q=without%20a%20mouse')).length > 0)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a form is made, gets another field, and its code is copied', async () => {
    const { page, context, complaints } = await stage.owner(options)
    await open(page, `${stage.url}/forms`)
    await press(page, page.getByRole('button', { name: 'New form' }))
    await reach(page, page.getByRole('dialog').getByRole('textbox', { name: 'Name' }))
    await page.keyboard.type('Ask for an offer')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Ask for an offer' }).first().waitFor()
    await settled(page)

    await press(page, page.getByRole('button', { name: 'Add a field' }))
    await reach(page, page.getByRole('menuitem', { name: 'One of a list' }), 'ArrowDown')
    await page.keyboard.press('Enter')
    const card = page
      .getByRole('list', { name: 'Fields, in the order of the form' })
      .getByRole('listitem')
      .filter({ hasText: 'One of a list' })
    await reach(page, card.getByRole('textbox', { name: 'Label' }), 'Shift+Tab')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('How many people?')
    await press(page, page.getByRole('button', { name: 'Save the form' }))
    await page.getByText('The form is saved.').waitFor()
    const [form] = await stage.call('GET', '/v1/forms')
    assert.ok(form.fields.some(({ label }: { label: string }) => label === 'How many people?'))

    await reach(page, page.getByRole('tab', { name: 'Build' }), 'Shift+Tab')
    await reach(page, page.getByRole('tab', { name: 'Put it on your site' }), 'ArrowRight')
    const ways = page.getByRole('tabpanel', { name: 'Put it on your site' }).getByRole('tabpanel')
    await press(page, ways.getByRole('button', { name: 'Copy' }))
    await ways.getByRole('button', { name: 'Copied' }).waitFor()
    assert.ok((await page.evaluate(() => navigator.clipboard.readText())).includes(form.public_id))
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a contact is opened, gets another status and a note', async () => {
    const { id } = await stage.call('POST', '/v1/contacts', { first_name: 'Emil', last_name: 'Silva' })
    const { page, context, complaints } = await stage.owner(options)
    await open(page, `${stage.url}/contacts`)
    const row = page.getByRole('row', { name: /Emil Silva/ })
    await press(page, row, 'Space')
    const bar = page.getByRole('toolbar', { name: 'Selected contacts' })
    await reach(page, bar.getByRole('button', { name: 'Status' }), 'Shift+Tab')
    await reach(page, bar.getByRole('button', { name: 'Clear selection' }))
    await page.keyboard.press('Enter')
    await bar.waitFor({ state: 'detached' })
    await press(page, row)
    await page.waitForURL(`${stage.url}/contacts/${id}`)
    await settled(page)
    await press(page, page.getByRole('button', { name: 'Status: New. Change it' }))
    await reach(page, page.getByRole('menuitem', { name: 'Contacted' }), 'ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Status: Contacted. Change it' }).waitFor()
    await reach(page, page.getByRole('textbox', { name: 'Note' }))
    await page.keyboard.type('Called back.')
    await press(page, page.getByRole('button', { name: 'Write note' }))
    await page.getByRole('list', { name: 'Notes' }).getByText('Called back.').waitFor()
    assert.equal((await stage.call('GET', `/v1/contacts/${id}`)).status, 'contacted')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a list is imported, and a column of it left out', async () => {
    const { page, context, complaints } = await stage.owner(options)
    await open(page, `${stage.url}/contacts/import`)
    await reach(page, page.getByRole('button', { name: 'Choose a file' }))
    // The window of the system that the button opens.
    const buffer = Buffer.from('First name,E-mail,Internal\nDora,dora@example.org,x1\n')
    await page.locator('input[type=file]').setInputFiles({ name: 'fair.csv', mimeType: 'text/csv', buffer })
    await press(page, page.getByRole('button', { name: /^Internal/ }))
    await reach(page, page.getByLabel('What “Internal” becomes'))
    await page.keyboard.type('Nothing')
    await page.getByRole('button', { name: /^Internal.*Left out/ }).waitFor()
    await press(page, page.getByRole('button', { name: 'Import 1 contact' }))
    await page.waitForURL(/import=/)
    await until(async () => (await stage.call('GET', '/v1/contacts?email=dora@example.org')).length === 1)
    const [{ extra }] = await stage.call('GET', '/v1/contacts?email=dora@example.org')
    assert.deepEqual(extra, {})
    await shows(() => page.getByRole('heading', { level: 1 }).innerText(), 'Import')
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
