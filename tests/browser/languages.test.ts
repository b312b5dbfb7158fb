import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { noBrowser, visit } from '../helpers/browser.ts'
import { OWNER, open, type Stage, shows, startStage } from './helper.ts'

describe('languages', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  await stage.call('GET', '/v1/me')

  test('before sign-in the page speaks the language of the browser, and asks the server for it; only that one is loaded', async () => {
    const { page, context, complaints } = await visit(stage.browser, { locale: 'de-AT' })
    const files: string[] = []
    page.on('request', (request) => files.push(new URL(request.url()).pathname))
    const setup = page.waitForRequest('**/v1/setup')
    await open(page, `${stage.url}/sign-in`)
    await shows(() => page.getAttribute('html', 'lang'), 'de')
    await shows(() => page.getAttribute('html', 'dir'), 'ltr')
    assert.equal((await setup).headers()['accept-language'], 'de')
    const texts = files.map((file) => /\/assets\/(en|de|fr|es|pt|ja)-/.exec(file)?.[1]).filter(Boolean)
    assert.deepEqual(new Set(texts), new Set(['de']))
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a language chosen before sign-in keeps what is typed, and stays for this browser', async () => {
    const { page, context } = await visit(stage.browser, { locale: 'en-GB' })
    await open(page, `${stage.url}/sign-in`)
    await page.getByLabel('E-mail').fill(OWNER.email)
    await page.getByLabel('Language').selectOption('de')
    await page.waitForFunction(() => document.documentElement.lang === 'de')
    await shows(() => page.locator('input[type="email"]').inputValue(), OWNER.email)
    await page.reload()
    await page.locator('h1').waitFor()
    await shows(() => page.getAttribute('html', 'lang'), 'de')
    await context.close()
  })

  test('the language, zone and clock of a person take effect at once, and on their other devices', async () => {
    const { page, context } = await stage.owner({ locale: 'en-GB' })
    await open(page, `${stage.url}/settings/language`)
    const choose = async (field: string, option: string) => {
      await page.getByRole('textbox', { name: field }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    const made = page.getByText('Translated by a machine. No native speaker has read it yet.')
    await shows(() => made.count(), 0)
    await choose('Language', 'Deutsch')
    await made.waitFor()
    await page.getByRole('textbox', { name: 'Time zone' }).fill('Tokyo')
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click()
    await choose('Time of day', '12 hours: 3:30 pm')
    await choose('The week starts on', 'Sunday')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForFunction(() => document.documentElement.lang === 'de')
    const me = await stage.call('GET', '/v1/me')
    const { language, time_zone, time_format, week_start } = me
    assert.deepEqual([language, time_zone, time_format, week_start], ['de', 'Asia/Tokyo', '12h', 'sunday'])
    await context.close()

    const other = await stage.owner({ locale: 'en-GB' })
    await open(other.page, `${stage.url}/settings/language`)
    await shows(() => other.page.getAttribute('html', 'lang'), 'de')
    await stage.call('PATCH', '/v1/me', { language: null, time_zone: null, time_format: null, week_start: null })
    await other.context.close()
  })

  test('what a webhook asks of its sender is in the language of the page; menus of other services stay as they show them', async () => {
    const { page, context, complaints } = await stage.owner({ locale: 'de-DE' })
    await stage.call('PATCH', '/v1/me', { language: 'de' })
    await open(page, `${stage.url}/webhooks`)
    await page.getByRole('button', { name: 'Neuer Webhook' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Wer sendet' }).click()
    await page.getByRole('option', { name: 'Stripe', exact: true }).click()
    await dialog.getByText('Das Signaturgeheimnis des Endpunkts bei Stripe (whsec_…). Sie können').waitFor()
    await dialog.getByText('Kunden aus checkout.session.completed').waitFor()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Kasse')
    await dialog.getByRole('button', { name: 'Den Webhook erstellen' }).click()
    await page.getByText('In Stripe „Developers“, „Webhooks“, „Add endpoint“ öffnen').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('the page of a webhook says in the language of the reader what its sender has to send, and what was wrong', async () => {
    await stage.call('PATCH', '/v1/me', { language: 'de' })
    const secret = 'a secret of ours'
    const webhook = await stage.call('POST', '/v1/webhooks', { name: 'Shop', provider: 'stripe', secret })
    const signature = `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`
    const answer = await fetch(webhook.receive_url, {
      method: 'POST',
      headers: { 'stripe-signature': signature },
      body: '{}',
    })
    assert.equal(answer.status, 401)
    const { page, context, complaints } = await stage.owner({ locale: 'en-GB' })
    await open(page, `${stage.url}/webhooks/${webhook.id}?tab=rejected`)
    await page.getByText('Das Geheimnis dieses Webhooks muss sein: das Signaturgeheimnis des Endpunkts').waitFor()
    await open(page, `${stage.url}/webhooks/${webhook.id}?tab=settings`)
    const field = page.getByRole('textbox', { name: 'Signaturgeheimnis' })
    await page.getByText('Das Signaturgeheimnis des Endpunkts bei Stripe (whsec_…). Nach einem neuen bleibt').waitFor()
    await shows(() => field.getAttribute('placeholder'), 'Gespeichert. Zum Ersetzen neu eingeben.')
    assert.deepEqual(complaints, [])
    await context.close()
    await stage.call('PATCH', '/v1/me', { language: null })
  })

  test('the composer explains in the language of the page how a network counts', async () => {
    await stage.call('PATCH', '/v1/me', { language: 'de' })
    const { page, context, complaints } = await stage.owner({ locale: 'en-GB' })
    await open(page, `${stage.url}/posts/new`)
    const threads = page.getByRole('group', { name: 'Wohin' }).getByRole('button', { name: /^Threads/ })
    if ((await threads.getAttribute('aria-pressed')) !== 'true') await threads.click()
    await page.getByText('Threads: noch 500').hover()
    await page.getByText('Threads nimmt 500 Zeichen. Ein Emoji zählt').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
    await stage.call('PATCH', '/v1/me', { language: null })
  })
})
