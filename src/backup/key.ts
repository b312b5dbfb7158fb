import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { SetupError } from '../lib/problem.ts'
import { message } from '../messages/message.ts'
import { BackupError } from './archive.ts'

/** Anyone with the file can try passphrases offline, so each guess costs 128 MB and about half a second. */
const COST = { N: 2 ** 17, r: 8, p: 1 }
const MEMORY_MAX = 256 * 1024 * 1024
const CIPHER = 'aes-256-gcm'
const PASSPHRASE_MIN = 12

export interface SealedKey {
  kdf: 'scrypt'
  cost: typeof COST
  cipher: typeof CIPHER
  salt: string
  iv: string
  tag: string
  text: string
}

/** The keys that open stored secrets: the current one first, then the ones being replaced. */
export interface KeyTexts {
  current: string
  old: readonly string[]
}

export function checkPassphrase(text: string, origin: string): string {
  const passphrase = text.replace(/\r?\n$/, '')
  if (passphrase.length >= PASSPHRASE_MIN) return passphrase
  throw new BackupError(message('backup.short_passphrase', { origin, min: PASSPHRASE_MIN }))
}

export function readPassphraseFile(path: string): string {
  try {
    return checkPassphrase(readFileSync(path, 'utf8'), path)
  } catch (error) {
    if (error instanceof SetupError) throw error
    const { code = '' } = error as NodeJS.ErrnoException
    throw new BackupError(message('backup.no_passphrase', { path, code }), { cause: error })
  }
}

export async function sealKey(keys: KeyTexts, passphrase: string): Promise<SealedKey> {
  const salt = randomBytes(16)
  const iv = randomBytes(12)
  const cipher = createCipheriv(CIPHER, await derive(passphrase, salt, COST), iv)
  const text = Buffer.concat([cipher.update(JSON.stringify(keys), 'utf8'), cipher.final()])
  const encode = (bytes: Buffer) => bytes.toString('base64')
  return {
    kdf: 'scrypt',
    cost: COST,
    cipher: CIPHER,
    salt: encode(salt),
    iv: encode(iv),
    tag: encode(cipher.getAuthTag()),
    text: encode(text),
  }
}

export async function openKey(sealed: SealedKey, passphrase: string): Promise<KeyTexts> {
  const decode = (text: string) => Buffer.from(text, 'base64')
  if (sealed.kdf !== 'scrypt' || sealed.cipher !== CIPHER) {
    throw new SetupError(
      'The key in the backup is encrypted in a way that this version does not know. Use a newer one.',
    )
  }
  const { N, r, p } = sealed.cost
  const key = await derive(passphrase, decode(sealed.salt), { N, r, p })
  try {
    const decipher = createDecipheriv(CIPHER, key, decode(sealed.iv))
    decipher.setAuthTag(decode(sealed.tag))
    const text = Buffer.concat([decipher.update(decode(sealed.text)), decipher.final()])
    return JSON.parse(text.toString('utf8')) as KeyTexts
  } catch (error) {
    throw new SetupError(
      'The passphrase does not open the key in the backup. Nothing was changed. Use the passphrase with which the backup was made.',
      { cause: error },
    )
  }
}

function derive(passphrase: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, 32, { ...cost, maxmem: MEMORY_MAX }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
