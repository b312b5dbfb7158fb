import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { findBarriers, noBrowser } from '../helpers/browser.ts'
import { open, startStage } from './helper.ts'

// Erasing a person with very many records. A real worker process runs behind the page.

const EMAIL = 'vulpine@example.com'

describe('erasing a person', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage = await startStage()

  test('with more than 10,000 records shows its progress, and then what was erased', async () => {
    const { page, context, complaints } = await stage.owner()
    const { sql } = stage.place
    await sql(
      `insert into contacts (workspace_id, id, first_name, email, email_key, created_at)
       select workspaces.id, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Ana', $1, $1, now()
         from workspaces, generate_series(1, 10001) as n`,
      [EMAIL],
    )
    // Stops at 4,000 until the trigger is removed: the job is retried.
    await sql(`create function stop_here() returns trigger language plpgsql as $$ begin raise exception 'wait'; end $$`)
    await sql(`create trigger stop_here before delete on contacts for each row
      when (old.id = '00000000-0000-7000-8000-000000001194') execute function stop_here()`)
    await open(page, `${stage.url}/contacts/people/${encodeURIComponent(EMAIL)}`)
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Everything we know, as a file' }).click()
    const { contacts } = JSON.parse(await readFile(await (await saved).path(), 'utf8'))
    assert.equal(contacts.length, 10_001)
    await page.getByRole('button', { name: 'Erase this person everywhere' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill(EMAIL)
    await dialog.getByRole('button', { name: 'Erase the person' }).click()
    await page.getByText(`${EMAIL} is being erased (39%)`).waitFor()
    await page.getByText('4,000 of 10,001 rows.').waitFor()
    assert.deepEqual(await findBarriers(page), [])
    await sql('drop function stop_here() cascade')
    await page.getByText(`${EMAIL} is erased`, { exact: true }).waitFor()
    const row = page.getByRole('table', { name: 'What was erased' }).getByRole('row').nth(1)
    assert.match((await row.textContent())!, /Contacts deleted10,001/)
    assert.deepEqual(await findBarriers(page), [])
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
