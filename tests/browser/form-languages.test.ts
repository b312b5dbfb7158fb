// @slow

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findBarriers, noBrowser, visit } from '../helpers/browser.ts'
import { open, type Stage, shows, startStage } from './helper.ts'

// A form in a second language: translated in the dashboard, read by visitors.

const DESK = { width: 1280, height: 860 }
const PHONE = { width: 390, height: 844 }

describe('languages of a form', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  const pictures = process.env.PICTURES

  const look = async (page: Page, name: string) => {
    assert.deepEqual(await findBarriers(page), [])
    const fits = () => page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
    await fits()
    if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
    await page.setViewportSize(PHONE)
    await fits()
    assert.deepEqual(await findBarriers(page), [])
    if (pictures) await page.screenshot({ path: `${pictures}/${name}-phone.png`, fullPage: true })
    await page.setViewportSize(DESK)
  }

  const read = async (url: string, locale: string) => {
    const { page, context } = await visit(stage.browser, { locale })
    await page.goto(url)
    const labels = await page.locator('form label, form legend').allTextContents()
    const heading = await page.locator('h1').textContent()
    const language = await page.getAttribute('html', 'lang')
    await context.close()
    return { heading, language, labels: labels.filter((each) => !each.startsWith('Leave this empty')) }
  }

  test('a person adds German with the keyboard, translates and saves; visitors read it, and what is missing as in the form', async () => {
    const form = await stage.call('POST', '/v1/forms', {
      name: 'Contact us',
      thanks_text: 'Thanks!',
      fields: [
        { name: 'first_name', label: 'First name', required: true },
        { name: 'company', label: 'Company', help: 'Where you work' },
        { name: 'size', label: 'Size', type: 'radio', options: ['small', 'large'], step: 'Your project' },
      ],
    })
    const { page, complaints, context } = await stage.owner({ viewport: DESK })
    await open(page, `${stage.url}/forms/${form.id}`)
    await page.getByRole('tab', { name: 'Languages' }).click()
    await page.getByRole('heading', { name: 'One form, several languages' }).waitFor()
    await look(page, 'form-languages-empty')
    await page.getByRole('button', { name: 'Add a language' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'German' }).waitFor()
    await shows(() => page.getByRole('menuitem', { name: 'English' }).count(), 0)
    await page.getByRole('menuitem', { name: 'German' }).press('Enter')
    await page.getByRole('tab', { name: 'German 9 missing' }).waitFor()
    await page.getByText('9 of 9 texts are missing. Visitors who read German see them in English').waitFor()
    // Our own texts are in German from the start.
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByText('Schritt 1 von 2').waitFor()

    const toMissing = () => page.getByRole('button', { name: 'Next missing text' }).press('Enter')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await toMissing()
    assert.equal(await focused(), 'The form: Heading')
    await page.keyboard.type('Kontakt')
    await preview.getByRole('heading', { name: 'Kontakt' }).waitFor()
    await toMissing()
    assert.equal(await focused(), 'The form: Text of the thank-you page')
    await page.keyboard.type('Danke!')
    await page.getByLabel('First name: Label').fill('Vorname')
    // The preview stays on the step that is looked at.
    await preview.getByRole('button', { name: 'Weiter' }).click()
    await page.getByLabel('Size: Title of the step').fill('Ihr Projekt')
    await preview.getByRole('heading', { name: 'Ihr Projekt' }).waitFor()
    await page.getByLabel('Size: Choice 1').fill('klein')
    await preview.getByLabel('klein').waitFor()
    await preview.getByLabel('large').waitFor()
    await preview.getByText('Schritt 2 von 2').waitFor()
    await page.getByText('4 of 9 texts are missing').waitFor()
    await look(page, 'form-languages')
    await preview.getByText('Phone').click()
    await preview.getByText('Schritt 2 von 2').waitFor()
    await page.getByRole('button', { name: 'Save the languages' }).press('Enter')
    await page.getByText('The languages are saved.').waitFor()
    await page.getByText('Everything is saved').waitFor()

    const { translations } = await stage.call('GET', `/v1/forms/${form.id}`)
    assert.deepEqual(translations, {
      de: {
        title: 'Kontakt',
        thanks_text: 'Danke!',
        fields: { first_name: { label: 'Vorname' }, size: { step: 'Ihr Projekt', options: { small: 'klein' } } },
      },
    })
    const german = { heading: 'Kontakt', language: 'de', labels: ['Vorname *', 'Company', 'Size', 'klein', 'large'] }
    assert.deepEqual(await read(`${form.url}?lang=de`, 'en-GB'), german)
    assert.deepEqual(await read(form.url, 'de-AT'), german)
    const { heading, language } = await read(form.url, 'en-GB')
    assert.deepEqual([heading, language], ['Contact us', 'en'])

    // A field that gets another name keeps its translations.
    await page.getByRole('tab', { name: 'Build' }).click()
    await page.getByRole('button', { name: 'Size One of several, all shown' }).click()
    await page.getByLabel('Stored as').fill('team_size')
    await page.getByRole('button', { name: 'Save the form' }).press('Enter')
    await page.getByText('The form is saved.').waitFor()
    const renamed = await stage.call('GET', `/v1/forms/${form.id}`)
    assert.deepEqual(renamed.translations.de.fields.team_size, { step: 'Ihr Projekt', options: { small: 'klein' } })
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('an emptied text is missing again; a language that is removed comes back with Undo, and is gone once saved', async () => {
    const form = await stage.call('POST', '/v1/forms', {
      name: 'Newsletter',
      translations: { de: { title: 'Rundbrief', submit_label: 'Los' }, fr: { title: 'Lettre' } },
    })
    const { page, complaints, context } = await stage.owner({ viewport: DESK, colorScheme: 'dark' })
    await open(page, `${stage.url}/forms/${form.id}?tab=languages`)
    await look(page, 'form-languages-dark')
    // The form has no button of its own, but German has.
    await page.getByText('The form has none.').waitFor()
    await page.getByLabel('The form: Button').fill('')
    await page.getByLabel('The form: Heading').fill('')
    await page.getByRole('button', { name: 'Save the languages' }).press('Enter')
    await page.getByText('The languages are saved.').waitFor()
    const emptied = await stage.call('GET', `/v1/forms/${form.id}`)
    assert.deepEqual(emptied.translations, { de: {}, fr: { title: 'Lettre' } })

    await page.getByRole('tab', { name: 'French' }).click()
    await page.getByRole('button', { name: 'Remove French' }).press('Enter')
    await page.getByRole('tab', { name: 'French' }).waitFor({ state: 'detached' })
    await page.getByText('French is taken out. It is gone once you save.').waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter')
    await shows(() => page.getByLabel('The form: Heading').inputValue(), 'Lettre')
    await page.getByText('Everything is saved').waitFor()
    await page.getByRole('button', { name: 'Remove French' }).press('Enter')
    await page.getByRole('button', { name: 'Save the languages' }).press('Enter')
    await page.getByText('Everything is saved').waitFor()
    const removed = await stage.call('GET', `/v1/forms/${form.id}`)
    assert.deepEqual(removed.translations, { de: {} })
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
