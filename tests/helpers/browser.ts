import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'

const run = promisify(execFile)

// Real Chromiums. Tests run on the newest installed one, because that is what people have; the one from npm (Linux x64
// only, and older) is used if none is installed. Test traffic stays on this machine.

const INSTALLED = [
  // The same engine without windows, which takes a third less CPU time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages live for seconds here: optimising their scripts takes longer than it saves.
  '--js-flags=--no-maglev --no-opt',
  // Only loopback names resolve.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

export interface FoundBrowser {
  /** For the names of tests. */
  name: string
  /** Its path; the one from npm is unpacked first, which takes seconds. */
  findPath: () => Promise<string>
  args: string[]
}

async function findBrowsers(): Promise<FoundBrowser[]> {
  const own = process.env.CHROMIUM_PATH
  if (own !== undefined && existsSync(own)) return [{ name: 'CHROMIUM_PATH', findPath: async () => own, args: QUIET }]
  const installed = await newestOf(INSTALLED.filter((path) => existsSync(path)))
  const packed = process.platform === 'linux' && process.arch === 'x64' ? await findPacked() : null
  return [installed, packed].filter((each) => each !== null)
}

async function newestOf(paths: string[]): Promise<FoundBrowser | null> {
  const versions = await Promise.all(
    paths.map(async (path) => {
      const { stdout } = await run(path, ['--version']).catch(() => ({ stdout: '' }))
      return { path, version: Number(/ (\d+)\./.exec(stdout)?.[1] ?? 0) }
    }),
  )
  const [newest] = versions.sort((one, other) => other.version - one.version)
  return newest ? { name: `Chromium ${newest.version}`, findPath: async () => newest.path, args: QUIET } : null
}

async function findPacked(): Promise<FoundBrowser | null> {
  const { default: packed } = await import('@sparticuz/chromium')
  // It is made for one page in one process; several contexts need more.
  const args = packed.args.filter((word) => !/single-process|disable-web-security|headless/.test(word))
  return { name: 'the Chromium of npm', findPath: () => unpack(packed), args: [...args, ...QUIET] }
}

/** Another process may be unpacking it at this moment. */
async function unpack(packed: { executablePath(): Promise<string> }): Promise<string> {
  for (let tries = 0; tries < 20; tries++) {
    const path = await packed.executablePath()
    const starts = await run(path, ['--version']).catch(() => null)
    if (starts !== null) return path
    await delay(1_000)
  }
  // A run that was stopped has left half of it behind.
  await rm(join(tmpdir(), 'chromium'), { force: true })
  return packed.executablePath()
}

/** The first one is used for tests. */
export const browsers: readonly FoundBrowser[] = await findBrowsers()

/** For `test(name, { skip: noBrowser }, …)`: false if there is a browser. */
export const noBrowser: string | false =
  browsers.length === 0 && 'there is no Chromium for this machine on npm: install one, or set CHROMIUM_PATH'

export async function launchBrowser(found: FoundBrowser | undefined = browsers[0]): Promise<Browser> {
  assert.ok(found)
  return chromium.launch({ executablePath: await found.findPath(), args: found.args })
}

/** A page that takes seconds on a busy machine is not a failure; one that never appears is. */
const PATIENCE_MS = 60_000

export interface Visitor {
  page: Page
  context: BrowserContext
  /** All complaints of the browser: script errors, violations of the policy, responses of 500 and more. */
  complaints: string[]
}

/** A person with their own browser context: cookies, storage, window. */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    // Responses of 4xx are part of the tests, and the browser logs a line about each.
    if (message.type() === 'error' && !/Failed to load resource|net::ERR_/.test(text)) complaints.push(text)
  })
  page.on('response', (answer) => {
    if (answer.status() >= 500) complaints.push(`${answer.status()} ${answer.url()}`)
  })
  return { page, context, complaints }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Everything but what a picture shows: for looks with the colours of another one. */
export const NO_CONTRAST = 'all but contrast'

/** What depends on colours: for the dark theme of what was checked in the light one. */
export const COLOURS = ['color-contrast', 'link-in-text-block']

/** What axe finds, a line each: by all rules for WCAG 2.2 AA and all best practices, or by these. */
export async function findBarriers(page: Page, rules?: readonly string[] | typeof NO_CONTRAST): Promise<string[]> {
  return (await withAxe(page)).locator('html').evaluate(runAxe, rules)
}

