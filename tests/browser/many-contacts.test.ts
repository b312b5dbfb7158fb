// @slow

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../helpers/browser.ts'
import { open, shows, startStage } from './helper.ts'

// More contacts than the numbered pages of a filtered list reach.

const CONTACTS = 20_250

test('the key End shows the oldest of many contacts, also when new ones come in', { skip: noBrowser }, async () => {
  const stage = await startStage()
  const { page, complaints, context } = await stage.owner()
  await stage.place.sql(
    `insert into contacts (workspace_id, id, first_name, last_name, created_at)
     select (select id from workspaces limit 1), (lpad(to_hex(ms), 12, '0') || '7000' || '8' || substr(md5(n::text), 1, 15))::uuid,
            'Number', n::text, to_timestamp(ms / 1000.0)
       from generate_series(1, $1::int) n cross join lateral (
         select (extract(epoch from now()) * 1000)::bigint - 86400000 + n * 1000 as ms) as made`,
    [CONTACTS],
  )
  await open(page, `${stage.url}/contacts`)
  const rows = page.getByRole('table', { name: 'Contacts' }).locator('tbody tr')
  await rows.getByText(`Number ${CONTACTS}`, { exact: true }).waitFor()
  // A click would open it. With the focus in the list, new contacts wait.
  await rows.first().press('ArrowDown')
  await stage.call('POST', '/v1/contacts', { first_name: 'Late' })
  await page.getByRole('button', { name: 'Show 1 new contact' }).waitFor()
  await page.keyboard.press('End')
  await rows.getByText('Number 2', { exact: true }).waitFor()
  await shows(() => page.getByRole('alert').count(), 0)
  assert.deepEqual(complaints, [])
  await context.close()
})
