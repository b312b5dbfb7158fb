import { readFile } from 'node:fs/promises'
import { runSql } from './cluster.ts'

/** Processor time of these processes so far, in milliseconds. */
export async function processorMs(pids: readonly number[]): Promise<number> {
  const times = pids.map(async (pid) => {
    const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0')
    return Number(text.split(' ')[0]) / 1e6
  })
  return (await Promise.all(times)).reduce((sum, each) => sum + each, 0)
}

/** Process ids of the connections to a database. */
export async function findBackends(url: string): Promise<number[]> {
  const rows = await runSql<{ pid: number }>(
    url,
    `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  return rows.map(({ pid }) => pid)
}
