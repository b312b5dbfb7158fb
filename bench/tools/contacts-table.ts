import { test } from 'node:test'
import type { CDPSession, Page } from 'playwright-core'
import { createIds } from '../../src/lib/ids.ts'
import { startStage } from '../../tests/browser/helper.ts'
import { noBrowser } from '../../tests/helpers/browser.ts'

// node --test bench/tools/contacts-table.ts: compares scrolling through 100,000 contacts with scrolling through 1,000,
// in one run in one browser. It measures the main thread's work per frame, which hardly depends on other programs on
// the machine.

const SIZES = [1_000, 100_000] as const
const FRAMES = 120
const SPEEDS = { wheel: 120, fling: 2_000 } as const

interface Cost {
  /** Main thread work, in milliseconds. */
  perFrame: number
  /** Frames that came more than 50 ms after the previous one. */
  late: number
}

test('scrolling through 100,000 contacts costs about what 1,000 cost', { skip: noBrowser }, async () => {
  const stage = await startStage({ SANDBOX: 'false' })
  const { page, context } = await stage.owner()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  const costs = new Map<string, Cost>()
  let there = 0
  for (const size of SIZES) {
    await fill(stage.place.sql, there, size)
    there = size
    await page.goto(`${stage.url}/contacts`)
    await page.getByText(`${size.toLocaleString('en-US')} contacts`).waitFor()
    for (const [name, speed] of Object.entries(SPEEDS)) costs.set(`${name} ${size}`, await scroll(page, session, speed))
  }
  for (const name of Object.keys(SPEEDS)) {
    const [few, many] = SIZES.map((size) => costs.get(`${name} ${size}`)!) as [Cost, Cost]
    console.log(
      `${name}: ${(many.perFrame / few.perFrame).toFixed(2)} x the work per frame of 1,000 contacts ` +
        `(${few.perFrame.toFixed(1)} and ${many.perFrame.toFixed(1)} ms; late frames ${few.late} and ${many.late} of ${FRAMES})`,
    )
  }
  await context.close()
})

/** Inserts contacts that seem to have come one a minute. */
async function fill(
  sql: (text: string, values: unknown[]) => Promise<unknown>,
  from: number,
  to: number,
): Promise<void> {
  const now = Date.now()
  for (let start = from; start < to; start += 5_000) {
    const numbers = Array.from({ length: Math.min(5_000, to - start) }, (_, at) => start + at)
    const times = numbers.map((number) => now - (to - number) * 60_000)
    await sql(
      `insert into contacts (workspace_id, id, first_name, last_name, email, email_key, company, utm_source, utm_medium, created_at)
       select (select id from workspaces limit 1), row.id, 'Ana', 'Silva ' || row.number, row.email, row.email, 'Lusitano Tiles',
              'newsletter', 'email', row.at
         from unnest($1::uuid[], $2::int[], $3::text[], $4::timestamptz[]) as row (id, number, email, at)`,
      [
        times.map((at) => createIds(() => at).next().id),
        numbers,
        numbers.map((number) => `ana.${number}@example.com`),
        times.map((at) => new Date(at)),
      ],
    )
  }
}

async function scroll(page: Page, session: CDPSession, speed: number): Promise<Cost> {
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000
  }
  // Scrolls back and forth, because the short list ends soon.
  const run = `new Promise((resolve) => {
    let frame = 0, late = 0, last = performance.now(), step = ${speed}
    const next = (now) => {
      if (now - last > 50) late++
      last = now
      if (++frame > ${FRAMES}) return resolve(late)
      const end = document.documentElement.scrollHeight - innerHeight
      if (scrollY + step > end || scrollY + step < 0) step = -step
      scrollBy(0, step)
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })`
  // Warm-up.
  await page.evaluate(run)
  const before = await busy()
  const late = (await page.evaluate(run)) as number
  return { perFrame: ((await busy()) - before) / FRAMES, late }
}
