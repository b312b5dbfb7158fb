import { tokenFormat } from '../lib/text/base62.ts'

/**
 * The format and the hash of an API key: `svc_pk_`, 32 random characters and a checksum of 6. The database stores only
 * its SHA-256. Secret scanners look for svc_pk_[0-9A-Za-z]{38}.
 */
export const keyFormat = tokenFormat('svc_pk_')
