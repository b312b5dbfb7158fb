// @slow

import assert from 'node:assert/strict'
import { makePng } from '../../../simulators/media/images.ts'
import { until } from '../../helpers/process.ts'
import { chooseDay, choosePlatforms, finishComposing, typeTime } from '../helper.ts'
import { type Person, tellStories } from './helper.ts'

// From an account that is connected to a post that is out, moved, copied and counted.

interface Shown {
  id: string
  platform: string
  content: string
  scheduled_date: string | null
  group_id: string | null
  publication: { state: string; permalink: string | null }
}

const textOf = ({ page }: Person) => page.getByRole('textbox', { name: 'Text', exact: true })
const barOf = ({ page }: Person) => page.getByRole('group', { name: 'Finish' })
const found = ({ stage }: Person, words: string): Promise<Shown[]> =>
  stage.call('GET', `/v1/posts?limit=100&q=${encodeURIComponent(words)}`)

const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** The Tuesday of next week. */
function nextTuesday(): string {
  const weekday = new Date().getUTCDay()
  return dayAhead(((1 - weekday + 7) % 7 || 7) + 1)
}

/** The moment when clocks in Lisbon show this. */
function inLisbon(day: string, time: string): string {
  const asUtc = new Date(`${day}T${time}:00Z`)
  const there = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Lisbon', hour: '2-digit', hourCycle: 'h23' })
  const ahead = Number(there.format(asUtc)) - asUtc.getUTCHours()
  return new Date(asUtc.getTime() - ahead * 3_600_000).toISOString()
}

async function publish(me: Person): Promise<void> {
  await finishComposing(me.page, 'Publish now')
  const dialog = me.page.getByRole('dialog', { name: 'Publish now?' })
  await dialog.getByRole('button', { name: 'Publish now', exact: true }).click()
}

