// @slow

import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { until } from '../../helpers/process.ts'
import { startPushService } from '../../helpers/push-service.ts'
import { readMail, startMailServer } from '../../helpers/smtp.ts'
import { nextTotp, shows, startReceiver, totp } from '../helper.ts'
import { FIREFOX, type Person, tellStories } from './helper.ts'

// Being told, the team, and other services.

const smtp = await startMailServer()
const slack = await startReceiver()
const push = await startPushService()
const TYPEFORM = readFileSync(new URL('../../../src/webhooks/senders/typeform/payload.json', import.meta.url), 'utf8')

const lead = ({ stage, device }: Person, first_name: string) =>
  stage.call('POST', '/v1/contacts', { first_name: `${first_name} ${device.name}`, message: 'Twenty chairs, please.' })

type PushAddress = ReturnType<typeof push.browser>['address']

/** In place of the push service of the browser's maker, which is on the internet. Runs in the page. */
function subscribeAt(address: PushAddress): void {
  let current: object | null = null
  const unsubscribe = async () => {
    current = null
    return true
  }
  Object.assign(PushManager.prototype, {
    getSubscription: async () => current,
    subscribe: async (options: PushSubscriptionOptionsInit) => {
      current = { options, unsubscribe, toJSON: () => address }
      return current
    },
  })
  // The browser's own question, on which no test can click.
  let permission: NotificationPermission = 'default'
  Object.defineProperty(Notification, 'permission', { get: () => permission })
  Notification.requestPermission = async () => {
    permission = 'granted'
    return permission
  }
}

