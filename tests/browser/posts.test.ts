// @slow

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findBarriers, noBrowser, visit } from '../helpers/browser.ts'
import { fillMonth } from '../helpers/many-posts.ts'
import { until } from '../helpers/process.ts'
import { choosePlatforms, IN_CALENDAR, OWNER, open, type Stage, shows, startStage } from './helper.ts'

// Posts for people: the page of a post and of a group, copies, times in words, and what the composer remembers.

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const barOf = (page: Page) => page.getByRole('group', { name: 'Finish' })
const atNine = (days: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T09:00:00Z`

/** Another person, who has never composed here, in Berlin. */
const BERLIN = { timezoneId: 'Europe/Berlin', locale: 'en-GB' }

describe('posts', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  const { url } = stage
  await stage.call('PATCH', '/v1/workspace', { time_zone: 'Europe/Lisbon' })
  const accounts: Array<{ id: string; provider: string }> = await stage.call('GET', '/v1/connections?limit=100')
  const two = accounts.filter(({ provider }) => provider === 'x' || provider === 'linkedin')

  test('the page of a post shows it large, says when, where and by whom, and folds what is technical', async () => {
    const { page, context, complaints } = await stage.owner(BERLIN)
    const draft = await stage.call('POST', '/v1/posts/professional', { content: 'A draft by Ana', hashtags: ['tiles'] })
    await open(page, `${url}/posts/${draft.id}`)
    await page.getByRole('region', { name: 'The post on LinkedIn' }).getByText('#tiles').waitFor()
    const facts = page.getByRole('table', { name: 'When and where' })
    await facts.getByText(/^by Ana Silva/).waitFor()
    await page.getByText('Written by Ana Silva').waitFor()
    await shows(() => page.getByText(draft.id).isVisible(), false)
    await page.getByText('Technical details').click()
    await page.getByText(draft.id).waitFor()

    await page.getByRole('button', { name: 'More to do with this post' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.getByRole('heading', { name: 'Compose a copy' }).waitFor()
    await shows(() => textOf(page).inputValue(), 'A draft by Ana')
    await shows(() => page.getByRole('button', { pressed: true }).count(), 1)
    await page.getByRole('button', { name: /^LinkedIn/, pressed: true }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('on a phone the next step stays within reach', async () => {
    const { page, context } = await stage.owner({ viewport: { width: 390, height: 700 } })
    const long = await stage.call('POST', '/v1/posts/professional', { content: 'A line\n'.repeat(80) })
    await open(page, `${url}/posts/${long.id}`)
    const edit = page.getByRole('button', { name: 'Edit', exact: true })
    for (const top of [0, 10_000]) {
      await page.evaluate((to) => window.scrollTo(0, to), top)
      const box = (await edit.boundingBox())!
      assert.ok(box.y > 500 && box.y + box.height <= 700, `${box.y}`)
    }
    await context.close()
  })

  test('a post on Bluesky is never said to be on X: scheduled, published, failed, and when its account has to be connected again', async () => {
    const { page, context, complaints } = await stage.owner()
    const bluesky = accounts.find(({ provider }) => provider === 'bluesky')!
    const at = atNine(1)
    const { id } = await stage.call('POST', '/v1/posts/short', {
      content: 'Kiln opening',
      connection_id: bluesky.id,
      status: 'scheduled',
      scheduled_date: at,
    })
    /** No text, label or tooltip of the page names X. */
    const neverX = async () => {
      const named = await page
        .locator('main, [role="dialog"]')
        .evaluateAll((parts) =>
          parts.flatMap((part) => [
            (part as HTMLElement).innerText,
            ...[...part.querySelectorAll('[aria-label], [title]')].map(
              (each) => `${each.getAttribute('aria-label')} ${each.getAttribute('title')}`,
            ),
          ]),
        )
      assert.deepEqual(
        named.flatMap((text) => text.split('\n')).filter((line) => /\bX\b/.test(line)),
        [],
      )
    }
    const setState = (state: string) =>
      stage.place.sql('update posts set publication_state = $2, reason = null where id = $1', [id, state])

    await open(page, url)
    const next = page.locator('li').filter({ hasText: 'Kiln opening' })
    await next.getByRole('img', { name: 'Bluesky' }).waitFor()
    await neverX()
    await open(page, `${url}/posts?day=${at.slice(0, 10)}`)
    const chip = page.locator(IN_CALENDAR).filter({ hasText: 'Kiln opening' })
    assert.match((await chip.getAttribute('title'))!, /^Scheduled · Bluesky · /)
    await chip.click()
    await page.getByRole('dialog', { name: 'Post on Bluesky' }).getByText('Bluesky').nth(1).waitFor()
    await page.keyboard.press('Escape')
    await open(page, `${url}/posts/${id}/edit`)
    await page.getByRole('heading', { name: 'Edit the post for Bluesky' }).waitFor()
    await page.getByRole('region', { name: /^Preview for Bluesky/ }).waitFor()

    await open(page, `${url}/posts/${id}`)
    await page.getByRole('button', { name: 'More to do with this post' }).click()
    await page.getByRole('menuitem', { name: 'Publish now' }).click()
    await page.getByRole('dialog').getByText('It goes to Bluesky at once').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
    await page.getByRole('link', { name: 'See it on Bluesky' }).waitFor()
    await page.getByText('From here on it can only be changed on Bluesky.').waitFor()
    await neverX()
    await page.getByRole('button', { name: 'More to do with this post' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByText('On Bluesky it stays').waitFor()

    await setState('failed')
    await open(page, `${url}/posts/${id}`)
    await page.getByRole('heading', { name: 'Bluesky did not take it' }).waitFor()
    await neverX()
    await stage.place.sql("update connections set status = 'needs_reconnect' where id = $1", [bluesky.id])
    await open(page, url)
    await page.getByRole('link', { name: /^A post failed on Bluesky/ }).waitFor()
    await page.getByRole('link', { name: /^Connect .+ on Bluesky again/ }).waitFor()
    await neverX()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('Kiln opening')
    await page
      .getByRole('option', { name: /Kiln opening/ })
      .getByText(/^Bluesky · /)
      .waitFor()
    await open(page, `${url}/events?tab=feed`)
    await page.getByText('Bluesky: Kiln opening').first().waitFor()
    assert.deepEqual(complaints, [])
    await stage.place.sql("update connections set status = 'active' where id = $1", [bluesky.id])
    await stage.call('DELETE', `/v1/posts/${id}`)
    await context.close()
  })

  test('a group has a page that says what each became, and is duplicated as a whole', async () => {
    const { page, context, complaints } = await stage.owner()
    const { group_id } = await stage.call('POST', '/v1/posts', {
      content: 'For two accounts',
      status: 'scheduled',
      scheduled_date: atNine(4),
      accounts: [{ connection_id: two[0]!.id }, { connection_id: two[1]!.id, overrides: { content: 'Its own words' } }],
    })
    await open(page, `${url}/posts/groups/${group_id}`)
    await page.getByRole('heading', { name: /^Goes out .*9:00.*, on 2 accounts$/ }).waitFor()
    const became = page.getByRole('list', { name: 'Posts of the group' }).getByRole('listitem')
    await shows(() => became.count(), 2)
    assert.deepEqual(await findBarriers(page), [])
    await page.getByRole('button', { name: 'More to do with these posts' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.getByRole('heading', { name: 'Compose a copy' }).waitFor()
    await until(async () => (await page.getByRole('button', { pressed: true }).count()) === 2)
    await page
      .getByRole('region', { name: /^Preview for/ })
      .getByText('Its own words')
      .waitFor()
    await page.getByRole('button', { name: 'Tomorrow, 9:00 AM' }).click()
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await page.getByText(/^Scheduled: .*, on 2 accounts$/).waitFor()
    await page.getByRole('link', { name: 'See these posts' }).click()
    await page.waitForURL(/\/posts\/groups\//)
    assert.notEqual(new URL(page.url()).pathname.split('/').at(-1), group_id)
    await until(async () => (await stage.call('GET', '/v1/posts?q=Its%20own%20words')).length === 2)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a shortcut opens the composer with the focus in the text, all networks chosen, and Schedule a few Tabs away', async () => {
    const { page, context } = await stage.owner()
    await open(page, `${url}/`)
    await page.keyboard.press('c')
    await page.waitForURL(/\/posts\/new$/)
    await until(async () => textOf(page).evaluate((field) => field === document.activeElement))
    await page.keyboard.type('Written at once')
    await shows(() => textOf(page).inputValue(), 'Written at once')
    await shows(() => page.getByRole('button', { pressed: true }).count(), accounts.length)
    const schedule = page.getByRole('button', { name: 'Schedule', exact: true })
    const isThere = () => schedule.evaluate((button) => button === document.activeElement)
    let tabs = 0
    while (!(await isThere()) && tabs < 20) {
      await page.keyboard.press('Tab')
      tabs += 1
    }
    assert.ok(tabs < 15, `${tabs} Tabs`)

    // A picture that is not there yet is a note, and nobody has done anything wrong.
    await barOf(page).getByText('Instagram needs a picture or a video.').waitFor()
    await shows(() => page.getByText(/media_urls|media_type/).count(), 0)
    await shows(() => page.locator('[aria-invalid="true"]').count(), 0)
    await context.close()
  })

  test('the time is said for both zones, and the accounts of last time are chosen the next time', async () => {
    const { page, context } = await stage.owner(BERLIN)
    await open(page, `${url}/posts/new`)
    await barOf(page).getByText('Nothing written yet.').waitFor()
    await choosePlatforms(page, ['X', 'LinkedIn'])
    await textOf(page).fill('Nine in Lisbon')
    await barOf(page).getByText('Saved in this browser a moment ago. No date yet.').waitFor()
    await page.getByText(/This is the time in Lisbon/).waitFor()
    await page.getByRole('button', { name: 'Tomorrow, 9:00' }).click()
    await barOf(page)
      .getByText(/, 9:00 in Lisbon · 10:00 for you, on 2 accounts$/)
      .waitFor()
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await page.getByText(/^Scheduled: .+, 9:00 in Lisbon · 10:00 for you, on 2 accounts$/).waitFor()
    await open(page, `${url}/posts/new`)
    await shows(() => page.getByRole('button', { pressed: true }).count(), 2)
    await context.close()
  })

  test('a time zone that the person chose counts in the composer, not that of the browser', async () => {
    await stage.call('PATCH', '/v1/me', { time_zone: 'America/New_York' })
    const { page, context } = await stage.owner(BERLIN)
    await open(page, `${url}/posts/new`)
    await textOf(page).fill('Nine in Lisbon')
    await page.getByText('Yours is the time in New York.').waitFor()
    await page.getByRole('button', { name: 'Tomorrow, 9:00' }).click()
    await barOf(page)
      .getByText(/, 9:00 in Lisbon · 4:00 for you, on \d accounts$/)
      .waitFor()
    await page.getByRole('button', { name: 'Use the time in New York' }).click()
    await page.getByText('Time in New York.').waitFor()
    await stage.call('PATCH', '/v1/me', { time_zone: null })
    await context.close()
  })

  test('one post also says when and where it goes out, scheduled and changed, and its account is chosen again after a sign-out', async () => {
    const { page, context, complaints } = await visit(stage.browser, BERLIN)
    const signIn = async () => {
      await page.getByLabel('E-mail').fill(OWNER.email)
      await page.getByLabel(/^Password/).fill(OWNER.password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    }
    await open(page, `${url}/sign-in`)
    await signIn()
    await open(page, `${url}/posts/new`)
    await choosePlatforms(page, ['LinkedIn'])
    await textOf(page).fill('Only for LinkedIn')
    await page.getByRole('button', { name: 'Tomorrow, 9:00' }).click()
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await page.getByText(/^Scheduled: .+, 9:00 in Lisbon · 10:00 for you, on LinkedIn .+\.$/).waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await textOf(page).fill('Only for LinkedIn, and better')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText(/^The change is saved: .+, 9:00 in Lisbon · 10:00 for you, on LinkedIn .+\.$/).waitFor()

    await page.getByRole('button', { name: /^Signed in as/ }).click()
    await page.getByText(`${OWNER.email} · Owner`).waitFor()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await signIn()
    await open(page, `${url}/posts/new`)
    await page.getByRole('button', { name: /^LinkedIn/, pressed: true }).waitFor()
    await shows(() => page.getByRole('button', { pressed: true }).count(), 1)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('an editor is told once to ask an owner to count clicks', async () => {
    const { link } = await stage.call('POST', '/v1/team/invitations', { email: 'eva@example.com', role: 'editor' })
    const { page, context, complaints } = await visit(stage.browser)
    await open(page, link)
    await page.getByLabel('Your name').fill('Eva')
    await page.getByLabel(/^Password/).fill('another long sentence')
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await open(page, `${url}/posts/new`)
    await textOf(page).fill('Read https://example.com/spring')
    const hint = page.getByText(/^Ask an owner to count clicks/)
    await hint.waitFor()
    assert.deepEqual(await findBarriers(page), [])
    await page.getByRole('button', { name: 'Got it' }).click()
    await hint.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('radiogroup', { name: 'What becomes of the links' }).waitFor()
    await shows(() => hint.count(), 0)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('at the first link an owner is asked about short links, once for the workspace', async () => {
    const { page, context } = await stage.owner()
    await open(page, `${url}/posts/new`)
    await textOf(page).fill('Read https://example.com/spring')
    const question = page.getByRole('region', { name: 'Count clicks on your links?' })
    await question.getByRole('button', { name: 'Use short links' }).click()
    await page.getByRole('radio', { name: 'Short links', checked: true }).waitFor({ state: 'attached' })
    const { track_links, track_links_chosen } = await stage.call('GET', '/v1/workspace')
    assert.deepEqual([track_links, track_links_chosen], ['short', true])
    await context.close()
    const again = await stage.owner()
    await open(again.page, `${url}/posts/new`)
    await textOf(again.page).fill('Read https://example.com/autumn')
    await again.page.getByRole('radio', { name: 'Short links', checked: true }).waitFor({ state: 'attached' })
    await shows(() => again.page.getByRole('region', { name: 'Count clicks on your links?' }).count(), 0)
    await again.context.close()
  })

  test('a list of thousands draws only the rows in view, and reads on while scrolling', async () => {
    await fillMonth(stage.place.sql, 2_000)
    const { page, context, complaints } = await stage.owner()
    await open(page, `${url}/posts?view=list`)
    const rows = page.getByRole('list', { name: 'Posts' }).getByRole('listitem')
    await rows.first().waitFor()
    const height = () => page.evaluate(() => document.documentElement.scrollHeight)
    const before = await height()
    await until(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      return (await height()) > before + 200 * 44
    })
    assert.ok((await rows.count()) < 80, `${await rows.count()} rows`)
    await rows.last().getByRole('link').focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/posts\/[0-9a-f-]{36}$/)
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
