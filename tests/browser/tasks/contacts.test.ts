// @slow

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { until } from '../../helpers/process.ts'
import { xlsx } from '../../helpers/spreadsheets.ts'
import { type Person, PHONE, tellStories } from './helper.ts'

// The people who came: found, worked on, brought in from old lists, and forgotten.

const rowOf = ({ page }: Person, name: string) => page.locator('tr[data-index]').filter({ hasText: name })

tellStories('contacts', {
  setUpOn: PHONE,
  prepare: async (stage) => {
    for (const [first_name, utm_source] of Object.entries({ Ana: 'fair', Ben: 'newsletter', Cleo: 'fair' })) {
      await stage.call('POST', '/v1/contacts', { first_name, email: `${first_name}@example.org`, utm_source })
    }
  },
  stories: [
    {
      title: 'find the people of one source, and take them into a spreadsheet',
      clicks: 8,
      tell: async (me) => {
        const { page, device } = me
        await me.go('Contacts')
        await page.getByRole('button', { name: 'Add filter' }).click()
        await page.getByRole('option', { name: 'Source' }).click()
        await page.getByRole('option', { name: 'fair' }).click()
        await page.getByText('2 contacts found').waitFor()
        if (device.name === 'phone') {
          await page.getByRole('button', { name: 'More actions' }).click()
          await page.getByRole('menuitem', { name: 'Export' }).click()
        } else await page.getByRole('button', { name: 'Export' }).click()
        const saved = page.waitForEvent('download')
        await page.getByRole('dialog').getByRole('link', { name: 'Download' }).click()
        const text = await readFile(await (await saved).path(), 'utf8')
        const [head, ...rows] = text.trim().split('\r\n')
        assert.match(head!, /First name/)
        assert.deepEqual(rows.map((row) => /Ana|Ben|Cleo/.exec(row)?.[0]).sort(), ['Ana', 'Cleo'])
      },
    },
    {
      title: 'bring in last year’s list from Excel',
      clicks: 5,
      tell: async (me) => {
        const { page, device, stage } = me
        const address = `lena.${device.name.toLowerCase()}@example.com`
        const sheet = xlsx([
          ['Name', 'E-Mail (geschäftlich)', 'Firma'],
          ['Lena Vogt', address, 'Größe & Co'],
          ['', 'no address', 'Nobody'],
        ])
        await me.go('Contacts')
        if (device.name === 'phone') {
          await page.getByRole('button', { name: 'More actions' }).click()
          await page.getByRole('menuitem', { name: 'Import' }).click()
        } else await page.getByRole('link', { name: 'Import' }).click()
        const file = { name: 'Kunden.xlsx', mimeType: '', buffer: Buffer.from(sheet) }
        await page.locator('input[type="file"]').setInputFiles(file)
        await page.getByText('1 cannot be imported').waitFor()
        await page.getByRole('button', { name: 'Import 1 contact' }).click()
        await page.getByRole('button', { name: 'Import another file' }).waitFor()
        const [lena] = await stage.call('GET', `/v1/contacts?email=${address}`)
        assert.deepEqual([lena.first_name, lena.last_name, lena.company], ['Lena', 'Vogt', 'Größe & Co'])
      },
    },
    {
      title: 'bring in the file of another program, without anyone twice',
      clicks: 5,
      tell: async (me) => {
        const { page, device, stage } = me
        const mail = (name: string) => `${name}.${device.name}@example.net`.toLowerCase()
        await stage.call('POST', '/v1/contacts', { first_name: 'Mia', email: mail('mia') })
        const lines = ['Vorname;Nachname;E-Mail;Telefon', `Mia;Roth;${mail('mia')};210`, `Udo;Kern;${mail('udo')};220`]
        await me.go('Contacts')
        if (device.name === 'phone') {
          await page.getByRole('button', { name: 'More actions' }).click()
          await page.getByRole('menuitem', { name: 'Import' }).click()
        } else await page.getByRole('link', { name: 'Import' }).click()
        const file = { name: 'export.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) }
        await page.locator('input[type="file"]').setInputFiles(file)
        await page.getByRole('button', { name: 'Import 1 contact' }).click()
        await page.getByRole('button', { name: 'Import another file' }).waitFor()
        const [mia, ...others] = await stage.call('GET', `/v1/contacts?email=${mail('mia')}`)
        assert.deepEqual([mia.last_name, mia.extra, others.length], ['Roth', { phone: '210' }, 0])
        const [udo] = await stage.call('GET', `/v1/contacts?email=${mail('udo')}`)
        assert.deepEqual([udo.first_name, udo.last_name], ['Udo', 'Kern'])
      },
    },
    {
      title: 'note what was said, and who is next in line',
      clicks: 7,
      tell: async (me) => {
        const { page, device, stage } = me
        const name = `Dora ${device.name}`
        const { id } = await stage.call('POST', '/v1/contacts', { first_name: name, message: 'Call me back, please.' })
        await me.go('Contacts')
        await rowOf(me, name).getByRole('link').click()
        await page.getByRole('heading', { level: 1, name }).waitFor()
        await page.getByText('Call me back, please.').first().waitFor()
        const next = page.getByRole('toolbar', { name: 'Next step' })
        if (device.name === 'phone') {
          // Within reach of the thumb, however long the page is.
          await next.getByRole('button', { name: /next status$/ }).click()
          await page.getByRole('menuitem', { name: 'Contacted' }).click()
          await next.getByText('Note', { exact: true }).click()
        } else {
          await page.getByRole('button', { name: 'Status: New. Change it' }).click()
          await page.getByRole('menuitem', { name: 'Contacted' }).click()
        }
        await page.getByRole('textbox', { name: 'Note' }).fill('Called: wants an offer.')
        await page.getByRole('button', { name: 'Write note' }).click()
        await page.getByRole('list', { name: 'Notes' }).getByText('Called: wants an offer.').waitFor()
        assert.equal((await stage.call('GET', `/v1/contacts/${id}`)).status, 'contacted')
      },
    },
    {
      title: 'erase a person who asks for it',
      clicks: 6,
      tell: async (me) => {
        const { page, device, stage } = me
        const email = `gone.${device.name}@example.com`
        for (const first_name of ['Greta', 'G.']) await stage.call('POST', '/v1/contacts', { first_name, email })
        await me.go('Contacts')
        await page.getByLabel('Search contacts').fill(email)
        await page.getByText('2 contacts found').waitFor()
        await rowOf(me, 'Greta').getByRole('link').click()
        await page.getByRole('link', { name: 'All records of this person' }).click()
        await page.getByRole('button', { name: 'Erase this person everywhere' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('textbox').fill(email)
        await dialog.getByRole('button', { name: 'Erase the person' }).click()
        await page.getByText(`${email} is erased`, { exact: true }).waitFor()
        await until(async () => (await stage.call('GET', `/v1/contacts?email=${email}`)).length === 0)
      },
    },
  ],
})
