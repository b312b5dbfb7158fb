import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { noBrowser, type Visitor } from '../helpers/browser.ts'
import { ods, xlsx } from '../helpers/spreadsheets.ts'
import { open, type Stage, shows, startStage } from './helper.ts'

// Somebody who never saw the API brings in the list of a trade fair: an Excel file with odd headers, in German.

const FAIR = [
  ['Ansprechpartner', 'Kontakt (dienstlich)', 'Org.', 'Quelle', 'Was gewünscht?', 'Tel.', 'intern'],
  ['Jörg Müller', 'joerg@example.com', 'Größe & Co', 'Messe', 'Angebot für 20 Plätze', '030 12', 'x1'],
  ['Inés Gómez', 'ines@example.com', '', 'Messe', '', '', 'x2'],
  ['', 'keine Adresse', 'Niemand GmbH', '', '', '', 'x3'],
  ['Ana Silva', 'ana@example.org', 'Andere Firma', '', 'Rückruf', '030 99', 'x4'],
]

describe('the list of a trade fair', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  const ana: Visitor = await stage.owner()
  await stage.call('POST', '/v1/contacts', { first_name: 'Ana', email: 'ana@example.org', company: 'Silva Lda' })

  const choose = (name: string, bytes: Uint8Array) =>
    ana.page.locator('input[type="file"]').setInputFiles({ name, mimeType: '', buffer: Buffer.from(bytes) })
  const column = (name: RegExp) => ana.page.getByRole('button', { name })

  test('is understood, corrected by clicking columns, and imported; nobody is overwritten', async () => {
    const { page } = ana
    await open(page, `${stage.url}/contacts/import`)
    await choose('Messe.xlsx', xlsx(FAIR))
    await column(/^Ansprechpartner.*First and last name/).waitFor()
    await column(/^Kontakt \(dienstlich\).*E-mail.*by its values/).waitFor()
    await column(/^Org\..*Company/).waitFor()
    await column(/^Quelle.*Source/).waitFor()
    const result = page.getByRole('region', { name: 'What will happen' })
    await result.getByText('2 become new contacts').waitFor()
    await result.getByText('1 adds to a person who is here already').waitFor()
    await result.getByText('1 cannot be imported').waitFor()

    await column(/^intern/).click()
    await page.getByLabel('What “intern” becomes').selectOption({ label: 'Nothing: leave it out' })
    await column(/^intern.*Left out/).waitFor()
    await column(/^Was gewünscht/).click()
    const name = page.getByLabel('Name of the additional field')
    await name.fill('message')
    await name.blur()
    await column(/^Was gewünscht.*Additional field “Message”/).waitFor()

    await page.getByRole('button', { name: 'Import 2 contacts' }).click()
    await page.getByRole('button', { name: 'Download these rows' }).waitFor()
    await page.getByText('Added to people who were here').waitFor()
    const contacts = await stage.call('GET', '/v1/contacts?limit=10')
    const of = (email: string) => contacts.find((contact: { email: string }) => contact.email === email)
    const { first_name, last_name, company, utm_source, extra } = of('joerg@example.com')
    assert.deepEqual([first_name, last_name, company, utm_source], ['Jörg', 'Müller', 'Größe & Co', 'Messe'])
    assert.deepEqual(extra, { Ansprechpartner: 'Jörg Müller', message: 'Angebot für 20 Plätze', phone: '030 12' })
    const known = of('ana@example.org')
    assert.deepEqual([known.company, known.last_name, known.extra.message], ['Silva Lda', 'Silva', 'Rückruf'])
  })

  test('gives the row that failed back with the reason', async () => {
    const { page } = ana
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download these rows' }).click(),
    ])
    const text = await readFile((await file.path())!, 'utf8')
    assert.equal(file.suggestedFilename(), 'Rows that failed.csv')
    assert.match(text, /^\ufeffAnsprechpartner[,;]Kontakt \(dienstlich\)[,;].*Why it was not imported\r\n/)
    assert.match(text, /keine Adresse.*Niemand GmbH.*no first name/)
    await page.reload()
    await page.getByText('Choose the file to get these rows').waitFor()
  })

  test('of next year, from another program, is read the same way', async () => {
    const { page } = ana
    await open(page, `${stage.url}/contacts/import`)
    await choose('Messe 2027.ods', ods([FAIR[0]!, ['Eva Roth', 'eva@example.com', '', '', 'Termin', '', 'x9']]))
    await column(/^intern.*Left out.*as last time/).waitFor()
    await column(/^Was gewünscht.*“Message”.*as last time/).waitFor()
    await page.getByRole('button', { name: 'Guess all columns again' }).click()
    await column(/^intern.*Additional field “intern”/).waitFor()
  })

  test('without an address is warned about, and a column is chosen', async () => {
    const { page } = ana
    await open(page, `${stage.url}/contacts/import`)
    await choose(
      'Gäste.xlsx',
      xlsx([
        ['Wer', 'Tisch'],
        ['Lena Vogt', '4'],
      ]),
    )
    await page.getByText(/No column is an e-mail address or a name/).waitFor()
    await shows(() => page.getByRole('button', { name: 'Import 0 contacts' }).isDisabled(), true)
    await column(/^Wer/).click()
    await page.getByLabel('What “Wer” becomes').selectOption({ label: 'First and last name' })
    await page.getByText(/No column is an e-mail address, so/).waitFor()
    await page.getByRole('button', { name: 'Import 1 contact' }).waitFor()
  })
})
