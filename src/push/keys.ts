import type { Tx } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import type { SecretBox } from '../lib/secrets/secret-box.ts'
import type { PushAddress } from './schemas.ts'
import * as store from './store.ts'

/** The keys that an installation signs its notifications with, and the sealed addresses of browsers. */

interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** Loaded when it is first needed: it takes a while, and most processes never send a notification. */
export const loadWebPush = async () => (await import('web-push')).default

/** Made once for the installation, by whichever process needs them first. */
export async function openKeys({ pool, box, clock }: Pick<Parts, 'pool' | 'box' | 'clock'>): Promise<VapidKeys> {
  const known = await store.findKeys(pool)
  if (known !== null) return { publicKey: known.public_key, privateKey: box.open(known.private_key, KEY) }
  const { publicKey, privateKey } = (await loadWebPush()).generateVAPIDKeys()
  const row = { public_key: publicKey, private_key: box.seal(privateKey, KEY), created_at: new Date(clock.now()) }
  await store.insertKeys(pool, row)
  return openKeys({ pool, box, clock })
}

const KEY = 'push/key'

export function sealAddress(box: SecretBox, id: string, address: PushAddress): Buffer {
  return box.seal(JSON.stringify(address), contextOf(id))
}

export function openAddress(box: SecretBox, { id, address }: { id: string; address: Buffer }): PushAddress {
  return JSON.parse(box.open(address, contextOf(id)))
}

/** Returns the number of browsers. */
export async function rotatePushIn(tx: Tx, box: SecretBox): Promise<number> {
  const keys = await store.findKeys(tx)
  if (keys !== null) await store.updateKeys(tx, box.seal(box.open(keys.private_key, KEY), KEY))
  const rows = await store.selectAllAddresses(tx)
  for (const row of rows) await store.updateAddress(tx, row.id, sealAddress(box, row.id, openAddress(box, row)))
  return rows.length
}

function contextOf(id: string): string {
  return `push/${id}/address`
}
