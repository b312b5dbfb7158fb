// @slow

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { makePng } from '../../simulators/media/images.ts'
import { noBrowser } from '../helpers/browser.ts'
import { dayOf, FILLED_DAYS, fillMonth } from '../helpers/many-posts.ts'
import { until } from '../helpers/process.ts'
import { dragToDay, IN_CALENDAR, open, type Stage, shows, startStage } from './helper.ts'

// A calendar with very many posts: the page does not grow with them.

const POSTS = 10_000

const events = (page: Page) => page.locator(IN_CALENDAR)
const dayCell = (page: Page, date: string) => page.locator(`td[data-date="${date}"]`)

describe('a crowded calendar', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  await stage.call('GET', '/v1/me')
  await fillMonth(stage.place.sql, POSTS)
  const { page, complaints } = await stage.owner()

  test('a month with 10,000 posts shows four a day and how many more there are', async () => {
    await open(page, `${stage.url}/posts?day=${dayOf(10)}`)
    const cell = dayCell(page, dayOf(10))
    await cell.getByText('+353 more').waitFor()
    await shows(() => cell.getByText(/^\+\d+ more$/).count(), 1)
    const drawn = await events(page).count()
    assert.ok(drawn >= FILLED_DAYS * 5 && drawn <= 42 * 5, `${drawn} posts are drawn`)
    const elements = await page.locator('main *').count()
    assert.ok(elements < 6_000, `${elements} elements`)
  })

  test('"more" opens the list of that day, which loads while scrolling', async () => {
    const cell = dayCell(page, dayOf(10))
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
    const day = dayCell(page, dayOf(10))
    await open(page, `${stage.url}/posts?day=${dayOf(10)}`)
    await day.getByText('+353 more').waitFor()
    const event = day.locator('button[title]').first()
    const text = (await event.innerText()).match(/Post number \d+/)![0]
    await dragToDay(page, event, dayOf(12))
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
    await events(page).filter({ hasText: 'Post number 777' }).first().waitFor()
  })

  test('a week with thousands of posts says how many each hour has', async () => {
    await open(page, `${stage.url}/posts?span=week&day=${dayOf(10)}`)
    const hour = events(page)
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

describe('moving posts', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  await stage.call('PATCH', '/v1/workspace', { time_zone: 'UTC' })
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  // In one week, wherever it begins: its third and fourth day.
  const week = new Date(Date.now() + 14 * 86_400_000)
  const third = 14 + ((10 - week.getUTCDay()) % 7)
  const [from, to] = [day(third), day(third + 1)]
  const post = await stage.call('POST', '/v1/posts/short', {
    content: 'Glaze on Wednesday.',
    status: 'scheduled',
    scheduled_date: `${from}T09:07:00Z`,
  })
  const when = async () => (await stage.call('GET', `/v1/posts/${post.id}`)).scheduled_date.slice(0, 16)
  const { page, complaints } = await stage.owner()
  const chip = () => events(page).filter({ hasText: 'Glaze on Wednesday.' })
  const showWeek = () => open(page, `${stage.url}/posts?span=week&day=${from}`)
  const middle = async (place: ReturnType<typeof chip>) => {
    const { x, y, width, height } = (await place.boundingBox())!
    return { x: x + width / 2, y: y + height / 2, height }
  }

  test('in a week to another day and hour, by quarters, while the time is shown', async () => {
    await showWeek()
    await chip().waitFor()
    const start = await middle(chip())
    const cell = page.locator(`td[data-date="${to}"]`).nth(10)
    const end = await middle(cell)
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(end.x, start.y + end.height * 1.25, { steps: 8 })
    await page.locator('[data-copy]').getByText('10:22 AM').waitFor()
    await shows(() => page.locator('td[data-aimed]').count(), 1)
    await shows(() => cell.getAttribute('data-aimed'), '')
    await page.mouse.up()
    await until(async () => (await when()) === `${to}T10:22`)
    await shows(() => page.locator('[data-copy], [data-aimed], [data-lifted]').count(), 0)
    await shows(() => page.getByRole('dialog').count(), 0)
  })

  test('in a week only to another day, the time stays', async () => {
    await showWeek()
    const start = await middle(chip())
    const end = await middle(page.locator(`td[data-date="${from}"]`).nth(10))
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(end.x, start.y + 3, { steps: 8 })
    await page.mouse.up()
    await until(async () => (await when()) === `${from}T10:22`)
  })

  test('Escape leaves it where it was', async () => {
    await showWeek()
    const start = await middle(chip())
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(start.x, start.y + 150, { steps: 8 })
    await page.locator('[data-copy]').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('[data-copy]').waitFor({ state: 'detached' })
    await page.mouse.up()
    assert.equal(await when(), `${from}T10:22`)
  })

  test('to a time that has passed it says why not', async () => {
    const draft = await stage.call('POST', '/v1/posts/short', { content: 'A draft of last week.' })
    const at = `${day(-10)}T12:00:00.000Z`
    await stage.place.sql('update posts set scheduled_date = $2 where id = $1', [draft.id, at])
    await open(page, `${stage.url}/posts?day=${day(-10)}`)
    const past = page.locator(`td[data-past]:not([data-date="${day(-10)}"])`).first()
    await dragToDay(
      page,
      events(page).filter({ hasText: 'A draft of last week.' }),
      (await past.getAttribute('data-date'))!,
    )
    await page.getByText('This time has passed.').first().waitFor()
    assert.equal((await stage.call('GET', `/v1/posts/${draft.id}`)).scheduled_date, at)
  })

  test('a finger that rests on it drags it, one that moves at once scrolls', async () => {
    const { page: tablet, context } = await stage.owner({ viewport: { width: 1024, height: 1366 }, hasTouch: true })
    await open(tablet, `${stage.url}/posts?day=${from}`)
    const it = events(tablet).filter({ hasText: 'Glaze on Wednesday.' })
    await it.waitFor()
    const start = await middle(it)
    const end = await middle(dayCell(tablet, to))
    const session = await context.newCDPSession(tablet)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
    await touch('touchStart', start)
    await touch('touchMove', { x: start.x, y: start.y + 30 })
    await shows(() => tablet.locator('[data-copy]').count(), 0)
    await touch('touchEnd')
    const again = await middle(it)
    await touch('touchStart', again)
    await tablet.locator('[data-copy]').waitFor()
    for (const part of [0.25, 0.5, 0.75, 1]) {
      await touch('touchMove', { x: again.x + (end.x - again.x) * part, y: again.y })
    }
    await dayCell(tablet, to).and(tablet.locator('[data-aimed]')).waitFor()
    await touch('touchEnd')
    await until(async () => (await when()) === `${to}T10:22`)
    await context.close()
  })

  test('month and week show a small picture of a post that has one', async () => {
    const answer = await fetch(`${stage.url}/v1/media?name=vase.png`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await stage.key()}` },
      body: new Uint8Array(makePng({ width: 64, height: 48, hue: 120 })),
    })
    const { data } = (await answer.json()) as { data: { url: string } }
    await stage.call('POST', '/v1/posts/short', {
      content: 'The vase is out of the kiln.',
      media_urls: [data.url],
      status: 'scheduled',
      scheduled_date: `${from}T15:00:00Z`,
    })
    // In a narrow week the words have the room.
    const wide = await stage.owner({ viewport: { width: 1920, height: 1000 } })
    for (const [span, size] of [
      ['month', 26],
      ['week', 34],
    ] as const) {
      await open(wide.page, `${stage.url}/posts?span=${span}&day=${from}`)
      const shown = events(wide.page)
      const picture = shown.filter({ hasText: 'The vase is out of the kiln.' }).locator('img')
      await picture.scrollIntoViewIfNeeded()
      await until(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth > 0))
      const box = (await picture.boundingBox())!
      assert.deepEqual([box.width, box.height], [size, size], span)
      await shows(() => shown.filter({ hasText: 'Glaze on Wednesday.' }).locator('img').count(), 0)
    }
    assert.deepEqual(wide.complaints, [])
    await wide.context.close()
  })

  test('by keyboard a post opens, and a day composes; a click on an empty day, too', async () => {
    await open(page, `${stage.url}/posts?day=${from}`)
    await chip().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Post on X' }).getByText('Glaze on Wednesday.').waitFor()
    await page.keyboard.press('Escape')
    // Closing gives the focus back.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('Glaze on Wednesday.'))
    await dayCell(page, from)
      .getByRole('button', { name: /Write a post for/ })
      .press('Enter')
    await page.waitForURL(new RegExp(`/posts/new\\?date=.*${from}`))
    await open(page, `${stage.url}/posts?day=${from}`)
    await dayCell(page, from).click({ position: { x: 60, y: 90 } })
    await page.waitForURL(new RegExp(`/posts/new\\?date=.*${from}`))
  })

  test('the browser reports no errors', () => {
    assert.deepEqual(complaints, [])
  })
})
