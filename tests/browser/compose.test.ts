// @slow

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { findBarriers, noBrowser } from '../helpers/browser.ts'
import { until } from '../helpers/process.ts'
import {
  chooseDay,
  choosePlatforms,
  finishComposing,
  open,
  type Stage,
  shows,
  startReceiver,
  startStage,
  typeTime,
} from './helper.ts'

// The composer does what it promises, even if an answer is lost.

const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const textOf = (page: Page) => page.getByLabel(/^Text(?: \*)?$/)

async function write(page: Page, url: string, text: string, platforms: string[]): Promise<void> {
  await open(page, `${url}/posts/new`)
  await choosePlatforms(page, platforms)
  await textOf(page).fill(text)
}

async function askToPublish(page: Page): Promise<Locator> {
  await finishComposing(page, 'Publish now')
  const dialog = page.getByRole('dialog', { name: 'Publish now?' })
  await dialog.getByRole('list', { name: 'What will happen' }).waitFor()
  return dialog
}

describe('composing', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  const { url } = stage
  await stage.call('GET', '/v1/me')
  const { page, context } = await stage.owner()
  // The page asks before unsaved text is left.
  page.on('dialog', (dialog) => void dialog.accept())

  /** Platform and state of every post with this text. */
  const stored = async (text: string): Promise<string[]> => {
    const posts = await stage.call('GET', `/v1/posts?limit=100&q=${encodeURIComponent(text)}`)
    return posts
      .map(
        ({ platform, publication }: { platform: string; publication: { state: string } }) =>
          `${platform} ${publication.state}`,
      )
      .sort()
  }
  const untilStored = (text: string, wanted: string[]) =>
    until(async () => JSON.stringify(await stored(text)) === JSON.stringify(wanted))

  /** The server handles the request, and its answer is lost, once. */
  const loseAnswer = async (pattern: RegExp) => {
    let isLost = false
    await page.route(pattern, async (route) => {
      if (isLost || route.request().method() !== 'POST') return route.fallback()
      isLost = true
      await route.fetch()
      await route.abort('connectionreset')
    })
    return () => isLost
  }

  test('with an error on one platform the dialog says what will happen, and nothing is sent unasked', async () => {
    const text = `Too long for X ${'a'.repeat(290)}`
    await write(page, url, text, ['Threads', 'LinkedIn', 'X'])
    const dialog = await askToPublish(page)
    await dialog.getByText(/Threads goes out on/).waitFor()
    await dialog.getByText(/LinkedIn goes out on/).waitFor()
    await dialog.getByText(/X cannot go out\./).waitFor()
    await dialog.getByText(/at most 280/).waitFor()
    await shows(() => dialog.getByRole('button', { name: 'Publish now', exact: true }).count(), 0)
    await dialog.getByRole('button', { name: 'Go back and correct it' }).click()
    assert.deepEqual(await stored('Too long for X'), [])

    const again = await askToPublish(page)
    await again.getByRole('button', { name: 'Publish on Threads and LinkedIn only' }).click()
    await page.getByText('Left out: X').waitFor()
    await untilStored('Too long for X', ['professional published', 'thread published'])
    // The rest can be corrected and sent separately.
    await textOf(page).fill('Too long for X, made short')
    const last = await askToPublish(page)
    await shows(() => last.getByText(/Threads|LinkedIn/).count(), 0)
    await last.getByRole('button', { name: 'Publish now', exact: true }).click()
    await untilStored('Too long for X', ['professional published', 'short published', 'thread published'])
  })

  test('when the answer to storing is lost nothing is published, and a retry duplicates nothing', async () => {
    const text = 'Lost on the way to LinkedIn'
    await write(page, url, text, ['Threads', 'LinkedIn'])
    const isLost = await loseAnswer(/\/v1\/posts$/)
    const dialog = await askToPublish(page)
    await dialog.getByRole('button', { name: 'Publish now', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'Not saved yet' }).waitFor()
    assert.ok(isLost())
    assert.deepEqual(await stored(text), ['professional none', 'thread none'])

    // The keys are stored with the text: a reload continues with the same posts.
    await open(page, `${url}/posts/new`)
    await page.getByText(/is here again: the text “Lost on the way/).waitFor()
    await textOf(page).fill(`${text}, corrected`)
    const again = await askToPublish(page)
    await again.getByRole('button', { name: 'Publish now', exact: true }).click()
    await page.getByText('2 posts are on their way').waitFor()
    await untilStored(text, ['professional published', 'thread published'])
    await untilStored(`${text}, corrected`, ['professional published', 'thread published'])
  })

  test('when the answer to publishing is lost it says so, and a retry sends nothing twice', async () => {
    const text = 'Sent, but nobody said so'
    await write(page, url, text, ['X'])
    await loseAnswer(/\/v1\/posts\/[^/]+\/publish$/)
    const dialog = await askToPublish(page)
    await dialog.getByRole('button', { name: 'Publish now', exact: true }).click()
    await page.getByText(/saved as a draft, but it is not certain that it goes out/).waitFor()
    await untilStored(text, ['short published'])
    const again = await askToPublish(page)
    await again.getByRole('button', { name: 'Publish now', exact: true }).click()
    await page.waitForURL(/\/posts\/[0-9a-f-]{36}$/)
    assert.deepEqual(await stored(text), ['short published'])
    const [post] = await stage.call('GET', `/v1/posts?q=${encodeURIComponent(text)}`)
    assert.equal((await stage.call('GET', `/v1/posts/${post.id}/attempts`)).length, 1)
  })

  test('a link is counted and shown as it will be sent, follows the workspace until the switch is moved, and is on the page of the post', async () => {
    const target = 'https://shop.example.com/autumn'
    // In the sandbox short links work on any address.
    await open(page, `${url}/settings/workspace`)
    await page.getByRole('radio', { name: 'Short links' }).check()
    await page.getByLabel('Campaign').fill('autumn')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The settings are saved.').waitFor()
    assert.equal((await stage.call('GET', '/v1/workspace')).track_links, 'short')

    await write(page, url, 'Nothing to follow', ['Threads', 'LinkedIn'])
    const links = page.getByRole('radiogroup', { name: 'What becomes of the links' })
    await shows(() => links.count(), 0, 'there is nothing to decide without a link')
    await textOf(page).fill(`Look at ${target}`)
    const preview = page.getByRole('region', { name: 'Preview for LinkedIn' })
    await preview.getByText(`Look at ${url}/l/xxxxxxxx`).waitFor()
    const left = async () =>
      Number(/Threads: (\d+) left/.exec(await page.getByText(/Threads: \d+ left/).innerText())![1])
    assert.equal(await left(), 500 - `Look at ${url}/l/xxxxxxxx`.length)
    await links.getByText('With UTM').click()
    await preview
      .getByText(`${target}?utm_source=linkedin&utm_medium=social&utm_campaign=autumn&utm_content=`)
      .waitFor()
    assert.deepEqual(await findBarriers(page), [])
    const dialog = await askToPublish(page)
    await dialog.getByRole('button', { name: 'Publish now', exact: true }).click()
    await page.getByText('2 posts are on their way').waitFor()
    await untilStored('Look at', ['professional published', 'thread published'])

    await write(page, url, `Once more: ${target}`, ['LinkedIn'])
    const again = await askToPublish(page)
    await again.getByRole('button', { name: 'Publish now', exact: true }).click()
    await page.waitForURL(/\/posts\/[0-9a-f-]{36}$/)
    const [{ id, outgoing_text, track_links }] = await stage.call('GET', '/v1/posts?q=Once%20more')
    assert.equal(track_links, null, 'it follows the workspace')
    const [link] = await stage.call('GET', `/v1/links?post_id=${id}`)
    assert.equal(outgoing_text, `Once more: ${link.url}`)
    const section = page.getByRole('region', { name: 'Links' })
    await section.getByText(link.url).waitFor()
    await section.getByRole('link', { name: target }).waitFor()
    await section.getByText('0 clicks · 0 visitors · 0 leads').waitFor()
    await stage.call('PATCH', '/v1/workspace', { track_links: 'off', utm_campaign: null })
  })

  test('the browser calls no address from a post; pictures come through Doorpost', async () => {
    const spy = await startReceiver()
    const sandbox = /Sandbox\s+(http:\S+)/.exec(stage.doorpost.stdout)![1]!
    const media = [`${spy.url}/spy.jpg`, `${sandbox}/media/photo.jpg?width=300&height=200`]
    const post = await stage.call('POST', '/v1/posts/professional', { content: 'Look at this', media_urls: media })
    const called: string[] = []
    page.on('request', (request) => void called.push(request.url()))
    await open(page, `${url}/posts/${post.id}`)
    const shown = (frame: Page) =>
      frame.evaluate(() => [...document.images].filter((image) => image.naturalWidth === 300).length)
    await until(async () => (await shown(page)) > 0)
    await open(page, `${url}/posts/${post.id}/edit`)
    await until(async () => (await shown(page)) > 1)
    const foreign = called.filter((each) => /^http/.test(each) && new URL(each).origin !== url)
    assert.deepEqual(foreign, [])
    // Doorpost does not fetch it either: it is a private address other than the sandbox.
    const path = `/v1/media/preview?url=${encodeURIComponent(media[0]!)}`
    assert.equal(await page.evaluate(async (each) => (await fetch(each)).status, path), 404)
  })

  test('a warning that a post may be altered has its own colour, also in the dialog', async () => {
    await write(page, url, 'Read it at https://example.com', ['X'])
    const dialog = await askToPublish(page)
    const warning = dialog.getByText(/A link makes the post cost/)
    const [own, around] = await warning.evaluate((element) =>
      [element, element.parentElement!].map((each) => getComputedStyle(each).color),
    )
    assert.notEqual(own, around)
    await dialog.getByRole('button', { name: 'Go back' }).click()
  })

  test('the form stays when the accounts cannot be reloaded', async () => {
    await write(page, url, 'Still here', ['X'])
    let isRefused = false
    await page.route(/\/v1\/connections\?/, async (route) => {
      await route.fulfill({ status: 500, json: { error: 'internal', message: 'Not now.' } })
      isRefused = true
    })
    await until(async () => {
      // Like returning to the window: data older than a few seconds are read again.
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      return isRefused
    })
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await shows(() => page.getByRole('alert').count(), 0)
    await shows(() => textOf(page).inputValue(), 'Still here')
    await page.unroute(/\/v1\/connections\?/)
  })

  test('a video in the composer is a video on the page of the post', async () => {
    const media = ['https://files.example.com/clip.avi']
    const post = await stage.call('POST', '/v1/posts/professional', { content: 'A clip', media_urls: media })
    await open(page, `${url}/posts/${post.id}/edit`)
    await page.getByRole('img', { name: 'File 1: Video' }).first().waitFor()
    await open(page, `${url}/posts/${post.id}`)
    await page.getByRole('img', { name: 'File 1: Video' }).first().waitFor()
  })

  test('an error about missing files is gone as soon as there is a file, before the next check', async () => {
    await write(page, url, 'A picture is coming', ['Instagram'])
    await page.getByRole('button', { name: 'Instagram needs a picture or a video.' }).waitFor()
    const media = page.getByLabel('Media', { exact: true })
    // The next check is never answered.
    let isChecked = false
    const checks = /\?dry_run=true/
    await page.route(checks, () => {
      isChecked = true
    })
    await media.fill('https://files.example.com/tiles.jpg')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Remove file 1' }).waitFor()
    await until(() => isChecked)
    await shows(() => media.getAttribute('aria-invalid'), 'false')
    await page.unroute(checks)
  })

  test('the clicked day counts, even if an earlier text is restored', async () => {
    await open(page, `${url}/posts/new`)
    await textOf(page).fill('Half a thought')
    const date = page.getByLabel('Date', { exact: true })
    const bar = page.getByRole('group', { name: 'Finish' })
    const keptDate = () => page.evaluate(() => /\\?"date\\?":\\?"([\d-]+)/.exec(JSON.stringify(localStorage))?.[1])
    await chooseDay(page, date, dayAhead(3))
    await typeTime(page, '18:45')
    await until(async () => (await page.evaluate(() => JSON.stringify(localStorage))).includes('18:45'))
    await open(page, `${url}/posts/new?date=${dayAhead(5)}`)
    await page.getByText(/is here again: the text “Half a thought”/).waitFor()
    await page.getByText(/The date is the day you chose/).waitFor()
    await shows(() => textOf(page).inputValue(), 'Half a thought')
    await bar.getByText(/9:00/).waitFor()
    assert.equal(await keptDate(), dayAhead(5))
    // Without a day in the URL, the earlier date is restored too.
    await chooseDay(page, date, dayAhead(7))
    await until(async () => (await keptDate()) === dayAhead(7))
    await open(page, `${url}/posts/new`)
    await bar.getByText(/9:00/).waitFor()
    assert.equal(await keptDate(), dayAhead(7))
    await context.close()
  })
})
