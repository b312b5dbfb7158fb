import type { Locator, Page } from 'playwright-core'
import { IN_CALENDAR } from '../../tests/browser/helper.ts'

/** Runs in a page of its own, step after step. */
export interface Scene {
  name: string
  steps: Step[]
}

/**
 * Only `act` is measured. It uses the mouse and the keyboard, because what Playwright runs in the page to find an
 * element by its role takes longer than much of what is measured.
 */
export interface Step {
  name: string
  prepare?: (page: Page) => Promise<unknown>
  /** Clicked, before `act`. */
  target?: (page: Page) => Locator
  act?: (page: Page) => Promise<unknown>
  /** That it happened. */
  check: (page: Page) => Promise<unknown>
}

const FRAMES = 60
const FRAME_PX = 400
/** Posts that a person has scrolled through. */
const READ_POSTS = 1_000
const TEXT = 'Doors open at nine. Bring tiles.'

/** The month of `day` must be full of posts. */
export function scenesAt(url: string, day: string): Scene[] {
  const opened = (path: string, row: string): Step => ({
    name: 'opened',
    act: (page) => page.goto(`${url}${path}`),
    check: shows(row),
  })
  return [
    { name: 'Home', steps: [opened('/', 'h1')] },
    {
      name: 'contacts',
      steps: [
        opened('/contacts', CONTACT),
        { name: 'scrolled', act: scroll, check: shows(CONTACT) },
        {
          name: 'selected',
          target: (page) => page.locator(`${CONTACT_ROW} input`).nth(2),
          check: shows(`${CONTACT_ROW} input:checked`),
        },
        {
          name: 'status menu',
          prepare: (page) => page.locator(`${CONTACT_ROW} input:checked`).first().click(),
          target: (page) => page.locator(`${CONTACT_ROW} button[data-status]`).nth(3),
          check: shows('[role=menuitem]'),
        },
        {
          name: 'last row',
          prepare: focusFirstContact,
          act: (page) => page.keyboard.press('End'),
          check: untilLastContact,
        },
        searched('Search contacts', 'Silva', CONTACT),
        { name: 'a contact', target: first(CONTACT), check: isRecord },
      ],
    },
    {
      name: 'posts',
      steps: [
        opened('/posts?view=list', POST),
        { name: 'scrolled', act: scroll, check: shows(POST) },
        {
          name: `next page after ${READ_POSTS.toLocaleString('en-US')}`,
          prepare: readPosts,
          act: toEnd,
          check: shows(POST),
        },
        searched('Search posts', 'number 7', POST),
        { name: 'a post', target: first(POST), check: isRecord },
      ],
    },
    {
      name: 'calendar',
      steps: [
        opened(`/posts?day=${day}`, IN_CALENDAR),
        turnedBack('month'),
        { name: 'a post', target: first(IN_CALENDAR), check: shows('[role=dialog]:visible') },
        {
          name: 'week',
          prepare: closeDialog,
          target: (page) => page.getByText('Week', { exact: true }),
          check: shows(`section ${IN_CALENDAR}`),
        },
        turnedBack('week'),
      ],
    },
    {
      name: 'composer',
      steps: [
        opened('/posts/new', WORDS),
        { name: 'typed', target: first(WORDS), act: (page) => page.keyboard.type(TEXT), check: hasTyped },
      ],
    },
  ]
}

const CONTACT_ROW = 'table[aria-label="Contacts"] tbody tr'
const CONTACT = `${CONTACT_ROW} a[href]`
const POST = 'ul[aria-label="Posts"] li a'
const WORDS = 'textarea'

function first(selector: string) {
  return (page: Page) => page.locator(selector).first()
}

function shows(selector: string) {
  return (page: Page) => page.locator(selector).first().waitFor()
}

function isRecord(page: Page): Promise<void> {
  return page.waitForURL(/[0-9a-f]{8}-/)
}

function searched(label: string, words: string, row: string): Step {
  return {
    name: 'searched',
    target: (page) => page.getByRole('searchbox', { name: label }),
    act: (page) => page.keyboard.type(words),
    check: async (page) => {
      await page.waitForURL(/[?&]q=/)
      await shows(row)(page)
    },
  }
}

function turnedBack(span: string): Step {
  const readTitle = (page: Page) => page.locator('h2[aria-live]').innerText()
  let title = ''
  return {
    name: `${span} before`,
    prepare: async (page) => {
      title = await readTitle(page)
    },
    target: (page) => page.getByRole('button', { name: `The ${span} before` }),
    check: async (page) => {
      if ((await readTitle(page)) === title) throw new Error(`the ${span} did not change`)
      await shows(IN_CALENDAR)(page)
    },
  }
}

/** Back and forth, because the short list ends soon. */
async function scroll(page: Page): Promise<void> {
  await page.evaluate(
    ([frames, px]) =>
      new Promise<void>((done) => {
        let frame = 0
        let step = px!
        const next = () => {
          if (++frame > frames!) return done()
          const end = document.documentElement.scrollHeight - innerHeight
          if (scrollY + step > end || scrollY + step < 0) step = -step
          scrollBy(0, step)
          requestAnimationFrame(next)
        }
        requestAnimationFrame(next)
      }),
    [FRAMES, FRAME_PX],
  )
}

async function focusFirstContact(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.locator(CONTACT_ROW).first().focus()
}

function untilLastContact(page: Page): Promise<unknown> {
  return page.waitForFunction((row) => {
    const at = document.activeElement
    return at?.matches(`${row}[aria-busy="false"]`) && Number((at as HTMLElement).dataset.index) > 900
  }, CONTACT_ROW)
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.locator('[role=dialog]:visible').waitFor({ state: 'detached' })
}

async function hasTyped(page: Page): Promise<void> {
  const typed = await page.locator(WORDS).first().inputValue()
  if (!typed.includes(TEXT)) throw new Error(`typed was ${typed}`)
}

async function readPosts(page: Page): Promise<void> {
  await page.waitForFunction(
    ([wanted, row]) => {
      scrollTo(0, document.documentElement.scrollHeight)
      const last = document.querySelector(`${row}:last-child`)
      return (
        last?.getAttribute('aria-setsize') !== '-1' ||
        Number((last as HTMLElement).dataset.index) >= (wanted as number) - 1
      )
    },
    [READ_POSTS, 'ul[aria-label="Posts"] li'] as const,
    { polling: 100 },
  )
}

async function toEnd(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
}
