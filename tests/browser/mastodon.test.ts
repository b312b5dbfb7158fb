// @slow

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findBarriersInThemes, noBrowser } from '../helpers/browser.ts'
import { open, startStage } from './helper.ts'

describe('an account on a Mastodon server', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage = await startStage()

  test('is connected by the address of its server: asked for, checked, approved there, back here', async () => {
    const { page, context } = await stage.owner()
    await open(page, `${stage.url}/settings/connections`)
    await page.getByRole('button', { name: 'Connect an account on Mastodon' }).click()
    const dialog = page.getByRole('dialog')
    const address = dialog.getByLabel(/^Address of your server/)
    await address.fill('not an address')
    await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
    await dialog.getByText(/^This must be the address of the server, such as/).waitFor()
    await address.fill('@ada@mastodon.example')
    await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
    const link = dialog.getByRole('link', { name: 'Continue to Mastodon' })
    await link.waitFor()
    const [approval] = await Promise.all([context.waitForEvent('page'), link.click()])
    await approval.getByText('Mastodon is connected').waitFor()
    assert.deepEqual(await findBarriersInThemes(approval), [])
    await approval.close()
    const card = page.getByRole('article', { name: 'Mastodon' })
    await page.keyboard.press('Escape')
    await card.getByText(/@sandbox@/).waitFor()
    assert.match((await card.textContent()) ?? '', /lasts until it is taken back/)
    await context.close()
  })
})
