import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { after } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Browser, Locator, Page } from 'playwright-core'
import { launchBrowser, type Visitor, visit } from '../helpers/browser.ts'
import { createDatabase, runSql } from '../helpers/postgres.ts'
import { createPlace, type Doorpost, type Place, until } from '../helpers/process.ts'

// Doorpost in the sandbox as users run it, and a browser.

export const OWNER = { name: 'Ana Silva', email: 'ana@example.com', password: 'a long and quiet sentence' }

export interface Stage {
  place: Place
  doorpost: Doorpost
  url: string
  browser: Browser
  /** The link in the banner. */
  setUpUrl: string
  /** A browser with the owner signed in. The first call creates the owner. */
  owner(options?: Parameters<typeof visit>[1], other?: Browser): Promise<Visitor>
  /** A request with the owner's session, without a browser. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are read field by field
  call(method: string, path: string, json?: unknown): Promise<any>
  key(): Promise<string>
  /** Starts it again on the same port, after the process was stopped. */
  restart(): Promise<void>
  /** Signs everyone out, as if all sessions had expired. */
  endSessions(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

export async function startStage(env: Record<string, string> = {}): Promise<Stage> {
  // Uses the server that all files share: starting one would take as long as a test.
  const database = await createDatabase()
  const settings = {
    SANDBOX_DATABASE_URL: database.url,
    PORT: String(await freePort()),
    SANDBOX: 'true',
    SANDBOX_PORT: String(await freePort()),
    ALLOW_PRIVATE_NETWORKS: 'true',
    // Waiting tests ask often.
    RATE_LIMIT_DASHBOARD: '1000000',
    ...env,
  }
  const place: Place = {
    ...createPlace({ after }, { env: settings }),
    sql: async (text, values) => (await runSql(database.url, text, values)).rows,
  }
  after(() => database.drop())
  const doorpost = await place.start()
  const { url } = doorpost
  const setUpUrl = /(http\S+\/set-up#token=\S+)/.exec(doorpost.stdout)![1]!
  // Waits until the pages are built. At a restart they exist already.
  await until(async () => (await fetch(`${url}/sign-in`)).status === 200)
  const browser = await launchBrowser()
  after(() => browser.close())

  let cookie: string | null = null
  const sameOrigin = { origin: url, 'sec-fetch-site': 'same-origin' }
  const signIn = async (): Promise<string> => {
    if (cookie !== null) return cookie
    const token = setUpUrl.split('#token=')[1]!
    const { needed } = ((await (await fetch(`${url}/v1/setup`)).json()) as { data: { needed: boolean } }).data
    const answer = await fetch(`${url}${needed ? '/v1/setup' : '/v1/auth/sign-in'}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...sameOrigin },
      body: JSON.stringify(needed ? { token, ...OWNER } : { email: OWNER.email, password: OWNER.password }),
    })
    assert.ok(answer.ok, await answer.clone().text())
    cookie = answer.headers
      .getSetCookie()
      .map((each) => each.split(';')[0]!)
      .find((each) => each.includes('session_token'))!
    return cookie
  }
  const call: Stage['call'] = async (method, path, json) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        cookie: await signIn(),
        ...sameOrigin,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
    const body = (await answer.json()) as { data: unknown }
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${JSON.stringify(body)}`)
    return body.data
  }
  let keys = 0
  return {
    place,
    doorpost,
    url,
    browser,
    setUpUrl,
    call,
    async owner(options, other = browser) {
      const [name, ...value] = (await signIn()).split('=')
      const visitor = await visit(other, options)
      await visitor.context.addCookies([{ name: name!, value: value.join('='), url, httpOnly: true, sameSite: 'Lax' }])
      return visitor
    },
    async restart() {
      await place.start()
    },
    async endSessions() {
      cookie = null
      await place.sql('delete from sessions')
    },
    key: async () => (await call('POST', '/v1/keys', { name: `key ${++keys}` })).key,
  }
}

/** Opens a page and waits until nothing is loading in it. */
export async function open(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await settled(page)
}

export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.locator('[aria-label="Loading"]').first().waitFor({ state: 'detached' })
}

/** The page may draw its answer to a click a moment after the click. */
export async function shows<T>(read: () => Promise<T>, wanted: NoInfer<T>, what?: string): Promise<void> {
  await until(async () => isDeepStrictEqual(await read(), wanted), PATIENCE_MS).catch(() => {})
  assert.deepEqual(await read(), wanted, what)
}

const PATIENCE_MS = 10_000

const PLATFORMS = ['Threads', 'Instagram', 'LinkedIn', 'X', 'Mastodon', 'Bluesky']

/** Selects exactly these platforms in the composer. */
export async function choosePlatforms(page: Page, wanted: string[]): Promise<void> {
  for (const name of PLATFORMS) {
    const chips = page.getByRole('group', { name: 'Where to' }).getByRole('button', { name: new RegExp(`^${name}\\b`) })
    if (!wanted.includes(name) && (await chips.count()) === 0) continue
    const isOn = (await chips.first().getAttribute('aria-pressed')) === 'true'
    if (isOn !== wanted.includes(name)) await chips.first().click()
  }
}

/** The composer's bar has one button, and the other ways to finish in its menu. */
export async function finishComposing(page: Page, how: 'Publish now' | 'Save as draft'): Promise<void> {
  await page.getByRole('button', { name: 'Other ways to finish' }).click()
  await page.getByRole('menuitem', { name: how }).click()
}

/** The posts in the calendar, and what shows the rest of a day or an hour. */
export const IN_CALENDAR = 'td[data-date] button[title]'

/** In the month of the calendar. */
export async function dragToDay(page: Page, chip: Locator, day: string): Promise<void> {
  await chip.waitFor()
  const from = (await chip.boundingBox())!
  const to = (await page.locator(`td[data-date="${day}"]`).boundingBox())!
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2 + 8, from.y + from.height / 2 + 8, { steps: 4 })
  await page.mouse.move(to.x + to.width / 2, to.y + 20, { steps: 8 })
  await page.mouse.up()
}

/** Chooses a day, such as 2026-11-24, from the calendar of a date field. */
export async function chooseDay(page: Page, field: Locator, day: string): Promise<void> {
  await field.click()
  const days = page.locator('[data-day]').filter({ visible: true })
  const cell = page.locator(`[data-day="${day}"]`).filter({ visible: true })
  await days.first().waitFor()
  await until(async () => {
    const shown = await days.evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.day!))
    if (shown.includes(day)) return true
    if (shown.length > 0)
      await page.getByRole('button', { name: shown.at(-1)! < day ? 'Next month' : 'Previous month' }).click()
    return false
  })
  await cell.first().click()
}

