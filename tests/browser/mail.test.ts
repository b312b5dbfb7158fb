// @slow

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findBarriers, findBarriersInThemes, noBrowser, visit } from '../helpers/browser.ts'
import { until } from '../helpers/process.ts'
import { headersOf, readMail, startMailServer } from '../helpers/smtp.ts'
import { open, shows, startStage } from './helper.ts'

// Mail as a whole process sends it, and the pages that it links to.

describe('mail', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const smtp = await startMailServer()
  const stage = await startStage({
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'Doorpost <doorpost@example.com>',
  })
  const mailTo = async (address: string) => {
    await until(() => smtp.mails.some(({ to }) => to.includes(address)))
    return smtp.mails.find(({ to }) => to.includes(address))!
  }
  const submit = async (publicId: string, email: string) => {
    const answer = await fetch(`${stage.url}/v1/forms/${publicId}/submissions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ first_name: 'Ben', email, consent: true }),
    })
    assert.equal(answer.status, 201, await answer.text())
  }
  const confirmationOf = async (email: string) =>
    (await stage.call('GET', `/v1/contacts?email=${encodeURIComponent(email)}`))[0].confirmation

  test('mail about leads is suggested after the first one, on Home, until it is answered', async () => {
    const { page, context, complaints } = await stage.owner()
    const card = page.getByRole('region', { name: 'Mail about new leads' })
    const suggested = async () => (await stage.call('GET', '/v1/me/notifications')).mail_suggested
    await open(page, stage.url)
    await page.getByRole('link', { name: /^New leads in 30 days/ }).waitFor()
    await shows(() => card.count(), 0, 'there is no lead yet')
    await stage.call('POST', '/v1/contacts', { first_name: 'Ana' })
    await card.waitFor()
    assert.deepEqual(await findBarriers(page), [])
    await card.getByRole('button', { name: 'No thanks' }).click()
    await card.waitFor({ state: 'detached' })
    await until(async () => !(await suggested()))
    await open(page, stage.url)
    await page.getByRole('link', { name: /^New leads in 30 days/ }).waitFor()
    await shows(() => card.count(), 0, 'it was answered')
    await stage.call('PATCH', '/v1/me/notifications', { mail_suggested: true })
    await page.reload()
    await card.getByRole('button', { name: 'Mail me about each lead' }).click()
    await page.getByText('You get a mail about each new lead.').waitFor()
    await card.waitFor({ state: 'detached' })
    assert.equal((await stage.call('GET', '/v1/me')).lead_mail, 'each')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('everyone chooses their mails on their own page', async () => {
    const { page, context, complaints } = await stage.owner()
    await open(page, `${stage.url}/settings/notifications`)
    await page.getByRole('textbox', { name: 'Mail about new leads' }).click()
    await page.getByRole('option', { name: /One a day/ }).click()
    await page.getByText('Your choice of mails is saved.').first().waitFor()
    await page.getByLabel(/results of the week/).click()
    await until(async () => (await stage.call('GET', '/v1/me')).weekly_mail)
    const me = await stage.call('GET', '/v1/me')
    assert.deepEqual([me.lead_mail, me.weekly_mail], ['daily', true])
    await page.reload()
    await page.getByRole('textbox', { name: 'Mail about new leads' }).waitFor()
    await shows(() => page.getByLabel(/results of the week/).isChecked(), true)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('opening a confirmation link does nothing; the first interaction or its button confirms', async () => {
    const form = await stage.call('POST', '/v1/forms', {
      name: 'News',
      double_opt_in: true,
      protection: 'off',
      consent: { purpose: 'newsletter', text: 'You may send me your newsletter.' },
    })
    for (const javaScriptEnabled of [true, false]) {
      const email = `script-${javaScriptEnabled}@example.org`
      await submit(form.public_id, email)
      const url = /http:\/\/[\w.:]+\/confirm\/[\w-]+/.exec(readMail(await mailTo(email)))![0]
      const { page, context, complaints } = await visit(stage.browser, { javaScriptEnabled })
      await page.goto(url)
      await page.getByRole('heading', { name: 'Confirm your address' }).waitFor()
      // axe needs scripts.
      if (javaScriptEnabled) assert.deepEqual(await findBarriersInThemes(page), [])
      // Like a scanner that runs scripts: none of this is human interaction.
      if (javaScriptEnabled)
        await page.evaluate(() => document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })))
      assert.equal(await confirmationOf(email), 'pending')
      if (javaScriptEnabled) await page.mouse.click(5, 5)
      else await page.getByRole('button', { name: 'Confirm the address' }).click()
      await page.getByText('Your address is confirmed.').waitFor()
      assert.equal(await confirmationOf(email), 'confirmed')
      if (javaScriptEnabled) assert.deepEqual(await findBarriersInThemes(page), [])
      assert.deepEqual(complaints, [])
      await context.close()
    }

    const { page, context, complaints } = await stage.owner()
    await open(page, `${stage.url}/contacts/people/script-true@example.org`)
    await page.getByText('“You may send me your newsletter.”').waitFor()
    await page.getByText('Address confirmed').waitFor()
    await page.getByText('Mail that asks to confirm the address').waitFor()
    await page.getByText('Sent', { exact: true }).waitFor()
    assert.deepEqual(await findBarriers(page), [])
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/person.png`, fullPage: true })
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('the page that stops mail asks first, and has no barrier before or after', async () => {
    const form = await stage.call('POST', '/v1/forms', { name: 'Offers', double_opt_in: true, protection: 'off' })
    await submit(form.public_id, 'stop@example.org')
    const url = /http:\/\/[\w.:]+\/unsubscribe\/[\w-]+/.exec(readMail(await mailTo('stop@example.org')))![0]
    const { page, context, complaints } = await visit(stage.browser)
    await page.goto(url)
    const stop = page.getByRole('button')
    await stop.waitFor()
    assert.deepEqual(await findBarriersInThemes(page), [])
    await stop.click()
    await stop.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.deepEqual(await findBarriersInThemes(page), [])
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a process that is killed after the mail server accepted a mail sends it again with the same Message-ID', async () => {
    const notify = { emails: ['team@example.com'] }
    const form = await stage.call('POST', '/v1/forms', { name: 'Team', notify, protection: 'off' })
    smtp.onMail = async () => {
      smtp.onMail = null
      stage.doorpost.child.kill('SIGKILL')
      await stage.doorpost.ended
    }
    await submit(form.public_id, 'killed@example.org')
    const first = await mailTo('team@example.com')
    await stage.doorpost.ended
    await stage.restart()
    const [left] = await stage.place.sql("select state from mails where to_key = 'team@example.com'")
    assert.deepEqual(left, { state: 'waiting' })
    // Its two minutes are over.
    await stage.place.sql("update mails set due_at = now() where to_key = 'team@example.com'")
    const isSent = async () => {
      const [mail] = await stage.place.sql("select state from mails where to_key = 'team@example.com'")
      return (mail as { state: string }).state === 'sent'
    }
    await until(isSent)
    const mails = smtp.mails.filter(({ to }) => to.includes('team@example.com'))
    assert.equal(mails.length, 2)
    assert.deepEqual(headersOf(mails[1]!)['message-id'], headersOf(first)['message-id'])
  })
})
