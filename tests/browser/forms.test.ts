// @slow

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { findBarriers, noBrowser, visit } from '../helpers/browser.ts'
import { open, type Stage, settled, shows, startStage } from './helper.ts'

// A form from the first click to the contact, and its held submissions.

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1280, height: 860 }

describe('forms in the dashboard', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  const pictures = process.env.PICTURES
  const look = async (page: Page, name: string) => {
    assert.deepEqual(await findBarriers(page), [])
    // Waits until the menu has slid out of sight.
    const fits = () => page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
    await fits()
    if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
    await page.setViewportSize(PHONE)
    await fits()
    if (pictures) await page.screenshot({ path: `${pictures}/${name}-phone.png`, fullPage: true })
    await page.setViewportSize(DESK)
  }

  test('a form is created, built with a preview, sent by a person, and a held submission is accepted', async () => {
    const { page, complaints, context } = await stage.owner({ viewport: DESK })
    await open(page, `${stage.url}/forms`)
    await page.getByText('No forms yet').waitFor()
    await look(page, 'forms-empty')
    await page.getByRole('button', { name: 'New form' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Make the form' }).click()
    await dialog.getByText('This is required').waitFor()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ask for an offer')
    await dialog.getByRole('button', { name: 'Make the form' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ask for an offer' }).first().waitFor()

    // Builds the form: another field, in another place, with its own label; the preview follows.
    const preview = page.getByRole('region', { name: 'Preview' })
    const fields = page.getByRole('list', { name: 'Fields, in the order of the form' })
    await page.getByRole('button', { name: 'Add a field' }).click()
    await page.getByRole('menuitem', { name: 'One of a list' }).click()
    const card = fields.getByRole('listitem').last()
    await card.getByRole('textbox', { name: 'Label' }).fill('How many people?')
    await shows(() => card.getByLabel('Stored as').inputValue(), 'how_many_people')
    await card.getByLabel('Choices').fill('1\n2 to 10\nmore')
    await preview.getByLabel('How many people?').selectOption('2 to 10')
    await page.getByRole('button', { name: 'Move How many people? up' }).click()
    await page.getByRole('button', { name: 'Remove Company' }).click()
    // By dragging, and back with the keyboard.
    const item = (label: string) => fields.getByRole('listitem').filter({ hasText: label })
    // Both are in view, so that the page does not scroll during the drag.
    await item('First name').evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await item('Last name').dragTo(item('First name'))
    const labels = () => preview.locator('[data-preview] label').allTextContents()
    await shows(async () => (await labels()).slice(0, 2), ['Last name', 'First name *'])
    await fields.getByRole('button', { name: 'Last name' }).first().press('Alt+ArrowDown')
    await shows(async () => (await labels()).slice(0, 2), ['First name *', 'Last name'])
    await page.getByRole('button', { name: 'Add a field' }).click()
    await page.getByRole('menuitem', { name: 'Consent' }).click()
    await page.getByRole('textbox', { name: 'What people agree to' }).fill('You may send me your newsletter.')
    await preview.getByLabel('You may send me your newsletter.').waitFor()
    await shows(() => preview.getByLabel('Company').count(), 0)
    await look(page, 'form-build')

    // A new step has no title yet, and needs one. The preview turns to the step of the open field and stays there.
    await fields.getByRole('button', { name: 'How many people?' }).first().click()
    const stepCard = fields.getByRole('listitem').filter({ hasText: 'How many people?' })
    await stepCard.getByRole('switch', { name: 'Begins a new step' }).press('Space')
    await preview.getByText('Step 2 of 2').waitFor()
    await shows(() => stepCard.getByLabel('Title of the step').inputValue(), '')
    await page.getByRole('button', { name: 'Save the form' }).click()
    await stepCard.getByText('Give the step a title.').waitFor()
    await stepCard.getByLabel('Title of the step').fill('Your project')
    await preview.getByRole('heading', { name: 'Your project' }).waitFor()
    await shows(() => stepCard.getByText('Give the step a title.').count(), 0)
    await preview.getByText('Step 2 of 2').waitFor()
    // Nothing has to be filled in to turn the pages.
    await preview.getByRole('button', { name: 'Back' }).click()
    await page.getByLabel('Heading', { exact: true }).fill('Ask us')
    await preview.getByRole('heading', { name: 'Ask us' }).waitFor()
    await preview.getByText('Step 1 of 2').waitFor()
    await preview.getByRole('button', { name: 'Next' }).click()
    await preview.getByText('Step 2 of 2').waitFor()
    await page.getByLabel('Heading', { exact: true }).fill('')
    await stepCard.getByRole('switch', { name: 'Begins a new step' }).press('Space')
    await fields.getByRole('button', { name: 'How many people?' }).first().click()
    // Typed text never becomes markup.
    await page.getByLabel('Text above the fields').fill('<img src=x onerror=alert(1)>')
    await preview.getByText('<img src=x onerror=alert(1)>').waitFor()
    await page.getByLabel('Text above the fields').fill('')

    // Leaving the page asks for confirmation.
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Save the form' }).click()
    await page.getByText('The form is saved.').waitFor()
    const [form] = await stage.call('GET', '/v1/forms')
    const names = form.fields.map(({ name }: { name: string }) => name)
    assert.deepEqual(names, ['first_name', 'last_name', 'email', 'how_many_people', 'message', 'consent'])

    // A refusal by the API is shown at its field.
    await fields.getByRole('button', { name: 'How many people?' }).first().click()
    await page.getByLabel('Stored as').fill('tags')
    await page.getByRole('button', { name: 'Save the form' }).click()
    await page.getByText(/which has a meaning of its own/).waitFor()
    await page.getByRole('button', { name: 'Undo changes' }).click()

    // Puts the form on the website, and tests it.
    await page.getByRole('tab', { name: 'Put it on your site' }).click()
    await page.getByText(`data-form="${form.public_id}"`).waitFor()
    for (const [kind, start] of [
      ['SVG', '<svg xmlns'],
      ['PNG', '\x89PNG'],
    ] as const) {
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: `Download the QR code as ${kind}` }).click()
      const file = await saved
      assert.equal(file.suggestedFilename(), `form-${form.public_id}.${kind.toLowerCase()}`)
      assert.ok((await readFile(await file.path(), 'latin1')).startsWith(start))
    }
    await page.getByRole('tab', { name: 'HTML' }).click()
    await page.getByText(`action="${form.submit_url}"`).waitFor()
    await page.getByLabel('E-mail address of the test').fill('nobody')
    await page.getByRole('button', { name: 'Test it' }).click()
    await page.getByText(/must be an e-mail address/).waitFor()
    await page.getByLabel('E-mail address of the test').fill('')
    await page.getByRole('button', { name: 'Test it' }).click()
    await page.getByRole('table', { name: 'What would have been stored' }).getByText('ana@example.com').waitFor()
    await page.getByLabel('Websites that may send to this form').fill('https://ok.example.com\nnot an origin')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/^Entry 2/).waitFor()
    await look(page, 'form-site')
    await page.getByRole('button', { name: 'Undo changes' }).click()

    // A person sends it; a program fills in what people cannot see.
    const person = await visit(stage.browser)
    await person.page.goto(form.url)
    const opened = Date.now()
    await person.page.getByLabel('First name').fill('Jonas')
    await person.page.getByLabel('E-mail').fill('jonas@example.com')
    await person.page.getByLabel('How many people?').selectOption('more')
    await person.page.getByLabel('You may send me your newsletter.').check()
    // A submission within three seconds would be held as a program.
    await person.page.waitForFunction((since) => Date.now() - since > 3_200, opened)
    await person.page.getByRole('button', { name: 'Send' }).click()
    await person.page.waitForURL(`${form.url}/thanks`)
    await person.page.goto(form.url)
    await person.page.getByLabel('First name').fill('Robot')
    await person.page.getByLabel('E-mail').fill('robot@example.com')
    await person.page.getByLabel('You may send me your newsletter.').check()
    await person.page.locator('[name="dp_topic"]').fill('cheap', { force: true })
    await person.page.getByRole('button', { name: 'Send' }).click()
    await person.page.waitForURL(`${form.url}/thanks`)
    await person.context.close()

    await open(page, `${stage.url}/forms/${form.id}?tab=submissions`)
    const table = page.getByRole('table', { name: 'Submissions' })
    await table.getByText('Robot, robot@example.com').waitFor()
    await look(page, 'form-submissions')
    await table.getByRole('link', { name: 'Jonas' }).click()
    await page.getByRole('heading', { level: 1, name: 'Jonas' }).waitFor()
    await page.getByRole('link', { name: 'Ask for an offer' }).first().waitFor()
    await stage.place.sql("update contacts set confirmation = 'pending' where email = 'jonas@example.com'")
    await page.reload()
    await page.getByText('Not confirmed yet').waitFor()

    // The overview links to held submissions.
    await open(page, stage.url)
    await page.getByRole('link', { name: /^A submission of a form is suspicious/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Suspicious submissions' }).waitFor()
    await page.getByText('A field that people cannot see was filled in.').waitFor()
    await look(page, 'held')
    await page.getByRole('button', { name: 'Accept Robot, robot@example.com' }).click()
    await page.getByText('Nothing is suspicious').waitFor()
    const contacts = await stage.call('GET', '/v1/contacts?email=robot@example.com')
    assert.equal(contacts[0].form_id, form.id)

    await open(page, `${stage.url}/forms`)
    const row = page.getByRole('row', { name: /Ask for an offer/ })
    await shows(async () => (await row.getByRole('cell').allTextContents()).slice(2, 4), ['2', '0'])
    await look(page, 'forms')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a field is shown by what is in another: chosen, tried in the preview, saved and sent', async () => {
    const { page, complaints, context } = await stage.owner({ viewport: DESK })
    const choice = (name: string, label: string, type: string) => ({
      name,
      label,
      type,
      options: ['Prices', 'Support'],
    })
    const form = await stage.call('POST', '/v1/forms', {
      name: 'Conditions',
      protection: 'off',
      fields: [
        { name: 'first_name' },
        { name: 'email' },
        choice('topic', 'Topic', 'radio'),
        { name: 'size', label: 'How many people?', required: true },
        { name: 'agrees', label: 'We may call', type: 'checkbox' },
        { name: 'phone' },
      ],
    })
    await open(page, `${stage.url}/forms/${form.id}`)
    const preview = page.getByRole('region', { name: 'Preview' })
    const fields = page.getByRole('list', { name: 'Fields, in the order of the form' })
    const cardOf = (label: string) => fields.getByRole('listitem').filter({ hasText: label })
    const openCard = async (label: string) => {
      await fields.getByRole('button', { name: label }).first().click()
      return cardOf(label)
    }
    const choose = async (label: string, value: string, within: Page | Locator = page) => {
      await within.getByRole('textbox', { name: label }).click()
      await page.getByRole('option', { name: value, exact: true }).click()
    }
    const size = await openCard('How many people?')
    await size.getByRole('switch', { name: 'Shown only sometimes' }).press('Space')
    await fields.getByText('Sometimes', { exact: true }).waitFor()
    await choose('Show it if', 'Topic')
    await shows(() => page.getByRole('textbox', { name: 'What counts' }).inputValue(), 'is filled in')
    await shows(() => preview.getByLabel('How many people?').isVisible(), false)
    await choose('What counts', 'is one of')
    await preview.getByLabel('Support').check()
    await shows(() => preview.getByLabel('How many people?').isVisible(), false)
    await preview.getByLabel('Prices').check()
    await preview.getByLabel('How many people?').waitFor()
    await look(page, 'form-condition')

    // Without a value it is not finished, and does not become another condition.
    const values = page.getByRole('textbox', { name: 'Values' })
    await values.press('Backspace')
    await shows(() => page.getByRole('textbox', { name: 'What counts' }).inputValue(), 'is one of')
    await page.getByRole('button', { name: 'Save the form' }).click()
    await size.getByText('Choose a value, or “is filled in”.').waitFor()
    await values.press('ArrowDown')
    await page.getByRole('option', { name: 'Support', exact: true }).click()
    await page.keyboard.press('Escape')
    await shows(() => size.getByText('Choose a value, or “is filled in”.').count(), 0)
    await choose('What counts', 'is none of')
    await preview.getByLabel('Support').check()
    await shows(() => preview.getByLabel('How many people?').isVisible(), false)
    await preview.getByLabel('Prices').check()
    await preview.getByLabel('How many people?').waitFor()

    // By a box that is ticked, and by words that are typed.
    await openCard('Phone')
    await fields.getByRole('switch', { name: 'Shown only sometimes' }).press('Space')
    await choose('Show it if', 'We may call')
    await shows(() => preview.getByLabel('Phone').last().isVisible(), false)
    await preview.getByLabel('We may call').check()
    await preview.getByRole('textbox', { name: 'Phone' }).waitFor()
    await openCard('We may call')
    await fields.getByRole('switch', { name: 'Shown only sometimes' }).press('Space')
    await choose('Show it if', 'How many people?')
    await choose('What counts', 'is one of')
    await page
      .getByRole('textbox', { name: 'Values' })
      .or(page.getByRole('textbox', { name: 'Values' }))
      .fill('12')
    await page.keyboard.press('Enter')
    await preview.getByLabel('We may call').waitFor({ state: 'hidden' })
    await preview.getByLabel('How many people?').fill('12')
    await preview.getByLabel('We may call').waitFor()

    // A circle is refused at its field.
    await openCard('How many people?')
    await choose('Show it if', 'We may call')
    await page.getByRole('button', { name: 'Save the form' }).click()
    await fields
      .getByText(/nobody would ever see either/)
      .first()
      .waitFor()
    await choose('Show it if', 'Topic', size)
    await choose('What counts', 'is one of', size)
    await page.getByRole('button', { name: 'Save the form' }).click()
    await page.getByText('The form is saved.').waitFor()
    const saved = await stage.call('GET', `/v1/forms/${form.id}`)
    const conditions = saved.fields.slice(3).map(({ show_when }: { show_when: object }) => show_when)
    assert.deepEqual(conditions, [
      { field: 'topic', is: ['Prices'], is_not: [] },
      { field: 'size', is: ['12'], is_not: [] },
      { field: 'agrees', is: [], is_not: [] },
    ])

    const person = await visit(stage.browser)
    await person.page.goto(form.url)
    await person.page.getByLabel('First name').fill('Cora')
    await person.page.getByLabel('E-mail').fill('cora@example.com')
    await person.page.getByLabel('Prices').check()
    await person.page.getByLabel('How many people?').fill('12')
    await person.page.getByLabel('We may call').check()
    await person.page.getByLabel('Phone').fill('+351 210')
    await person.page.getByRole('button', { name: 'Send' }).click()
    await person.page.waitForURL(`${form.url}/thanks`)
    const [{ extra }] = await stage.call('GET', '/v1/contacts?email=cora@example.com')
    assert.deepEqual([extra.topic, extra.size, extra.phone], ['Prices', '12', '+351 210'])
    await person.context.close()

    // A hidden field has no condition, and a field that is gone shows nothing any more.
    await openCard('Phone')
    await choose('Kind', 'Hidden value')
    await page.getByRole('button', { name: 'Remove Topic' }).click()
    await page.getByRole('button', { name: 'Save the form' }).click()
    await page.getByText('The form is saved.').last().waitFor()
    await shows(async () => {
      const { fields } = await stage.call('GET', `/v1/forms/${form.id}`)
      return fields.map(({ name, show_when }: { name: string; show_when: object }) => [name, show_when !== null])
    }, [
      ['first_name', false],
      ['email', false],
      ['size', false],
      ['agrees', true],
      ['phone', false],
    ])
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('the preview on a phone is as wide as a phone, with what is drawn there', async () => {
    const { page, context } = await stage.owner({ viewport: DESK })
    const form = await stage.call('POST', '/v1/forms', { name: 'Widths' })
    await open(page, `${stage.url}/forms/${form.id}`)
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByRole('button', { name: 'Send' }).waitFor()
    const widths = async () => {
      const drawn = (await preview.locator('[data-preview]').boundingBox())!
      const button = (await preview.getByRole('button', { name: 'Send' }).boundingBox())!
      const field = (await preview.getByLabel('E-mail').boundingBox())!
      return { drawn: Math.round(drawn.width), isFull: Math.round(button.width) === Math.round(field.width) }
    }
    await preview.getByText('Phone', { exact: true }).first().click()
    for (const width of [1201, 1280, 1920, 1000]) {
      await page.setViewportSize({ width, height: 860 })
      await shows(widths, { drawn: 390, isFull: true })
    }
    await preview.getByText('Desktop', { exact: true }).click()
    await shows(async () => (await widths()).isFull, false)
    await context.close()
  })

  test('settings are saved, all of one kind is accepted, and one is deleted', async () => {
    const form = await stage.call('POST', '/v1/forms', { name: 'Newsletter', email_only: true })
    for (const name of ['a', 'b', 'c']) {
      const body = new URLSearchParams({ email: `${name}@example.com`, dp_topic: 'x' })
      await fetch(form.submit_url, { method: 'POST', body, headers: { accept: 'application/json' } })
    }
    const { page, complaints, context } = await stage.owner({ viewport: DESK })
    await open(page, `${stage.url}/forms/${form.id}?tab=settings`)
    await page.getByText('This installation cannot send mail').waitFor()
    await shows(() => page.getByLabel('Ask people to confirm their address').isDisabled(), true)
    await page.getByRole('radio', { name: 'Strict' }).check()
    await page.getByLabel('Text of the thank-you page').fill('Welcome!')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The settings are saved.').waitFor()
    await look(page, 'form-settings')
    const saved = await stage.call('GET', `/v1/forms/${form.id}`)
    assert.deepEqual([saved.protection, saved.thanks_text], ['strict', 'Welcome!'])

    // Another person changes the same setting meanwhile.
    await page.getByLabel('Text of the thank-you page').fill('Mine')
    await stage.call('PATCH', `/v1/forms/${form.id}`, { thanks_text: 'Theirs' })
    // By keyboard: a notification may cover the button for a moment.
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('Somebody else has changed this form').waitFor()
    await page.getByRole('button', { name: 'Load their version' }).click()
    await shows(() => page.getByLabel('Text of the thank-you page').inputValue(), 'Theirs')

    await page.getByRole('tab', { name: 'Suspicious' }).click()
    await page.getByRole('button', { name: 'Delete A, a@example.com' }).click()
    await page.getByText('It is deleted.').waitFor()
    await page.getByRole('button', { name: 'Accept all 2' }).click()
    await page.getByRole('button', { name: 'Accept them all' }).click()
    await page.getByText('2 submissions are accepted.').waitFor()
    await settled(page)
    await page.getByText('Nothing is suspicious').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('the code for React says that it leaves out steps and conditions', async () => {
    const { page, context, complaints } = await stage.owner({ viewport: DESK })
    const topic = { name: 'topic', type: 'radio', label: 'Topic', options: ['Prices', 'Support'] }
    const cases: Array<[name: string, field: object, isSaid: boolean]> = [
      ['Plain', { name: 'size', label: 'How many?' }, false],
      ['In steps', { name: 'size', label: 'How many?', step: 'Your project' }, true],
      ['With a condition', { name: 'size', label: 'How many?', show_when: { field: 'topic', is: ['Prices'] } }, true],
    ]
    for (const [name, field, isSaid] of cases) {
      const fields = [{ name: 'email' }, topic, field]
      const { id } = await stage.call('POST', '/v1/forms', { name, fields })
      await open(page, `${stage.url}/forms/${id}`)
      await page.getByRole('tab', { name: 'Put it on your site' }).click()
      const warning = page.getByRole('note').filter({ hasText: 'it has no steps' })
      await page.getByRole('tab', { name: 'HTML' }).click()
      await page.getByText('<form class="doorpost"').waitFor()
      await shows(() => warning.count(), 0, 'HTML has both')
      await page.getByRole('tab', { name: 'React' }).click()
      await page.getByText('export function DoorpostForm').waitFor()
      await shows(() => warning.count(), isSaid ? 1 : 0, name)
      assert.deepEqual(await findBarriers(page), [])
    }
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