/** Types a time, such as 18:45, into a field with 12 or 24 hours. */
export async function typeTime(scope: Page | Locator, time: string): Promise<void> {
  const [hours, minutes] = time.split(':').map(Number)
  const half = scope.getByLabel('Morning or afternoon')
  const hasHalves = (await half.count()) > 0
  await scope.getByLabel('Hours').fill(String(hasHalves ? hours! % 12 || 12 : hours).padStart(2, '0'))
  await scope.getByLabel('Minutes').fill(String(minutes).padStart(2, '0'))
  if (hasHalves) await half.selectOption(hours! < 12 ? 'AM' : 'PM')
}

export interface Receiver {
  url: string
  received: string[]
}

/** Receives the events of endpoints. */
export async function startReceiver(): Promise<Receiver> {
  const received: string[] = []
  const server = createHttpServer((request: IncomingMessage, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      received.push(text)
      response.end('thank you')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

/** RFC 6238, as an authenticator app does it. */
export function totp(secret: string, at = Date.now()): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret.replace(/[\s=]/g, '').toUpperCase()]
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const hash = createHmac('sha1', key).update(counter).digest()
  const start = hash.at(-1)! & 15
  return String((hash.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** A code works once, and half a minute before and after its time: this one is accepted soon after `totp` was used. */
export function nextTotp(secret: string): string {
  return totp(secret, Date.now() + 30_000)
}
