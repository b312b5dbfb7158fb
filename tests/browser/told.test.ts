// @slow

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { noBrowser } from '../helpers/browser.ts'
import { until } from '../helpers/process.ts'
import { open, startStage } from './helper.ts'

// What owners set up without a terminal: the apps of networks, keys that rotate, notifications.

describe('set up in the dashboard', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage = await startStage()

  test('the app of a network is checked with the network before it is saved, and its secret is not shown again', async () => {
    const { page, context, complaints } = await stage.owner()
    await open(page, `${stage.url}/settings/connections`)
    const card = page.getByRole('article', { name: 'Threads' })
    await card.getByText('The app for Threads').click()
    await card.getByRole('button', { name: 'Change the app' }).click()
    await card.getByText(`${stage.url}/connect/callback`).waitFor()
    await card.getByText('threads_basic threads_content_publish').waitFor()
    await card.getByLabel('App id').fill('sandbox-app')
    await card.getByLabel('App secret').fill('not-the-secret')
    await card.getByRole('button', { name: 'Check and save' }).click()
    await card.getByText(/not with this secret/).waitFor()
    assert.equal((await stage.call('GET', '/v1/connections/apps'))[0].source, 'sandbox')
    await card.getByLabel('App secret').fill('sandbox-secret')
    await card.getByRole('button', { name: 'Check and save' }).click()
    await page.getByText(/knows this app/).waitFor()
    await card.getByText(/The secret is stored encrypted/).waitFor()
    assert.equal((await stage.call('GET', '/v1/connections/apps'))[0].source, 'saved')
    assert.ok(!(await page.content()).includes('sandbox-secret'))
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a key gets a new secret, and the list says until when the previous one works', async () => {
    const { page, context, complaints } = await stage.owner()
    await stage.call('POST', '/v1/keys', { name: 'Website' })
    await open(page, `${stage.url}/keys`)
    await page.getByRole('button', { name: 'Rotate Website' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Rotate the key' }).click()
    await dialog
      .getByText(/svc_pk_\w{38}/)
      .first()
      .waitFor()
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await page
      .getByText(/The previous one .* works until/)
      .first()
      .waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  // offline.test.ts says what this worker keeps.
  test('a push shows a notification', async () => {
    const { page, context, complaints } = await stage.owner()
    await context.grantPermissions(['notifications'], { origin: stage.url })
    await open(page, `${stage.url}/settings/notifications`)
    await page.getByRole('region', { name: 'This browser' }).waitFor()
    const scope = await page.evaluate(async () => {
      await navigator.serviceWorker.register('/sw.js')
      return (await navigator.serviceWorker.ready).scope
    })
    assert.equal(scope, `${stage.url}/`)
    // A browser without a screen shows no notifications, so the worker notes what it would show.
    const [worker] = context.serviceWorkers()
    await worker!.evaluate(() => {
      const all: object[] = []
      Object.assign(globalThis, { shown: all })
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
      registration.showNotification = async (title, { body, tag, data } = {}) => {
        all.push({ title, body, tag, url: data.url })
      }
    })
    const recorded = () =>
      worker!.evaluate(() => (globalThis as unknown as { shown: Array<Record<string, string>> }).shown)
    const devTools = await context.newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations
        if (first) resolve(first.registrationId)
      })
    })
    await devTools.send('ServiceWorker.enable')
    const data = JSON.stringify({ title: 'New lead', body: 'From “Spring”', url: '/contacts/1', tag: 'a' })
    const registrationId = await registered
    await devTools.send('ServiceWorker.deliverPushMessage', { origin: stage.url, registrationId, data })
    await until(() => recorded().then((all) => all.length === 1))
    assert.deepEqual(await recorded(), [{ title: 'New lead', body: 'From “Spring”', tag: 'a', url: '/contacts/1' }])
    await devTools.send('ServiceWorker.deliverPushMessage', { origin: stage.url, registrationId, data: 'not JSON' })
    await until(() => recorded().then((all) => all.length === 2))
    assert.equal((await recorded())[1]!.url, '/contacts')
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
