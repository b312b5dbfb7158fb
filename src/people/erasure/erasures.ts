import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import { build, type Db, type Pool, run, runOne, type Tx, transaction } from '../../db/database.ts'
import type { Parts } from '../../db/parts.ts'
import type { DB } from '../../db/types.ts'
import { dequeue, enqueue } from '../../jobs/queue.ts'
import type { Jobs } from '../../jobs/table.ts'
import { parseEmail } from '../../lib/text/email.ts'
import { type EraseParts, eraseSome, NOTHING, type Progress } from './erase.ts'
import { countRows, createMention, needlesOf, spellingsOf } from './mentions.ts'
import { type Erased, type Erasure, TRACES } from './schemas.ts'
import { selectSpellings } from './store.ts'

export interface ErasuresOptions extends EraseParts, Pick<Parts, 'clock' | 'ids'> {
  pool: Pool
  /** Called at the end: removes the person's files from the store. */
  removeFiles: () => Promise<void>
  /** For tests: see WAITED_FOR. */
  waitedFor?: number
}

/** A request waits for up to this many rows, which take a second or two. */
const WAITED_FOR = 10_000
/** After this long the request was cut off, and the job takes over. If both run, they take turns. */
const TAKE_OVER_MS = 60_000

/**
 * A started erasure is finished even if the process ends: its row has the progress, which changes in the transaction
 * that does the work.
 */
export function createErasures(options: ErasuresOptions) {
  const { pool, clock, ids, removeFiles, waitedFor = WAITED_FOR } = options

  const begin = async (workspaceId: string, { email, emailKey }: Erasure, inBackground: boolean) => {
    const { id, at } = ids.next()
    const written = [email, ...(await selectSpellings(pool, workspaceId, emailKey))]
    const spellings = [...new Set(keysOf(emailKey, written).flatMap((key) => spellingsOf(key, written)))]
    const own = { id, workspace_id: workspaceId, email_sha256: hashOf(emailKey), created_at: new Date(at) }
    const row = { ...own, email_key: emailKey, spellings, in_background: inBackground, erased: JSON.stringify(NOTHING) }
    return transaction(pool, async (tx) => {
      if (!(await insertErasure(tx, row))) return null
      const payload = { workspace_id: workspaceId, erasure_id: id }
      const runAt = new Date(at + (inBackground ? 0 : TAKE_OVER_MS))
      await enqueue(tx, { task: 'people.erase', key: id, payload, runAt })
      return id
    })
  }

  const advance = (workspaceId: string, id: string) =>
    transaction(pool, async (tx): Promise<Erased | null> => {
      const row = await lockErasure(tx, workspaceId, id)
      if (row === null) return NOTHING
      const erased = erasedOf(row)
      if (row.email_key === null || row.spellings === null) return erased
      const person = personOf(workspaceId, row.email_key, row.spellings)
      const total = row.total ?? (await countRows(tx, { workspaceId, emailKey: row.email_key }, null))
      const progress = { phase: row.phase, after: row.after_key, quiet: row.quiet, lookedAt: row.looked_at, erased }
      const next = await eraseSome(options, tx, person, progress)
      await saveProgress(tx, id, { ...next, total })
      return next.phase === 'end' ? next.erased : null
    })

  /** Returns what was erased; nothing if the workspace has no such erasure. */
  const finish = async (workspaceId: string, id: string): Promise<Erased> => {
    for (;;) {
      const erased = await advance(workspaceId, id)
      if (erased === null) continue
      await removeFiles()
      await transaction(pool, (tx) => end(tx, workspaceId, id))
      return erased
    }
  }

  const end = async (tx: Tx, workspaceId: string, id: string) => {
    const row = await lockErasure(tx, workspaceId, id)
    if (row === null || row.finished_at !== null) return
    if (row.in_background) await updateFinished(tx, id, new Date(clock.now()))
    else {
      await run(tx, build.deleteFrom('erasures').where('id', '=', id))
      await dequeue(tx, 'people.erase', id)
    }
  }

  return {
    /** Erases everything about the person in this workspace, or starts a job that does. */
    async erase(workspaceId: string, erasure: Erasure): Promise<{ erased: Erased } | { job: ShownErasure }> {
      const running = await findRunning(pool, workspaceId, hashOf(erasure.emailKey))
      if (running !== null) return { job: showErasure(running) }
      const person = { workspaceId, emailKey: erasure.emailKey }
      const isLong = (await countRows(pool, person, waitedFor + 1)) > waitedFor
      const id = await begin(workspaceId, erasure, isLong)
      if (id === null) return this.erase(workspaceId, erasure)
      if (!isLong) return { erased: await finish(workspaceId, id) }
      return { job: showErasure((await findErasure(pool, workspaceId, id))!) }
    },
    async get(workspaceId: string, id: string): Promise<ShownErasure | null> {
      const row = await findErasure(pool, workspaceId, id)
      return row && showErasure(row)
    },
    async run({ workspace_id: workspaceId, erasure_id: id }: Jobs['people.erase']): Promise<void> {
      await finish(workspaceId, id)
    },
  }
}

