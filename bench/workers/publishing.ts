import { setTimeout as delay } from 'node:timers/promises'
import { connectAccounts, GENEROUS, type ProofAccount } from '../../proof/publishing/people/accounts.ts'
import { readText, textOf } from '../../proof/publishing/plan.ts'
import { openStage, type Stage } from '../../proof/publishing/stage.ts'
import { createIssues } from '../../src/lib/issues.ts'
import type { Provider } from '../../src/platforms/registry.ts'
import { readPost } from '../../src/posts/input.ts'
import { createPost } from '../../src/posts/posts.ts'
import { cpuSeconds } from '../tools/children.ts'
import type { Measured, Task } from './result.ts'

/** Instagram is left out because it needs a picture. */
const PLATFORMS: readonly Provider[] = ['threads', 'linkedin', 'x']
const ACCOUNTS_EACH = 16
const DEFAULT_CONCURRENCY = 4
const WARM_UP = PLATFORMS.length * ACCOUNTS_EACH
const FIRST_NUMBER = 10_000
const SETTLE_MS = 300_000

/** Measures from the moment when all posts are due until the last one is public. */
export async function measurePublishing({
  workers,
  count,
  latencyMs: [least, most],
  folder,
  signal,
}: Task): Promise<Measured> {
  const stage = await openStage({
    hooks: {},
    workers,
    concurrency: DEFAULT_CONCURRENCY,
    seed: 'bench',
    parentFolder: folder,
    logLevel: process.env.LOG_LEVEL ?? 'silent',
  })
  const stop = () => void stage.stop()
  signal.addEventListener('abort', stop)
  try {
    await stage.control.settings({ ...GENEROUS, latency_ms: least, latency_spread_ms: most - least })
    const accounts = await connectAccounts(stage.deps, stage.control, ACCOUNTS_EACH, PLATFORMS)
    // Warms up: loads and compiles all code, and opens connections.
    await publish(stage, accounts, WARM_UP, 0)
    const before = cpuOf(stage)
    const result = await publish(stage, accounts, count, FIRST_NUMBER)
    const after = cpuOf(stage)
    return { workers, ...result, cpuSeconds: before === null || after === null ? null : after - before }
  } finally {
    signal.removeEventListener('abort', stop)
    await stage.stop()
  }
}

async function publish(stage: Stage, accounts: readonly ProofAccount[], count: number, from: number) {
  const dueAt = Date.now() + 5_000 + count * 10
  const numbers = Array.from({ length: count }, (_, at) => at)
  await Promise.all(numbers.map((at) => storePost(stage.deps, accounts[at % accounts.length]!, from + at, dueAt)))
  if (Date.now() > dueAt) throw new Error('storing the posts took too long')
  const deadline = dueAt + SETTLE_MS
  for (;;) {
    const sent = await readPublic(stage, from, from + count)
    if (sent.size === count || Date.now() > deadline) {
      const all = [...sent.values()].flat()
      return {
        perSecond: (count * 1000) / (Math.max(...all) - dueAt),
        missing: count - sent.size,
        doubled: all.length - sent.size,
      }
    }
    await delay(500)
  }
}

/** Number of a post → when it became public. */
async function readPublic({ control }: Stage, from: number, to: number): Promise<Map<number, number[]>> {
  const sent = new Map<number, number[]>()
  for (const item of await control.public()) {
    const number = readText(item.sent)?.number
    if (number === undefined || number < from || number >= to) continue
    sent.set(number, [...(sent.get(number) ?? []), Date.parse(item.created_at)])
  }
  return sent
}

async function storePost(
  { posts, workspaceId }: Stage['deps'],
  { platform, connectionId }: ProofAccount,
  number: number,
  dueAt: number,
): Promise<void> {
  const issues = createIssues()
  const reading = readPost(issues, platform, {
    ...(platform === 'thread' ? { media_type: 'text' } : {}),
    ...textOf(platform, number, 1),
    status: 'scheduled',
    scheduled_date: new Date(dueAt).toISOString(),
    connection_id: connectionId,
  })
  if (issues.count > 0) throw new Error(JSON.stringify(issues.details))
  await createPost(posts, { workspaceId, keyId: null, authorId: null }, reading)
}

function cpuOf({ workers }: Stage): number | null {
  return workers.reduce<number | null>((sum, { pid }) => {
    const own = cpuSeconds(pid)
    return sum === null || own === null ? null : sum + own
  }, 0)
}