/** The same for a part of a page of which the rest is checked elsewhere; colours are looked at only in the part. */
export async function findBarriersIn(part: Locator): Promise<string[]> {
  const page = await withAxe(part.page())
  return [...(await findBarriers(page, NO_CONTRAST)), ...(await findColours(part))]
}

export async function findColours(part: Locator): Promise<string[]> {
  await withAxe(part.page())
  return part.evaluate(runAxe, COLOURS)
}

/** Injected through the debugger, because the page's policy blocks scripts. Half a megabyte: once per page. */
async function withAxe(page: Page): Promise<Page> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  return page
}

/** The same in both themes, for a page that follows the system. */
export async function findBarriersInThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await findBarriers(page, COLOURS)
  await page.emulateMedia({ colorScheme: 'light' })
  return [...dark.map((barrier) => `dark: ${barrier}`), ...(await findBarriers(page))]
}

/** Runs in the page. `root` is the whole of it or a part. */
async function runAxe(root: Element, chosen: readonly string[] | 'all but contrast' | undefined): Promise<string[]> {
  // biome-ignore lint/suspicious/noExplicitAny: axe is in the page only
  const { axe } = globalThis as any
  type Rule = { id: string; tags: string[] }
  const hasPopup = document.querySelector('[data-portal] :is(button, [role])') !== null
  // Without `enabled`, to include `target-size` (2.5.8), which axe leaves out by default.
  const isReported = ({ id, tags }: Rule) =>
    // Popups are at the end of the document, outside of landmarks: their buttons say where they belong.
    !(id === 'region' && hasPopup) &&
    // The name for voice control (2.5.3).
    (id === 'label-content-name-mismatch' ||
      !tags.some((tag) => /^wcag2\d?aaa$/.test(tag) || axe._audit.tagExclude.includes(tag)))
  const CONTRAST = 'color-contrast'
  const all = (): string[] => axe._audit.rules.filter(isReported).map(({ id }: Rule) => id)
  const rules: readonly string[] =
    chosen === 'all but contrast' ? all().filter((id) => id !== CONTRAST) : (chosen ?? all())

  // Contrast takes axe longer than all other rules, and a row that looks like those above it has the same contrast.
  const alike: Element[] = []
  const describeLook = (element: Element): string => {
    const { color, backgroundColor, fontSize, fontWeight, opacity } = getComputedStyle(element)
    const before = new Set<string>()
    const inside = [...element.children].map((child) => {
      const look = describeLook(child)
      if (before.has(look)) alike.push(child)
      before.add(look)
      return look
    })
    const own = [element.nodeName, element.getAttribute('class'), element.getAttribute('style')]
    return [...own, color, backgroundColor, fontSize, fontWeight, opacity, ...inside, '.'].join()
  }

  const run = async (runOnly: readonly string[], exclude: Element[]) => {
    if (runOnly.length === 0) return []
    const include = root === document.documentElement ? document : root
    const context = exclude.length === 0 ? include : { include, exclude }
    return (await axe.run(context, { runOnly, resultTypes: ['violations'], preload: false, elementRef: true }))
      .violations
  }
  const others = rules.filter((id) => id !== CONTRAST)
  if (others.length < rules.length) describeLook(root === document.documentElement ? document.body : root)
  const violations = [
    ...(await run(others, [])),
    ...(await run(
      rules.filter((id) => id === CONTRAST),
      alike,
    )),
  ]
  type Node = { html: string; failureSummary: string; element: Element }
  type Violation = { id: string; nodes: Node[] }
  // What a popup covers has less room than it has without.
  const isCovered = (id: string, { element }: Node) =>
    id === 'target-size' && hasPopup && element.closest('[data-portal]') === null
  const found = violations
    .map(({ id, nodes }: Violation) => ({ id, nodes: nodes.filter((node) => !isCovered(id, node)) }))
    .filter(({ nodes }: Violation) => nodes.length > 0)
  return found.map(
    ({ id, nodes }: Violation) =>
      `${id}: ${nodes.map((node) => `${node.html.slice(0, 160)} (${node.failureSummary.split('\n').at(-1)?.trim()})`).join(' | ')}`,
  )
}
