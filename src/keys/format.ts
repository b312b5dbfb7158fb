import { tokenFormat } from '../lib/text/base62.ts'

// Secret scanners look for svc_pk_[0-9A-Za-z]{38}.
const format = tokenFormat('svc_pk_')

export const createKeyText = format.create
/** Shape and checksum: a mistyped or invented key is refused without a look-up. */
export const isKeyText = format.isToken
/** What is stored of a key. */
export const hashKey = format.hashOf
/** What a list shows of a key: svc_pk_Ab3d…9xYz. */
export const keyHint = format.hintOf
