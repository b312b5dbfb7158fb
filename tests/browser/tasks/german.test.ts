// @slow

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { formTextsIn } from '../../../src/messages/form-texts.ts'
import { noBrowser, visit } from '../../helpers/browser.ts'
import { until } from '../../helpers/process.ts'
import { BROWSER } from '../../helpers/visit.ts'
import { OWNER, open, type Stage, settled, shows, startStage } from '../helper.ts'
import { DESKTOP, meet } from './helper.ts'

// One whole journey in German, by a person whose browser is German: from the set-up to the lead that a post brought. They
// read only words of the catalogue, and nothing on the way is English.

const FORM = formTextsIn('de')
const GERMAN = { ...DESKTOP.options, locale: 'de-DE' }

const catalogue = new Map(
  readFileSync(new URL('../../../web/src/locales/de.po', import.meta.url), 'utf8')
    .split('\n\n')
    .map((entry) => ['msgid', 'msgstr'].map((name) => stringAt(entry, name)) as [string, string]),
)

function stringAt(entry: string, name: string): string {
  const lines = new RegExp(`^${name} ((?:".*"\\n?)+)`, 'm').exec(entry)?.[1] ?? '""'
  return lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as string)
    .join('')
}

/** What the dashboard says in German. */
function de(english: string, values: Record<string, string> = {}): string {
  const german = catalogue.get(english)
  assert.ok(german, `“${english}” is not in the catalogue`)
  return german.replace(/\{(\w+)\}/g, (_, name: string) => values[name]!)
}

/** What it says in English only. */
const german = new Set(catalogue.values())
const ENGLISH = [...catalogue.keys()].filter((text) => text !== '' && !german.has(text))

/** English that a person can see or hear: texts of the catalogue, and others by their small words. Code is not. */
async function findEnglish(page: Page): Promise<string[]> {
  return page.evaluate((known) => {
    const words = /\b(?:the|and|or|your|you|with|from|this|that|are|is|has|have|when|which|yet|for|to|by|of|no|not)\b/
    const isEnglish = (text: string) => words.test(text) || known.includes(text.trim())
    const found: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (element.closest('code, pre, kbd, script, style, textarea, svg, [aria-hidden="true"], [lang]:not(html)'))
        continue
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      const texts = own.map(({ nodeValue }) => nodeValue ?? '')
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) texts.push(element.getAttribute(name) ?? '')
      found.push(...texts.filter(isEnglish))
    }
    return found
  }, ENGLISH)
}

