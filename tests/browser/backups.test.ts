// @slow

import assert from 'node:assert/strict'
import fs from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findBarriers, noBrowser } from '../helpers/browser.ts'
import { open, shows, startStage } from './helper.ts'

// An owner checks whether there is a backup. A real worker process runs behind the page.

describe('backups', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage = await startStage()
  const folder = join(stage.place.dataDir, 'sandbox', 'backups')
  const assertFine = async (page: Page, complaints: string[]) => {
    assert.deepEqual(await findBarriers(page), [])
    assert.deepEqual(complaints, [])
  }

  test('an owner sees how to set a schedule, makes a backup, and sees it in the list', async () => {
    const { page, context, complaints } = await stage.owner()
    await stage.call('POST', '/v1/contacts', { first_name: 'Ben', email: 'ben@example.com' })
    await open(page, `${stage.url}/settings/backups`)
    await page.getByText('BACKUP_SCHEDULE=03:00').waitFor()
    await page.getByText('No backup is here yet').waitFor()
    await assertFine(page, complaints)

    await page.getByRole('button', { name: 'Back up now' }).click()
    const row = page.getByRole('table', { name: 'Kept backups' }).getByRole('row').nth(1)
    await row.waitFor()
    assert.match((await row.textContent())!, /for Ana Silva.*doorpost-.*\.backup/)
    const facts = page.getByRole('table', { name: 'How backups are doing' })
    await facts.getByText(/, 1 contact, /).waitFor()
    await page.getByText(/rehearse .*\.backup/).waitFor()
    assert.equal(fs.readdirSync(folder).length, 1)
    await assertFine(page, complaints)
    await context.close()
  })

  test('a failed backup is shown there and on the overview, with what to do', async () => {
    const { page, context, complaints } = await stage.owner()
    fs.renameSync(folder, `${folder}.away`)
    fs.writeFileSync(folder, 'a file in the place of the folder')
    await open(page, `${stage.url}/settings/backups`)
    await page.getByRole('button', { name: 'Back up now' }).click()
    const problem = page.getByRole('alert').filter({ hasText: 'The last backup failed' })
    await problem.getByText(/Choose a folder that this user may write to/).waitFor()
    await assertFine(page, complaints)

    await stage.place.sql(`insert into mails (workspace_id, id, kind, state, to_address, to_key, reason, due_at, created_at, done_at)
      select id, gen_random_uuid(), 'weekly', 'failed', 'ana@example.com', 'ana@example.com',
             'The mail server refused the address: 550 no such user.', now(), now(), now() from workspaces`)
    await open(page, stage.url)
    const failedMail = page.getByRole('link', { name: /^A mail could not be sent in the last week/ })
    assert.match((await failedMail.textContent())!, /550 no such user/)
    await shows(() => failedMail.getAttribute('href'), '/settings/team')
    await assertFine(page, complaints)
    await page.getByRole('link', { name: /^The last backup failed/ }).click()
    await problem.waitFor()

    fs.rmSync(folder)
    fs.renameSync(`${folder}.away`, folder)
    await page.getByRole('button', { name: 'Back up now' }).click()
    await page.getByRole('table', { name: 'Kept backups' }).getByRole('row').nth(2).waitFor()
    await problem.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /^Last failure/ }).waitFor()
    await context.close()
  })
})
