import type { Tx } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import type { SecretKey } from '../lib/secrets/secret-box.ts'
import type { Mailer } from '../mail/mailer.ts'

export interface UsersOptions extends Pick<Parts, 'pool' | 'ids' | 'clock' | 'log'> {
  baseUrl: string
  workspaceId: string
  sandbox: boolean
  mailer: Mailer
  /** Called in the transaction that removes somebody from the team. */
  onLeave: (tx: Tx, workspaceId: string, userId: string) => Promise<void>
  /** The installation's keys, the current one first. */
  loadKeys: () => SecretKey[]
  /** For tests: a hash that costs less. */
  passwordHash?: PasswordHash | undefined
}

/** How passwords are stored and compared. */
export interface PasswordHash {
  hash(password: string): Promise<string>
  verify(given: { hash: string; password: string }): Promise<boolean>
}
