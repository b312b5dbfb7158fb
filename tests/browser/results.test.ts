// @slow

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findBarriers, noBrowser } from '../helpers/browser.ts'
import { open, type Stage, settled, shows, startStage } from './helper.ts'

// From a post to its leads and back, and the page that counts them.

describe('results', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  const pictures = process.env.PICTURES
  const picture = async (page: { screenshot(options: object): Promise<unknown> }, name: string) => {
    if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
  }

  test('an empty page says how leads are counted', async () => {
    const { page, complaints, context } = await stage.owner()
    await open(page, `${stage.url}/results`)
    await page.getByText('No leads and no clicks in the last 30 days').waitFor()
    await picture(page, 'empty')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a post leads to its leads, a lead to its post, and the report to both', async () => {
    const post = await stage.call('POST', '/v1/posts/short', { content: 'We open the new workshop on Monday.' })
    const link = await stage.call('POST', '/v1/links', { target: 'https://example.com/offer', utm: { source: 'x' } })
    await stage.place.sql('update links set post_id = $1 where id = $2', [post.id, link.id])
    await stage.place.sql(
      `insert into link_counts (workspace_id, link_id, slot, clicks, visitors) select workspace_id, id, 9, 41, 33 from links`,
    )
    await stage.place.sql(
      `insert into link_days (workspace_id, link_id, day, kind, slot, clicks, visitors)
       select workspace_id, id, (now() at time zone 'UTC')::date, 'person', 9, 41, 33 from links`,
    )
    const lead = { first_name: 'Ana', last_name: 'Silva', email: 'ana@example.com' }
    const site = { referrer: 'https://news.example.com/today', landing_page: '/offer?dp=x' }
    await stage.call('POST', '/v1/contacts', { ...lead, dp: link.code, ...site })
    for (const utm_source of ['newsletter', 'newsletter', 'partner']) {
      await stage.call('POST', '/v1/contacts', { first_name: utm_source, utm_source, utm_medium: 'email' })
    }
    const last = await stage.call('POST', '/v1/contacts', { ...lead, utm_source: 'newsletter', utm_campaign: 'autumn' })
    await stage.call('POST', '/v1/contacts', { first_name: 'Nobody' })

    const { page, complaints, context } = await stage.owner()
    await open(page, `${stage.url}/results`)
    const table = page.getByRole('table', { name: 'Leads by Post' })
    const row = table.getByRole('row', { name: /We open the new workshop/ })
    await shows(() => row.getByRole('cell').allTextContents(), ['1', '0', '41', '33'])
    assert.match(await table.getByRole('row', { name: /^All/ }).innerText(), /6\s+0\s+41\s+33/)
    await picture(page, 'results')
    assert.deepEqual(await findBarriers(page), [])

    await page.getByText('First touch', { exact: true }).click()
    await page.waitForFunction(() => document.querySelector('table')?.innerText.includes('2\t0\t'))
    await page.getByRole('textbox', { name: 'Split by' }).click()
    await page.getByRole('option', { name: 'Source' }).click()
    await page
      .getByRole('table', { name: 'Leads by Source' })
      .getByRole('row', { name: /newsletter/ })
      .waitFor()
    await picture(page, 'by-source')
    const file = await page.request.get(
      (await page.getByRole('link', { name: 'Table as CSV' }).evaluate((a) => (a as HTMLAnchorElement).href)) as string,
    )
    assert.match(await file.text(), /^\uFEFFSource,Leads,Leads before,Clicks,Visitors\r\n/)

    await open(page, `${stage.url}/posts/${post.id}`)
    const results = page.getByRole('region', { name: 'Results' })
    assert.match(await results.innerText(), /41\s+clicks\s+33\s+visitors\s+1\s+lead/)
    await picture(page, 'post')
    await results.getByRole('link', { name: 'See the lead' }).click()
    await page.getByText('1 contact found').waitFor()
    await page.getByText(/^Came through the post: We open/).waitFor()
    await settled(page)

    await open(page, `${stage.url}/contacts/${last.id}`)
    const brought = page.getByRole('table', { name: 'What brought this lead' })
    await brought.getByRole('row', { name: 'Source newsletter' }).waitFor()
    await brought.getByRole('row', { name: 'Campaign autumn' }).waitFor()
    const first = brought.getByRole('row', { name: /^First heard of you We open the new workshop/ })
    await first.waitFor()
    await picture(page, 'contact')
    assert.deepEqual(await findBarriers(page), [])
    await first.getByRole('link').click()
    await page.getByRole('region', { name: 'Results' }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('each network has its own row, colour and icon, also those that share a format', async () => {
    const accounts: Array<{ id: string; platform: string; provider: string }> = await stage.call(
      'GET',
      '/v1/connections?limit=100',
    )
    for (const { id, platform, provider } of accounts) {
      const text = platform === 'photo' ? { caption: 'Kiln' } : { content: 'Kiln' }
      const kinds: Record<string, object> = {
        thread: { media_type: 'text' },
        photo: { media_type: 'feed_post', media_urls: ['https://example.com/kiln.jpg'] },
      }
      const post = await stage.call('POST', `/v1/posts/${platform}`, { ...text, ...kinds[platform], connection_id: id })
      const link = await stage.call('POST', '/v1/links', { target: 'https://example.com/kiln' })
      await stage.place.sql('update links set post_id = $1 where id = $2', [post.id, link.id])
      await stage.place.sql(
        `insert into link_days (workspace_id, link_id, day, kind, slot, clicks, visitors)
         select workspace_id, id, (now() at time zone 'UTC')::date, 'person', 8, 5, 4 from links where id = $1`,
        [link.id],
      )
      await stage.call('POST', '/v1/contacts', { first_name: provider, dp: link.code })
    }
    const { page, complaints, context } = await stage.owner()
    await open(page, `${stage.url}/results`)
    await page.getByRole('textbox', { name: 'Split by' }).click()
    await shows(() => page.getByRole('option', { name: 'Network' }).count(), 1)
    await page.getByRole('option', { name: 'Network' }).click()
    const table = page.getByRole('table', { name: 'Leads by Network' })
    const legend = page.getByRole('list', { name: 'What the plot shows' }).getByRole('button')
    const colors = new Set<string>()
    for (const name of ['Threads', 'Instagram', 'LinkedIn', 'X', 'Bluesky', 'Mastodon']) {
      const row = table.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
      await shows(async () => (await row.getByRole('cell').allTextContents()).slice(0, 3), ['1', '0', '5'], name)
      const swatch = legend
        .filter({ hasText: new RegExp(`^${name}`) })
        .locator('span')
        .first()
      colors.add(await swatch.evaluate((element) => getComputedStyle(element).backgroundColor))
    }
    assert.equal(colors.size, 6, [...colors].join(' '))
    assert.deepEqual(await findBarriers(page), [])
    await picture(page, 'by-network')
    await open(page, stage.url)
    const clicks = page.getByRole('link', { name: /^Clicks in 30 days/ })
    await shows(() => clicks.locator('svg').count(), 6)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('the weekly mail links to its own week, which other days can replace', async () => {
    const { page, complaints, context } = await stage.owner()
    await open(page, `${stage.url}/results?from=2026-01-05&to=2026-01-11`)
    await page.getByText(/No leads and no clicks from .*5.* to .*11/).waitFor()
    await picture(page, 'week')
    await page.getByRole('button', { name: /5.* 2026 – .*11.* 2026/ }).waitFor()
    assert.deepEqual(await findBarriers(page), [])
    await page.getByText('7 days', { exact: true }).click()
    await page.getByRole('table', { name: 'Leads by Post' }).waitFor()
    assert.ok(!page.url().includes('from='), page.url())
    assert.deepEqual(complaints, [])
    await open(page, `${stage.url}/results?from=2020-01-05&to=2026-01-11`)
    await page.getByText(/at most 366 days apart/).waitFor()
    await context.close()
  })

  test('the page fits a phone', async () => {
    const { page, complaints, context } = await stage.owner({ viewport: { width: 390, height: 844 } })
    await open(page, `${stage.url}/results`)
    await page.getByRole('table', { name: 'Leads by Post' }).waitFor()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    assert.ok(overflow <= 0, `${overflow} pixels wider than the phone`)
    await picture(page, 'phone')
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
