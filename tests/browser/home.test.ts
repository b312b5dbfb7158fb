import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findBarriers, noBrowser } from '../helpers/browser.ts'
import { open, type Stage, shows, startStage } from './helper.ts'

// The first page: figures, first steps, and what needs attention with its action on the spot.

const PICTURES = process.env.PICTURES

describe('home', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()

  test('first steps are those of people; those of developers are folded, and what is done is too', async () => {
    const { page, complaints, context } = await stage.owner()
    await open(page, stage.url)
    const steps = page.getByRole('region', { name: 'First steps' })
    await steps.getByText('1 step is done').waitFor()
    for (const name of ['Write a post', 'Put up a form', 'Get notified of new leads', 'Invite somebody']) {
      await steps.getByText(name, { exact: true }).waitFor()
    }
    await shows(() => steps.getByText('Generate an API key').isVisible(), false)
    await steps.getByText('For developers').click()
    await steps.getByText('Generate an API key').waitFor()
    await shows(() => steps.getByText('Connect an account').isVisible(), false, 'the sandbox comes with some')
    await stage.call('POST', '/v1/posts/short', { content: 'We open on Monday.' })
    await steps.getByText('2 steps are done').waitFor()
    assert.deepEqual(await findBarriers(page), [])
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/home-new.png`, fullPage: true })
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('figures say how many leads came, and a missed post is published from the list', async () => {
    for (const first_name of ['Ana', 'Ben']) await stage.call('POST', '/v1/contacts', { first_name })
    const { id } = await stage.call('POST', '/v1/posts/short', { content: 'Doors open at nine.' })
    await stage.place.sql(
      `update posts set publication_state = 'missed', status = 'scheduled', scheduled_date = now() - interval '1 day' where id = $1`,
      [id],
    )
    const { page, complaints, context } = await stage.owner()
    await open(page, stage.url)
    const figures = page.getByRole('list', { name: 'Figures' })
    assert.match(
      await figures.getByRole('link', { name: /New leads/ }).innerText(),
      /^New leads in 30 days\s+2\s+None in/,
    )
    assert.match(await figures.getByRole('link', { name: /Needs attention/ }).innerText(), /\n1\n/)
    await page.getByRole('region', { name: 'Needs attention' }).getByRole('button', { name: 'Publish now' }).click()
    await page.getByText('All fine: nothing needs attention.').waitFor()
    if (PICTURES) {
      await page.screenshot({ path: `${PICTURES}/home.png`, fullPage: true })
      await page.setViewportSize({ width: 390, height: 844 })
      await page.screenshot({ path: `${PICTURES}/home-phone.png`, fullPage: true })
    }
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
