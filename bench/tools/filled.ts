import { createPool, type Pool } from '../../src/db/database.ts'
import { createIds } from '../../src/lib/ids.ts'
import { type Cluster, runSql } from './cluster.ts'

const CHUNK = 50_000

export interface Filled {
  rows: number
  url: string
  pool: Pool
  workspaceId: string
}

interface FilledOptions {
  name: string
  rows: number
  /** Inserts the rows with these numbers. Called once per chunk. */
  insert: (url: string, chunk: { workspaceId: string; from: number; to: number }) => Promise<void>
  tables: readonly string[]
}

const ids = createIds(() => Date.now())

/** Opens a database with one workspace that has very many rows. */
export async function openFilled(cluster: Cluster, { name, rows, insert, tables }: FilledOptions): Promise<Filled> {
  console.log(`filling a database with ${rows.toLocaleString('en-US')} rows`)
  const url = await cluster.createDatabase(`bench_${name}_${rows}`)
  const workspaceId = ids.next().id
  await runSql(url, `insert into workspaces (id, name) values ($1, 'bench')`, [workspaceId])
  for (let from = 1; from <= rows; from += CHUNK) {
    await insert(url, { workspaceId, from, to: Math.min(rows, from + CHUNK - 1) })
  }
  for (const table of tables) await runSql(url, `vacuum analyze ${table}`)
  const pool = createPool({ connection: { connectionString: url }, size: 4, onError: () => {} })
  return { rows, url, pool, workspaceId }
}

/** Measures place by place, several times. The first round warms up. Returns the results by number of rows. */
export async function inRounds<P extends Filled, R>(
  places: readonly P[],
  rounds: number,
  measure: (place: P, round: number) => Promise<{ result: R; shown: string }>,
): Promise<Record<number, R[]>> {
  const results: Record<number, R[]> = Object.fromEntries(places.map(({ rows }) => [rows, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const place of places) {
      const { result, shown } = await measure(place, round)
      console.log(`  round ${round}, ${shown}`)
      if (round > 0) results[place.rows]!.push(result)
    }
  }
  return results
}
