import type { Locator, Page } from 'playwright-core'

// Presses the buttons of a page, and looks at what each one opens.

const OPENED = '[role=dialog]:visible, [role=menu]:visible, [role=listbox]:visible'
export const BUTTONS = 'main button:visible:enabled:not([type=submit]), main [role=button]:visible'
/** Those around each page are pressed on the first one. */
export const FRAME = 'header button:visible, nav button:visible'

/** What a button would change does not reach the server. */
export async function changeNothing(page: Page): Promise<void> {
  await page
    .context()
    .route('**/v1/**', (route) => (route.request().method() === 'GET' ? route.fallback() : route.abort()))
  page.on('dialog', (dialog) => void dialog.accept())
}

interface Pressing {
  /** Opens the page, and waits until it is there. */
  load: () => Promise<void>
  buttons: string
  /** Leaves out a button by its name, in which each number is `#`. */
  isKnown?: (kind: string) => boolean
  look: (opened: Locator) => Promise<void>
}

/** Opens every dialog, menu and list of a page, and every dialog that an item of a menu opens. */
export async function openEach(page: Page, { load, buttons, isKnown = () => false, look }: Pressing): Promise<void> {
  await load()
  const start = page.url()
  const all = page.locator(buttons)
  const lookAtOpened = async () => {
    const opened = page.locator(OPENED).last()
    await opened.waitFor({ timeout: 300 }).catch(() => {})
    if ((await opened.count()) > 0) await look(opened)
  }
  const goBack = async () => {
    if ((await page.locator(OPENED).count()) > 0) await page.keyboard.press('Escape')
    const closed = page.locator(OPENED).first().waitFor({ state: 'hidden', timeout: 700 })
    const isBack = await closed.then(
      () => page.url() === start,
      () => false,
    )
    if (!isBack) await load()
  }
  const count = await all.count()
  const pressed = new Set<string>()
  for (let at = 0; at < count; at++) {
    const button = all.nth(at)
    if ((await button.count()) === 0) break
    const text = await button.evaluate(
      (it) =>
        it.getAttribute('aria-label') ?? (it as HTMLInputElement).labels?.[0]?.textContent ?? it.textContent ?? '',
    )
    // One of each kind, where a list repeats them.
    const kind = text.replace(/\d+/g, '#')
    if (pressed.has(kind)) continue
    pressed.add(kind)
    if (isKnown(kind)) continue
    await button.click({ timeout: 2_000 }).catch(() => {})
    await lookAtOpened()
    const items = await page.locator('[role=menu]:visible [role=menuitem]').count()
    for (let item = 0; item < items; item++) {
      const chosen = page.locator('[role=menu]:visible [role=menuitem]').nth(item)
      if ((await chosen.count()) === 0) await button.click({ timeout: 2_000 }).catch(() => {})
      await chosen.click({ timeout: 2_000 }).catch(() => {})
      await lookAtOpened()
      await goBack()
    }
    await goBack()
  }
}
