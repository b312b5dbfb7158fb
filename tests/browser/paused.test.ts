// @slow

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { noBrowser } from '../helpers/browser.ts'
import { until } from '../helpers/process.ts'
import { open, startStage } from './helper.ts'

describe('a database that went back in time', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage = await startStage()

  test('is shown on the overview; the owner reviews what was found, and resumes', async () => {
    const { page } = await stage.owner()
    const date = new Date(Date.now() + 3_600_000).toISOString()
    await stage.call('POST', '/v1/posts/short', {
      content: 'We open at nine',
      status: 'scheduled',
      scheduled_date: date,
    })
    // As after a failover.
    await stage.place.sql('update installation set timeline = timeline + 1')
    await until(async () => (await stage.call('GET', '/v1/publishing')).looked_at !== null)
    await open(page, stage.url)
    await page.getByRole('alert').filter({ hasText: 'Publishing is paused' }).waitFor()
    await page.getByRole('button', { name: 'Look, then resume' }).click()
    const dialog = page.getByRole('dialog')
    const row = dialog.getByRole('row', { name: /We open at nine/ })
    await row.waitFor()
    assert.match((await row.textContent())!, /It is not there.*Goes out/)
    await dialog.getByRole('button', { name: 'I have looked: resume' }).click()
    await page.getByText('Publishing has resumed.').waitFor()
    await page.getByRole('alert').filter({ hasText: 'Publishing is paused' }).waitFor({ state: 'detached' })
    assert.equal((await stage.call('GET', '/v1/publishing')).state, 'active')
  })
})
