import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { browsers, noBrowser } from '../../tests/helpers/browser.ts'
import { runCommand, startDoorpost } from '../contestants/doorpost.ts'
import { type Amounts, fillPlace } from '../size/data.ts'
import { readArguments } from '../tools/arguments.ts'
import { stopChildren } from '../tools/children.ts'
import { type Cluster, startCluster } from '../tools/cluster.ts'
import { median, printTable, times } from '../tools/report.ts'
import { type Scene, type Step, scenesAt } from './interactions.ts'
import { type Cost, countLoad, measure, SLOWER, watchShifts } from './watch.ts'

const USAGE = `npm run bench:browser -- [--contacts N] [--posts N] [--runs N] [--only TEXT]

  --contacts N     100000
  --posts N        10000
  --runs N         5
  --only TEXT      only pages whose name contains this text

Does the dashboard stay quick as the data grows? A browser on a processor that is ${SLOWER} times slower does the same in a workspace with 1,000
contacts and 500 posts and in one with N of each, in turn. Prints the medians of what its main thread works, their ratio, the longest
task in the large one, and what moves by itself; and what the first page loads.
`

const SMALL: Amounts = { contacts: 1_000, posts: 500, deliveries: 0 }
const RATIO_MAX = 2
const LONGEST_MAX_MS = 200
const SHIFT_MAX = 0.05
const OWNER = { name: 'Ana Silva', email: 'ana@example.com', password: 'a long and quiet sentence' }
const VIEWPORT = { width: 1280, height: 860 }

const { whole, values } = readArguments('bench:browser', USAGE, {
  contacts: '100000',
  posts: '10000',
  runs: '5',
  only: '',
})
const amounts: Amounts = {
  contacts: whole('contacts', 10_000_000, 1_000),
  posts: whole('posts', 10_000_000, 1_000),
  deliveries: 0,
}
const runs = whole('runs', 100)

interface Place {
  url: string
  context: BrowserContext
  scenes: Scene[]
}

type Which = 'small' | 'large'
const EACH = ['small', 'large'] as const

const cluster = await startCluster()
let browser: Browser | undefined
try {
  browser = await launch()
  const places = {
    small: await openPlace(cluster, browser, 'small', SMALL),
    large: await openPlace(cluster, browser, 'large', amounts),
  }
  await printFirstPage(browser, places.large)
  const costs = new Map<string, Record<Which, Cost[]>>()
  for (const [at, { name }] of places.small.scenes.entries()) {
    if (!name.includes(values.only)) continue
    for (let run = 0; run <= runs; run++) {
      for (const which of EACH) {
        for (const [step, cost] of await play(places[which], at)) {
          const taken = costs.get(step) ?? { small: [], large: [] }
          costs.set(step, taken)
          // The first run warms up.
          if (run > 0) taken[which].push(cost)
        }
      }
    }
    console.log(`  ${name} is measured`)
  }
  printCosts(costs)
} finally {
  await browser?.close()
  await stopChildren()
  await cluster.stop()
}

/** With the optimising compilers, which the tests leave out. */
async function launch(): Promise<Browser> {
  const [found] = browsers
  if (found === undefined) throw new Error(String(noBrowser))
  const args = found.args.filter((word) => !word.startsWith('--js-flags'))
  return chromium.launch({ executablePath: await found.findPath(), args })
}

async function openPlace(from: Cluster, inside: Browser, name: string, amounts: Amounts): Promise<Place> {
  const database = await from.createDatabase(`bench_browser_${name}`)
  // Only an API: workers would process the inserted rows during the measurement.
  const { port } = await startDoorpost({ DATABASE_URL: database, ROLE: 'api' })
  const url = `http://127.0.0.1:${port}`
  // The one that the start has printed is lost.
  const link = await runCommand({ DATABASE_URL: database }, 'users', 'setup-link')
  const context = await inside.newContext({ viewport: VIEWPORT })
  context.setDefaultTimeout(60_000)
  await context.addInitScript(watchShifts)
  const answer = await context.request.post(`${url}/v1/setup`, {
    headers: { origin: url, 'sec-fetch-site': 'same-origin' },
    data: { token: link.split('#token=')[1], ...OWNER },
  })
  if (!answer.ok()) throw new Error(`The set-up was refused: ${await answer.text()}`)
  // After the set-up, which is refused where there are people.
  const { day } = await fillPlace(database, amounts)
  return { url, context, scenes: scenesAt(url, day(45)) }
}

async function play({ context, scenes }: Place, at: number): Promise<Array<[name: string, cost: Cost]>> {
  const { name, steps } = scenes[at]!
  const { page, session } = await newPage(context)
  const costs: Array<[string, Cost]> = []
  for (const step of steps) {
    await step.prepare?.(page)
    const at = await placeOf(page, step)
    const act = async () => {
      if (at) await page.mouse.click(at.x, at.y)
      await step.act?.(page)
    }
    costs.push([`${name}: ${step.name}`, await measure(page, session, act)])
    await step.check(page)
  }
  await page.close()
  return costs
}

async function placeOf(page: Page, { target }: Step): Promise<{ x: number; y: number } | null> {
  if (!target) return null
  await target(page).scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await target(page).boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

async function newPage(context: BrowserContext): Promise<{ page: Page; session: CDPSession }> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  return { page, session }
}

/** In a browser that has loaded nothing yet. */
async function printFirstPage(inside: Browser, { url, context }: Place): Promise<void> {
  const fresh = await inside.newContext({ viewport: VIEWPORT, storageState: await context.storageState() })
  await fresh.addInitScript(watchShifts)
  const { page, session } = await newPage(fresh)
  const load = await countLoad(session)
  const { longest, shift } = await measure(page, session, () => page.goto(url))
  console.log(
    `First page: ${load.requests} requests, ${(load.scriptBytes / 1_000).toFixed(0)} KB of script, ` +
      `longest task ${longest.toFixed(0)} ms, layout shift ${shift.toFixed(3)}`,
  )
  await fresh.close()
}

function printCosts(costs: ReadonlyMap<string, Record<Which, Cost[]>>): void {
  const missed: string[] = []
  const rows = [...costs].map(([name, taken]) => {
    const middle = (which: Which, of: keyof Cost) => median(taken[which].map((cost) => cost[of]))
    const ratio = middle('large', 'work') / middle('small', 'work')
    const [longest, shift] = [middle('large', 'longest'), middle('large', 'shift')]
    const isMet = ratio <= RATIO_MAX && longest <= LONGEST_MAX_MS && shift <= SHIFT_MAX
    if (!isMet) missed.push(name)
    const work = EACH.map((which) => middle(which, 'work').toFixed(0))
    return [name, ...work, times(ratio), longest.toFixed(0), shift.toFixed(3), isMet ? 'ok' : 'MISSED']
  })
  printTable({
    title: `Work of the main thread, ${SLOWER} times slower`,
    header: ['', 'small, ms', 'large, ms', 'ratio', 'longest task, ms', 'shift', 'verdict'],
    rows,
  })
  console.log(
    `At most ${RATIO_MAX} x, no task over ${LONGEST_MAX_MS} ms, shift up to ${SHIFT_MAX}: ` +
      `${rows.length - missed.length} of ${rows.length}. Missed: ${missed.join('; ') || 'none'}`,
  )
}
