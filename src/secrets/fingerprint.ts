import { existsSync } from 'node:fs'
import { type Db, run, runOne, sql } from '../db/database.ts'
import { SetupError } from '../lib/problem.ts'
import { commandLine } from '../lib/program.ts'
import type { SecretBox } from '../lib/secrets/secret-box.ts'
import { keyFileOf, loadSecretKeys, openSecretBox, type SecretSettings } from './key-file.ts'

/**
 * All nodes of an installation share one SECRET_KEY. The database has its id, and a node with another key is refused:
 * sessions, signatures and tokens made on one node would silently fail on the other. A key that is being replaced is
 * accepted while SECRET_KEY_OLD lists it.
 */
export async function checkSecretKey(db: Db, settings: SecretSettings): Promise<void> {
  const problem = await secretKeyProblem(db, settings)
  if (problem !== null) throw new SetupError(problem)
  const current = loadSecretKeys(settings)[0]!.id
  const stored = await findKeyId(db)
  if (stored === current) return
  const winner = stored === null ? await insertKeyId(db, current) : await updateKeyId(db, current)
  // Two nodes with different keys started at the same moment, and the other one was first.
  if (winner !== current) await checkSecretKey(db, settings)
}

/** Why this node may not use the database, or null. It only checks: it creates and stores no key. */
export async function secretKeyProblem(db: Db, settings: SecretSettings): Promise<string | null> {
  const stored = await findKeyId(db)
  const needed = stored === null ? await selectSealedKeyIds(db) : [stored]
  if (needed.length === 0) return null
  // A second node must not create its own key.
  if (settings.secretKey === null && !existsSync(keyFileOf(settings))) {
    return `This database was set up with the SECRET_KEY ${needed[0]}, but this node has no key. ${remedy(settings)}`
  }
  const keys = loadSecretKeys(settings)
  if (keys.some(({ id }) => needed.includes(id))) return null
  return (
    `SECRET_KEY is not the one this database was set up with: it has the fingerprint ${keys[0]!.id}, and ${needed[0]} is ` +
    `needed. ${remedy(settings)}`
  )
}

/** The secret box for a command that runs next to a server. */
export async function openCheckedBox(db: Db, settings: SecretSettings): Promise<SecretBox> {
  await checkSecretKey(db, settings)
  return openSecretBox(settings)
}

function remedy({ dataDir }: SecretSettings): string {
  return (
    'Every node needs the same SECRET_KEY: set it to the key of the first node, which is the content of its ' +
    `DATA_DIR/secret-key unless it was set (here: ${dataDir}). If you are replacing the key, put the previous one into ` +
    `SECRET_KEY_OLD. If it is lost: ${commandLine('secrets adopt')}`
  )
}

export async function findKeyId(db: Db): Promise<string | null> {
  return (await runOne(db, sql<{ key_id: string }>`select key_id from secret_key`))?.key_id ?? null
}

/** Returns the id that is stored afterwards: another node may have been first. */
async function insertKeyId(db: Db, id: string): Promise<string> {
  await run(db, sql`insert into secret_key (key_id) values (${id}) on conflict do nothing`)
  return (await findKeyId(db))!
}

export async function updateKeyId(db: Db, id: string): Promise<string> {
  const query = sql`insert into secret_key (key_id) values (${id})
    on conflict (only_row) do update set key_id = excluded.key_id, set_at = now()`
  await run(db, query)
  return id
}

/**
 * The ids of the keys that stored secrets need, the most used first. A sealed text begins with a version and its key's
 * id.
 */
export async function selectSealedKeyIds(db: Db): Promise<string[]> {
  const query = sql<{ key_id: string }>`select encode(substring(box from 2 for 8), 'escape') as key_id
      from (select tokens as box from connections
             union all select secret from webhook_sources where revoked_at is null
             union all select secret from event_endpoints
             union all select headers from event_endpoints
             union all select client_secret from service_apps
             union all select client_secret from network_apps
             union all select private_key from push_keys) as sealed
     where box is not null and length(box) > 9
     group by 1 order by count(*) desc`
  return (await run(db, query)).map(({ key_id }) => key_id)
}
