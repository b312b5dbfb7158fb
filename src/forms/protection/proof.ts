import { hkdfSync } from 'node:crypto'
import type { Challenge, Solution } from 'altcha-lib/types'
import { type Db, type Pool, run, runCount, sql } from '../../db/database.ts'
import { unnest } from '../../db/statements/arrays.ts'
import { createBatcher } from '../../db/writes/batcher.ts'
import { lazy } from '../../lib/bounds/remember.ts'
import type { SecretKey } from '../../lib/secrets/secret-box.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { HOUR_MS } from '../../lib/time/span.ts'

export type Proofs = ReturnType<typeof createProofs>

export type CheckedProof =
  | { state: 'none' | 'bad' | 'expired' }
  /** This submission uses up `nonce`. */
  | { state: 'good'; nonce: Buffer; expiresAt: Date }

const PROOF_LIFE_MS = 2 * HOUR_MS
const PAYLOAD_MAX = 4_096

// Each attempt costs about as much as the rest of a request, so proofs cannot be made in advance for free. A laptop's
// browser needs about a quarter of a second in total, in a separate thread.
const ALGORITHM = 'PBKDF2/SHA-256'
const COST = 1_000
const TRIES = { least: 100, most: 300 }

/** Challenges that a browser solves before it sends a form, and the check of the solutions (ALTCHA, version 2). */
export function createProofs({ loadKeys, clock }: { loadKeys: () => readonly SecretKey[]; clock: Clock }) {
  const secrets = lazy(() => loadKeys().map(toSecrets))
  return {
    async create(publicId: string): Promise<Challenge> {
      const { createChallenge, randomInt, deriveKey } = await loadLibrary()
      return createChallenge({
        algorithm: ALGORITHM,
        cost: COST,
        counter: randomInt(TRIES.most, TRIES.least),
        deriveKey,
        // The library's expiry uses this machine's clock; ours uses the installation's.
        data: { form: publicId, at: Math.floor(clock.now()) },
        ...secrets()[0]!,
      })
    },
    async check(publicId: string, text: string): Promise<CheckedProof> {
      const payload = readPayload(text)
      if (payload === null || payload.challenge.parameters.data.form !== publicId) return { state: 'bad' }
      if (!(await isSolved(payload, secrets()))) return { state: 'bad' }
      const { nonce, data } = payload.challenge.parameters
      const expiresAt = data.at + PROOF_LIFE_MS
      if (expiresAt < clock.now()) return { state: 'expired' }
      return { state: 'good', nonce: Buffer.from(nonce, 'hex'), expiresAt: new Date(expiresAt) }
    },
  }
}

// Loaded at the first use: an installation without forms never pays for it.
const loadLibrary = lazy(async () => {
  const [library, { deriveKey }] = await Promise.all([import('altcha-lib'), import('altcha-lib/algorithms/pbkdf2')])
  return { ...library, deriveKey }
})

interface Payload {
  challenge: Challenge & { parameters: { data: { form: string; at: number } } }
  solution: Solution
}

/** Reads Base64-encoded JSON, which is not trusted yet. Null if it is something else. */
function readPayload(text: string): Payload | null {
  if (text.length > PAYLOAD_MAX) return null
  try {
    const { challenge, solution } = JSON.parse(Buffer.from(text, 'base64').toString())
    const { nonce, cost, data } = challenge.parameters
    const isWhole =
      /^[0-9a-f]{32}$/.test(nonce) && cost === COST && typeof data.form === 'string' && Number.isSafeInteger(data.at)
    return isWhole && typeof solution === 'object' ? { challenge, solution } : null
  } catch {
    return null
  }
}

async function isSolved({ challenge, solution }: Payload, secrets: readonly Secrets[]): Promise<boolean> {
  const { verifySolution, deriveKey } = await loadLibrary()
  for (const each of secrets) {
    try {
      if ((await verifySolution({ challenge, solution, deriveKey, ...each })).verified) return true
    } catch {
      // An unreadable one is not a solution.
    }
  }
  return false
}

type Secrets = ReturnType<typeof toSecrets>

function toSecrets({ key }: SecretKey) {
  const derive = (use: string) =>
    Buffer.from(hkdfSync('sha256', key, '', `doorpost form proof ${use} 1`, 32)).toString('hex')
  return { hmacSignatureSecret: derive('challenge'), hmacKeySignatureSecret: derive('solution') }
}

export interface UsedProof {
  nonce: Buffer
  expiresAt: Date
}

/** Marks proofs as used, on all nodes alike. Concurrent calls share a statement. */
export function createUsedProofs(pool: Pool) {
  return createBatcher<UsedProof, boolean>({ write: (proofs) => insertUsedProofs(pool, proofs) })
}

/** Whether each is used for the first time. */
async function insertUsedProofs(db: Db, proofs: readonly UsedProof[]): Promise<boolean[]> {
  const given = proofs.map(({ nonce, expiresAt }) => ({ nonce, expiresAt: expiresAt.getTime() }))
  const query = sql<{ nonce: Buffer }>`insert into used_proofs (nonce, expires_at)
    select * from ${unnest(given, { bytea: ['nonce'], timestamptz: ['expiresAt'] })}
    on conflict do nothing returning nonce`
  const rows = await run(db, query, 'used_proofs.insert')
  const inserted = new Set(rows.map(({ nonce }) => nonce.toString('hex')))
  // If the same proof came twice, the first one counts.
  return proofs.map(({ nonce }) => inserted.delete(nonce.toString('hex')))
}

/** In small steps, so that a large clean-up never holds locks for long. */
export async function removeExpiredProofs(db: Db, now: Date, most: number): Promise<number> {
  const query = sql`delete from used_proofs where nonce in (
      select nonce from used_proofs where expires_at <= ${now}
        order by expires_at limit ${most} for update skip locked)`
  return runCount(db, query)
}
