import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { SetupError } from '../../lib/problem.ts'
import { connectClient, destroyClient } from '../database.ts'

const ROUNDS = 3
const STEP_MS = 5_000

/**
 * Does a connection keep its session? A pooler in transaction mode lends one session to many clients: settings get lost
 * (synchronous_commit among them), prepared statements are missing, session locks outlive their owner. So of a value
 * that one client sets, another must see nothing, and the first must still see it while the other is in a transaction.
 */
export async function checkOwnSession(connection: pg.ClientConfig, setting: string): Promise<void> {
  const limits = { connectionTimeoutMillis: STEP_MS, query_timeout: STEP_MS }
  const connect = () => connectClient({ ...connection, ...limits, application_name: 'doorpost start' })
  const clients = [await connect(), await connect()] as const
  try {
    for (let round = 0; round < ROUNDS; round++) {
      if (await keepsSession(...clients)) continue
      throw new SetupError(
        `${setting} points to a connection pooler in transaction mode, where settings, prepared statements and locks of one ` +
          'connection appear on another. Use its session mode, or the address of PostgreSQL itself.',
      )
    }
  } finally {
    for (const client of clients) destroyClient(client)
  }
}

async function keepsSession(one: pg.Client, other: pg.Client): Promise<boolean> {
  const value = randomBytes(8).toString('hex')
  const read = async (client: pg.Client) => {
    const result = await client.query(`select current_setting('doorpost.session', true) as value`)
    return result.rows[0].value as string | null
  }
  await one.query(`select set_config('doorpost.session', $1, false)`, [value])
  if ((await read(other)) === value) return false
  await other.query('begin')
  try {
    await other.query('select 1')
    return (await read(one)) === value
  } finally {
    await other.query('rollback')
  }
}
