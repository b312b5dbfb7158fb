import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../../src/config/config.ts'
import { openDatabase } from '../../src/db/open.ts'
import { readArguments } from '../tools/arguments.ts'

// node bench/scale/backup.ts: measures the time and memory of a backup and a restore of many contacts. Both run as a
// user runs them, with the embedded database. Memory is that of the command, without the database.

const USAGE = `Usage: node bench/scale/backup.ts [--rows N]

  --rows N  contacts in the large database; defaults to 1000000. The others have a hundredth and a tenth.
`
const CHUNK = 50_000
const MEMORY_EVERY_MS = 50
const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url))

interface Cost {
  seconds: number
  /** Peak resident set. */
  megabytes: number
}

const options = readArguments('bench/scale/backup.ts', USAGE, { rows: '1000000' })
const large = options.whole('rows', 100_000_000)
const results = []
for (const rows of [Math.ceil(large / 100), Math.ceil(large / 10), large]) results.push(await measure(rows))
console.log('\n| Contacts | File | Backup | Memory | Restore | Memory |\n|---|---|---|---|---|---|')
for (const { rows, fileMegabytes, backup, restore } of results) {
  const costs = [backup, restore].flatMap((cost) => [`${cost.seconds.toFixed(1)} s`, `${cost.megabytes.toFixed(0)} MB`])
  console.log(`| ${rows.toLocaleString('en')} | ${fileMegabytes.toFixed(1)} MB | ${costs.join(' | ')} |`)
}
const big = results.at(-1)!
for (const other of results.slice(0, -1)) {
  const ratio = (what: 'backup' | 'restore') => (big[what].megabytes / other[what].megabytes).toFixed(2)
  console.log(
    `\nMemory of ${large.toLocaleString('en')} against ${other.rows.toLocaleString('en')}: backup ${ratio('backup')} x, restore ${ratio('restore')} x`,
  )
}

async function measure(rows: number) {
  const folder = mkdtempSync(join(tmpdir(), 'doorpost-bench-backup-'))
  chmodSync(folder, 0o711)
  const file = join(folder, 'bench.backup')
  try {
    console.log(`filling a database with ${rows.toLocaleString('en')} contacts`)
    await command({ DATA_DIR: join(folder, 'one') }, 'keys', 'create', '--name', 'bench')
    await fill(join(folder, 'one'), rows)
    const backup = await command({ DATA_DIR: join(folder, 'one') }, 'backup', file)
    const fileMegabytes = statSync(file).size / 1_000_000
    const restore = await command({ DATA_DIR: join(folder, 'two') }, 'restore', file)
    return { rows, fileMegabytes, backup, restore }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fill(dataDir: string, rows: number): Promise<void> {
  const config = readConfig({ DATA_DIR: dataDir }, process.cwd())
  const database = await openDatabase(config, { as: 'command', onError: () => {} })
  try {
    for (let from = 1; from <= rows; from += CHUNK) {
      await database.jobs.query(
        `insert into contacts (workspace_id, id, first_name, last_name, email, email_key, company, utm_source, extra, created_at)
         select workspace.id,
                (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - $2 + n), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
                'First' || n % 500, 'Last' || n % 3000, 'person' || n || '@example.com', 'person' || n || '@example.com',
                'Company ' || n % 10000, 'source' || n % 20, jsonb_build_object('message', md5(n::text) || md5((n + 1)::text)), now()
           from workspaces workspace, generate_series($1::int, least($1 + ${CHUNK - 1}, $2)::int) as n`,
        [from, rows],
      )
    }
  } finally {
    await database.close()
  }
}

function command(env: Record<string, string>, ...words: string[]): Promise<Cost> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [CLI, ...words], {
    env: { PATH: process.env.PATH ?? '', HOME: tmpdir(), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let megabytes = 0
  const timer = setInterval(() => {
    megabytes = Math.max(megabytes, residentMegabytes(child.pid!))
  }, MEMORY_EVERY_MS)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => {
      clearInterval(timer)
      if (code !== 0) return reject(new Error(`${words[0]} ended with ${code}`))
      resolve({ seconds: (performance.now() - startedAt) / 1000, megabytes })
    })
  })
}

/** Peak resident set, where the kernel reports it. */
function residentMegabytes(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