describe('a journey in German', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()

  test('from the set-up to the lead that a post has brought', async () => {
    const ana = await visit(stage.browser, GERMAN)
    const { page } = ana
    const { networks } = await meet(stage, ana, DESKTOP)
    const isGerman = async () => {
      await shows(() => page.getAttribute('html', 'lang'), 'de')
      assert.deepEqual(await findEnglish(page), [], page.url())
    }
    const goTo = async (place: string) => {
      const menu = page.getByRole('navigation', { name: de('Pages'), exact: true })
      await menu.getByRole('link', { name: de(place), exact: true }).click()
      await settled(page)
    }

    await open(page, stage.setUpUrl)
    await page.getByRole('heading', { name: de('Set up Doorpost') }).waitFor()
    await isGerman()
    await page.getByLabel(de('Your name')).fill(OWNER.name)
    await page.getByLabel(de('E-mail')).fill(OWNER.email)
    await page.getByLabel(new RegExp(`^${de('Password')}`)).fill(OWNER.password)
    await page.getByRole('button', { name: de('Set up and sign in') }).click()
    await page.getByRole('heading', { level: 1, name: de('Home') }).waitFor()
    await page.getByRole('heading', { name: de('First steps') }).waitFor()
    await isGerman()

    await networks.account({ platform: 'bluesky', username: 'kontor.test' })
    await goTo('Settings')
    await page.getByRole('link', { name: de('Networks'), exact: true }).click()
    await page.getByRole('button', { name: de('Connect an account on {label}', { label: 'Bluesky' }) }).click()
    const dialog = page.getByRole('dialog')
    await isGerman()
    await dialog.getByRole('button', { name: de('Use an app password') }).click()
    await dialog.getByLabel(de('Account name')).fill('kontor.test')
    await dialog.getByLabel(de('App password')).fill('sandbox-app-password')
    await isGerman()
    await dialog.getByRole('button', { name: de('Connect'), exact: true }).click()
    await page.getByText('@kontor.test').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await isGerman()

    await goTo('Forms')
    await isGerman()
    await page
      .getByRole('button', { name: de('New form') })
      .first()
      .click()
    await dialog.getByRole('textbox', { name: de('Name') }).fill('Angebot anfragen')
    await isGerman()
    await dialog.getByRole('button', { name: de('Make the form') }).click()
    await page.getByRole('heading', { level: 1, name: 'Angebot anfragen' }).first().waitFor()
    await isGerman()
    await page.getByRole('tab', { name: de('Put it on your site') }).click()
    const url = await page
      .getByText(/^http:\/\/\S+\/f\/\S+$/)
      .first()
      .innerText()
    await isGerman()

    await goTo('Compose')
    await page.getByRole('textbox', { name: de('Text'), exact: true }).fill(`Ab Montag geöffnet: ${url}`)
    await page.getByRole('button', { name: de('Use short links') }).click()
    await page.getByRole('radio', { name: de('Short links'), checked: true }).waitFor({ state: 'attached' })
    for (const name of ['Instagram', 'Threads', 'LinkedIn', 'X', 'Mastodon']) {
      await page.getByRole('button', { name: new RegExp(`^${name}\\b`), pressed: true }).click()
    }
    await isGerman()
    await page.getByRole('button', { name: de('Other ways to finish') }).click()
    await page.getByRole('menuitem', { name: de('Publish now') }).click()
    await dialog.getByRole('button', { name: de('Publish now'), exact: true }).waitFor()
    await isGerman()
    await dialog.getByRole('button', { name: de('Publish now'), exact: true }).click()
    await page.waitForURL(/\/posts\//)
    await page.getByText(de('Published'), { exact: true }).first().waitFor()
    await isGerman()

    const out = (await networks.public({ platform: 'bluesky' })).find(({ text }) => text.startsWith('Ab Montag'))
    const reader = await visit(stage.browser, { ...GERMAN, userAgent: BROWSER })
    await reader.page.goto(out!.permalink)
    await reader.page.getByRole('link', { name: /\/l\// }).click()
    await reader.page.getByRole('button', { name: FORM['form_page.send'] }).waitFor()
    const opened = Date.now()
    assert.deepEqual(await findEnglish(reader.page), [])
    await reader.page.getByLabel(FORM['form_page.first_name']).fill('Jörg')
    await reader.page.getByLabel(FORM['form_page.email']).fill('joerg@example.com')
    await reader.page.getByLabel(FORM['form_page.message']).fill('Was kostet es für zwanzig Personen?')
    await reader.page.waitForFunction((since) => Date.now() - since > 3_200, opened)
    await reader.page.getByRole('button', { name: FORM['form_page.send'] }).click()
    await reader.page.waitForURL(/\/thanks$/)
    await shows(() => reader.page.getAttribute('html', 'lang'), 'de')
    assert.deepEqual(await findEnglish(reader.page), [])
    assert.deepEqual(reader.complaints, [])
    await reader.context.close()

    await page.getByText(de('New lead: {0}', { 0: 'Jörg' }), { exact: true }).waitFor()
    await isGerman()
    await page.getByRole('link', { name: de('Open the contact') }).click()
    await page.getByText('Was kostet es für zwanzig Personen?').first().waitFor()
    await page
      .getByRole('table', { name: de('What brought this lead') })
      .getByRole('link', { name: /Ab Montag geöffnet/ })
      .waitFor()
    await isGerman()

    await until(async () => (await stage.call('GET', '/v1/reports/attribution?by=post')).totals.clicks === 1)
    await goTo('Results')
    const row = page.getByRole('row', { name: /Ab Montag geöffnet/ })
    await row.waitFor()
    await shows(() => row.getByRole('cell').allTextContents(), ['1', '0', '1', '1'])
    await isGerman()
    assert.deepEqual(ana.complaints, [])
    await ana.context.close()
  })
})
