import { tokenFormat } from '../lib/text/base62.ts'

/** API keys. Secret scanners look for svc_pk_[0-9A-Za-z]{38}. */
export const apiKeys = tokenFormat('svc_pk_')
