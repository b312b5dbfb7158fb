import { tokenFormat } from '../lib/text/base62.ts'

/** The secret part of an inbound webhook's URL: whk_ and 38 letters and digits. */
export const webhookKeys = tokenFormat('whk_')
