import { hash } from 'node:crypto'
import { createToken, isToken, tokenHint } from '../../lib/text/base62.ts'

const PREFIX = 'whk_'

/** The secret part of an inbound webhook's URL. */
export function createWebhookKeyText(): string {
  return createToken(PREFIX)
}

/** Shape and checksum: an invented key is refused without a look-up. */
export function isWebhookKeyText(text: string): boolean {
  return isToken(PREFIX, text)
}

export function hashWebhookKey(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/** What a list shows of a webhook key: whk_Ab3d…9xYz. */
export function webhookKeyHint(text: string): string {
  return tokenHint(PREFIX, text)
}
