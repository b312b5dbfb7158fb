import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { createControl, type SimulatorControl } from '../../../simulators/client.ts'
import { noBrowser, type Visitor, visit } from '../../helpers/browser.ts'
import { launchFirefox, noFirefox } from '../../helpers/firefox.ts'
import { BROWSER } from '../../helpers/visit.ts'
import { OWNER, open, type Stage, startStage } from '../helper.ts'

// Everyday tasks, told as stories: what a person does who markets and does not program. They look for words that they
// can see, and each story ends with a look at what really happened. Every story is told on a desktop and on a phone, and
// in Firefox where one is installed.

export interface Device {
  name: 'desktop' | 'phone' | 'Firefox'
  options: BrowserContextOptions
}

/** The person lives an hour east of the workspace. */
const BERLIN = { locale: 'en-GB', timezoneId: 'Europe/Berlin' }
export const DESKTOP: Device = { name: 'desktop', options: { ...BERLIN, viewport: { width: 1280, height: 860 } } }
export const PHONE: Device = {
  name: 'phone',
  options: { ...BERLIN, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}
export const FIREFOX: Device = { ...DESKTOP, name: 'Firefox' }

export interface Person extends Visitor {
  device: Device
  stage: Stage
  /** Someone else in the same kind of browser: a visitor of the website, or a reader of a post. */
  meetVisitor(options?: BrowserContextOptions): Promise<Visitor>
  /** The networks, as their readers see them. */
  networks: SimulatorControl
  /** Goes to a page of the menu; on a phone that is the bar at the bottom, or the menu behind "More". */
  go(place: string): Promise<void>
  /** How often they have clicked or tapped. */
  clicks(): number
}

export interface Story {
  title: string
  /** More clicks than this would be a struggle. */
  clicks: number
  tell: (person: Person) => Promise<void>
}

interface Room {
  env?: Record<string, string>
  /** The first story: set up by hand. */
  setUpOn?: Device
  prepare?: (stage: Stage) => Promise<void>
  stories: readonly Story[]
}

export function tellStories(room: string, { env, setUpOn, prepare, stories }: Room): void {
  describe(`everyday tasks: ${room}`, { skip: noBrowser }, async () => {
    if (noBrowser) return
    const [stage, fox] = await Promise.all([startStage(env), noFirefox ? undefined : launchFirefox()])
    after(() => fox?.close())
    const browserOf = (device: Device) => (device === FIREFOX ? fox! : stage.browser)
    const isMissing = (device: Device) => device === FIREFOX && noFirefox
    if (setUpOn)
      test(`set up, ${setUpOn.name}`, { skip: isMissing(setUpOn) }, () => setUp(stage, browserOf(setUpOn), setUpOn))
    if (prepare) test('with what is there before', () => prepare(stage))
    for (const story of stories) {
      for (const device of [DESKTOP, PHONE, FIREFOX]) {
        test(`${story.title}, ${device.name}`, { skip: isMissing(device) }, async () => {
          const visitor = await stage.owner(device.options, browserOf(device))
          const person = await meet(stage, visitor, device)
          await open(person.page, stage.url)
          await story.tell(person)
          assert.ok(person.clicks() <= story.clicks, `${person.clicks()} clicks`)
          assert.deepEqual(visitor.complaints, [])
          await visitor.context.close()
        })
      }
    }
  })
}

async function setUp(stage: Stage, browser: Browser, device: Device): Promise<void> {
  const visitor = await visit(browser, device.options)
  const { page } = visitor
  const { clicks } = await meet(stage, visitor, device)
  await open(page, stage.setUpUrl)
  await page.getByLabel('Your name').fill(OWNER.name)
  await page.getByLabel('E-mail').fill(OWNER.email)
  await page.getByLabel(/^Password/).fill(OWNER.password)
  await page.getByText(/There it is \d/).waitFor()
  await page.getByRole('button', { name: 'Set up and sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  assert.equal(clicks(), 1)
  const { time_zone } = await stage.call('GET', '/v1/workspace')
  assert.equal(time_zone, device.options.timezoneId, 'as the browser has it')
  assert.deepEqual(visitor.complaints, [])
  await visitor.context.close()
}

export async function meet(stage: Stage, visitor: Visitor, device: Device): Promise<Person> {
  const { page } = visitor
  const browser = visitor.context.browser()!
  // Without a window, Chromium says so, and counts as a program.
  const known = device.name === 'Firefox' ? {} : { userAgent: BROWSER }
  let clicks = 0
  await visitor.context.exposeBinding('countClick', () => void clicks++)
  await visitor.context.addInitScript(() => {
    addEventListener('pointerdown', () => (globalThis as unknown as { countClick(): void }).countClick(), true)
  })
  return {
    ...visitor,
    device,
    stage,
    meetVisitor: (options = device.options) => visit(browser, { ...options, ...known }),
    networks: createControl(/Sandbox\s+(http:\S+)/.exec(stage.doorpost.stdout)![1]!),
    go: (place) => go(page, device, place),
    clicks: () => clicks,
  }
}

async function go(page: Page, device: Device, place: string): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Main pages' })
  const within = bar.getByRole('link', { name: place, exact: true })
  if (device.name === 'phone' && (await within.count()) > 0) return within.click()
  if (device.name === 'phone') await bar.getByRole('button', { name: 'More' }).click()
  await page
    .getByRole('navigation', { name: 'Pages', exact: true })
    .getByRole('link', { name: place, exact: true })
    .click()
}
