// @alone

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { makePng } from '../../simulators/media/images.ts'
import { COLOURS, findBarriers, NO_CONTRAST, noBrowser, type Visitor, visit } from '../helpers/browser.ts'
import { type Demo, makeDemo, makePast, PICTURE, PICTURES } from '../helpers/demo-data.ts'
import { until } from '../helpers/process.ts'
import { findUnseen } from './forced-colors.ts'
import { OWNER, open, type Stage, startReceiver, startStage } from './helper.ts'
import { findJumps, watchShifts } from './jumps.ts'
import { findMotion, watchMotion } from './motion.ts'
import { forVisitors, inside, outside, type Place } from './places.ts'
import { findTechnical } from './technical.ts'
import { readLabels } from './texts.ts'

// Every page, in both themes, on a phone, at 200 % and 400 % zoom, in forced colours and with reduced motion: no barrier,
// no browser error, no horizontal scrolling, no layout shift, nothing that moves, states and focus that are seen. It
// is never blank, speaks like a person, has help, and loads few files (first-load.test.ts says how few). `npm run screenshots` (scripts/screenshots.ts)
// sets these variables to keep pictures.

/** Folder of the pictures. */
const KEPT = process.env.SCREENSHOTS
const LANGUAGE = process.env.SCREENSHOTS_LANGUAGE ?? 'en'
/** Names of the only pages to visit, separated by commas. */
const ONLY = process.env.SCREENSHOTS_PAGES?.split(',')
const IS_BRIEF = process.env.TEST_BRIEF !== undefined
/** Pictures show the whole page, and not only what fits the window. */
const IS_WHOLE = process.env.SCREENSHOTS_WHOLE !== undefined

const VISITOR = LANGUAGE === 'en' ? {} : { locale: LANGUAGE }

/** What a label of the dashboard says in this language. */
const label = await readLabels(LANGUAGE)

/** Same as in web/src/overview/Overview.tsx. */
const TOGETHER_PATIENCE_MS = 10_000
const LOADS_MAX = 3

/** The texts of posts appear in the calendar shortly after the posts. */
async function fillCalendar(page: Page): Promise<void> {
  await page.getByText('Our spring guide').filter({ visible: true }).first().waitFor()
}

