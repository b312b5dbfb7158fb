// @slow

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from '../helpers/browser.ts'
import { until } from '../helpers/process.ts'
import {
  chooseDay,
  choosePlatforms,
  dragToDay,
  IN_CALENDAR,
  open,
  type Stage,
  shows,
  startStage,
  typeTime,
} from './helper.ts'

// One composition for several accounts: composed, moved, and partly cancelled, together or singly.

interface Shown {
  platform: string
  content: string
  scheduled_date: string
  group_id: string
  publication: { state: string }
}

/** Drags to the cell of a day in the month. */
async function drag(page: Page, text: string, day: string): Promise<void> {
  await dragToDay(page, page.locator(IN_CALENDAR).filter({ hasText: text }).first(), day)
}

const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe('a group of posts', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  const { url } = stage
  await stage.call('PATCH', '/v1/workspace', { time_zone: 'UTC' })
  const { page } = await stage.owner()
  page.on('dialog', (dialog) => void dialog.accept())
  const posts = async (): Promise<Shown[]> => {
    const all: Shown[] = await stage.call('GET', '/v1/posts?limit=100&q=together')
    return all.toSorted((one, other) => (one.platform < other.platform ? -1 : 1))
  }
  const untilPosts = async (wanted: (post: Shown) => unknown, values: unknown[]) =>
    until(async () => JSON.stringify((await posts()).map(wanted)) === JSON.stringify(values), 30_000)

  test('is composed once, with another text for one account, and is one entry in calendar and list', async () => {
    await open(page, `${url}/posts/new?date=${dayAhead(3)}`)
    await choosePlatforms(page, ['Threads', 'LinkedIn', 'X'])
    await page.getByLabel(/^Text(?: \*)?$/).fill('We open together')
    await page.getByRole('tab', { name: /^X/ }).click()
    await page.getByRole('button', { name: 'Customise for X' }).click()
    await page.getByLabel('Text for X').fill('Shorter, together')
    await page.getByRole('region', { name: 'Preview for X' }).getByText('Shorter, together').waitFor()
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await page.getByText(/^Scheduled: .+9:00.*, on 3 accounts$/).waitFor()
    const made = await posts()
    assert.deepEqual(
      made.map(({ platform, content, publication }) => [platform, content, publication.state]),
      [
        ['professional', 'We open together', 'waiting'],
        ['short', 'Shorter, together', 'waiting'],
        ['thread', 'We open together', 'waiting'],
      ],
    )
    assert.equal(new Set(made.map(({ group_id }) => group_id)).size, 1)
    assert.ok(made[0]!.group_id)
    await open(page, `${url}/posts?view=list&q=together`)
    const list = page.getByRole('list', { name: 'Posts' })
    await list.getByText('3 posts').waitFor()
    await shows(() => list.getByRole('listitem').filter({ hasText: 'together' }).count(), 1)
  })

  test('moves together from the calendar', async () => {
    await open(page, `${url}/posts?day=${dayAhead(3)}`)
    const chip = page.getByRole('button').filter({ hasText: 'We open together' }).first()
    await chip.click()
    const dialog = page.getByRole('dialog', { name: '3 posts composed together' })
    await dialog.getByRole('button', { name: 'Move to another time' }).click()
    await dialog.getByRole('radio', { name: /^All 3 posts/ }).waitFor()
    await chooseDay(page, dialog.getByLabel(/^Day, /), dayAhead(5))
    await typeTime(dialog, '10:30')
    await dialog.getByRole('button', { name: 'Move them' }).click()
    const date = `${dayAhead(5)}T10:30:00.000Z`
    await untilPosts((post) => post.scheduled_date, [date, date, date])
  })

  test('is dragged to another day, as a whole or one post', async () => {
    await open(page, `${url}/posts?day=${dayAhead(5)}`)
    await drag(page, 'We open together', dayAhead(6))
    const question = page.getByRole('dialog', { name: 'Move together or alone?' })
    await question.getByRole('button', { name: 'Leave them' }).click()
    await question.waitFor({ state: 'detached' })
    await drag(page, 'We open together', dayAhead(6))
    await shows(() => question.getByRole('radio', { name: 'All 3 posts' }).isChecked(), true)
    await question.getByRole('button', { name: 'Move', exact: true }).click()
    const date = `${dayAhead(6)}T10:30:00.000Z`
    await untilPosts((post) => post.scheduled_date, [date, date, date])
  })

  test('one of its posts is cancelled alone, and stays cancelled when the others are changed together', async () => {
    const id = (await stage.call('GET', '/v1/posts?q=together&platform=short'))[0].id
    await open(page, `${url}/posts/${id}`)
    await page.getByRole('region', { name: 'Composed together' }).getByText('X @sandbox (this one)').waitFor()
    await page.getByRole('button', { name: 'More to do with this post' }).click()
    await page.getByRole('menuitem', { name: 'Cancel the post' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel the post' })
    await shows(() => dialog.getByRole('radio', { name: /^Only the one on X/ }).isChecked(), true)
    await dialog.getByRole('button', { name: 'Cancel the post' }).click()
    await untilPosts((post) => post.publication.state, ['waiting', 'cancelled', 'waiting'])

    const thread = (await stage.call('GET', '/v1/posts?q=together&platform=thread'))[0].id
    await open(page, `${url}/posts/${thread}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Edit together or alone?' })
    await question.getByRole('radio', { name: /^All 3 posts/ }).click()
    await question.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByText('Not changed here: X').waitFor()
    await page.getByLabel(/^Text(?: \*)?$/).fill('We open later, together')
    await page.getByRole('button', { name: 'Save changes to all' }).click()
    await untilPosts(
      (post) => post.content,
      ['We open later, together', 'Shorter, together', 'We open later, together'],
    )
    await open(page, `${url}/posts?view=list&q=together`)
    await page.getByText('Scheduled 2 · Cancelled 1').waitFor()
  })

  test('one of its posts is deleted alone, is gone from the others at once, and comes back with Undo', async () => {
    const [{ id, group_id }] = await stage.call('GET', '/v1/posts?q=together&platform=thread')
    await open(page, `${url}/posts/${id}`)
    await page.getByRole('region', { name: 'Composed together' }).waitFor()
    await page.getByRole('button', { name: 'More to do with this post' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete the post' })
    await shows(() => dialog.getByRole('radio', { name: /^Only the one on Threads/ }).isChecked(), true)
    assert.equal(await dialog.getByText('cannot be undone').count(), 0)
    await dialog.getByRole('button', { name: 'Delete it' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'The post is deleted.' })
    // The server waits for as long.
    await notice.hover()
    const other = await page.context().newPage()
    await open(other, `${url}/posts/groups/${group_id}`)
    await other.getByText('X @sandbox').first().waitFor()
    await shows(() => other.getByText('Threads @sandbox').count(), 0)
    await notice.getByRole('button', { name: 'Undo' }).click()
    await other.getByText('Threads @sandbox').first().waitFor()
    await other.close()
    await untilPosts((post) => post.publication.state, ['waiting', 'cancelled', 'waiting'])
    await shows(async () => (await stage.call('GET', '/v1/removals')).length, 0)
    await page.getByText('Scheduled 2 · Cancelled 1').waitFor()
  })

  test('two accounts of one network: either can be the default, be filtered by, and has its own colour', async () => {
    const sandbox = /Sandbox\s+(http:\S+)/.exec(stage.doorpost.stdout)![1]!
    const body = JSON.stringify({ platform: 'bluesky', username: 'second.test' })
    const headers = { 'content-type': 'application/json' }
    assert.ok((await fetch(`${sandbox}/control/accounts`, { method: 'POST', headers, body })).ok)
    const ids: string[] = []
    for (const handle of ['sandbox.test', 'second.test']) {
      const json = { provider: 'bluesky', handle, secret: 'sandbox-app-password' }
      const { id } = await stage.call('POST', '/v1/connections/sign-in', json)
      ids.push(id)
      const scheduled_date = `${dayAhead(4)}T12:00:00Z`
      const post = { content: `From ${handle}`, connection_id: id, status: 'scheduled', scheduled_date }
      await stage.call('POST', '/v1/posts/short', post)
    }
    const isDefault = async () => {
      const all: Array<{ id: string; default: boolean }> = await stage.call('GET', '/v1/connections?limit=100')
      return ids.map((id) => all.find((each) => each.id === id)!.default)
    }
    await open(page, `${url}/settings/connections`)
    const second = page.getByRole('group').filter({ hasText: 'second.test' }).last()
    await second.getByRole('button', { name: /^Make default/ }).click()
    await until(async () => JSON.stringify(await isDefault()) === '[false,true]')

    await open(page, `${url}/posts?view=list`)
    const row = (text: string) => page.getByRole('listitem').filter({ hasText: text })
    await row('From sandbox.test').waitFor()
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('option', { name: 'Account' }).click()
    await page.getByRole('option', { name: 'Bluesky @second.test' }).click()
    await row('From sandbox.test').waitFor({ state: 'detached' })
    await shows(() => row('From second.test').count(), 1)

    await open(page, `${url}/posts?day=${dayAhead(4)}`)
    const colourOf = (name: string) =>
      page
        .locator(IN_CALENDAR)
        .getByRole('img', { name })
        .first()
        .evaluate((sign) => getComputedStyle(sign.parentElement!).borderBottomColor)
    const [one, other] = [await colourOf('Bluesky @sandbox.test'), await colourOf('Bluesky @second.test')]
    assert.notEqual(one, other)
    const legend = page.getByRole('list', { name: 'Colours of the accounts' }).getByRole('listitem')
    const shown = await legend
      .filter({ hasText: '@second.test' })
      .locator('span')
      .first()
      .evaluate((sign) => getComputedStyle(sign).borderBottomColor)
    assert.equal(shown, other)
  })
})
