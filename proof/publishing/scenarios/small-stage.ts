import { setTimeout as delay } from 'node:timers/promises'
import { createKey } from '../../../src/keys/keys.ts'
import { SCOPES } from '../../../src/scopes.ts'
import { connectAccounts, DEFENCELESS, GENEROUS, type ProofAccount } from '../people/accounts.ts'
import { readText, textOf } from '../plan.ts'
import { openStage, type Stage, type StageOptions } from '../stage.ts'

// A few posts and as many workers with one job at a time, so that every worker has one post when something happens to
// it.

export interface SmallStage extends Stage {
  /** Stopped from the beginning; SIGCONT lets it take over. */
  rescuer: Stage['workers'][number]
  /** Creates one post for each account through the API, all due now. */
  createPosts(): Promise<void>
  /** Number of posts in one of these states. */
  count(...states: string[]): Promise<number>
  /** Every post must be published, and public exactly once. */
  findViolations(): Promise<string[]>
}

export interface SmallStageOptions extends Pick<StageOptions, 'hooks' | 'road' | 'logLevel'> {
  posts: number
  signal?: AbortSignal
}

const TAKEN_MS = 1_500

/**
 * The platforms do not prevent duplicates themselves. The posts are on different accounts, all of which can be read.
 */
export async function openSmallStage({ posts, signal, ...options }: SmallStageOptions): Promise<SmallStage> {
  const stage = await openStage({ ...options, workers: posts + 1, concurrency: 1, seed: 'scenario' })
  const abort = () => void stage.stop()
  signal?.addEventListener('abort', abort, { once: true })
  try {
    signal?.throwIfAborted()
    const { deps, control } = stage
    await control.settings(GENEROUS)
    await control.settings(DEFENCELESS)
    const accounts = pick(await connectAccounts(deps, control, Math.ceil(posts / 4) + 1), posts)
    const rescuer = stage.workers.pop()!
    rescuer.signal('SIGSTOP')
    return {
      ...stage,
      rescuer,
      createPosts: () => createPosts(stage, accounts),
      async count(...states) {
        const { rows } = await deps.pool.query<{ count: number }>(
          'select count(*)::int as count from posts where publication_state = any($1)',
          [states],
        )
        return rows[0]!.count
      },
      findViolations: () => findViolations(stage),
      async stop() {
        signal?.removeEventListener('abort', abort)
        await stage.stop()
      },
    }
  } catch (error) {
    await stage.stop()
    throw error
  }
}

/** Takes accounts from each platform in turn. A LinkedIn member's posts cannot be read. */
function pick(accounts: ProofAccount[], count: number): ProofAccount[] {
  const readable = accounts.filter(({ platform, accountId, grantedBy }) => {
    return platform !== 'professional' || accountId !== grantedBy
  })
  const groups = [...Map.groupBy(readable, ({ platform }) => platform).values()]
  const picked: ProofAccount[] = []
  for (let at = 0; picked.length < count; at++) {
    const account = groups[at % groups.length]![Math.floor(at / groups.length)]
    if (account === undefined) throw new Error('there are too few accounts')
    picked.push(account)
  }
  return picked
}

async function createPosts({ deps, api, simulatorsUrl }: Stage, accounts: readonly ProofAccount[]): Promise<void> {
  const { workspaceId } = deps
  const key = await createKey(deps.pool, deps.ids, {
    workspaceId,
    name: 'scenario',
    scopes: [...SCOPES],
    expires_at: null,
  })
  const scheduledDate = new Date(Date.now() + TAKEN_MS).toISOString()
  await Promise.all(
    accounts.map(async ({ platform, connectionId }, number) => {
      const body = {
        ...textOf(platform, number, 1),
        ...(platform === 'thread' ? { media_type: 'text' } : {}),
        ...(platform === 'photo'
          ? { media_type: 'feed_post', media_urls: [`${simulatorsUrl}/media/p${number}.jpg?width=320&height=320`] }
          : {}),
        connection_id: connectionId,
        status: 'scheduled',
        scheduled_date: scheduledDate,
      }
      const answer = await fetch(`http://127.0.0.1:${api.port}/v1/posts/${platform}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key!.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(30_000),
      })
      if (answer.status !== 201) throw new Error(`post ${number} refused: ${await answer.text()}`)
    }),
  )
}

async function findViolations({ deps, control }: Stage): Promise<string[]> {
  const items = await control.public()
  const { rows } = await deps.pool.query<{ platform: string; content: string; state: string; reason: string | null }>(
    'select platform, content, publication_state as state, reason from posts order by id',
  )
  return rows.flatMap(({ platform, content, state, reason }) => {
    const number = readText(content)?.number
    const count = items.filter((item) => readText(item.sent)?.number === number).length
    if (state === 'published' && count === 1) return []
    return [`post ${number} (${platform}) is ${state} and public ${count} times: ${reason ?? ''}`]
  })
}

/** Polls until it is true. The database may be down meanwhile. */
export async function waitFor(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  { signal, withinMs = 120_000 }: { signal?: AbortSignal | undefined; withinMs?: number } = {},
): Promise<void> {
  for (const deadline = Date.now() + withinMs; ; await delay(50)) {
    signal?.throwIfAborted()
    if (await Promise.resolve(isTrue()).catch(() => false)) return
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`)
  }
}