tellStories('being told, the team and other services', {
  env: { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'Doorpost <doorpost@example.com>' },
  setUpOn: FIREFOX,
  stories: [
    {
      title: 'get a mail about each lead',
      clicks: 6,
      tell: async (me) => {
        const { page, stage, device } = me
        await stage.call('PATCH', '/v1/me', { lead_mail: 'off' })
        await me.go('Settings')
        await page.getByRole('link', { name: 'Notifications', exact: true }).click()
        await page.getByRole('textbox', { name: 'Mail about new leads' }).click()
        await page.getByRole('option', { name: /each|every/i }).click()
        await page.getByText('Your choice of mails is saved.').first().waitFor()
        await lead(me, 'Mila')
        // New leads are looked for once a minute.
        await until(() => smtp.mails.some((mail) => readMail(mail).includes(`Mila ${device.name}`)), 130_000)
        const mail = smtp.mails.find((each) => readMail(each).includes(`Mila ${device.name}`))!
        assert.match(readMail(mail), /Twenty chairs, please\./)
        await stage.call('PATCH', '/v1/me', { lead_mail: 'off' })
      },
    },
    {
      title: 'have leads in a channel of Slack, in their own words',
      clicks: 7,
      tell: async (me) => {
        const { page, device } = me
        const path = `/services/T0/${device.name}/verysecretverysecret`
        await me.go('Send to other services')
        await page.getByRole('button', { name: 'Add a service', exact: true }).first().click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('radio', { name: /^Slack/ }).click()
        await dialog.getByLabel('Address of the incoming webhook').fill(`${slack.url}${path}`)
        await dialog.getByRole('button', { name: 'Add the service' }).click()
        await dialog.getByText('Slack is told from now on.').waitFor()
        await lead(me, 'Sina')
        const isTold = (text: string) =>
          text.includes(`New lead: Sina ${device.name}`) && text.includes('Twenty chairs, please.')
        await until(() => slack.received.some(isTold))
      },
    },
    {
      title: 'be told by the browser, in the words of the lead, and end it',
      clicks: 6,
      tell: async (me) => {
        const { page, stage, device } = me
        const browser = push.browser()
        await page.evaluate(subscribeAt, browser.address)
        await me.go('Settings')
        await page.getByRole('link', { name: 'Notifications', exact: true }).click()
        const card = page.getByRole('region', { name: 'This browser' })
        await card.getByRole('button', { name: 'Switch on' }).click()
        await card.getByText('Shows new leads, also while Doorpost is closed.').waitFor()
        await card.getByLabel('Show the name of the lead and what they wrote').click()
        await page.getByText('Notifications show names and messages.').waitFor()
        const { id } = await lead(me, 'Nora')
        await until(() => browser.got.length > 0, 130_000)
        const { title, body, url } = browser.got[0]!.shown
        assert.deepEqual(
          { title, body, url },
          { title: `New lead: Nora ${device.name}`, body: 'Twenty chairs, please.', url: `/contacts/${id}` },
        )
        await card.getByRole('button', { name: 'Switch off' }).click()
        await card.getByRole('button', { name: 'Switch on' }).waitFor()
        const { browsers } = await stage.call('GET', '/v1/me/notifications')
        assert.deepEqual(browsers, [])
        await stage.call('PATCH', '/v1/me/notifications', { words: false })
      },
    },
    {
      title: 'invite somebody who may look, and not change',
      clicks: 8,
      tell: async (me) => {
        const { page, device, stage } = me
        await me.go('Settings')
        await page.getByRole('link', { name: 'Team', exact: true }).click()
        await page.getByRole('button', { name: 'Invite somebody' }).first().click()
        const dialog = page.getByRole('dialog')
        const email = `jonas.${device.name}@example.com`.toLowerCase()
        await dialog.getByLabel('E-mail').fill(email)
        await dialog.getByText('Viewer', { exact: true }).click()
        await dialog.getByRole('button', { name: 'Make the invitation' }).click()
        await dialog.getByRole('button', { name: 'Done' }).waitFor()
        await until(() => smtp.mails.some(({ to }) => to.includes(email)))
        const mail = smtp.mails.find(({ to }) => to.includes(email))!
        const link = /http:\/\/\S+\/join#token=[\w-]+/.exec(readMail(mail))![0]
        const jonas = await me.meetVisitor()
        await jonas.page.goto(link)
        await jonas.page.getByLabel('Your name').fill('Jonas Weber')
        await jonas.page.getByLabel(/^Password/).fill('another long and quiet sentence')
        await jonas.page.getByRole('button', { name: 'Join' }).click()
        await jonas.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
        await shows(() => jonas.page.getByRole('link', { name: 'Compose' }).count(), 0)
        const team: Array<{ email: string; role: string }> = await stage.call('GET', '/v1/team')
        assert.equal(team.find((each) => each.email === email)?.role, 'viewer')
        await jonas.context.close()
      },
    },
    {
      title: 'let Typeform send its answers here',
      clicks: 7,
      tell: async (me) => {
        const { page, device, stage } = me
        await me.go('Receive from other services')
        await page.getByRole('button', { name: 'New webhook' }).first().click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('textbox', { name: 'Name' }).fill(`Typeform ${device.name}`)
        await dialog.getByRole('textbox', { name: 'Who sends' }).click()
        await page.getByRole('option', { name: 'Typeform', exact: true }).click()
        await dialog.getByLabel('Signing secret').fill('a secret for typeform')
        await dialog.getByRole('button', { name: 'Create the webhook' }).click()
        await page.getByText('In Typeform, open the form, then Connect, Webhooks, Add a webhook.').waitFor()
        const url = await page
          .getByText(/^http:\/\/127\S+$/)
          .first()
          .innerText()
        const address = `ana.${device.name}@example.com`.toLowerCase()
        const body = TYPEFORM.replaceAll('ana@example.com', address)
        const signature = `sha256=${createHmac('sha256', 'a secret for typeform').update(body).digest('base64')}`
        const headers = { 'content-type': 'application/json', 'typeform-signature': signature }
        assert.ok((await fetch(url, { method: 'POST', headers, body })).ok)
        await until(async () => (await stage.call('GET', `/v1/contacts?email=${address}`)).length === 1)
      },
    },
    {
      title: 'make a key for the website, and change it later without a gap',
      clicks: 8,
      tell: async (me) => {
        const { page, device, stage } = me
        const name = `Website ${device.name}`
        const works = async (key: string) =>
          (await fetch(`${stage.url}/v1/contacts`, { headers: { authorization: `Bearer ${key}` } })).ok
        const shown = async () =>
          (
            await dialog
              .getByText(/^svc_pk_\w{38}$/)
              .first()
              .innerText()
          ).trim()
        const dialog = page.getByRole('dialog')
        await me.go('API keys')
        await page.getByRole('button', { name: 'Generate new key' }).click()
        await dialog.getByLabel('Name').fill(name)
        await dialog.getByRole('button', { name: 'Generate the key' }).click()
        const first = await shown()
        await dialog.getByRole('button', { name: 'I have copied it' }).click()
        await page.getByRole('button', { name: `Rotate ${name}` }).click()
        await dialog.getByRole('button', { name: 'Rotate the key' }).click()
        const second = await shown()
        assert.notEqual(first, second)
        assert.deepEqual([await works(first), await works(second)], [true, true])
      },
    },
    {
      title: 'switch on a second factor, and sign out everywhere',
      clicks: 13,
      tell: async ({ page, device, stage, context, go }) => {
        const email = `sam.${device.name}@example.com`.toLowerCase()
        const password = 'yet another quiet sentence'
        const { link } = await stage.call('POST', '/v1/team/invitations', { email, role: 'editor' })
        await context.clearCookies()
        await page.goto(link)
        await page.getByLabel('Your name').fill('Sam')
        await page.getByLabel(/^Password/).fill(password)
        await page.getByRole('button', { name: 'Join' }).click()
        await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
        await go('Settings')
        await page.getByRole('link', { name: 'Security', exact: true }).click()
        await page.getByRole('button', { name: 'Switch on' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Your password').fill(password)
        await dialog.getByRole('button', { name: 'Continue' }).click()
        const secret = (await dialog.locator('pre').first().textContent())!
        await dialog.getByLabel('2. Code from your app').fill(totp(secret))
        await dialog.getByRole('button', { name: 'Switch on' }).click()
        await dialog.getByRole('button', { name: 'I have saved them' }).click()
        await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
        await dialog.getByRole('button', { name: /^Sign out/ }).click()
        await page.getByRole('heading', { name: 'Sign in' }).waitFor()
        await page.getByLabel('E-mail').fill(email)
        await page.getByLabel(/^Password/).fill(password)
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
        await page.getByLabel('Code from your app').fill(nextTotp(secret))
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
        await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
      },
    },
  ],
})