function personOf(workspaceId: string, emailKey: string, spellings: readonly string[]) {
  const emailKeys = keysOf(emailKey, spellings)
  return { workspaceId, emailKeys, spellings, needles: needlesOf(spellings), isMention: createMention(spellings) }
}

/** Records that were merged may have had other addresses: their spellings say which. */
export function keysOf(emailKey: string, spellings: readonly string[]): string[] {
  const keys = spellings.flatMap((spelling) => {
    const parsed = parseEmail(spelling)
    return 'key' in parsed ? [parsed.key] : []
  })
  return [...new Set([emailKey, ...keys])]
}

/** Hashes the normalised address, which all spellings share. */
function hashOf(emailKey: string): Buffer {
  return createHash('sha256').update(emailKey).digest()
}

/** In the order of the schema, which jsonb does not keep. */
function erasedOf({ erased }: Pick<ErasureRow, 'erased'>): Erased {
  const counts = erased as unknown as Erased
  return Object.fromEntries(TRACES.map((trace) => [trace, counts[trace]])) as Erased
}

type ShownErasure = ReturnType<typeof showErasure>

function showErasure(row: ErasureRow) {
  const { id, total, created_at, finished_at } = row
  const isDone = finished_at !== null
  return {
    id,
    state: isDone ? 'done' : total === null ? 'waiting' : 'running',
    progress: {
      done: isDone ? row.looked_at : Math.min(row.looked_at, total ?? 0),
      total: isDone ? row.looked_at : total,
    },
    email_sha256: row.email_sha256.toString('hex'),
    erased: erasedOf(row),
    created_at,
    finished_at,
  }
}

const select = (workspaceId: string) => build.selectFrom('erasures').selectAll().where('workspace_id', '=', workspaceId)

type ErasureRow = NonNullable<Awaited<ReturnType<typeof findErasure>>>

function findErasure(db: Db, workspaceId: string, id: string) {
  return runOne(db, select(workspaceId).where('id', '=', id).where('in_background', '=', true))
}

function findRunning(db: Db, workspaceId: string, hash: Buffer) {
  const query = select(workspaceId).where('email_sha256', '=', hash).where('in_background', '=', true)
  return runOne(db, query.where('finished_at', 'is', null))
}

/** Locked: another run waits, and continues from there. */
function lockErasure(tx: Tx, workspaceId: string, id: string) {
  return runOne(tx, select(workspaceId).where('id', '=', id).forUpdate())
}

/** Returns false if a job is already erasing this person. */
async function insertErasure(tx: Tx, row: Insertable<DB['erasures']>): Promise<boolean> {
  const query = build
    .insertInto('erasures')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
  return (await runOne(tx, query.returning('id'))) !== null
}

async function saveProgress(tx: Tx, id: string, progress: Progress & { total: number }): Promise<void> {
  const { phase, after, quiet, lookedAt, erased, total } = progress
  const counts = { looked_at: lookedAt, total, erased: JSON.stringify(erased) }
  const query = build.updateTable('erasures').set({ phase, after_key: after, quiet, ...counts })
  await run(tx, query.where('id', '=', id))
}

/** Keeps only a hash of the address. */
async function updateFinished(tx: Tx, id: string, at: Date): Promise<void> {
  const gone = { email_key: null, spellings: null, phase: null, after_key: null, quiet: [] }
  const query = build.updateTable('erasures').set({ ...gone, finished_at: at })
  await run(tx, query.where('id', '=', id))
}