async function compose(page: Page): Promise<void> {
  await page
    .getByLabel(new RegExp(`^${label('Text')}`))
    .first()
    .fill('Twelve rooms, one palette, no paint. Our spring guide is out: https://example.com/spring')
  await page.getByLabel(label('Media'), { exact: true }).fill(`${PICTURES}spring/tiles.jpg`)
  await page.getByRole('button', { name: label('Add'), exact: true }).click()
  const buffer = makePng({ width: 640, height: 480, hue: 200 })
  await page.locator('input[type="file"][multiple]').setInputFiles({ name: 'rooms.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: label('Remove file {number}', { number: 2 }) }).waitFor()
}

async function chooseFile(page: Page): Promise<void> {
  const rows = [
    'First name,E-mail,Company',
    'Jonas,jonas@example.com,Weber & Söhne',
    'Priya,priya@example,',
    ',,Nobody Ltd',
  ]
  const file = { name: 'fair.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
  await page.locator('input[type="file"]').setInputFiles(file)
  await page.getByRole('table', { name: label('Rows that make no contact') }).waitFor()
}

/** Actions on a page before it is checked. */
const PREPARE: Record<string, (page: Page) => Promise<void>> = {
  import: chooseFile,
  'posts-calendar': fillCalendar,
  compose,
}

interface Look {
  name: string
  colorScheme: 'light' | 'dark'
  viewport: { width: number; height: number }
  forcedColors?: 'active'
}

const LIGHT: Look = { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 860 } }
const DARK: Look = { ...LIGHT, name: 'dark', colorScheme: 'dark' }
const PHONE: Look = { ...LIGHT, name: 'phone', viewport: { width: 390, height: 844 } }
/** A window of 1280 pixels at 200 %, and at 400 % (WCAG 1.4.10). */
const ZOOM_200: Look = { ...LIGHT, name: 'zoom-200', viewport: { width: 640, height: 430 } }
const ZOOM_400: Look = { ...LIGHT, name: 'zoom-400', viewport: { width: 320, height: 215 } }
const FORCED: Look = { ...LIGHT, name: 'forced-colours', forcedColors: 'active' }
const PHONE_DARK: Look = { ...PHONE, name: 'phone-dark', colorScheme: 'dark' }

/** What axe checks for each look; undefined for everything. A theme changes colours only, and a zoom the layout only. */
const BARRIERS = new Map<Look, readonly string[] | typeof NO_CONTRAST | undefined>([
  [LIGHT, undefined],
  [DARK, COLOURS],
  [PHONE, undefined],
  [PHONE_DARK, COLOURS],
  [ZOOM_400, NO_CONTRAST],
  [FORCED, NO_CONTRAST],
])

/**
 * `npm test` loads a page once, on a phone, where there is least room, and then checks it in both themes and sizes. With
 * `npm run test:all`, and alone, the file also loads it on a desktop, and has all looks.
 */
const LOADS = IS_BRIEF
  ? [[PHONE, PHONE_DARK, DARK, LIGHT, ZOOM_400]]
  : [
      [PHONE, PHONE_DARK],
      [LIGHT, DARK, ZOOM_200, ZOOM_400, FORCED],
    ]

/** Pages that are also opened while they have nothing to show. */
const LISTS = [
  ...['overview', 'contacts', 'forms', 'forms-held', 'posts-list', 'links', 'results', 'media', 'webhooks'],
  ...['events-endpoints', 'events-feed', 'keys'],
]

/** Changes the theme without a reload, like a person does. */
async function put(page: Page, { colorScheme, viewport, forcedColors }: Look): Promise<void> {
  await page.setViewportSize(viewport)
  // Fading colours have no contrast to measure.
  await page.emulateMedia({ colorScheme, forcedColors: forcedColors ?? 'none', reducedMotion: 'reduce' })
  if (page.url() === 'about:blank') return
  // Pages outside the dashboard follow the system without a script.
  const isPut = (scheme: string) => (document.documentElement.dataset.mantineColorScheme ?? scheme) === scheme
  await page.waitForFunction(isPut, colorScheme, { polling: 50 })
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** Pages that show paths of the API and names of settings and fields. */
const FOR_DEVELOPERS = /^(?:webhook|events|endpoint|keys|settings-(?:backups|installation))/

/** Every page after sign-in explains itself behind a "?". */
async function findHelp(page: Page, { name }: Place): Promise<string[]> {
  const help = page.getByRole('main').getByRole('button', { name: label('Help: {about}', { about: '' }) })
  return name === 'not-found' || (await help.count()) > 0 ? [] : ['has no help']
}

async function keep(page: Page, path: string): Promise<void> {
  // Pictures and plots appear shortly after the text.
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  )
  await page.screenshot({ path, animations: 'disabled', fullPage: IS_WHOLE })
}

describe('every page', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  const receiver = await startReceiver()

  /** Opens a page and returns problems of its loading. */
  const load = async (page: Page, path: string): Promise<string[]> => {
    for (let attempt = 1; ; attempt++) {
      const startedAt = performance.now()
      await open(page, new URL(path, stage.url).href)
      const jumps = await findJumps(page)
      // After this time, pages show what they have without waiting for the last answer. On a busy machine that is not
      // an error.
      const isSlow = performance.now() - startedAt > TOGETHER_PATIENCE_MS
      if (jumps.length === 0 || !isSlow || attempt === LOADS_MAX) return jumps
    }
  }

  /** Loads each place once, checks it with all these looks, and returns the problems. */
  const walk = async (
    { page, complaints, context }: Visitor,
    places: readonly Place[],
    looks: readonly Look[],
    isInside = false,
  ) => {
    const problems: string[] = []
    await context.addInitScript(watchShifts)
    await context.addInitScript(watchMotion)
    // Pictures that Doorpost would fetch: nothing leaves this machine.
    const previews = `**/v1/media/preview?url=${encodeURIComponent(PICTURES)}**`
    await context.route(previews, (route) => route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }))
    for (const place of places.filter(({ name }) => ONLY?.includes(name) ?? true)) {
      for (const look of looks) {
        const report = (problem: string) => problems.push(`${place.name}, ${look.name}: ${problem}`)
        await put(page, look)
        if (look === looks[0]) {
          for (const jump of await load(page, place.path)) report(jump)
          await PREPARE[place.name]?.(page)
          if (isInside) for (const problem of await findHelp(page, place)) report(problem)
          if (!FOR_DEVELOPERS.test(place.name)) for (const problem of await findTechnical(page)) report(problem)
        }
        if (BARRIERS.has(look)) for (const barrier of await findBarriers(page, BARRIERS.get(look))) report(barrier)
        // Parts that measure themselves are laid out a moment later.
        const fits = () => document.documentElement.scrollWidth <= innerWidth + 1
        const patience = { timeout: 3_000, polling: 100 }
        await page.waitForFunction(fits, null, patience).catch(() => report('wider than the screen'))
        if (look === FORCED) for (const problem of await findUnseen(page)) report(problem)
        for (const problem of await findMotion(page)) report(problem)
        for (const complaint of complaints.splice(0)) report(complaint)
        if (KEPT !== undefined) await keep(page, `${KEPT}/${place.name}-${look.name}.png`)
      }
    }
    await context.close()
    return problems
  }

  /** Waits for work that the demo has started, which would change the pages during the checks. */
  const untilQuiet = () =>
    until(async () => {
      const [row] = await stage.place.sql(
        `select (select count(*)::int from posts where scheduled_date <= now()
                    and publication_state in ('waiting', 'preparing', 'sending', 'confirming', 'deferred')) as posts,
                (select count(*)::int from webhook_deliveries where mapping_state = 'pending') as mappings,
                (select count(*)::int from event_outbox) as events,
                (select count(*)::int from event_deliveries where state = 'pending') as deliveries`,
      )
      return Object.values(row).every((count) => count === 0)
    })

  const setUpProblems: string[] = []
  const emptyProblems: string[] = []
  let demo: Demo
  let entries: Place[]
  before(async () => {
    // Exists only until there is an owner.
    const setUp = { name: 'set-up', path: stage.setUpUrl }
    for (const looks of LOADS) {
      setUpProblems.push(...(await walk(await visit(stage.browser, VISITOR), [setUp], looks)))
    }
    if (!IS_BRIEF && KEPT === undefined) {
      const empty = inside({} as Demo).filter(({ name }) => LISTS.includes(name))
      emptyProblems.push(...(await walk(await stage.owner(VISITOR), empty, [PHONE, PHONE_DARK, DARK, LIGHT])))
    }
    await stage.call('PATCH', '/v1/workspace', { name: 'Lusitano Tiles' })
    if (LANGUAGE !== 'en') await stage.call('PATCH', '/v1/me', { language: LANGUAGE })
    await makePast(stage.place.sql)
    demo = await makeDemo(stage.url, await stage.key(), receiver.url)
    await untilQuiet()
    const { link } = await stage.call('POST', '/v1/team/invitations', { email: 'jonas@example.com', role: 'editor' })
    const reset = await stage.place.cli(['users', 'reset', '--email', OWNER.email], { env: { BASE_URL: stage.url } })
    entries = outside(link, reset.stdout.trim().split('\n').at(-1)!)
  })

  // About forty pages.
  const pace = { timeout: 600_000 }
  for (const looks of LOADS) {
    const names = looks.map(({ name }) => name).join(', ')
    test(`${names}: no layout shift, no barrier, no error, nothing cut off, and few scripts`, pace, async () => {
      const owner = await stage.owner(VISITOR)
      const visitor = await visit(stage.browser, VISITOR)
      const strangers = [...entries, ...forVisitors(demo)]
      const walks = [walk(owner, inside(demo), looks, true), walk(visitor, strangers, looks)]
      assert.deepEqual((await Promise.all(walks)).flat(), [])
    })
  }

  test('the check knows WCAG 2.2, labels that voice control cannot find, headings and landmarks', async () => {
    const { page, context } = await visit(stage.browser)
    await page.setContent(`<html lang="en"><title>Barriers</title><meta name="viewport" content="user-scalable=no">
      <main><h1>Barriers</h1><h3>Skips a level</h3><button aria-label="Store">Save</button>
      <button aria-label="Up" style="all: unset; font: 9px/9px a">▲</button>
      <button aria-label="Down" style="all: unset; font: 9px/9px a">▼</button></main><main>Second</main>`)
    const found = (await findBarriers(page)).map((barrier) => barrier.split(':', 1)[0])
    assert.deepEqual(found, [
      'heading-order',
      'label-content-name-mismatch',
      'landmark-no-duplicate-main',
      'landmark-unique',
      'meta-viewport',
      'target-size',
    ])
    await context.close()
  })

  test('a page identifies itself before any script has run, and says what to do without scripts', async () => {
    const still = await visit(stage.browser)
    await still.context.route('**/assets/*.js', () => {})
    await still.page.goto(`${stage.url}/`, { waitUntil: 'commit' })
    await still.page.getByText('Doorpost', { exact: true }).waitFor()
    await still.context.close()
    const without = await visit(stage.browser, { javaScriptEnabled: false })
    await without.page.goto(`${stage.url}/`)
    // Text locators do not search inside noscript.
    await without.page.locator('noscript p').waitFor()
    assert.deepEqual(without.complaints, [])
    await without.context.close()
  })

  test('the setup page has none of these problems either, and neither has a page without anything to show', () => {
    assert.deepEqual(setUpProblems, [])
    assert.deepEqual(emptyProblems, [])
  })

  test('a page that cannot read its data has no barrier', async () => {
    const { page, context, complaints } = await stage.owner()
    await context.route('**/v1/**', (route) =>
      new URL(route.request().url()).pathname === '/v1/me'
        ? route.fallback()
        : route.fulfill({ status: 403, json: { error: 'forbidden', message: 'Ask an owner of the team.' } }),
    )
    const problems: string[] = []
    for (const { name, path } of inside(demo)) {
      if (!['contacts', 'contact', 'post', 'forms', 'media', 'settings-team'].includes(name)) continue
      await page.goto(`${stage.url}${path}`)
      await page.getByRole('alert').first().waitFor()
      for (const look of [PHONE, PHONE_DARK, DARK, LIGHT]) {
        await put(page, look)
        const barriers = await findBarriers(page, BARRIERS.get(look))
        problems.push(...barriers.map((barrier) => `${name}, ${look.name}: ${barrier}`))
      }
    }
    assert.deepEqual([...problems, ...complaints], [])
    await context.close()
  })
})
