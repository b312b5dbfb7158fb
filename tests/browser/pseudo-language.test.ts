// @alone

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { findBarriers, noBrowser, type Visitor, visit } from '../helpers/browser.ts'
import { type Demo, makeDemo, PICTURE, PICTURES } from '../helpers/demo-data.ts'
import { OWNER, type Stage, startReceiver, startStage } from './helper.ts'
import { inside, outside, type Place } from './places.ts'

// Every page in a language that does not exist: the English texts, each in ⟦brackets⟧, written from right to left. What
// people can read without brackets is a text outside the catalogue, or a date in another language than the page.

const OPEN = '⟦'
const CLOSE = '⟧'
/** A phone at 400 %, then a desktop again for the next page. */
const WIDTHS = [320, 1280]

const marked = new Map<string, Promise<string>>()

/** Serves the compiled English texts as those of an Arabic dashboard. */
async function mark(route: Route): Promise<void> {
  const url = route.request().url()
  if (!marked.has(url)) marked.set(url, markTexts(url))
  return route.fulfill({ contentType: 'text/javascript', body: await marked.get(url)! })
}

async function markTexts(url: string): Promise<string> {
  const response = await fetch(url)
  // A literal that the build has written: JSON.parse(`{"id":["text"]}`).
  const literal = /JSON\.parse\((`.*`|".*"|'.*')\)/s.exec(await response.text())![1]!
  const texts = JSON.parse(new Function(`return ${literal}`)() as string) as Record<string, unknown[]>
  const bracketed = Object.entries(texts).map(([id, text]) => [id, [OPEN, ...[text].flat(), CLOSE]])
  return `export const messages = ${JSON.stringify(Object.fromEntries(bracketed))}\nexport const tag = 'ar'`
}

/** All strings of an answer; first and last names also together. */
function stringsIn(value: unknown, found: Set<string>): Set<string> {
  if (typeof value === 'string') found.add(value.trim())
  else if (Array.isArray(value)) for (const each of value) stringsIn(each, found)
  else if (typeof value === 'object' && value !== null) {
    const { first_name, last_name } = value as Record<string, unknown>
    if (first_name && last_name) found.add(`${first_name} ${last_name}`)
    for (const each of Object.values(value)) stringsIn(each, found)
  }
  return found
}

const longest = (known: Set<string>) =>
  [...known].filter((each) => each.length > 2).sort((one, other) => other.length - one.length)

/** Words of Latin letters that are visible and not in brackets. Runs in the page. */
function findPlain([open, close, known]: [string, string, string[]]): string[] {
  const isShown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const isCode = (element: Element) =>
    element.closest('code, pre, kbd, option, textarea, [data-mono], svg, [lang]:not(html)') !== null
  // A text with an element in it begins in one node and ends in another.
  const whole = (element: Element): string => {
    let around: Element | null = element
    for (let steps = 0; around !== null && steps < 4; steps++, around = around.parentElement) {
      const text = around.textContent ?? ''
      if (text.includes(open) && text.includes(close)) return text
    }
    return ''
  }
  const found: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement!
    const text = (node.textContent ?? '').trim()
    if (!/\p{Script=Latin}{3}/u.test(text) || !isShown(element) || isCode(element)) continue
    if (text.includes(open) || text.includes(close) || whole(element) !== '') continue
    // Parts of a text of a post are highlighted.
    if (known.some((each) => each.length > text.length && each.includes(text))) continue
    const rest = known.reduce((left, each) => left.replaceAll(each, ' '), text)
    if (/\p{Script=Latin}{3}/u.test(rest)) found.push(text)
  }
  return [...new Set(found)]
}

describe('a language that does not exist', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  const receiver = await startReceiver()
  let demo: Demo
  before(async () => {
    demo = await makeDemo(stage.url, await stage.key(), receiver.url)
  })

  const problemsOf = async (page: Page, name: string, known: Set<string>): Promise<string[]> => {
    const problems = (await page.evaluate(findPlain, [OPEN, CLOSE, longest(known)] as [string, string, string[]])).map(
      (text) => `outside the catalogue: ${text}`,
    )
    if ((await page.getAttribute('html', 'dir')) !== 'rtl') problems.push('is not written from right to left')
    problems.push(...(await findBarriers(page)))
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 860 })
      // Parts that measure themselves are laid out a moment later.
      const fits = () => document.documentElement.scrollWidth <= innerWidth + 1
      const patience = { timeout: 3_000, polling: 100 }
      await page.waitForFunction(fits, null, patience).catch(() => problems.push(`scrolls sideways at ${width} pixels`))
    }
    return problems.map((problem) => `${name}: ${problem}`)
  }

  const walk = async ({ page, context, complaints }: Visitor, places: Place[]): Promise<string[]> => {
    // What the API said is data, in the language of the server.
    const said = new Set(['Doorpost', 'Threads', 'Instagram', 'LinkedIn', 'Mastodon', 'Bluesky', 'SVG', 'PNG'])
    page.on('response', async (response) => {
      if (new URL(response.url()).pathname.startsWith('/v1/')) stringsIn(await response.json().catch(() => null), said)
    })
    await context.route('**/assets/en-*.js', mark)
    const previews = `**/v1/media/preview?url=${encodeURIComponent(PICTURES)}**`
    await context.route(previews, (route) => route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }))
    const problems: string[] = []
    for (const { name, path } of places) {
      await page.goto(new URL(path, stage.url).href)
      const heading = page.locator('h1').first()
      await heading.waitFor().catch(async () => {
        problems.push(`${name}: has no heading: ${await page.locator('body').innerText()}`)
      })
      await page.waitForLoadState('networkidle').catch(() => {})
      problems.push(...(await problemsOf(page, name, said)))
    }
    await context.close()
    return [...problems, ...complaints]
  }

  test('every page before sign-in is in it and no other, from right to left, without barriers', async () => {
    const { link } = await stage.call('POST', '/v1/team/invitations', { email: 'jonas@example.com', role: 'editor' })
    const reset = await stage.place.cli(['users', 'reset', '--email', OWNER.email], { env: { BASE_URL: stage.url } })
    const places = outside(link, reset.stdout.trim().split('\n').at(-1)!)
    assert.deepEqual(await walk(await visit(stage.browser, { locale: 'en-GB' }), places), [])
  })

  test('every page after sign-in is in it and no other', { timeout: 600_000 }, async () => {
    assert.deepEqual(await walk(await stage.owner({ locale: 'en-GB' }), inside(demo)), [])
  })

  for (const span of ['month', 'week']) {
    test(`the ${span} of the calendar begins at the right`, async () => {
      const { page, context, complaints } = await stage.owner({ locale: 'en-GB' })
      await context.route('**/assets/en-*.js', mark)
      await page.goto(`${stage.url}/posts?span=${span}`)
      const days = page.locator('[dir=rtl] table thead th')
      await days.first().waitFor()
      const places = await days.evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().x)))
      assert.equal(places.length, 7)
      assert.deepEqual(
        places,
        places.toSorted((one, other) => other - one),
      )
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1))
      assert.deepEqual(complaints, [])
      await context.close()
    })
  }
})
