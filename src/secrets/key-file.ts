import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { openDataFolder, syncFolder } from '../db/embedded/folders.ts'
import { lazy } from '../lib/bounds/remember.ts'
import { SetupError } from '../lib/problem.ts'
import { createSecretBox, deriveKey, type SecretBox, type SecretKey } from '../lib/secrets/secret-box.ts'

export interface SecretSettings {
  secretKey: string | null
  oldSecretKeys: readonly string[]
  dataDir: string
}

/**
 * SECRET_KEY, or else the key of the data folder, which is created on first use; then the old keys, which only open.
 */
export function loadSecretKeys({ secretKey, oldSecretKeys, dataDir }: SecretSettings): SecretKey[] {
  const current = deriveKey(secretKey ?? readOrCreateKey(keyFileOf({ dataDir })))
  const all = [current, ...oldSecretKeys.map(deriveKey)]
  // The current key may also be listed among the old ones.
  return [...new Map(all.map((key) => [key.id, key])).values()]
}

/** The keys as configured, for a backup; null if there is none yet. Creates none. */
export function readKeyTexts({ secretKey, oldSecretKeys, dataDir }: SecretSettings) {
  const current = secretKey ?? readKey(keyFileOf({ dataDir }))
  return current === null ? null : { current, old: oldSecretKeys }
}

/** Writes the key of a restored installation into a data folder that has none. */
export function writeKeyFile({ dataDir }: Pick<SecretSettings, 'dataDir'>, text: string): void {
  createKey(keyFileOf({ dataDir }), text)
}

export function keyFileOf({ dataDir }: Pick<SecretSettings, 'dataDir'>): string {
  return join(dataDir, 'secret-key')
}

/** Loads its keys when the first secret is sealed or opened: an installation without accounts needs no file. */
export function openSecretBox(settings: SecretSettings): SecretBox {
  const box = lazy(() => createSecretBox(loadSecretKeys(settings)))
  return {
    seal: (text, context) => box().seal(text, context),
    open: (sealed, context) => box().open(sealed, context),
    keyIdOf: (sealed) => box().keyIdOf(sealed),
  }
}

function readOrCreateKey(path: string): string {
  try {
    return readKey(path) ?? createKey(path)
  } catch (error) {
    if (error instanceof SetupError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new SetupError(
      `The key that encrypts tokens cannot be stored in ${path} (${code}). ` +
        'Make the folder writable for this user, or set SECRET_KEY (generate one with: openssl rand -base64 32).',
      { cause: error },
    )
  }
}

function readKey(path: string): string | null {
  let text: string
  try {
    text = fs.readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  if (text.length >= 32) return text
  throw new SetupError(
    `${path} does not contain a complete key. Restore it from a backup. If there is none, delete the file and connect all accounts again.`,
  )
}

/** Links the file into place: a link never replaces a file, so two processes that start at once end up with one key. */
function createKey(path: string, text = randomBytes(32).toString('base64')): string {
  const folder = openDataFolder(dirname(path))
  const draft = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`
  const file = fs.openSync(draft, 'wx', 0o600)
  try {
    giveToOwnerOf(folder, file)
    fs.writeSync(file, `${text}\n`)
    // What it seals is durable, so the key must be as well.
    fs.fsyncSync(file)
    fs.linkSync(draft, path)
    syncFolder(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    fs.closeSync(file)
    fs.unlinkSync(draft)
  }
  return readKey(path)!
}

/** A command run by root must not leave a key that the server, which is not root, cannot read. */
function giveToOwnerOf(folder: string, file: number): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = fs.statSync(folder)
  fs.fchownSync(file, uid, gid)
}
