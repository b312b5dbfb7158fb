import { tokenFormat } from '../lib/text/base62.ts'

/**
 * How an API key looks and how it is hashed: `svc_pk_`, 32 random characters and a checksum of 6; the database has its SHA-256
 * only. Secret scanners look for svc_pk_[0-9A-Za-z]{38}.
 */
export const keyFormat = tokenFormat('svc_pk_')
