import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'

/** The certificate and its key; null if neither is set. Adds what is wrong with them to `problems`. */
export function readTls(cert: string | null, key: string | null, cwd: string, problems: string[]) {
  if (cert === null && key === null) return null
  if (cert === null || key === null) {
    problems.push('TLS_CERT_FILE and TLS_KEY_FILE must be set together.')
    return null
  }
  const read = (name: string, path: string): Buffer | null => {
    try {
      return readFileSync(path)
    } catch (error) {
      problems.push(`${name}: the file ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
      return null
    }
  }
  const files = { certFile: resolve(cwd, cert), keyFile: resolve(cwd, key) }
  const pair = { cert: read('TLS_CERT_FILE', files.certFile), key: read('TLS_KEY_FILE', files.keyFile) }
  if (!pair.cert || !pair.key) return null
  try {
    createSecureContext(pair as { cert: Buffer; key: Buffer })
  } catch (error) {
    const reason = (error as Error).message
    problems.push(`TLS_CERT_FILE and TLS_KEY_FILE must be PEM files that belong together (${reason}).`)
  }
  return { cert: pair.cert, key: pair.key, ...files }
}
