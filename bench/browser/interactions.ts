import type { Page } from 'playwright-core'
import { IN_CALENDAR, settled } from '../../tests/browser/helper.ts'

/** Runs in a page of its own, step after step. */
export interface Scene {
  name: string
  steps: Step[]
}

export interface Step {
  name: string
  /** Is not measured. */
  prepare?: (page: Page) => Promise<unknown>
  act: (page: Page) => Promise<unknown>
}

const FRAMES = 60
const FRAME_PX = 400
/** Posts that a person has scrolled through. */
const READ_POSTS = 1_000
const TEXT = 'Doors open at nine. Bring tiles.'

/** The month of `day` must be full of posts. */
export function scenesAt(url: string, day: string): Scene[] {
  const open = (path: string, row: string) => async (page: Page) => {
    await page.goto(`${url}${path}`)
    await settled(page)
    await page.locator(row).first().waitFor()
  }
  return [
    { name: 'Home', steps: [{ name: 'opened', act: open('/', 'h1') }] },
    {
      name: 'contacts',
      steps: [
        { name: 'opened', act: open('/contacts', CONTACT) },
        { name: 'scrolled', act: scroll },
        { name: 'selected', act: (page) => page.locator(`${CONTACT_ROW} input`).nth(2).click() },
        { name: 'status menu', prepare: clearSelection, act: openStatus },
        { name: 'last row', prepare: closeMenu, act: toLastContact },
        { name: 'searched', act: search('Search contacts', 'Silva', CONTACT) },
        { name: 'a contact', act: (page) => openFirst(page, CONTACT) },
      ],
    },
    {
      name: 'posts',
      steps: [
        { name: 'opened', act: open('/posts?view=list', POST) },
        { name: 'scrolled', act: scroll },
        { name: `next page after ${READ_POSTS.toLocaleString('en-US')}`, prepare: readPosts, act: toEnd },
        { name: 'searched', act: search('Search posts', 'number 7', POST) },
        { name: 'a post', act: (page) => openFirst(page, POST) },
      ],
    },
    {
      name: 'calendar',
      steps: [
        { name: 'opened', act: open(`/posts?day=${day}`, IN_CALENDAR) },
        { name: 'month before', act: turnBack('The month before') },
        { name: 'a post', act: openEvent },
        { name: 'week', prepare: (page) => page.keyboard.press('Escape'), act: showWeek },
        { name: 'week before', act: turnBack('The week before') },
      ],
    },
    {
      name: 'composer',
      steps: [
        { name: 'opened', act: open('/posts/new', WORDS) },
        { name: 'typed', act: type },
      ],
    },
  ]
}

const CONTACT_ROW = 'table[aria-label="Contacts"] tbody tr'
const CONTACT = `${CONTACT_ROW} a[href]`
const POST = 'ul[aria-label="Posts"] li a'
const WORDS = 'textarea'

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

async function clearSelection(page: Page): Promise<void> {
  await page.locator(`${CONTACT_ROW} input:checked`).first().click()
}

async function openStatus(page: Page): Promise<void> {
  await page.locator(`${CONTACT_ROW} button[data-status]`).nth(3).click()
  await page.getByRole('menuitem').first().waitFor()
}

async function closeMenu(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.locator(CONTACT_ROW).first().focus()
}

async function toLastContact(page: Page): Promise<void> {
  await page.keyboard.press('End')
  await page.waitForFunction((row) => {
    const at = document.activeElement
    return at?.matches(`${row}[aria-busy="false"]`) && Number((at as HTMLElement).dataset.index) > 900
  }, CONTACT_ROW)
}

function search(label: string, words: string, row: string) {
  return async (page: Page) => {
    await page.getByRole('searchbox', { name: label }).pressSequentially(words)
    await page.waitForURL(/[?&]q=/)
    await page.locator(row).first().waitFor()
  }
}

async function openFirst(page: Page, row: string): Promise<void> {
  await page.locator(row).first().click()
  await page.waitForURL(/[0-9a-f]{8}-/)
  await settled(page)
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

function turnBack(label: string) {
  return async (page: Page) => {
    const before = await page.locator(IN_CALENDAR).first().textContent()
    await page.getByRole('button', { name: label }).click()
    await page.waitForFunction(
      ([event, text]) => {
        const first = document.querySelector(event)
        return first !== null && first.textContent !== text
      },
      [IN_CALENDAR, before] as const,
    )
  }
}

async function openEvent(page: Page): Promise<void> {
  await page.locator(IN_CALENDAR).first().click()
  await page.getByRole('dialog').waitFor()
}

async function showWeek(page: Page): Promise<void> {
  await page.getByText('Week', { exact: true }).click()
  await page.locator(`section ${IN_CALENDAR}`).first().waitFor()
}

async function type(page: Page): Promise<void> {
  await page.locator(WORDS).first().pressSequentially(TEXT)
}