tellStories('posts', {
  prepare: async (stage) => {
    await stage.call('PATCH', '/v1/workspace', { time_zone: 'Europe/Lisbon' })
  },
  stories: [
    {
      title: 'connect Bluesky',
      clicks: 7,
      tell: async (me) => {
        const { page, networks, device, stage } = me
        const username = `${device.name.toLowerCase()}.test`
        await networks.account({ platform: 'bluesky', username })
        await me.go('Settings')
        await page.getByRole('link', { name: 'Networks', exact: true }).click()
        await page.getByRole('button', { name: /^Connect (?:an|another) account on Bluesky$/ }).click()
        const dialog = page.getByRole('dialog', { name: /account on Bluesky$/ })
        await dialog.getByRole('button', { name: 'Use an app password' }).click()
        await dialog.getByLabel('Account name').fill(username)
        await dialog.getByLabel('App password').fill('sandbox-app-password')
        await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
        await dialog.waitFor({ state: 'detached' })
        await page.getByRole('article', { name: 'Bluesky' }).getByText(`@${username}`).waitFor()
        const accounts: Array<{ handle: string; status: string }> = await stage.call('GET', '/v1/connections?limit=100')
        assert.equal(accounts.find(({ handle }) => handle.includes(username))?.status, 'active')
      },
    },
    {
      title: 'connect Mastodon',
      clicks: 8,
      tell: async (me) => {
        const { page, context, stage } = me
        const ofMastodon = async () => {
          const all: Array<{ id: string; provider: string; status: string }> = await stage.call(
            'GET',
            '/v1/connections?limit=100',
          )
          return all.filter(({ provider }) => provider === 'mastodon')
        }
        for (const { id } of await ofMastodon()) await stage.call('DELETE', `/v1/connections/${id}`)
        await me.go('Settings')
        await page.getByRole('link', { name: 'Networks', exact: true }).click()
        await page.getByRole('button', { name: 'Connect an account on Mastodon' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel(/^Address of your server/).fill('mastodon.example')
        await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
        const [approval] = await Promise.all([
          context.waitForEvent('page'),
          dialog.getByRole('link', { name: 'Continue to Mastodon' }).click(),
        ])
        await approval.getByText('Mastodon is connected').waitFor()
        await approval.close()
        await dialog.getByRole('button', { name: 'Done' }).click()
        await page
          .getByRole('article', { name: 'Mastodon' })
          .getByText(/@sandbox@/)
          .waitFor()
        assert.deepEqual(
          (await ofMastodon()).map(({ status }) => status),
          ['active'],
        )
      },
    },
    {
      title: 'write one post for all, with a picture and other words for one, and see it published',
      clicks: 8,
      tell: async (me) => {
        const { page, device, networks } = me
        const words = `We open on Monday, ${device.name}`
        const other = `Come in, ${device.name}`
        await me.go('Compose')
        await textOf(me).fill(words)
        const buffer = makePng({ width: 640, height: 480, hue: 200 })
        const file = { name: 'door.png', mimeType: 'image/png', buffer }
        await page.locator('input[type="file"][multiple]').setInputFiles(file)
        await page.getByRole('button', { name: 'Remove file 1' }).waitFor()
        await page.getByRole('tab', { name: /^LinkedIn/ }).click()
        await page.getByRole('button', { name: 'Customise for LinkedIn' }).click()
        await page.getByLabel('Text for LinkedIn').fill(other)
        await publish(me)
        await page.getByText(/^\d posts are on their way/).waitFor()
        await page.getByRole('link', { name: 'See these posts' }).click()
        await page.getByRole('heading', { name: /^Published on \d accounts$/ }).waitFor()
        const out = await networks.public()
        const mine = out.filter(({ text }) => text === words || text === other)
        assert.deepEqual(
          new Set(mine.map(({ platform }) => platform)),
          new Set(['threads', 'instagram', 'linkedin', 'x', 'bluesky', 'mastodon']),
        )
        for (const { platform, text, media } of mine) {
          assert.equal(text, platform === 'linkedin' ? other : words)
          assert.equal(media.length, 1, platform)
        }
      },
    },
    {
      title: 'schedule for Tuesday nine o’clock, on the clock of the workspace',
      clicks: 9,
      tell: async (me) => {
        const { page, device } = me
        const day = nextTuesday()
        await me.go('Compose')
        await textOf(me).fill(`Nine o’clock, ${device.name}`)
        await choosePlatforms(page, ['LinkedIn', 'X'])
        await page.getByText(/This is the time in Lisbon/).waitFor()
        await chooseDay(page, page.getByLabel('Date', { exact: true }), day)
        await typeTime(page, '09:00')
        await barOf(me)
          .getByText(/^Tue .+, 0?9:00 in Lisbon · 10:00 for you, on 2 accounts$/)
          .waitFor()
        await page.getByRole('button', { name: 'Schedule', exact: true }).click()
        await page.getByText(/^Scheduled: Tue .+, 0?9:00 in Lisbon · 10:00 for you, on 2 accounts$/).waitFor()
        const made = await found(me, `Nine o’clock, ${device.name}`)
        assert.equal(made.length, 2)
        for (const { scheduled_date } of made) assert.equal(scheduled_date, inLisbon(day, '09:00'))
      },
    },
    {
      title: 'find a planned post, move it and change its words',
      clicks: 10,
      tell: async (me) => {
        const { page, device, stage } = me
        const words = `Garden party, ${device.name}`
        const at = { status: 'scheduled', scheduled_date: `${dayAhead(3)}T12:00:00Z` }
        const { id } = await stage.call('POST', '/v1/posts/professional', { content: words, ...at })
        await me.go('Posts')
        await page.getByText('List', { exact: true }).click()
        await page.getByLabel('Search posts').fill(`garden party, ${device.name}`)
        await page.waitForURL(/q=garden/)
        await page
          .getByRole('link', { name: new RegExp(words) })
          .first()
          .click()
        await page.getByRole('button', { name: 'Move', exact: true }).click()
        const dialog = page.getByRole('dialog')
        await chooseDay(page, dialog.getByLabel(/^Day, /), dayAhead(5))
        await typeTime(dialog, '17:30')
        await dialog.getByRole('button', { name: 'Move it' }).click()
        await page
          .getByText(/^It goes out .+17:30/)
          .first()
          .waitFor()
        await page.getByRole('button', { name: 'Edit', exact: true }).click()
        await textOf(me).fill(`${words}, with music`)
        await page.getByRole('button', { name: 'Save changes' }).click()
        await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
        const post: Shown = await stage.call('GET', `/v1/posts/${id}`)
        assert.equal(post.content, `${words}, with music`)
        assert.equal(post.scheduled_date, inLisbon(dayAhead(5), '17:30'))
      },
    },
    {
      title: 'use last year’s post for all accounts once more',
      clicks: 8,
      tell: async (me) => {
        const { page, device, stage } = me
        const words = `Every year, ${device.name}`
        const all: Array<{ id: string; provider: string }> = await stage.call('GET', '/v1/connections?limit=100')
        const accounts = all
          .filter(({ provider }) => provider !== 'instagram')
          .map(({ id, provider }) => ({
            connection_id: id,
            ...(provider === 'x' && { overrides: { content: `${words}, short` } }),
          }))
        await stage.call('POST', '/v1/posts', { content: words, accounts })
        const before = await found(me, words)
        await me.go('Posts')
        await page.getByLabel('Search posts').fill(words)
        await page.getByText(/^See all \d in the list$/).click()
        await page
          .getByRole('link', { name: new RegExp(words) })
          .first()
          .click()
        await page.getByRole('button', { name: 'More to do with these posts' }).click()
        await page.getByRole('menuitem', { name: 'Duplicate' }).click()
        await page.getByRole('heading', { name: 'Compose a copy' }).waitFor()
        await page.getByRole('button', { name: /^Tomorrow, 0?9:00$/ }).click()
        await page.getByRole('button', { name: 'Schedule', exact: true }).click()
        await page.getByText(/^Scheduled: /).waitFor()
        const after = await found(me, words)
        const copies = after.filter(({ id }) => before.every((each) => each.id !== id))
        assert.deepEqual(
          copies.map(({ platform, content }) => `${platform} ${content}`).sort(),
          before.map(({ platform, content }) => `${platform} ${content}`).sort(),
        )
        assert.equal(new Set(copies.map(({ group_id }) => group_id)).size, 1)
      },
    },
    {
      title: 'learn how a post did: what was clicked',
      clicks: 12,
      tell: async (me) => {
        const { page, device, stage, networks } = me
        const words = `New in the shop, ${device.name}:`
        await me.go('Compose')
        await choosePlatforms(page, ['Threads'])
        await textOf(me).fill(`${words} ${stage.url}/sign-in`)
        // Asked once per workspace, at the first link.
        const question = page.getByRole('button', { name: 'Use short links' })
        await question
          .or(page.getByRole('radiogroup', { name: 'What becomes of the links' }))
          .first()
          .waitFor()
        if (await question.isVisible()) await question.click()
        await page.getByRole('radio', { name: 'Short links', checked: true }).waitFor({ state: 'attached' })
        await publish(me)
        await page.getByRole('link', { name: 'See it on Threads' }).first().waitFor()

        const out = (await networks.public({ platform: 'threads' })).find(({ text }) => text.startsWith(words))
        const reader = await me.meetVisitor({})
        await reader.page.goto(out!.permalink)
        await reader.page.getByRole('link', { name: /\/l\// }).click()
        await reader.page.getByRole('heading', { name: 'Sign in' }).waitFor()
        await reader.context.close()

        const results = page.getByRole('region', { name: 'Results' })
        await until(async () => {
          await page.reload()
          return /1\s+click\s+1\s+visitor/.test(await results.innerText())
        })
        await me.go('Results')
        await page
          .getByRole('table', { name: 'Leads by post' })
          .getByRole('row', { name: new RegExp(words) })
          .waitFor()
      },
    },
  ],
})
