// @slow

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from '../helpers/browser.ts'
import { dayOf, FILLED_DAYS, fillMonth } from '../helpers/many-posts.ts'
import { until } from '../helpers/process.ts'
import { open, type Stage, startStage } from './helper.ts'

// A calendar with very many posts: the page does not grow with them.

const POSTS = 10_000

const events = (page: Page) => page.locator('.fc-event')

describe('a crowded calendar', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  await stage.call('GET', '/v1/me')
  await fillMonth(stage.place.sql, POSTS)
  const { page, complaints } = await stage.owner()

  test('a month with 10,000 posts shows four a day and how many more there are', async () => {
    await open(page, `${stage.url}/posts?day=${dayOf(10)}`)
    const cell = page.locator(`.fc-daygrid-day[data-date="${dayOf(10)}"]`)
    await cell.getByText('+353 more').waitFor()
    assert.equal(await cell.getByText(/^\+\d+ more$/).count(), 1)
    const drawn = await events(page).count()
    assert.ok(drawn >= FILLED_DAYS * 5 && drawn <= 42 * 5, `${drawn} posts are drawn`)
    const elements = await page.locator('main *').count()
    assert.ok(elements < 6_000, `${elements} elements`)
  })

  test('"more" opens the list of that day, which loads while scrolling', async () => {
    const cell = page.locator(`.fc-daygrid-day[data-date="${dayOf(10)}"]`)
    await cell.getByText('+353 more').click()
    const list = page.getByRole('list', { name: /^Posts of / })
    // Not the dialog of a post, which may still be closing.
    const dialog = page.getByRole('dialog').filter({ has: list })
    await dialog.getByText('357 posts').waitFor()
    await list.getByText('Post number 3215').waitFor()
    assert.ok((await list.getByRole('listitem').count()) < 60)
    const last = list.getByText('Post number 3571')
    await until(async () => {
      await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
      return (await last.count()) > 0
    })
    assert.ok((await list.getByRole('listitem').count()) < 60)
    await last.click()
    await page.getByRole('dialog', { name: 'Post on X' }).getByText('Post number 3571').waitFor()
    await page.keyboard.press('Escape')
    await list.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('a visible post can be dragged to another crowded day', async () => {
    const day = page.locator(`.fc-daygrid-day[data-date="${dayOf(10)}"]`)
    await open(page, `${stage.url}/posts?day=${dayOf(10)}`)
    await day.getByText('+353 more').waitFor()
    const event = day.locator('.fc-event').first()
    const text = (await event.innerText()).match(/Post number \d+/)![0]
    const from = (await event.boundingBox())!
    const to = (await page.locator(`.fc-daygrid-day[data-date="${dayOf(12)}"]`).boundingBox())!
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(from.x + from.width / 2 + 8, from.y + from.height / 2 + 8, { steps: 4 })
    await page.mouse.move(to.x + to.width / 2, to.y + 20, { steps: 8 })
    await page.mouse.up()
    await until(async () => {
      const [post] = await stage.call('GET', `/v1/posts?q=${encodeURIComponent(text)}&limit=1`)
      return post.scheduled_date.startsWith(dayOf(12))
    })
    await day.getByText('+352 more').waitFor()
  })

  test('a filter is applied by the server, and the calendar says what it hides', async () => {
    await open(page, `${stage.url}/posts?day=${dayOf(10)}&q=number%20777`)
    await page.getByText('11 posts on these days have').waitFor()
    await page.getByText(/9,989 more posts are hidden by the filters/).waitFor()
    assert.equal((await events(page).filter({ hasText: 'Post number 777' }).count()) > 0, true)
  })

  test('a week with thousands of posts says how many each hour has', async () => {
    await open(page, `${stage.url}/posts?span=week&day=${dayOf(10)}`)
    const hour = page
      .locator('.fc-event')
      .getByText(/^1[45] posts$/)
      .first()
    await hour.waitFor()
    const drawn = await events(page).count()
    assert.ok(drawn >= 7 * 24 && drawn <= 200, `${drawn} events are drawn`)
    await hour.click()
    await page
      .getByRole('dialog')
      .getByText(/^1[45] posts, /)
      .waitFor()
  })

  test('on a phone each day shows a few, and the rest on request', async () => {
    const phone = await stage.owner({ viewport: { width: 390, height: 844 } })
    await open(phone.page, `${stage.url}/posts?day=${dayOf(10)}`)
    const section = phone.page.locator('section').first()
    await section.getByRole('button', { name: /^Show all 35\d posts/ }).click()
    await phone.page
      .getByRole('dialog')
      .getByText(/^35\d posts/)
      .waitFor()
    assert.ok((await phone.page.locator('main *').count()) < 8_000)
    assert.deepEqual(phone.complaints, [])
    await phone.context.close()
  })

  test('the browser reports no errors', () => {
    assert.deepEqual(complaints, [])
  })
})
